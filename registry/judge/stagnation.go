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

// AskStagnation asks a text model, once an episode. An answer that does not rate every turn within [0, 1] cannot be read, and
// RuleStagnation rates that episode; the first turn counts 0 whatever the answer says.
func AskStagnation(q *Questioner) Stagnation { return askedStagnation{q} }

type askedStagnation struct{ *Questioner }

// Rate implements Stagnation.
func (a askedStagnation) Rate(ctx context.Context, episodes []*registry.Episode) ([][]float64, error) {
	prompts := make([]string, len(episodes))
	for i, e := range episodes {
		prompts[i] = fmt.Sprintf("An agent works on a task in turns. Rate each turn: how much does it repeat an earlier turn without getting "+
			"further? 0 is a step forward, 1 is pure repetition, anything between is allowed. Its first turn is 0. Answer with JSON only: "+
			"{\"ratings\": [one number for each of the %d turns]}\n\n%s", len(e.Turns), Transcript(e))
	}
	all, err := RuleStagnation{}.Rate(ctx, episodes)
	if err != nil {
		return nil, err
	}
	err = a.ask(ctx, fmt.Sprintf("rate the stagnation of %d episodes", len(episodes)), prompts, func(i int, answer string) error {
		ratings, err := readRatings(answer, len(episodes[i].Turns))
		if err == nil {
			all[i] = ratings
		}
		return err
	})
	return all, err
}

// readRatings reads the ratings of some turns.
func readRatings(answer string, turns int) ([]float64, error) {
	var verdict struct {
		Ratings []float64 `json:"ratings"`
	}
	if err := Decode(answer, &verdict); err != nil {
		return nil, err
	}
	if len(verdict.Ratings) != turns {
		return nil, fmt.Errorf("%d ratings of %d turns", len(verdict.Ratings), turns)
	}
	for k, r := range verdict.Ratings {
		if !(r >= 0 && r <= 1) {
			return nil, fmt.Errorf("turn %d is rated %g, not in [0, 1]", k+1, r)
		}
	}
	if turns > 0 {
		verdict.Ratings[0] = 0
	}
	return verdict.Ratings, nil
}
