package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/retort-ml/retort/cmd/retort/views"
	"github.com/retort-ml/retort/registry"
)

func playCommand() *command {
	return &command{
		name: "play", arguments: "ENVIRONMENT", json: true,
		summary: "Play an environment by hand",
		help: `
Reads one action a line from standard input and prints what comes back, until the input ends; reaching the goal ends nothing. With -json
each line of input is a JSON string, so that an action can hold anything, or a JSON object, which is an action as it stands (a tool call),
and each line of output an object with observation, admissible actions, score, done, won and info; the first one is the start. Where actions
are tool calls and messages, a line that is no JSON is a message.

-task is a task of the generated or real sets, as SPLIT/INDEX, an INDEX of train, or a SPLIT for its first task; where the tasks of the real
data have names of their own, a name comes first. -game plays one game file. -set sets what an experiment's environment block would set.`,
		setup: func(flags *flag.FlagSet) action {
			var g game
			flags.StringVar(&g.file, "game", "", "play the game in `FILE`")
			flags.StringVar(&g.task, "task", "0", "play `TASK`: a name, SPLIT/INDEX, INDEX or SPLIT")
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
	env, w, err := g.open(s, args[0])
	if err != nil {
		return err
	}
	_, messages := env.(registry.Tooled)
	view := views.NewPlay(s.json, s.out)
	// A person is not shown the list, and some worlds have to search for it.
	admissible := func() []string {
		if !s.json {
			return nil
		}
		return w.Admissible()
	}
	view.Reset(w.Observation(), admissible())
	lines := readLines(s.stdin)
	for n := 1; ; n++ {
		var line inputLine
		select {
		case <-ctx.Done(): // also while nobody types
			return exit(exitInterrupted)
		case line = <-lines:
		}
		action, err := line.action(s.json, messages)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return usageError("line %d of the input: %v", n, err)
		}
		outcome := w.Step(action)
		if informed, ok := w.(registry.Informed); ok && s.json {
			info := informed.Info()
			maps.Copy(info, outcome.Info)
			outcome.Info = info
		}
		view.Step(outcome, admissible())
	}
}

// inputLine is a line without its end, or why there is none.
type inputLine struct {
	text string
	err  error
}

// readLines reads lines one at a time, in the background: a read cannot be interrupted. After an error there is nothing more.
func readLines(r io.Reader) <-chan inputLine {
	lines := make(chan inputLine)
	go func() {
		in := bufio.NewReader(r)
		for {
			text, err := in.ReadString('\n')
			if text == "" && err != nil {
				lines <- inputLine{err: err}
				return
			}
			lines <- inputLine{text: strings.TrimSuffix(text, "\n")}
		}
	}()
	return lines
}

// action is the line's text. As JSON it is the string that the line holds, the object that the line is, or, where actions may be
// messages, a line that is neither.
func (l inputLine) action(asJSON, messages bool) (string, error) {
	if l.err != nil || !asJSON {
		return l.text, l.err
	}
	text := strings.TrimSpace(l.text)
	// The decoder would replace bytes that are no UTF-8.
	if !messages || utf8.ValidString(text) {
		if strings.HasPrefix(text, "{") && json.Valid([]byte(text)) {
			return text, nil
		}
		var action string
		if err := json.Unmarshal([]byte(text), &action); err == nil {
			return action, nil
		}
	}
	if messages {
		return text, nil
	}
	if len(text) > maxQuoted {
		text = text[:maxQuoted] + "..."
	}
	return "", fmt.Errorf("%q is no JSON string and no JSON object", text)
}

// maxQuoted bounds what a message quotes of a line, in bytes.
const maxQuoted = 80

// open starts the world.
func (g *game) open(s *session, name string) (registry.Environment, registry.World, error) {
	catalog := s.catalog()
	kind, ok := catalog.Environment(name)
	if !ok {
		return nil, nil, usageError("there is no environment %q.%s", name, didYouMean(name, catalog.Environments(), "", " See retort environments"))
	}
	if g.seed != "" {
		if err := g.settings.Set("seed=" + g.seed); err != nil {
			return nil, nil, usageError("-seed: %v", err)
		}
	}
	settings := kind.Settings()
	if err := setSettings(settings, g.settings); err != nil {
		return nil, nil, err
	}
	env, err := kind.New(settings)
	if err != nil {
		return nil, nil, configError(fmt.Errorf("open environment %s: %w", name, err))
	}
	if faulty, ok := env.(registry.Faulty); ok {
		for _, fault := range faulty.Faults() {
			fmt.Fprintln(s.err, "left out:", fault)
		}
	}
	if g.file != "" {
		opener, ok := env.(registry.Opener)
		if !ok {
			return nil, nil, usageError("environment %s does not play single files", name)
		}
		w, err := opener.Open(g.file)
		if err != nil {
			return nil, nil, configError(err)
		}
		return env, w, nil
	}
	task, err := g.find(env)
	if err != nil {
		return nil, nil, err
	}
	w, err := env.Reset(task)
	if err != nil {
		return nil, nil, configError(err)
	}
	return env, w, nil
}

// find reads the name of a task.
func (g *game) find(env registry.Environment) (registry.Task, error) {
	if n, ok := env.(registry.Named); ok {
		if task, ok := n.TaskNamed(g.task); ok {
			return task, nil
		}
	}
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
