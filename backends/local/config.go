package local

import (
	"fmt"
	"math"
	"slices"

	"github.com/retort-ml/retort/backends"
)

// Bounds of a configuration: generous for what a processor can train, small
// enough that no product of two of them overflows.
const (
	mostVocab   = 1 << 20
	mostWidth   = 1 << 14
	mostLayers  = 1 << 8
	mostHeads   = 1 << 9
	mostHeadDim = 512
	mostFFN     = 1 << 16
	mostWeights = 1 << 31
)

// CheckConfig says what is wrong with a configuration.
func CheckConfig(c backends.Config) error {
	for _, f := range []struct {
		name     string
		is, most int
	}{
		{"vocab", c.Vocab, mostVocab},
		{"width", c.Width, mostWidth},
		{"layers", c.Layers, mostLayers},
		{"heads", c.Heads, mostHeads},
		{"kv_heads", c.KVHeads, mostHeads},
		{"head_dim", c.HeadDim, mostHeadDim},
		{"ffn", c.FFN, mostFFN},
	} {
		if f.is < 1 || f.is > f.most {
			return fmt.Errorf("check model config: %s is %d, must be 1 to %d", f.name, f.is, f.most)
		}
	}
	switch {
	case c.Heads%c.KVHeads != 0:
		return fmt.Errorf("check model config: %d heads are no multiple of %d kv_heads", c.Heads, c.KVHeads)
	case c.HeadDim%2 != 0:
		return fmt.Errorf("check model config: head_dim %d is odd, rotary positions need pairs", c.HeadDim)
	case !(c.Theta > 1) || math.IsInf(c.Theta, 0):
		return fmt.Errorf("check model config: theta is %g, must be above 1", c.Theta)
	case !(c.NormEps > 0) || c.NormEps >= 1:
		return fmt.Errorf("check model config: norm_eps is %g, must be in (0, 1)", c.NormEps)
	case c.PreviousTokens < 0 || c.PreviousTokens > 2:
		return fmt.Errorf("check model config: previous_tokens is %d, must be 0 to 2", c.PreviousTokens)
	case len(c.FactorSizes) > 64:
		return fmt.Errorf("check model config: %d factor_sizes, at most 64", len(c.FactorSizes))
	case len(c.Factors) != c.Vocab*len(c.FactorSizes):
		return fmt.Errorf("check model config: factors has %d entries, must be vocab * factor_sizes = %d", len(c.Factors), c.Vocab*len(c.FactorSizes))
	}
	for f, size := range c.FactorSizes {
		if size < 1 || size > mostVocab {
			return fmt.Errorf("check model config: factor_sizes[%d] is %d, must be 1 to %d", f, size, mostVocab)
		}
	}
	for i, row := range c.Factors {
		f := i % len(c.FactorSizes)
		if row < -1 || int(row) >= c.FactorSizes[f] {
			return fmt.Errorf("check model config: factor %d of token %d is %d, must be -1 to %d", f, i/len(c.FactorSizes), row, c.FactorSizes[f]-1)
		}
	}
	if n := newLayout(c).parameters; n > mostWeights {
		return fmt.Errorf("check model config: %d weights, at most %d", n, mostWeights)
	}
	return nil
}

// cloneConfig makes the model's own copy, so that a caller may change its slices.
func cloneConfig(c backends.Config) backends.Config {
	c.FactorSizes = slices.Clone(c.FactorSizes)
	c.Factors = slices.Clone(c.Factors)
	return c
}
