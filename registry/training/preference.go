package training

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry"
)

// Pair is two episodes of one task of which the first is to become likelier than the second, by a margin in the units of
// Preference's scores.
type Pair struct {
	Chosen, Rejected *registry.Episode
	Margin           float64
}

// Preference is learning from pairs by a margin between length-normalised likelihoods (P18), with the likelihood of the
// chosen episodes beside it. Settings of methods embed it.
//
//	s(tau) = (beta / |tau|) log p_theta(tau), over the |tau| response tokens that can be trained on
//	L      = mean over pairs of -log sigmoid(s(chosen) - s(rejected) - margin)
//	         + lambda * mean over the chosen episodes' tokens of -log p_theta
type Preference struct {
	Beta         float64 `hcl:"beta,optional" json:"beta"`
	Imitation    float64 `hcl:"lambda,optional" json:"lambda"` // weight of the chosen episodes' likelihood; 0: none
	Epochs       int     `hcl:"epochs,optional" json:"epochs"`
	Batch        int     `hcl:"pairs_a_step,optional" json:"pairs_a_step"`
	LearningRate float64 `hcl:"learning_rate,optional" json:"learning_rate"`
	WarmupShare  float64 `hcl:"warmup_share,optional" json:"warmup_share"` // of the steps
}

// Validate names the setting that cannot work.
func (s *Preference) Validate() error {
	return errors.Join(
		CheckRange("beta", s.Beta, 0, 1000),
		CheckRange("lambda", s.Imitation, 0, 1000),
		CheckRange("epochs", s.Epochs, 0, 1000),
		CheckRange("pairs_a_step", s.Batch, 1, 65536),
		CheckRange("learning_rate", s.LearningRate, 0, 1),
		CheckRange("warmup_share", s.WarmupShare, 0, 1),
	)
}

// Steps is the number of updates that n pairs get.
func (s *Preference) Steps(n int) int {
	if n == 0 || s.Epochs == 0 {
		return 0
	}
	return max(1, s.Epochs*n/s.Batch)
}

// Fit trains a learner on pairs in passes of a random order each, the rate rising linearly and falling linearly to 0.
// Without pairs or passes it leaves the learner as it is, with a warning.
func (s *Preference) Fit(ctx context.Context, b registry.Bench, learner backends.Learner, pairs []Pair) error {
	steps := s.Steps(len(pairs))
	if steps == 0 {
		return b.Warn(fmt.Sprintf("nothing was learnt of preferences: %d pairs, %d passes", len(pairs), s.Epochs))
	}
	schedule := Schedule{Peak: s.LearningRate, Warmup: int(math.Ceil(s.WarmupShare * float64(steps))), Steps: steps}
	return b.Loop(ctx, steps, learner, func(step int) error {
		batch := make([]Pair, 0, s.Batch)
		for j := range s.Batch {
			i := step*s.Batch + j
			order := b.Rand(fmt.Sprintf("order/%d", i/len(pairs))).Perm(len(pairs))
			batch = append(batch, pairs[order[i%len(pairs)]])
		}
		data, numbers, err := s.Signal(ctx, learner, batch)
		if err != nil {
			return err
		}
		update, err := Update(ctx, learner, data, backends.Loss{Kind: backends.CrossEntropy}, schedule.At(step))
		if err != nil {
			return fmt.Errorf("fit preferences at step %d: %w", step, err)
		}
		if norm, ok := update["gradient_norm"]; ok {
			numbers["gradient_norm"] = norm
		}
		return RecordAll(b, step, numbers)
	})
}

// Signal scores a batch of pairs with the learner as it is and returns data whose cross-entropy has the gradient of L, and
// what to record. A pair's margin loss has the gradient
//
//	c (-(beta/|w|) grad log p(w) + (beta/|l|) grad log p(l)),  c = sigmoid(margin - s(w) + s(l))
//
// so that the cross-entropy of the chosen tokens at weight c beta/(|w| pairs) and of the rejected at minus c beta/(|l|
// pairs) has it too. The value of that cross-entropy means nothing; the loss among the numbers is L. A pair of which either
// episode has no trainable token is left out of the margin.
func (s *Preference) Signal(ctx context.Context, learner backends.Scorer, batch []Pair) ([]backends.Datum, map[string]float64, error) {
	data := make([]backends.Datum, 0, 2*len(batch))
	for _, p := range batch {
		for _, e := range []*registry.Episode{p.Chosen, p.Rejected} {
			places := Places(Positions(e, nil, 0))
			data = append(data, backends.Datum{Tokens: Tokens(e), Positions: places, Weights: make([]float32, len(places))})
		}
	}
	requests := make([]backends.ScoreRequest, len(data))
	chosenTokens := 0
	for i, d := range data {
		requests[i] = backends.ScoreRequest{Tokens: d.Tokens, Positions: d.Positions}
		if i%2 == 0 {
			chosenTokens += len(d.Positions)
		}
	}
	scores, err := learner.Score(ctx, requests)
	if err != nil {
		return nil, nil, fmt.Errorf("score %d pairs: %w", len(batch), err)
	}
	numbers := map[string]float64{}
	n := float64(len(batch))
	for i, p := range batch {
		chosen, rejected := sum(scores[2*i].LogProbs), sum(scores[2*i+1].LogProbs)
		w, l := float64(len(data[2*i].Positions)), float64(len(data[2*i+1].Positions))
		add(data[2*i].Weights, s.Imitation/float64(max(chosenTokens, 1)))
		numbers["imitation_loss"] -= chosen / float64(max(chosenTokens, 1))
		if w == 0 || l == 0 {
			continue
		}
		gap := s.Beta * (chosen/w - rejected/l)
		c := 1 / (1 + math.Exp(gap-p.Margin))
		add(data[2*i].Weights, c*s.Beta/(w*n))
		add(data[2*i+1].Weights, -c*s.Beta/(l*n))
		numbers["margin_loss"] += softplus(p.Margin-gap) / n
		numbers["margin"] += p.Margin / n
		numbers["preference_gap"] += gap / n
		numbers["chosen_log_prob"] += chosen / w / n
		numbers["rejected_log_prob"] += rejected / l / n
		if gap > 0 {
			numbers["preferred_share"] += 1 / n
		}
	}
	numbers["loss"] = numbers["margin_loss"] + s.Imitation*numbers["imitation_loss"]
	return data, numbers, nil
}

// softplus is log(1 + exp(x)), which is -log sigmoid(-x).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

func sum(values []float32) float64 {
	total := 0.0
	for _, v := range values {
		total += float64(v)
	}
	return total
}

func add(weights []float32, w float64) {
	for i := range weights {
		weights[i] += float32(w)
	}
}
