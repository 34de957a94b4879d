// Package stepopsd is StepOPSD: an episode is cut into steps around its actions, and the student's own judgement under
// hindsight decides how the outcome's advantage is shared out among them.
//
//	paper symbol   code                 setting
//	alpha_clip     Settings.AlphaClip   alpha_clip
//	lambda_mix     Settings.LambdaMix   lambda_mix
//	e_k            means                skills
//	credit budget  weights
//
// Equations, k the n turns of an episode and t the tokens of a turn; the source names the parts and not the formula, which
// is inferred, the simplest with all of them:
//
//	e_k = mean_t g_{k,t}                                            g = l_T - l_old under the hindsight
//	u_k = clip(sign(A) e_k, -alpha_clip, alpha_clip)                a trust region for each step
//	w_k = n exp(u_k) / sum_j exp(u_j)                               a budget that sums to n
//	A_k = A ((1 - lambda_mix) + lambda_mix w_k)                     signs never change
//
// with A the group relative advantage, then the clipped policy gradient. With lambda_mix = 0 it is GRPO.
//
// Source: notes on StepOPSD; the paper was not available. Departures and inferred constants: info.go.
package stepopsd

import (
	"context"
	"errors"
	"math"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// StageName is the kind of the training stage. Its inputs are "student" and, where skills come from a library, "skills".
const StageName = "stepopsd"

// Settings is what an experiment sets of StepOPSD.
type Settings struct {
	training.Budget
	training.Group
	skills.Settings
	LambdaMix float64 `hcl:"lambda_mix,optional" json:"lambda_mix"`
	AlphaClip float64 `hcl:"alpha_clip,optional" json:"alpha_clip"` // nats
}

// Defaults are the laptop sizes.
func Defaults() Settings {
	return Settings{
		Budget: training.ReinforceDefaults(), Group: training.GroupDefaults(), Settings: skills.Defaults(skills.Hindsight),
		LambdaMix: 0.5, AlphaClip: 1,
	}
}

// Validate names the setting that cannot work.
func (s *Settings) Validate() error {
	return errors.Join(
		s.Budget.Validate(),
		s.Group.Validate(),
		s.Settings.Validate(),
		training.CheckRange("lambda_mix", s.LambdaMix, 0, 1),
		training.CheckRange("alpha_clip", s.AlphaClip, 0, 20),
	)
}

// Kind registers the method.
func Kind() registry.MethodKind {
	return training.MethodKind(info(), Defaults, (*Settings).build)
}

// build declares the stages: the library where one is read, then training.
func (s *Settings) build(b registry.Builder) registry.Artifact {
	return b.Stage(StageName, s, s.Inputs(b, s.Budget), true)
}

// Stage trains the student. Libraries need skills.LibraryStage besides.
func Stage() registry.StageKind {
	return skills.TrainingStage(StageName, Defaults, func(s *Settings) skills.Parts {
		return skills.Parts{Budget: s.Budget, Group: s.Group, Skills: s.Settings, Shape: s.shape}
	})
}

func (s *Settings) shape(ctx context.Context, _ int, batch *training.Batch, own skills.Own) error {
	gaps, err := own.Gaps(ctx, batch)
	if err != nil {
		return err
	}
	s.share(batch, gaps)
	return nil
}

// share multiplies the advantages of episodes that have a skill with their turns' weights. It records
// "largest_weight", the mean over these episodes of their largest w.
func (s *Settings) share(batch *training.Batch, gaps []skills.Gaps) {
	largest, n := 0.0, 0
	for i, e := range batch.Episodes {
		positions := batch.Positions[i]
		if len(positions) == 0 || !gaps[i].Scored[0] {
			continue
		}
		w := s.weights(means(len(e.Turns), positions, gaps[i].Of, batch.Advantages[i]))
		most := 0.0
		for j, p := range positions {
			batch.Advantages[i][j] *= (1 - s.LambdaMix) + s.LambdaMix*w[p.Turn]
			most = max(most, w[p.Turn])
		}
		largest += most
		n++
	}
	if n > 0 {
		batch.Numbers["largest_weight"] = largest / float64(n)
	}
}

// means returns sign(A) e_k of each turn, and how many of its tokens are trained.
func means(turns int, positions []training.Position, gaps, advantages []float64) (signed []float64, tokens []int) {
	signed, tokens = make([]float64, turns), make([]int, turns)
	for j, p := range positions {
		g := gaps[j]
		if advantages[j] < 0 {
			g = -g
		}
		signed[p.Turn] += g
		tokens[p.Turn]++
	}
	for k := range signed {
		signed[k] /= float64(max(tokens[k], 1))
	}
	return signed, tokens
}

// weights returns w_k of the turns that have trained tokens; the others have 0 and no part in the budget.
func (s *Settings) weights(signed []float64, tokens []int) []float64 {
	w := make([]float64, len(signed))
	sum, n := 0.0, 0.0
	for k, u := range signed {
		if tokens[k] > 0 {
			w[k] = math.Exp(min(max(u, -s.AlphaClip), s.AlphaClip))
			sum += w[k]
			n++
		}
	}
	for k := range w {
		w[k] *= n / sum
	}
	return w
}
