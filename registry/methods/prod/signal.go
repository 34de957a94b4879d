package prod

import (
	"context"
	"fmt"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
	"github.com/retort-ml/retort/registry/text/stagnation"
	"github.com/retort-ml/retort/registry/training"
)

// judge is that of the settings, and who asks a text model for it; nil when nobody does.
func (s *Signal) judge() (judge.Stagnation, *judge.Questioner) {
	if s.Judge == "model" {
		asked := judge.Ask(s.Address.Open())
		return judge.AskStagnation(asked), asked
	}
	return judge.RuleStagnation{}, nil
}

// Pairs puts the teacher's i-th trajectory before the student's i-th, of the same task, by the margin f, and returns what
// was found of their stagnation.
func (s *Signal) Pairs(ctx context.Context, j judge.Stagnation, shown, own []*registry.Episode) ([]training.Pair, *gaps, error) {
	if len(shown) != len(own) {
		return nil, nil, fmt.Errorf("pair trajectories: %d of the teacher and %d of the student", len(shown), len(own))
	}
	teacher, err := s.stagnation(ctx, j, shown)
	if err != nil {
		return nil, nil, err
	}
	student, err := s.stagnation(ctx, j, own)
	if err != nil {
		return nil, nil, err
	}
	pairs, found := make([]training.Pair, len(own)), &gaps{}
	for i, e := range own {
		ours, theirs := stagnation.Mean(student[i]), stagnation.Mean(teacher[i])
		f := s.margin(ours-theirs, !e.Won)
		pairs[i] = training.Pair{Chosen: shown[i], Rejected: s.rejected(e, student[i]), Margin: f}
		found.add(ours, theirs, f, !e.Won)
	}
	return pairs, found, nil
}

// rejected is the student's episode, or of it only the turns that stagnate: the others stay as context.
func (s *Signal) rejected(e *registry.Episode, scores []float64) *registry.Episode {
	if s.Rejected != "stagnant" {
		return e
	}
	return training.Mask(e, func(turn int) bool { return scores[turn] < s.StagnantAt })
}

// margin is f of a gap, fixed if the settings say so.
func (s *Signal) margin(gap float64, wrong bool) float64 {
	if s.Margin == "fixed" {
		return s.FixedAt
	}
	f := s.Alpha * max(0, gap)
	if wrong {
		f += 1 - s.Alpha
	}
	return s.C0 * f
}

// stagnation returns s_k of each turn of each episode by the similarity of the settings.
func (s *Signal) stagnation(ctx context.Context, j judge.Stagnation, episodes []*registry.Episode) ([][]float64, error) {
	if s.Similarity == "judge" {
		return j.Rate(ctx, episodes)
	}
	scores := make([][]float64, len(episodes))
	for i, e := range episodes {
		texts := registry.TurnTexts(e)
		similar := stagnation.Lexical(texts)
		if s.Similarity == "semantic" {
			var err error
			if similar, err = stagnation.Semantic(ctx, stagnation.DefaultEmbedder(), texts); err != nil {
				return nil, err
			}
		}
		scores[i] = stagnation.Scores(len(texts), similar)
	}
	return scores, nil
}
