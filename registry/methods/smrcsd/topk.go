package smrcsd

import (
	"context"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry/training"
)

// distribute adds lambda (1/Z_all) sum over the tokens of the routed turns of KL(p_T || p_theta) to the loss, over the top_k likeliest
// ids under the judge's prompt and the tail: the other form of L_SDL in the paper's code. It has no importance ratio, which is 1 at
// the one update anyway.
func (s *Training) distribute(ctx context.Context, student backends.Scorer, batch *training.Batch, told [][][]backends.Token) error {
	plus, err := training.ScorePromptedFull(ctx, student, batch.Episodes, told)
	if err != nil {
		return err
	}
	own := make([][][]backends.Token, len(told)) // where there is a judge's prompt, the episode's
	for i, e := range batch.Episodes {
		own[i] = make([][]backends.Token, len(told[i]))
		for k := range told[i] {
			if told[i][k] != nil {
				own[i][k] = e.Prompt
			}
		}
	}
	plain, err := training.ScorePromptedFull(ctx, student, batch.Episodes, own)
	if err != nil {
		return err
	}
	s.add(batch, plus, plain)
	return nil
}

// add is the arithmetic of distribute, given the distributions of the judge and of the student. It records the mean divergence over
// the distilled tokens, and of the mass of the tail.
func (s *Training) add(batch *training.Batch, plus, plain []training.Privileged) {
	term := training.Part{Loss: backends.Loss{Kind: backends.ForwardKL}}
	divergence, tail, n := 0.0, 0.0, 0
	for i, e := range batch.Episodes {
		d := backends.Datum{}
		for j, p := range batch.Positions[i] {
			if !plus[i].Scored[j] {
				continue
			}
			target, mass := training.SpreadTail(plus[i].Full[j], plain[i].Full[j], s.TopK)
			d.Positions = append(d.Positions, p.At)
			d.Weights = append(d.Weights, float32(s.Lambda)/float32(batch.Tokens))
			d.Target = append(d.Target, target...)
			for v, q := range target {
				divergence += math.Exp(float64(q)) * float64(q-plain[i].Full[j][v])
			}
			tail += mass
			n++
		}
		if len(d.Positions) > 0 {
			d.Tokens = training.Tokens(e)
			term.Data = append(term.Data, d)
		}
	}
	if n > 0 {
		batch.Numbers["divergence"] = divergence / float64(n)
		batch.Numbers["tail_mass"] = tail / float64(n)
		batch.Terms = append(batch.Terms, term)
	}
}
