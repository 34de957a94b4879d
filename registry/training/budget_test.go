package training_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/backends"
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
