package skills

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/textmodel"
	"github.com/retort-ml/retort/registry/training"
)

// typed is the corridor whose tasks have a type: even or odd, and whose oracle does not know goals 3 cells away.
type typed struct{ *corridor.Environment }

type typedWorld struct {
	registry.World
	kind string
}

func (w typedWorld) TaskType() string { return w.kind }

func (w typedWorld) Fork() registry.World { return typedWorld{w.World.Fork(), w.kind} }

func (e typed) Reset(task registry.Task) (registry.World, error) {
	w, err := e.Environment.Reset(task)
	if err != nil {
		return nil, err
	}
	return typedWorld{w, []string{"even", "odd"}[task.Index%2]}, nil
}

func (e typed) Solve(w registry.World) ([]string, bool) {
	goal := int(w.Observation()[len("cell 0 goal ")] - '0')
	if goal == 3 {
		return nil, false
	}
	return strings.Split(strings.TrimSuffix(strings.Repeat("right,", goal), ","), ","), true
}

// shelved is a bench that has an environment and one file and records nothing.
type shelved struct {
	registry.Bench
	env  registry.Environment
	file string
}

func (b *shelved) Environment() registry.Environment { return b.env }
func (b *shelved) Format() registry.Format           { return compact.New(b.env.View(), 8, false) }
func (b *shelved) Progress(int, int, string)         {}
func (b *shelved) Warn(string) error                 { return nil }
func (b *shelved) Metric(string, int, float64) error { return nil }
func (b *shelved) Rand(purpose string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(purpose))))
}

func (b *shelved) Read(_, _ string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(b.file)), nil
}

func (b *shelved) Write(_ string, fill func(io.Writer) error) error {
	var w strings.Builder
	err := fill(&w)
	b.file = w.String()
	return err
}

func right(n int) []string {
	commands := make([]string, n)
	for i := range commands {
		commands[i] = "right"
	}
	return commands
}

func task(i int) registry.Task { return registry.Task{Split: training.TrainSplit, Index: i} }

// Tasks 0, 1, 2, 3 have their goals 1, 2, 3, 4 cells away.
func TestLibrary(t *testing.T) {
	// Where the oracle finds nothing the walking expert is asked, which does not get 3 cells far in 2 turns.
	b := &shelved{env: typed{&corridor.Environment{Turns: 2}}}
	stage := LibraryStage()
	require.NoError(t, stage.Run(t.Context(), b, &Library{Scope: Task, Steps: 10, TasksAStep: 4}))
	s, err := readLibrary(b, Task)
	require.NoError(t, err)
	drawn := map[int]bool{}
	for step := range 10 {
		for _, start := range training.Starts(b, 64, training.Budget{TasksAStep: 4}, 8, step) {
			drawn[start.Task.Index] = true
			commands, err := s.of(start.Task, "")
			require.NoError(t, err)
			if goal := 1 + start.Task.Index%4; goal == 3 {
				require.Nil(t, commands, "task %d cannot be finished", start.Task.Index)
			} else {
				require.Equal(t, right(goal), commands, "task %d", start.Task.Index)
			}
		}
	}
	require.Len(t, s.tasks, len(drawn), "no task besides those that training draws")
	for i := range 64 {
		if _, err := s.of(task(i), ""); !drawn[i] {
			require.ErrorContains(t, err, fmt.Sprintf("train task %d: the library of %d tasks does not have it", i, len(drawn)))
		}
	}

	require.NoError(t, stage.Run(t.Context(), b, &Library{Scope: Type}))
	require.Equal(t, 2, strings.Count(b.file, "\n"))
	s, err = readLibrary(b, Type)
	require.NoError(t, err)
	for _, c := range []struct {
		index    int
		taskType string
		want     []string
	}{{2, "even", right(1)}, {3, "odd", right(2)}, {3, "strange", nil}} {
		commands, err := s.of(task(c.index), c.taskType)
		require.NoError(t, err)
		require.Equal(t, c.want, commands, "the skill of the first task of the type %s", c.taskType)
	}

	b.file = `{"task":1}` + "\nnonsense"
	_, err = readLibrary(b, Task)
	require.ErrorContains(t, err, "read skill 1")
}

func TestShelf_Tell(t *testing.T) {
	s := &shelf{scope: Task, tasks: map[int][]string{0: right(1), 1: {}}}
	told, err := s.Tell(t.Context(), &training.Batch{Episodes: []*registry.Episode{{Task: task(1)}, {Task: task(0)}}})
	require.NoError(t, err)
	require.Nil(t, told(0, 3), "no way was found")
	require.Equal(t, right(1), told(1, 0))
	_, err = s.Tell(t.Context(), &training.Batch{Episodes: []*registry.Episode{{Task: task(2)}}})
	require.ErrorContains(t, err, "train task 2")
}

