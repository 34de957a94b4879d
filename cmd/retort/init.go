package main

import (
	"context"
	"errors"
	"flag"
	"io/fs"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/experiments"
)

// firstExperiment is what init writes when it is not told what.
const firstExperiment = "quickstart"

func initCommand() *command {
	return &command{
		name: "init", arguments: "[NAME] DIR", json: true,
		summary: "Write an experiment that comes with retort into a folder",
		help: `
NAME is one of the shipped experiments, ` + firstExperiment + ` when it is left out. Nothing is ever overwritten: when a
file is there already, nothing is written.`,
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, s *session, args []string) error { return s.init(args) }
		},
	}
}

func (s *session) init(args []string) error {
	names := experiments.Shipped()
	if err := arguments(args, "DIR", "[NAME]"); err != nil {
		return err
	}
	name, dir := firstExperiment, args[0]
	if len(args) == 2 {
		name, dir = args[0], args[1]
	}
	err := experiments.WriteShipped(name, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usageError("no experiment %q comes with retort.%s", name, didYouMean(name, names, "", " There are "+enumerate(names)))
	case err != nil:
		return configError(err)
	}
	views.NewInit(s.json, s.out).Written(name, dir)
	return nil
}
