package training_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// strolled is an episode of commands in the corridor, as the compact format writes it.
func strolled(t *testing.T, env *corridor.Environment, task registry.Task, commands ...string) *registry.Episode {
	t.Helper()
	w, err := env.Reset(task)
	require.NoError(t, err)
	stream := compact.New(env.View(), 8, true).Begin(w.Observation())
	e := &registry.Episode{Task: task, Introduction: w.Observation(), Prompt: stream.Prompt()}
	for _, c := range commands {
		r := registry.Response{Thought: "walk", Action: c}
		out := w.Step(c)
		e.Turns = append(e.Turns, registry.Turn{
			Tokens: stream.Render(r), Response: r, Parsed: true, Valid: out.Valid,
			Observation: out.Observation, ObservationTokens: stream.Observe(out.Observation),
		})
		e.Won, e.Score = out.Won, out.Score
	}
	return e
}

func TestShorten(t *testing.T) {
	env := &corridor.Environment{Turns: 12}
	format := compact.New(env.View(), 8, true)
	var task registry.Task
	var commands []string
	for i := 0; len(commands) < 3; i++ {
		task = registry.Task{Split: "train", Index: i}
		path, ok, err := training.Path(env, task)
		require.NoError(t, err)
		require.True(t, ok)
		commands = slices.DeleteFunc(path, func(c string) bool { return c != "right" })
	}
	straight := strolled(t, env, task, commands...)
	require.True(t, straight.Won)

	var detour []string
	for _, turn := range straight.Turns {
		detour = append(detour, "look", turn.Action)
	}
	short, err := training.Shorten(env, format, strolled(t, env, task, detour...))
	require.NoError(t, err)
	require.Equal(t, straight, short, "looks are left out and what remains reads as if they had never been")

	// At the wall a step to the left changes nothing; only when the step to the right before it is gone can it go too.
	back := strolled(t, env, task, append([]string{"right", "left"}, commands...)...)
	require.True(t, back.Won)
	short, err = training.Shorten(env, format, back)
	require.NoError(t, err)
	require.Equal(t, straight, short)

	// Away from the wall a step back and forth changes the answers of what lies between, so that it stays.
	kept := strolled(t, env, task, append([]string{"right", "right", "left"}, commands[1:]...)...)
	require.True(t, kept.Won)
	short, err = training.Shorten(env, format, kept)
	require.NoError(t, err)
	require.Equal(t, kept, short)

	lost := strolled(t, env, task, "look", "look")
	short, err = training.Shorten(env, format, lost)
	require.NoError(t, err)
	require.Same(t, lost, short)

	other := strolled(t, env, task, detour...)
	other.Turns[0].Observation = "something else"
	_, err = training.Shorten(env, format, other)
	require.ErrorContains(t, err, "the replay differs from the record")
}
