// Package judge holds the questions that methods put to somebody who reads: was the task done, do two actions mean the
// same, which turn was the mistake, what is to be learnt of an episode. Each question is a small interface with a rule that
// answers it at laptop scale and an adapter that asks a TextModel. It trains nothing, reads no reward unless a
// question says so, and knows no method.
package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// TextModel answers prompts with text, at temperature 0: the same prompt has the same answer. Answers come in the order of
// the prompts.
type TextModel interface {
	Answer(ctx context.Context, prompts []string) ([]string, error)
}

// Cached asks a model the same prompt once. It is not safe for concurrent use.
func Cached(model TextModel) TextModel { return &cached{model: model, answers: map[string]string{}} }

type cached struct {
	model   TextModel
	answers map[string]string
}

// Answer implements TextModel.
func (c *cached) Answer(ctx context.Context, prompts []string) ([]string, error) {
	var fresh []string
	asked := map[string]bool{}
	for _, p := range prompts {
		if _, known := c.answers[p]; !known && !asked[p] {
			asked[p] = true
			fresh = append(fresh, p)
		}
	}
	if len(fresh) > 0 {
		answers, err := c.model.Answer(ctx, fresh)
		if err != nil {
			return nil, err
		}
		if len(answers) != len(fresh) {
			return nil, fmt.Errorf("ask a text model: %d answers to %d prompts", len(answers), len(fresh))
		}
		for i, p := range fresh {
			c.answers[p] = answers[i]
		}
	}
	all := make([]string, len(prompts))
	for i, p := range prompts {
		all[i] = c.answers[p]
	}
	return all, nil
}

// Decode reads the JSON object in an answer, which may stand between other words or in a code fence. The error quotes the
// start of an answer without one.
func Decode(answer string, into any) error {
	from, to := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if from < 0 || to < from {
		return fmt.Errorf("read a verdict: no JSON object in %q", shorten(answer))
	}
	if err := json.Unmarshal([]byte(answer[from:to+1]), into); err != nil {
		return fmt.Errorf("read a verdict in %q: %w", shorten(answer), err)
	}
	return nil
}

// shorten keeps the start of a text for a message.
func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