func episode(won bool, turns int) *registry.Episode {
	e := &registry.Episode{Won: won}
	for k := range turns {
		e.Turns = append(e.Turns, registry.Turn{Parsed: true, Valid: true, Response: registry.Response{Action: fmt.Sprint("act ", k)}})
	}
	return e
}

func TestFinished(t *testing.T) {
	a, b, c, d, e := episode(false, 1), episode(true, 3), episode(true, 2), episode(true, 2), episode(false, 4)
	successes := func(group int, episodes ...*registry.Episode) (found []*registry.Episode) {
		for i, f := range Finished(episodes, group) {
			require.Same(t, episodes[i], f.Episode)
			found = append(found, f.Success)
		}
		return found
	}
	require.Equal(t, []*registry.Episode{c, b, c, d}, successes(3, a, b, c, d))
	require.Equal(t, []*registry.Episode{d, d}, successes(2, d, e))
	require.Equal(t, []*registry.Episode{nil, b}, successes(1, a, b))
}

func TestHindsight(t *testing.T) {
	source, err := Defaults(Hindsight).Open(nil, 2)
	require.NoError(t, err)
	told, err := source.Tell(t.Context(), &training.Batch{Episodes: []*registry.Episode{episode(false, 4), episode(true, 2), episode(false, 1), episode(false, 1)}})
	require.NoError(t, err)
	require.Equal(t, []string{"act 0", "act 1"}, told(0, 3))
	require.Equal(t, []string{"act 0", "act 1"}, told(1, 0))
	require.Nil(t, told(2, 0), "nobody succeeded")
}

func TestPlayer(t *testing.T) {
	b := &shelved{env: &corridor.Environment{Turns: 8}}
	b.file = `{"task":0,"commands":["right"]}`
	p, err := Defaults(Task).NewPlayer(b)
	require.NoError(t, err)
	words := func(tokens []backends.Token) string {
		var list []string
		for _, token := range tokens {
			list = append(list, b.Format().Word(token))
		}
		return strings.Join(list, " ")
	}
	for _, split := range []string{training.TrainSplit, "unseen"} {
		l, err := p.Begin(registry.Task{Split: split, Index: 0})
		require.NoError(t, err)
		require.Contains(t, words(l.Episode.Prompt), "right")
		require.Equal(t, l.Episode.Prompt, l.Context)
		plain := b.Format().Begin(l.Episode.Introduction).Prompt()
		require.Greater(t, len(l.Context), len(plain))
	}
}

// A type that only an unseen task has leaves its prompt plain.
func TestPlayer_WithoutSkill(t *testing.T) {
	b := &shelved{env: &corridor.Environment{Turns: 8}, file: `{"task":0,"task_type":"other","commands":["right"]}`}
	p, err := Defaults(Type).NewPlayer(b)
	require.NoError(t, err)
	l, err := p.Begin(registry.Task{Split: "unseen", Index: 0})
	require.NoError(t, err)
	require.Equal(t, b.Format().Begin(l.Episode.Introduction).Prompt(), l.Episode.Prompt)
}

func TestAnalyst(t *testing.T) {
	var nowhere textmodel.Address
	analyst, asked := NewAnalyst("rule", nowhere, 3)
	require.Equal(t, judge.RuleAnalyst{MostSteps: 3}, analyst)
	require.Nil(t, asked)
	require.PanicsWithValue(t, `analyst "oracle" was not checked`, func() { NewAnalyst("oracle", nowhere, 3) })
	require.ErrorContains(t, CheckAnalyst("oracle", nowhere), `"oracle" is none of`)
	require.ErrorContains(t, CheckAnalyst("model", nowhere), `analyst = "model" needs text_model_url`)
	somewhere := textmodel.Address{URL: "http://localhost:8000/v1", Name: "a model"}
	require.NoError(t, CheckAnalyst("model", somewhere))
	require.ErrorContains(t, CheckAnalyst("rule", somewhere), "Nobody asks this text model")
}

func FuzzReadLibrary(f *testing.F) {
	f.Add(`{"task":0,"task_type":"a","commands":["right"]}`)
	f.Add("{}\n{}")
	f.Add(`{"task":"x"}`)
	f.Add("")
	f.Fuzz(func(t *testing.T, file string) {
		s, err := readLibrary(&shelved{file: file}, Task)
		if err != nil {
			require.ErrorContains(t, err, "read skill")
			return
		}
		for i, want := range s.tasks {
			commands, err := s.of(task(i), "")
			require.NoError(t, err)
			require.ElementsMatch(t, want, commands)
		}
	})
}
