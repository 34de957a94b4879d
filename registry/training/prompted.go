package training

import (
	"context"
	"fmt"
	"slices"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// ReferencePrompt is the prompt of an episode with commands as privileged context, written as a demonstration with a reference writes
// them: by the words that the episode's stream has for them where it stands, and what a command would show is read before the next
// is written. The commands are executed in a fork of w. No commands give the plain prompt.
func ReferencePrompt(stream registry.Stream, w registry.World, commands []string) []backends.Token {
	s, world := stream.Fork(), w.Fork()
	reference := make([][]backends.Token, len(commands))
	for j, c := range commands {
		reference[j] = s.Render(registry.Response{Action: c})
		s.Observe(world.Step(c).Observation)
	}
	return s.PromptWith(reference)
}

// ScorePrompted lets a scorer judge the turns of episodes again, each after a prompt of its own, [episodes][turns]; nil leaves the
// turn unscored. Neighbouring turns with equal prompts cost one pass. The result is that of ScorePrivileged.
func ScorePrompted(ctx context.Context, scorer backends.Scorer, episodes []*registry.Episode, prompts [][][]backends.Token) ([]Privileged, error) {
	return scorePrompted(ctx, scorer, episodes, prompts, false)
}

// ScorePromptedFull is ScorePrompted with the distributions over the whole vocabulary.
func ScorePromptedFull(ctx context.Context, scorer backends.Scorer, episodes []*registry.Episode, prompts [][][]backends.Token) ([]Privileged, error) {
	return scorePrompted(ctx, scorer, episodes, prompts, true)
}

func scorePrompted(ctx context.Context, scorer backends.Scorer, episodes []*registry.Episode, prompts [][][]backends.Token, full bool) ([]Privileged, error) {
	var requests []backends.ScoreRequest
	var filled [][2]int // episode and first position of each request
	scored := make([]Privileged, len(episodes))
	for i, e := range episodes {
		positions := Positions(e, nil, 0)
		scored[i] = Privileged{LogProbs: make([]float32, len(positions)), Scored: make([]bool, len(positions))}
		if full {
			scored[i].Full = make([][]float32, len(positions))
		}
		for from := 0; from < len(positions); {
			prompt := prompts[i][positions[from].Turn]
			to := from + 1
			for to < len(positions) && (prompt == nil) == (prompts[i][positions[to].Turn] == nil) && slices.Equal(prompts[i][positions[to].Turn], prompt) {
				to++
			}
			if prompt != nil {
				shift := int32(len(prompt) - len(e.Prompt))
				places := Places(positions[from:to])
				for j := range places {
					places[j] += shift
				}
				requests = append(requests, backends.ScoreRequest{Tokens: TokensAfter(prompt, e.Turns[:positions[to-1].Turn+1]), Positions: places, Full: full})
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
			if full {
				vocab := len(s.Full) / len(s.LogProbs)
				p.Full[from+j] = s.Full[j*vocab : (j+1)*vocab]
			}
		}
	}
	return scored, nil
}
