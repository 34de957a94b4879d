package main

import (
	"context"
	"flag"

	"github.com/retort-ml/retort/cmd/retort/views"
)

func plotCommand() *command {
	return &command{
		name: "plot", abrupt: true, arguments: "EXPERIMENT [NAME]", json: true,
		summary: "Draw the figures of an experiment from the store",
		help:    `Draws all figures, or the one named, as SVG and as PNG, and prints their paths.`,
		setup: func(flags *flag.FlagSet) action {
			var o source
			o.declare(flags)
			out := flags.String("out", "", "draw into `DIR` (figures beside the store)")
			return func(_ context.Context, s *session, args []string) error { return s.plot(args, &o, *out) }
		},
	}
}

func (s *session) plot(args []string, o *source, dir string) error {
	if err := arguments(args, "EXPERIMENT", "[NAME]"); err != nil {
		return err
	}
	exp, plan, err := s.recordedPlan(args[0], o)
	if err != nil {
		return err
	}
	name := ""
	if len(args) == 2 {
		name = args[1]
	}
	store, err := s.requireStore(o)
	if err != nil {
		return err
	}
	defer store.Close()
	if dir == "" {
		dir = figuresDir(store)
	}
	figures, err := drawPlots(s.catalog(), exp, store, plan, name, dir)
	if err != nil {
		return err
	}
	views.NewPlot(s.json, s.out).Figures(figures)
	return nil
}
