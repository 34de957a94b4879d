package main

import (
	"context"
	"flag"
	"runtime"
	"runtime/debug"

	"github.com/retort-ml/retort/cmd/retort/views"
)

func versionCommand() *command {
	return &command{
		name: "version", json: true,
		summary: "Print the version",
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, s *session, args []string) error {
				if err := arguments(args); err != nil {
					return err
				}
				views.NewVersion(s.json, s.out).Version(thisBuild())
				return nil
			}
		},
	}
}

// thisBuild describes the program.
func thisBuild() views.Build {
	b := views.Build{Version: "(unknown)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Module = info.Main.Path
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}
