package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/local"
	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/models/compact"
	"github.com/retort-ml/retort/registry/registrytest/benchtest"
	"github.com/retort-ml/retort/registry/registrytest/corridor"
	"github.com/retort-ml/retort/registry/training"
)

// weighed is a learner that keeps the weights it was given.
type weighed struct {
	backends.Learner
	weights [][]float32
}

func (w *weighed) ForwardBackward(_ context.Context, data []backends.Datum, _ backends.Loss) (backends.LossResult, error) {
	for _, d := range data {
		w.weights = append(w.weights, d.Weights)
	}
	return backends.LossResult{}, nil
}

func (w *weighed) Step(context.Context, backends.AdamW) (backends.StepResult, error) {
	return backends.StepResult{}, nil
}

// Two episodes of 1 and 3 tokens. By token every one weighs 1/4; by episode the first has 1/2 and the
// others 1/2 between them, 1/6 each.
func TestBudget_Average(t *testing.T) {
	for average, want := range map[string][][]float32{
		"token":   {{0.25}, {0.25, 0.25, 0.25}},
		"episode": {{0.5}, {1. / 6, 1. / 6, 1. / 6}},
	} {
		data := []backends.Datum{{Positions: []int32{1}}, {Positions: []int32{1, 2, 3}}}
		training.Weigh(data, training.Count(data))
		s := training.BudgetDefaults()
		s.Average = average
		l := &weighed{}
		_, err := s.Update(t.Context(), nil, l, 0, []training.Part{{Data: data}})
		require.NoError(t, err)
		require.Len(t, l.weights, 2)
		for i := range want {
			require.InDeltaSlice(t, want[i], l.weights[i], 1e-7)
		}
	}
}

// The anchor is the likelihood of as many demonstrations as are asked for, weighted by the setting and averaged over their tokens:
// with weight 3 the weights of its tokens sum to 3. Without it the update has the method's own data alone.
func TestBudget_Anchor(t *testing.T) {
	env := &corridor.Environment{Turns: 12}
	backend, err := local.New(local.Options{Threads: 1})
	require.NoError(t, err)
	update := func(s training.Budget) [][]float32 {
		l := &weighed{}
		stage := registry.StageKind{Kind: "update", Run: func(ctx context.Context, b registry.Bench, _ any) error {
			own := []backends.Datum{{Positions: []int32{1}, Weights: []float32{1}}}
			_, err := s.Update(ctx, b, l, 0, []training.Part{{Data: own}})
			return err
		}}
		tr := benchtest.New(t, env, compact.New(env.View(), 8, true), backend, stage)
		tr.Stage("update", nil, nil, false)
		return l.weights
	}
	s := training.BudgetDefaults()
	require.Len(t, update(s), 1, "off by default")

	s.Anchor, s.AnchorDemonstrations = 3, 5
	weights := update(s)
	require.Len(t, weights, 1+5)
	sum := float32(0)
	for _, demonstration := range weights[1:] {
		for _, w := range demonstration {
			sum += w
		}
	}
	require.InDelta(t, 3, sum, 1e-5)
	require.Equal(t, weights, update(s), "the same demonstrations at the same step")
}
