package judge_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

func TestDecode(t *testing.T) {
	type verdict struct {
		Done bool `json:"done"`
	}
	for answer, want := range map[string]bool{
		"Here it is:\n```json\n{\"done\": true}\n```":                           true,
		`{"done": true, "why": {"x": "}"}} as I said`:                           true,
		`<think>Either {"done": false} or {so}.</think> I say {"done": true}.`:  true,
		`{"done": true} rather {"done": false}`:                                 false,
		`{"done": true} {"done":`:                                               true,
		strings.Repeat(`{"a":`, 40) + strings.Repeat("}", 40) + `{"done":true}`: true,
	} {
		var v verdict
		require.NoError(t, judge.Decode(answer, &v), answer)
		require.Equal(t, want, v.Done, answer)
	}
	var v verdict
	require.ErrorContains(t, judge.Decode("yes", &v), `no JSON object in "yes"`)
	require.ErrorContains(t, judge.Decode("}{", &v), "no JSON object")
	require.ErrorContains(t, judge.Decode("{done}", &v), "invalid character")
	require.ErrorContains(t, judge.Decode(`{"done": "yes"}`, &v), "cannot unmarshal")
}

func TestTranscript(t *testing.T) {
	e := &registry.Episode{Introduction: "A room.", Won: true, Turns: []registry.Turn{{Response: registry.Response{Thought: "look first", Action: "look"}, Observation: "A lamp."}}}
	text := judge.Transcript(e)
	require.Equal(t, "A room.\n\n[turn 1]\nthought: look first\naction: look\nobservation: A lamp.", text)
	lost := *e
	lost.Won = false
	require.Equal(t, text, judge.Transcript(&lost), "a transcript holds no reward")
}
