package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/registry"
)

func playCommand() *command {
	return &command{
		name: "play", arguments: "ENVIRONMENT", json: true,
		summary: "Play an environment by hand",
		help: `
Reads one action a line from standard input and prints what comes back, until the input ends; reaching the goal ends nothing. With -json
each line of input is a JSON string, so that an action can hold anything, and each line of output an object with observation, admissible
actions, score, done, won and info; the first one is the start.

-task is a task of the generated or real sets, as SPLIT/INDEX, an INDEX of train, or a SPLIT for its first task. -game plays one game
file. -set sets what an experiment's environment block would set.`,
		setup: func(flags *flag.FlagSet) action {
			var g game
			flags.StringVar(&g.file, "game", "", "play the game in `FILE`")
			flags.StringVar(&g.task, "task", "0", "play `TASK`: SPLIT/INDEX, INDEX or SPLIT")
			flags.StringVar(&g.seed, "seed", "", "set the environment's seed to `N`")
			flags.Var(&g.settings, "set", "set a setting: `NAME=VALUE`; may be repeated")
			return func(ctx context.Context, s *session, args []string) error { return g.play(ctx, s, args) }
		},
	}
}

// game says what to play.
type game struct {
	file, task, seed string
	settings         assignments
}

func (g *game) play(ctx context.Context, s *session, args []string) error {
	if err := arguments(args, "ENVIRONMENT"); err != nil {
		return err
	}
	w, err := g.open(s, args[0])
	if err != nil {
		return err
	}
	view := views.NewPlay(s.json, s.out)
	view.Reset(w.Observation(), w.Admissible())
	in := bufio.NewReader(s.stdin)
	for n := 1; ctx.Err() == nil; n++ {
		action, err := readAction(in, s.json)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return usageError("line %d of the input: %v", n, err)
		}
		outcome := w.Step(action)
		view.Step(outcome, w.Admissible())
	}
	return exit(exitInterrupted)
}

// readAction reads a line: its text, or the JSON string it holds.
func readAction(in *bufio.Reader, asJSON bool) (string, error) {
	line, err := in.ReadString('\n')
	if line == "" && err != nil {
		return "", err
	}
	line = strings.TrimSuffix(line, "\n")
	if !asJSON {
		return line, nil
	}
	var action string
	if err := json.Unmarshal([]byte(line), &action); err != nil {
		return "", fmt.Errorf("%q is no JSON string", line)
	}
	return action, nil
}

// open starts the world.
func (g *game) open(s *session, name string) (registry.World, error) {
	catalog := s.catalog()
	kind, ok := catalog.Environment(name)
	if !ok {
		return nil, usageError("there is no environment %q.%s", name, didYouMean(name, catalog.Environments(), "", " See retort environments"))
	}
	if g.seed != "" {
		if err := g.settings.Set("seed=" + g.seed); err != nil {
			return nil, usageError("-seed: %v", err)
		}
	}
	settings := kind.Settings()
	if err := setSettings(settings, g.settings); err != nil {
		return nil, err
	}
	env, err := kind.New(settings)
	if err != nil {
		return nil, configError(fmt.Errorf("open environment %s: %w", name, err))
	}
	if g.file != "" {
		opener, ok := env.(registry.Opener)
		if !ok {
			return nil, usageError("environment %s does not play single files", name)
		}
		w, err := opener.Open(g.file)
		if err != nil {
			return nil, configError(err)
		}
		return w, nil
	}
	task, err := g.find(env)
	if err != nil {
		return nil, err
	}
	w, err := env.Reset(task)
	if err != nil {
		return nil, configError(err)
	}
	return w, nil
}

// find reads the name of a task.
func (g *game) find(env registry.Environment) (registry.Task, error) {
	splits := env.Splits()
	if len(splits) == 0 {
		return registry.Task{}, configError(errors.New("the environment has no tasks"))
	}
	name, number, both := strings.Cut(g.task, "/")
	if !both {
		if _, err := strconv.Atoi(g.task); err == nil {
			name, number = splits[0].Name, g.task
		} else {
			number = "0"
		}
	}
	index, err := strconv.Atoi(number)
	if err != nil {
		return registry.Task{}, usageError("-task %s: want SPLIT/INDEX, INDEX or SPLIT", g.task)
	}
	var names []string
	for _, sp := range splits {
		names = append(names, sp.Name)
		switch {
		case sp.Name != name:
		case index < 0 || index >= sp.Tasks:
			return registry.Task{}, usageError("-task %s: %s has %d tasks, counted from 0", g.task, name, sp.Tasks)
		default:
			return registry.Task{Split: name, Index: index}, nil
		}
	}
	return registry.Task{}, usageError("-task %s: there are no tasks called %q.%s", g.task, name, didYouMean(name, names, "", " There are "+enumerate(names)))
}
