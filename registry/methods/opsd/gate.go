package opsd

import (
	"context"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/methods/skills"
	"github.com/retort-ml/retort/registry/training"
)

// gates returns the gate of every token, [episode][position] in [0, 1], from its gap and, where the settings want them,
// the student's entropies over a vocabulary.
func (s *Settings) gates(gaps []skills.Gaps, entropies [][]float64, vocab int) [][]float64 {
	most := math.Log(float64(vocab))
	gates := make([][]float64, len(gaps))
	for i := range gaps {
		gates[i] = make([]float64, len(gaps[i].Of))
		for j, g := range gaps[i].Of {
			sure := 1 / (1 + math.Exp(-s.GateBeta*g))
			switch s.Gate {
			case "sigmoid":
				gates[i][j] = sure
			case "entropy":
				gates[i][j] = entropies[i][j] / most
			case "soft-or":
				gates[i][j] = 1 - (1-sure)*(1-entropies[i][j]/most)
			}
		}
	}
	return gates
}

// add makes the gates part of the advantages and records "gate", their mean over tokens with a skill, and "distillation",
// the value of L_D.
func (s *Settings) add(batch *training.Batch, gaps []skills.Gaps, gates [][]float64) {
	gate, loss, n := 0.0, 0.0, 0
	for i := range gaps {
		for j, g := range gaps[i].Of {
			if !gaps[i].Scored[j] {
				continue
			}
			batch.Advantages[i][j] += s.DistillationCoef * gates[i][j]
			gate += gates[i][j]
			loss += gates[i][j] * g
			n++
		}
	}
	batch.Numbers["gate"] = gate / float64(max(n, 1))
	batch.Numbers["distillation"] = loss / float64(max(batch.Tokens, 1))
}

// full adds the divergence from the student under the skill, over the whole vocabulary, as a term of the loss: each token
// weighted distillation_coef over the tokens of the batch.
func (s *AloneSettings) full(ctx context.Context, batch *training.Batch, own skills.Own) error {
	privilege, err := own.Source.Tell(ctx, batch)
	if err != nil {
		return err
	}
	var told []*registry.Episode
	prompts := map[*registry.Episode][]backends.Token{}
	for i, e := range batch.Episodes {
		if commands := privilege(i, 0); commands != nil && len(batch.Positions[i]) > 0 {
			told = append(told, e)
			if prompts[e], err = training.PromptWith(own.Environment, own.Format, e, commands); err != nil {
				return err
			}
		}
	}
	if len(told) == 0 {
		return nil
	}
	scores, err := training.ScoreEpisodes(ctx, own.Student, told, func(e *registry.Episode) []backends.Token { return prompts[e] }, true)
	if err != nil {
		return err
	}
	data := make([]backends.Datum, len(told))
	for i, e := range told {
		data[i] = backends.Datum{Tokens: training.Tokens(e), Positions: training.Places(training.Positions(e, nil, 0)), Target: scores[i].Full}
	}
	training.Weigh(data, batch.Tokens)
	for i := range data {
		for j := range data[i].Weights {
			data[i].Weights[j] *= float32(s.DistillationCoef)
		}
	}
	batch.Numbers["skilled_share"] = float64(training.Count(data)) / float64(max(batch.Tokens, 1))
	batch.Terms = append(batch.Terms, training.Part{Data: data, Loss: backends.Loss{Kind: backends.ReverseKL}})
	return nil
}
