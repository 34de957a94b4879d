package judge

import (
	"context"
	"fmt"
	"strings"

	"github.com/retort-ml/retort/registry"
)

// Stagnation is the question how much each turn of an episode repeats what was done before without getting further: 0 is a
// step forward, 1 a repetition. The answer has an entry for each turn, the first of which is 0. It is the third way of ProD
// to score stagnation, after the overlap of words and of meanings.
type Stagnation interface {
	Rate(ctx context.Context, episodes []*registry.Episode) ([][]float64, error)
}

// RuleStagnation answers by what was done and what came of it: 1 for an action that was done before and got an answer
// that it got before, 0.5 for one that was done before and now told something new, else 0. Thoughts do not count, case
// and blanks neither.
type RuleStagnation struct{}

var _ Stagnation = RuleStagnation{}

// Rate implements Stagnation. It never fails.
func (RuleStagnation) Rate(_ context.Context, episodes []*registry.Episode) ([][]float64, error) {
	all := make([][]float64, len(episodes))
	for i, e := range episodes {
		done, told := map[string]bool{}, map[[2]string]bool{}
		all[i] = make([]float64, len(e.Turns))
		for k := range e.Turns {
			action := plain(e.Turns[k].Action)
			pair := [2]string{action, plain(e.Turns[k].Observation)}
			switch {
			case told[pair]:
				all[i][k] = 1
			case done[action]:
				all[i][k] = 0.5
			}
			done[action], told[pair] = true, true
		}
	}
	return all, nil
}

// plain is a text in lower case with single blanks.
func plain(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// AskStagnation asks a text model, once an episode.
type AskStagnation struct{ TextModel }

var _ Stagnation = AskStagnation{}

// Rate implements Stagnation. An answer that does not rate every turn within [0, 1] is an error; the first turn counts 0
// whatever the answer says.
func (a AskStagnation) Rate(ctx context.Context, episodes []*registry.Episode) ([][]float64, error) {
	prompts := make([]string, len(episodes))
	for i, e := range episodes {
		prompts[i] = fmt.Sprintf("An agent works on a task in turns. Rate each turn: how much does it repeat an earlier turn without getting "+
			"further? 0 is a step forward, 1 is pure repetition, anything between is allowed. Its first turn is 0. Answer with JSON only: "+
			"{\"ratings\": [one number for each of the %d turns]}\n\n%s", len(e.Turns), Transcript(e))
	}
	answers, err := a.Answer(ctx, prompts)
	if err != nil {
		return nil, fmt.Errorf("rate the stagnation of %d episodes: %w", len(episodes), err)
	}
	all := make([][]float64, len(episodes))
	for i, e := range episodes {
		var verdict struct {
			Ratings []float64 `json:"ratings"`
		}
		if err := Decode(answers[i], &verdict); err != nil {
			return nil, fmt.Errorf("rate the stagnation of episode %d: %w", i, err)
		}
		if len(verdict.Ratings) != len(e.Turns) {
			return nil, fmt.Errorf("rate the stagnation of episode %d: %d ratings of %d turns", i, len(verdict.Ratings), len(e.Turns))
		}
		for k, r := range verdict.Ratings {
			if !(r >= 0 && r <= 1) {
				return nil, fmt.Errorf("rate the stagnation of episode %d: turn %d is rated %g, not in [0, 1]", i, k+1, r)
			}
		}
		if len(verdict.Ratings) > 0 {
			verdict.Ratings[0] = 0
		}
		all[i] = verdict.Ratings
	}
	return all, nil
}
