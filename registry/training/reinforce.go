package training

import (
	"context"
	"maps"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Reinforce is group relative reinforcement (GRPO) with a place where a method adds what is its own. Without Shape it is
// GRPO, so that a method whose shaping does nothing is GRPO to the bit.
type Reinforce struct {
	Budget Budget
	Group  Group
	// Collect plays the episodes of a step, a task's side by side; nil: Rollouts.
	Collect func(ctx context.Context, step int) ([]*registry.Episode, error)
	// Shape may change the advantages of a batch and add terms to its loss; nil: plain GRPO.
	Shape func(ctx context.Context, step int, batch *Batch) error
}

// Batch is what one step of Reinforce learns from.
type Batch struct {
	Episodes []*registry.Episode
	// Positions are the trained tokens of each episode, and Advantages has one entry for each of them, at
	// first the group relative one of its turn.
	Positions  [][]Position
	Advantages [][]float64
	// Terms are further parts of the loss; weights are the method's. Tokens is the number of trained tokens, over
	// which the policy gradient is a mean.
	Terms  []Part
	Tokens int
	// Numbers are recorded with the step.
	Numbers map[string]float64
}

// Run loads "student", trains it and saves it. The starting student is the reference of the KL term.
func (r Reinforce) Run(ctx context.Context, b registry.Bench) error {
	student, err := b.Load("student")
	if err != nil {
		return err
	}
	defer student.Close()
	return r.Train(ctx, b, student)
}

// Train is Run for a student that the caller has loaded and closes.
func (r Reinforce) Train(ctx context.Context, b registry.Bench, student backends.Learner) error {
	var reference backends.Scorer
	if r.Group.KLCoef > 0 {
		frozen, err := b.Load("student")
		if err != nil {
			return err
		}
		defer frozen.Close()
		reference = frozen
	}
	collect := r.Collect
	if collect == nil {
		var err error
		if collect, err = Rollouts(b, student, r.Budget, r.Group.Size); err != nil {
			return err
		}
	}
	err := b.Loop(ctx, r.Budget.Steps, student, func(step int) error {
		episodes, err := collect(ctx, step)
		if err != nil {
			return err
		}
		batch := r.Batch(episodes)
		if r.Shape != nil {
			if err := r.Shape(ctx, step, batch); err != nil {
				return err
			}
		}
		var scores []backends.Score
		if reference != nil {
			if scores, err = ScoreEpisodes(ctx, reference, episodes, nil, false); err != nil {
				return err
			}
		}
		parts := append([]Part{{Data: batch.Data(scores), Loss: r.Group.Loss()}}, batch.Terms...)
		update, err := r.Budget.Update(ctx, b, student, step, parts)
		if err != nil {
			return err
		}
		maps.Copy(batch.Numbers, update)
		maps.Copy(batch.Numbers, Conduct(episodes))
		return RecordAll(b, step, batch.Numbers)
	})
	if err != nil {
		return err
	}
	return b.SaveWeights(student)
}

// Batch gives every trained token of the episodes its turn's group relative advantage.
func (r Reinforce) Batch(episodes []*registry.Episode) *Batch {
	turns, equal := r.Group.Advantages(episodes)
	batch := &Batch{
		Episodes: episodes, Positions: make([][]Position, len(episodes)), Advantages: make([][]float64, len(episodes)),
		Numbers: map[string]float64{"equal_groups_share": equal},
	}
	for i, e := range episodes {
		batch.Positions[i] = Positions(e, nil, 0)
		batch.Advantages[i] = make([]float64, len(batch.Positions[i]))
		for j, p := range batch.Positions[i] {
			batch.Advantages[i][j] = turns[i][p.Turn]
		}
		batch.Tokens += len(batch.Positions[i])
	}
	return batch
}

// Data are the policy gradient's: every trained token weighted 1/Tokens. Scores, of a reference policy, go into the KL
// term; nil: none.
func (batch *Batch) Data(scores []backends.Score) []backends.Datum {
	data := make([]backends.Datum, 0, len(batch.Episodes))
	for i, e := range batch.Episodes {
		if len(batch.Positions[i]) == 0 {
			continue
		}
		d := backends.Datum{Tokens: Tokens(e), Positions: Places(batch.Positions[i])}
		for j, p := range batch.Positions[i] {
			d.Advantages = append(d.Advantages, float32(batch.Advantages[i][j]))
			d.OldLogProbs = append(d.OldLogProbs, e.Turns[p.Turn].LogProbs[p.Token])
		}
		if scores != nil {
			d.RefLogProbs = scores[i].LogProbs
		}
		data = append(data, d)
	}
	Weigh(data, batch.Tokens)
	return data
}
