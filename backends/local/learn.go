package local

import (
	"context"
	"fmt"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
)

// learning is what only a model in training needs: gradient partials of the
// shards and the optimiser's moments. The buffers are made when first used.
type learning struct {
	grads  [shards]device.Buffer
	dirty  [shards]bool
	first  device.Buffer // first moment
	second device.Buffer
	steps  int64
}

// ForwardBackward adds the gradient of the loss over the data. Positions of a
// datum may be empty. If it is cancelled, every gradient since the last step is dropped, because
// some shards have added theirs and others have not.
func (m *model) ForwardBackward(ctx context.Context, data []backends.Datum, loss backends.Loss) (backends.LossResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return backends.LossResult{}, fmt.Errorf("learn: %w", errClosed)
	}
	if err := checkLoss(loss); err != nil {
		return backends.LossResult{}, fmt.Errorf("learn: %w", err)
	}
	all, longest := make([]sequence, len(data)), 0
	for i, d := range data {
		all[i] = sequence{d.Tokens, d.Positions}
		err := all[i].check(m.config.Vocab)
		if err == nil {
			err = checkDatum(d, loss, m.config.Vocab)
		}
		if err != nil {
			return backends.LossResult{}, fmt.Errorf("learn: datum %d: %w", i, err)
		}
		longest = max(longest, all[i].fed())
	}
	m.refresh(longest, true)
	parts := split(all, shards)
	out := newRowResults(data)
	err := m.parallel(ctx, shards, func(w *workspace, shard int) error {
		if len(parts[shard]) == 0 {
			return nil
		}
		if m.learner.grads[shard].Len() == 0 {
			m.learner.grads[shard] = m.device.Alloc(m.length)
		}
		m.learner.dirty[shard] = true
		for _, members := range chunks(all, parts[shard]) {
			if err := ctx.Err(); err != nil {
				return err
			}
			w.batch.fill(all, members)
			w.forward(true)
			w.lossAndGradient(data, loss, m.learner.grads[shard], out)
			w.backward(m.learner.grads[shard])
		}
		return nil
	})
	if err != nil {
		m.clearGradients()
		return backends.LossResult{}, fmt.Errorf("learn: %w", err)
	}
	return out.result(), nil
}

// clearGradients forgets what ForwardBackward has added.
func (m *model) clearGradients() {
	for i, dirty := range m.learner.dirty {
		if dirty {
			m.streams[0].Zero(m.learner.grads[i])
			m.learner.dirty[i] = false
		}
	}
}

// Step updates the weights with the gradients added since the last step and
// clears them. Weight decay applies to matrices, not to norm gains. A gradient that is
// not finite is dropped with an error, the weights unchanged.
func (m *model) Step(ctx context.Context, adam backends.AdamW) (backends.StepResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return backends.StepResult{}, fmt.Errorf("step: %w", errClosed)
	}
	if err := checkAdam(adam); err != nil {
		return backends.StepResult{}, fmt.Errorf("step: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return backends.StepResult{}, fmt.Errorf("step: %w", err)
	}
	total, s := m.sumGradients(), m.streams[0]
	norm := math.Sqrt(s.SumSquares(total))
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		m.clearGradients()
		return backends.StepResult{}, fmt.Errorf("step: gradient norm is %g", norm)
	}
	scale := 1.0
	if adam.ClipNorm > 0 && norm > adam.ClipNorm {
		scale = adam.ClipNorm / norm
	}
	m.moments()
	m.learner.steps++
	t := float64(m.learner.steps)
	update := device.AdamW{
		GradScale: float32(scale),
		StepSize:  float32(adam.LearningRate / (1 - math.Pow(adam.Beta1, t))),
		Beta1:     float32(adam.Beta1),
		Beta2:     float32(adam.Beta2),
		Epsilon:   float32(adam.Epsilon),
		RootScale: float32(1 / math.Sqrt(1-math.Pow(adam.Beta2, t))),
		Decay:     float32(1 - adam.LearningRate*adam.WeightDecay),
	}
	apply := func(from, to int) {
		s.AdamW(m.weights.Slice(from, to), m.learner.first.Slice(from, to), m.learner.second.Slice(from, to), total.Slice(from, to), update)
	}
	apply(0, m.matrices)
	update.Decay = 1
	apply(m.matrices, m.length)
	m.clearGradients()
	m.changed()
	return backends.StepResult{GradNorm: norm}, nil
}

// sumGradients adds the shards' partials in their order and hands the
// embedding's gradient on to the factors.
func (m *model) sumGradients() device.Buffer {
	s, l := m.streams[0], &m.learner
	if l.grads[0].Len() == 0 {
		l.grads[0] = m.device.Alloc(m.length)
	}
	total := l.grads[0]
	for i := 1; i < shards; i++ {
		if l.dirty[i] {
			s.Add(total, l.grads[i])
		}
	}
	l.dirty[0] = true
	for f, ids := range m.factorOf {
		s.EmbedBack(m.factors[f].of(total), m.embedding.of(total), ids, m.config.Width)
	}
	return total
}

// moments makes the optimiser's buffers.
func (m *model) moments() {
	if m.learner.first.Len() == 0 {
		m.learner.first, m.learner.second = m.device.Alloc(m.length), m.device.Alloc(m.length)
	}
}

func checkAdam(a backends.AdamW) error {
	switch {
	case !(a.LearningRate >= 0) || math.IsInf(a.LearningRate, 0):
		return fmt.Errorf("learning rate is %g", a.LearningRate)
	case !(a.Beta1 >= 0 && a.Beta1 < 1) || !(a.Beta2 >= 0 && a.Beta2 < 1):
		return fmt.Errorf("betas are %g and %g, must be in [0, 1)", a.Beta1, a.Beta2)
	case !(a.Epsilon > 0):
		return fmt.Errorf("epsilon is %g, must be above 0", a.Epsilon)
	case !(a.WeightDecay >= 0) || !(a.ClipNorm >= 0):
		return fmt.Errorf("weight decay is %g and clip norm %g, must not be below 0", a.WeightDecay, a.ClipNorm)
	}
	return nil
}
