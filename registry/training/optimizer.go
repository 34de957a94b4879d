package training

import (
	"math"

	"github.com/retort-ml/retort/backends"
)

// Schedule is a learning rate over steps: linear warm-up, then a decay to a share of
// the peak at the last step.
type Schedule struct {
	Peak   float64
	Warmup int
	Steps  int
	Floor  float64 // share of Peak at the end
	Cosine bool    // else linear
}

// At returns the rate of step (from 0).
func (s Schedule) At(step int) float64 {
	if step < s.Warmup {
		return s.Peak * float64(step+1) / float64(s.Warmup)
	}
	along := float64(step-s.Warmup) / math.Max(1, float64(s.Steps-s.Warmup))
	if s.Cosine {
		along = (1 - math.Cos(math.Pi*along)) / 2
	}
	return s.Peak * (1 - (1-s.Floor)*along)
}

// AdamW returns the optimiser's constants at a rate. Beta2 0.98 and clipping at norm 1 are what tiny
// models were found to want; weight decay 0.01 is the papers' (family A).
func AdamW(rate float64) backends.AdamW {
	return backends.AdamW{LearningRate: rate, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, WeightDecay: 0.01, ClipNorm: 1}
}
