package training

import (
	"context"
	"fmt"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Privilege is what a scorer reads besides the history when it judges turn k of an episode (c_k^+): commands of the
// environment. Equal privileges of neighbouring turns cost one pass. Nil leaves the turn unscored; an empty list
// scores it without privilege.
type Privilege func(episode, turn int) []string

// Privileged are log-probabilities of an episode's trained tokens under privileged prompts, [Positions]. Scored says
// which tokens there are any for.
type Privileged struct {
	LogProbs []float32
	Scored   []bool
}

// ScorePrivileged lets a scorer judge the turns of episodes again, each under a prompt with its privilege (P3 of the
// methods' primitives): the response tokens are unchanged, only the prompt differs. The result has an entry for each
// episode and each of its Positions. It leaves the episodes as they are.
func ScorePrivileged(ctx context.Context, scorer backends.Scorer, format registry.Format, episodes []*registry.Episode, privilege Privilege) ([]Privileged, error) {
	var requests []backends.ScoreRequest
	var filled [][2]int // episode and first position of each request
	scored := make([]Privileged, len(episodes))
	for i, e := range episodes {
		positions := Positions(e, nil, 0)
		scored[i] = Privileged{LogProbs: make([]float32, len(positions)), Scored: make([]bool, len(positions))}
		for from := 0; from < len(positions); {
			told := privilege(i, positions[from].Turn)
			to := from + 1
			for to < len(positions) && (positions[to].Turn == positions[to-1].Turn || same(privilege(i, positions[to].Turn), told)) {
				to++
			}
			if told != nil {
				prompt := PromptWith(format, e, told)
				shift := int32(len(prompt) - len(e.Prompt))
				places := Places(positions[from:to])
				for j := range places {
					places[j] += shift
				}
				tokens := TokensAfter(prompt, e.Turns[:positions[to-1].Turn+1])
				requests = append(requests, backends.ScoreRequest{Tokens: tokens, Positions: places})
				filled = append(filled, [2]int{i, from})
			}
			from = to
		}
	}
	if len(requests) == 0 {
		return scored, nil
	}
	scores, err := scorer.Score(ctx, requests)
	if err != nil {
		return nil, fmt.Errorf("score %d privileged contexts: %w", len(requests), err)
	}
	for r, s := range scores {
		p, from := &scored[filled[r][0]], filled[r][1]
		copy(p.LogProbs[from:], s.LogProbs)
		for j := range s.LogProbs {
			p.Scored[from+j] = true
		}
	}
	return scored, nil
}

// same says that two privileges are one: both absent, or equal lists.
func same(a, b []string) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// PromptWith is the prompt of an episode with commands as privileged context. No commands give the plain prompt.
func PromptWith(format registry.Format, e *registry.Episode, commands []string) []backends.Token {
	if len(commands) == 0 {
		return e.Prompt
	}
	stream := format.Begin(e.Introduction)
	reference := make([][]backends.Token, len(commands))
	for j, c := range commands {
		reference[j] = stream.Render(registry.Response{Action: c})
	}
	return stream.PromptWith(reference)
}
