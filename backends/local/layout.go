package local

import (
	"fmt"

	"github.com/retort-ml/retort/backends"
)

// tensor is a range of the flat weight buffer: a matrix [rows, cols] whose rows are
// outputs, or a vector (rows 1). parts names it in files: a fused matrix is stored
// as its row ranges.
type tensor struct {
	offset     int
	rows, cols int
	vector     bool
	parts      []part
}

// part is a named range of rows.
type part struct {
	name string
	rows int
}

func (t tensor) len() int { return t.rows * t.cols }

// block is the weights of one layer.
type block struct {
	qkv, out, gateUp, down             tensor
	attnNorm, mlpNorm, qNorm, kNorm    tensor
	qkvPack, outPack, guPack, downPack packed
}

// layout says where each tensor lies in the flat buffer of weights (and of
// gradients and moments, which have the same shape). Matrices come first,
// vectors after vectors, because weight decay touches matrices only.
type layout struct {
	embedding  tensor
	previous   []tensor
	factors    []tensor
	blocks     []block
	norm       tensor
	matrices   int // where the vectors begin
	length     int // of the flat buffer
	parameters int // trainable weights: length without the gaps
	all        []tensor
}

// grain is the alignment of tensors in the flat buffer, in elements.
const grain = 16

func newLayout(c backends.Config) *layout {
	l := &layout{}
	add := func(rows, cols int, vector bool, parts ...part) tensor {
		t := tensor{offset: l.length, rows: rows, cols: cols, vector: vector, parts: parts}
		l.length += (t.len() + grain - 1) / grain * grain
		l.parameters += t.len()
		l.all = append(l.all, t)
		return t
	}
	matrix := func(name string, rows, cols int) tensor {
		return add(rows, cols, false, part{name, rows})
	}
	vector := func(name string, n int) tensor { return add(1, n, true, part{name, 1}) }
	l.embedding = matrix("model.embed_tokens.weight", c.Vocab, c.Width)
	for k := range c.PreviousTokens {
		l.previous = append(l.previous, matrix(fmt.Sprintf("model.previous_tokens.%d.weight", k+1), c.Vocab, c.Width))
	}
	for f, size := range c.FactorSizes {
		l.factors = append(l.factors, matrix(fmt.Sprintf("model.factors.%d.weight", f), size, c.Width))
	}
	q, kv := c.Heads*c.HeadDim, c.KVHeads*c.HeadDim
	l.blocks = make([]block, c.Layers)
	for i := range l.blocks {
		b, in := &l.blocks[i], fmt.Sprintf("model.layers.%d.", i)
		b.qkv = add(q+2*kv, c.Width, false, part{in + "self_attn.q_proj.weight", q}, part{in + "self_attn.k_proj.weight", kv}, part{in + "self_attn.v_proj.weight", kv})
		b.out = matrix(in+"self_attn.o_proj.weight", c.Width, q)
		b.gateUp = add(2*c.FFN, c.Width, false, part{in + "mlp.gate_proj.weight", c.FFN}, part{in + "mlp.up_proj.weight", c.FFN})
		b.down = matrix(in+"mlp.down_proj.weight", c.Width, c.FFN)
	}
	l.matrices = l.length
	for i := range l.blocks {
		b, in := &l.blocks[i], fmt.Sprintf("model.layers.%d.", i)
		b.attnNorm = vector(in+"input_layernorm.weight", c.Width)
		b.mlpNorm = vector(in+"post_attention_layernorm.weight", c.Width)
		b.qNorm = vector(in+"self_attn.q_norm.weight", c.HeadDim)
		b.kNorm = vector(in+"self_attn.k_norm.weight", c.HeadDim)
	}
	l.norm = vector("model.norm.weight", c.Width)
	return l
}
