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
// which tokens there are any for. Full are the log-probabilities of the whole vocabulary there, [Positions][V], where they were wanted.
type Privileged struct {
	LogProbs []float32
	Scored   []bool
	Full     [][]float32
}

// ScorePrivileged lets a scorer judge the turns of episodes again, each under a prompt with its privilege (P3 of the
// methods' primitives): the response tokens are unchanged, only the prompt differs. The result has an entry for each
// episode and each of its Positions. It leaves the episodes as they are.
func ScorePrivileged(ctx context.Context, scorer backends.Scorer, env registry.Environment, format registry.Format, episodes []*registry.Episode, privilege Privilege) ([]Privileged, error) {
	prompts := make([][][]backends.Token, len(episodes))
	for i, e := range episodes {
		prompts[i] = make([][]backends.Token, len(e.Turns))
		for k := range e.Turns {
			told := privilege(i, k)
			switch {
			case told == nil || e.Turns[k].Masked:
			case k > 0 && prompts[i][k-1] != nil && slices.Equal(told, privilege(i, k-1)):
				prompts[i][k] = prompts[i][k-1]
			default:
				prompt, err := PromptWith(env, format, e, told)
				if err != nil {
					return nil, err
				}
				prompts[i][k] = prompt
			}
		}
	}
	return ScorePrompted(ctx, scorer, episodes, prompts)
}

// PromptWith is the prompt of an episode with commands from its start as privileged context (see ReferencePrompt). No
// commands give the episode's own prompt. The error is the environment's.
func PromptWith(env registry.Environment, format registry.Format, e *registry.Episode, commands []string) ([]backends.Token, error) {
	if len(commands) == 0 {
		return e.Prompt, nil
	}
	w, err := env.Reset(e.Task)
	if err != nil {
		return nil, fmt.Errorf("reset %s task %d: %w", e.Task.Split, e.Task.Index, err)
	}
	return ReferencePrompt(format.Begin(e.Introduction), w, commands), nil
}
