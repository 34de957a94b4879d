package main

import (
	"context"
	"flag"
	"os"

	"github.com/retort-ml/retort/registry/builtin"
	"github.com/retort-ml/retort/runner"
	"github.com/retort-ml/retort/runner/workbench"
)

// eventsFile is the file descriptor on which a worker reports.
const eventsFile = 3

func workerCommand() *command {
	return &command{
		name: "worker", hidden: true,
		summary: "Execute stages for a run (started by retort run)",
		help:    `Reads jobs from standard input and reports on file descriptor 3.`,
		setup: func(*flag.FlagSet) action {
			return func(ctx context.Context, s *session, args []string) error {
				if err := arguments(args); err != nil {
					return err
				}
				bench := workbench.Workbench{Catalog: builtin.Catalog(), Backend: localBackend}
				return runner.Work(ctx, s.stdin, os.NewFile(eventsFile, "events"), localBackend(1).Name(), bench.Execute)
			}
		},
	}
}
