// Package compact is the policy for laptop-sized runs: a small transformer
// trained from scratch that reads an environment's compact view, one token
// an entity, as an append-only stream.
//
// The stream of an episode is
//
//	<bos> task and room words [<ref> action ; action ; </ref>] >
//	thought thought | action words <eot> observation words >
//	...
//
// where a response runs from behind a ">" to its <eot>. The block in brackets is privileged
// context: the actions of a continuation, given to a scorer in training only.
package compact

import (
	"errors"
	"fmt"

	"github.com/retort-ml/retort/registry"
)

// Settings is what an experiment sets of a compact model.
type Settings struct {
	Width          int  `hcl:"width,optional" json:"width"`
	Layers         int  `hcl:"layers,optional" json:"layers"`
	Heads          int  `hcl:"heads,optional" json:"heads"`
	KVHeads        int  `hcl:"kv_heads,optional" json:"kv_heads"` // 0: as many as heads
	HeadDim        int  `hcl:"head_dim,optional" json:"head_dim"` // 0: width/heads
	FFN            int  `hcl:"ffn,optional" json:"ffn"`           // 0: 8/3 of the width, rounded up to 16
	PreviousTokens int  `hcl:"previous_tokens,optional" json:"previous_tokens"`
	Factored       bool `hcl:"factored,optional" json:"factored"`
	MaxResponse    int  `hcl:"max_response_tokens,optional" json:"max_response_tokens"`
}

// Defaults are the sizes of a small teacher.
func Defaults() Settings {
	return Settings{Width: 64, Layers: 3, Heads: 4, PreviousTokens: 2, Factored: true, MaxResponse: 10}
}

// Validate reports every setting that makes no model.
func (s *Settings) Validate() error {
	var faults []error
	fault := func(bad bool, setting, format string, args ...any) {
		if bad {
			faults = append(faults, registry.BadSetting(setting, format, args...))
		}
	}
	fault(s.Width < 8 || s.Width > 4096, "width", "%d is not between 8 and 4096.", s.Width)
	fault(s.Layers < 1 || s.Layers > 128, "layers", "%d is not between 1 and 128.", s.Layers)
	if s.Heads < 1 || s.HeadDim == 0 && s.Width%s.Heads != 0 {
		fault(true, "heads", "%d does not divide the width %d.", s.Heads, s.Width)
	} else {
		dim := s.shape().HeadDim
		fault(dim < 2 || dim%2 != 0, "head_dim", "%d is not even, and rotary positions turn pairs.", dim)
		fault(s.KVHeads < 0 || s.KVHeads > 0 && s.Heads%s.KVHeads != 0, "kv_heads", "%d does not divide the %d heads.", s.KVHeads, s.Heads)
	}
	fault(s.FFN < 0, "ffn", "%d is negative.", s.FFN)
	fault(s.PreviousTokens < 0 || s.PreviousTokens > 2, "previous_tokens", "%d is not between 0 and 2.", s.PreviousTokens)
	fault(s.MaxResponse < 4 || s.MaxResponse > 64, "max_response_tokens", "%d is not between 4 and 64.", s.MaxResponse)
	return errors.Join(faults...)
}

func (s *Settings) shape() registry.ModelShape {
	shape := registry.ModelShape{
		Width: s.Width, Layers: s.Layers, Heads: s.Heads, KVHeads: s.KVHeads, HeadDim: s.HeadDim, FFN: s.FFN,
		PreviousTokens: s.PreviousTokens, Factored: s.Factored,
	}
	if shape.HeadDim == 0 && s.Heads > 0 {
		shape.HeadDim = s.Width / s.Heads
	}
	if shape.KVHeads == 0 {
		shape.KVHeads = s.Heads
	}
	if shape.FFN == 0 {
		shape.FFN = (s.Width*8/3 + 15) / 16 * 16
	}
	return shape
}

// Kind registers the model.
func Kind() registry.ModelKind {
	return registry.ModelKind{
		Name:     "compact",
		Title:    "Transformer over the compact view",
		Help:     "A decoder-only transformer of the Qwen3 shape, trained from scratch on one token an entity. Previous-token embeddings and factored entity embeddings are on by default: without them models of this size hardly learn.",
		Settings: func() any { s := Defaults(); return &s },
		Format: func(settings any, env registry.Environment) (registry.Format, error) {
			s := settings.(*Settings)
			if env.View() == nil {
				return nil, fmt.Errorf("model compact: the environment has no compact view")
			}
			return New(env.View(), s.MaxResponse, s.Factored), nil
		},
		Shape: func(settings any) registry.ModelShape { return settings.(*Settings).shape() },
	}
}
