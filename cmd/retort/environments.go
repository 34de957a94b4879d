package main

import (
	"context"
	"flag"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/registry"
)

func environmentsCommand() *command {
	return &command{
		name: "environments", arguments: "[describe NAME]", json: true,
		summary: "List the environments, or describe one",
		help:    `A description has every setting with its default, the task sets, and what the environment offers to methods.`,
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, s *session, args []string) error { return s.environments(args) }
		},
	}
}

func (s *session) environments(args []string) error {
	view := views.NewEnvironments(s.json, s.out)
	catalog := s.catalog()
	name, one, err := described(args)
	if err != nil {
		return err
	}
	if !one {
		var list []views.EnvironmentKind
		for _, name := range catalog.Environments() {
			kind, _ := catalog.Environment(name)
			list = append(list, views.EnvironmentKind{Name: kind.Name, Title: kind.Title})
		}
		view.List(list)
		return nil
	}
	kind, ok := catalog.Environment(name)
	if !ok {
		return usageError("there is no environment %q.%s", name, didYouMean(name, catalog.Environments(), "", " See retort environments"))
	}
	settings := kind.Settings()
	d := views.EnvironmentKind{Name: kind.Name, Title: kind.Title, Help: kind.Help, Settings: describeSettings(settings)}
	env, err := kind.New(settings)
	if err != nil {
		return err
	}
	d.Splits, d.Horizon, d.Offers = env.Splits(), env.Horizon(), offers(env)
	view.Describe(d)
	return nil
}

// offers names what an environment has beyond stepping, in the words of a method's needs.
func offers(env registry.Environment) []string {
	list := []string{"fork", "state signatures", "admissible actions"}
	if env.View() != nil {
		list = append(list, "compact view")
	}
	if _, ok := env.(registry.Demonstrator); ok {
		list = append(list, "expert")
	}
	if _, ok := env.(registry.Oracle); ok {
		list = append(list, "shortest solutions")
	}
	if _, ok := env.(registry.Lexicon); ok {
		list = append(list, "word classes")
	}
	if _, ok := env.(registry.Outcomes); ok {
		list = append(list, "outcome keys")
	}
	return list
}
