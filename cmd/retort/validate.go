package main

import (
	"context"
	"flag"

	"github.com/retort-ml/retort/cmd/retort/views"
)

func validateCommand() *command {
	return &command{
		name: "validate", abrupt: true, arguments: "EXPERIMENT", json: true,
		summary: "Check an experiment without running anything",
		help: `
Reads the files, checks every name, setting and reference, expands the grids, opens the environments and lays out tables and plots.
Nothing is trained and nothing is written.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			return func(_ context.Context, s *session, args []string) error { return s.validate(args, &o) }
		},
	}
}

func (s *session) validate(args []string, o *source) error {
	if err := arguments(args, "EXPERIMENT"); err != nil {
		return err
	}
	exp, diags := s.check(args[0], o)
	if !diags.HasErrors() {
		plan, err := s.build(exp, o)
		if err != nil {
			return err
		}
		diags = append(diags, checkReports(exp, plan, s.catalog())...)
	}
	trials, _ := exp.Trials()
	views.NewValidate(s.json, s.out, s.err).Result(exp, len(trials), diags)
	if diags.HasErrors() {
		return exit(exitConfig)
	}
	return nil
}
