package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/registry/training"
)

// tally is a learner that counts: each position has loss 1 and entropy 2, and of a policy gradient one a call is clipped.
type tally struct {
	backends.Learner
	kinds []backends.LossKind
	steps int
}

func (l *tally) ForwardBackward(_ context.Context, data []backends.Datum, loss backends.Loss) (backends.LossResult, error) {
	l.kinds = append(l.kinds, loss.Kind)
	n := float64(training.Count(data))
	return backends.LossResult{Loss: n, Entropy: 2 * n, Clipped: 1}, nil
}

func (l *tally) Step(context.Context, backends.AdamW) (backends.StepResult, error) {
	l.steps++
	return backends.StepResult{GradNorm: 5}, nil
}

func TestUpdateParts(t *testing.T) {
	data := func(n int) []backends.Datum { return []backends.Datum{{Positions: make([]int32, n)}} }
	l := &tally{}
	numbers, err := training.UpdateParts(t.Context(), l, []training.Part{
		{Data: data(4), Loss: backends.Loss{Kind: backends.PolicyGradient}},
		{Loss: backends.Loss{Kind: backends.ForwardKL}},
		{Data: data(6), Loss: backends.Loss{Kind: backends.CrossEntropy}},
	}, 1e-3)
	require.NoError(t, err)
	require.Equal(t, []backends.LossKind{backends.PolicyGradient, backends.CrossEntropy}, l.kinds)
	require.Equal(t, 1, l.steps, "one step on the sum")
	require.Equal(t, map[string]float64{"loss": 10, "entropy": 2, "gradient_norm": 5, "clipped_share": 0.25}, numbers)

	numbers, err = training.UpdateParts(t.Context(), l, []training.Part{{}, {}}, 1e-3)
	require.NoError(t, err)
	require.Empty(t, numbers)
	require.Equal(t, 1, l.steps, "nothing to learn, no step")
}

func TestMask(t *testing.T) {
	e := episode()
	m := training.Mask(e, func(k int) bool { return k == 2 })
	require.Equal(t, []int32{2, 3, 4}, training.Places(training.Positions(m, nil, 0)))
	require.False(t, e.Turns[2].Masked, "the episode is left alone")
	require.True(t, m.Turns[1].Masked, "what was masked stays so")
}
