package main

import (
	"context"
	"flag"

	"github.com/retort-ml/retort/cmd/retort/views"
)

func methodsCommand() *command {
	return &command{
		name: "methods", arguments: "[describe NAME]", json: true,
		summary: "List the training methods, or describe one",
		help: `
A description has the idea, the objective and its source, the stages, what the method needs, whether it reads the task's reward, every
setting with its default, where the constants come from (published, inferred or ours), and where the method departs from its source.`,
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, s *session, args []string) error { return s.methods(args) }
		},
	}
}

func (s *session) methods(args []string) error {
	view := views.NewMethods(s.json, s.out)
	catalog := s.catalog()
	describe := func(name string) (views.Method, bool) {
		kind, ok := catalog.Method(name)
		if !ok {
			return views.Method{}, false
		}
		return views.Method{Info: kind.Info, Settings: describeSettings(kind.Settings())}, true
	}
	name, one, err := described(args)
	if err != nil {
		return err
	}
	if !one {
		var list []views.Method
		for _, name := range catalog.Methods() {
			m, _ := describe(name)
			list = append(list, m)
		}
		view.List(list)
		return nil
	}
	m, ok := describe(name)
	if !ok {
		return usageError("there is no method %q.%s", name, didYouMean(name, catalog.Methods(), "", " See retort methods"))
	}
	view.Describe(m)
	return nil
}

// described reads the arguments "describe NAME", or none.
func described(args []string) (name string, one bool, err error) {
	switch {
	case len(args) == 0:
		return "", false, nil
	case args[0] != "describe":
		return "", false, usageError("%q is no subcommand.%s", args[0], didYouMean(args[0], []string{"describe"}, "", " The subcommand is describe NAME"))
	}
	if err := arguments(args[1:], "NAME"); err != nil {
		return "", false, err
	}
	return args[1], true, nil
}
