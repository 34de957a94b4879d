package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// echo answers in capitals and remembers what it was asked.
type echo struct{ asked []string }

func (e *echo) Answer(_ context.Context, prompts []string) ([]string, error) {
	e.asked = append(e.asked, prompts...)
	answers := make([]string, len(prompts))
	for i, p := range prompts {
		answers[i] = strings.ToUpper(p)
	}
	return answers, nil
}

func TestCached(t *testing.T) {
	model := &echo{}
	c := judge.Cached(model)
	got, err := c.Answer(t.Context(), []string{"a", "b", "a"})
	require.NoError(t, err)
	require.Equal(t, []string{"A", "B", "A"}, got)
	got, err = c.Answer(t.Context(), []string{"b", "c"})
	require.NoError(t, err)
	require.Equal(t, []string{"B", "C"}, got)
	require.Equal(t, []string{"a", "b", "c"}, model.asked)
}

func TestDecode(t *testing.T) {
	var v struct {
		Done bool `json:"done"`
	}
	require.NoError(t, judge.Decode("Here it is:\n```json\n{\"done\": true}\n```", &v))
	require.True(t, v.Done)
	require.ErrorContains(t, judge.Decode("yes", &v), `no JSON object in "yes"`)
	require.ErrorContains(t, judge.Decode("{done}", &v), "invalid character")
}

func TestTranscript(t *testing.T) {
	e := &registry.Episode{Introduction: "A room.", Won: true, Turns: []registry.Turn{{Response: registry.Response{Thought: "look first", Action: "look"}, Observation: "A lamp."}}}
	text := judge.Transcript(e)
	require.Equal(t, "A room.\n\n[turn 1]\nthought: look first\naction: look\nobservation: A lamp.", text)
	lost := *e
	lost.Won = false
	require.Equal(t, text, judge.Transcript(&lost), "a transcript holds no reward")
}
