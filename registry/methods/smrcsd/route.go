package smrcsd

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/training"
)

// route says which turns of an episode are distilled, [turns]. A task without a path has none.
func (s *Training) route(p place, rng *rand.Rand) []bool {
	routed := make([]bool, len(p.turns))
	if p.path == nil {
		return routed
	}
	matched := 0
	for k, found := range p.turns {
		routed[k] = s.Routing == "all" || s.Routing == "matched" && found != nil
		if found != nil {
			matched++
		}
	}
	if s.Routing == "random" {
		for _, k := range rng.Perm(len(routed))[:matched] {
			routed[k] = true
		}
	}
	return routed
}

// context returns the commands that the judge of a turn is told:
//
//	full       the path
//	candidate  the path's next command from the state
//	summary    what of the path is done in the state
//	localized  the path from the state on: what is left out is the summary, what comes first the candidate
//
// Where the path is no guide it is told in full.
func (s *Training) context(p place, turn int) []string {
	found := p.turns[turn]
	if found == nil {
		return p.path
	}
	switch s.Context {
	case "candidate":
		return found.Left[:1]
	case "summary":
		return found.Done
	case "localized":
		return found.Left
	}
	return p.path
}

// prompts are what the judge of each routed turn of an episode reads in place of the plain prompt, [turns]. The path and what is done
// of it are written as they are executed from the start, what is left as from the turn's state; words are the episode's own.
func (s *Training) prompts(b registry.Bench, e *registry.Episode, p place, routed []bool) ([][]backends.Token, error) {
	told := make([][]backends.Token, len(e.Turns))
	stream := b.Format().Begin(e.Introduction)
	var start registry.World
	err := training.Retrace(b.Environment(), e, func(k int, w registry.World) error {
		if k == 0 {
			start = w.Fork()
		} else {
			stream.Observe(e.Turns[k-1].Observation)
		}
		if k == len(e.Turns) || !routed[k] {
			return nil
		}
		from := start
		if p.turns[k] != nil && (s.Context == "localized" || s.Context == "candidate") {
			from = w
		}
		told[k] = training.ReferencePrompt(stream, from, s.context(p, k))
		return nil
	})
	return told, err
}

// distil adds lambda (l_T - l_old) to the advantages of the routed turns, or with top_k a term to the loss.
func (s *Training) distil(ctx context.Context, b registry.Bench, step int, student backends.Scorer, m *matcher, batch *training.Batch) error {
	rng := b.Rand(fmt.Sprintf("routing/%d", step))
	told := make([][][]backends.Token, len(batch.Episodes)) // [episodes][turns]
	turns, matched, distilled := 0, 0, 0
	for i, e := range batch.Episodes {
		p, err := m.match(e)
		if err != nil {
			return fmt.Errorf("match episodes at step %d: %w", step, err)
		}
		routed := s.route(p, rng)
		for k := range routed {
			turns++
			if p.turns[k] != nil {
				matched++
			}
			if routed[k] {
				distilled++
			}
		}
		if told[i], err = s.prompts(b, e, p, routed); err != nil {
			return fmt.Errorf("tell the judge at step %d: %w", step, err)
		}
	}
	batch.Numbers["matched_share"] = float64(matched) / float64(max(turns, 1))
	batch.Numbers["distilled_share"] = float64(distilled) / float64(max(turns, 1))
	if s.TopK > 0 {
		return s.distribute(ctx, student, batch, told)
	}
	scores, err := training.ScorePrompted(ctx, student, batch.Episodes, told)
	if err != nil {
		return err
	}
	s.shape(batch, scores)
	return nil
}

// shape changes the advantages and keeps what the term is worth: the mean of k3 over the distilled tokens.
func (s *Training) shape(batch *training.Batch, scores []training.Privileged) {
	k3, n := 0.0, 0
	for i, e := range batch.Episodes {
		for j, p := range batch.Positions[i] {
			if !scores[i].Scored[j] {
				continue
			}
			gap := float64(scores[i].LogProbs[j]) - float64(e.Turns[p.Turn].LogProbs[p.Token])
			gap = min(max(gap, -training.AdvantageLimit), training.AdvantageLimit)
			batch.Advantages[i][j] += s.Lambda * gap
			k3 += math.Exp(gap) - 1 - gap
			n++
		}
	}
	if n > 0 {
		batch.Numbers["k3"] = k3 / float64(n)
	}
}
