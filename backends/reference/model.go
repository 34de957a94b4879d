package reference

import (
	"fmt"

	"github.com/retort-ml/retort/backends"
)

// Model is a transformer with weights by the names they have in files.
type Model struct {
	Config  backends.Config
	Weights map[string][]float64
}

// table is the effective embedding [Vocab, Width]: own row plus factor rows.
func (m *Model) table() []float64 {
	c := m.Config
	e := append([]float64(nil), m.Weights["model.embed_tokens.weight"]...)
	for v := range c.Vocab {
		for f := range c.FactorSizes {
			if row := c.Factors[v*len(c.FactorSizes)+f]; row >= 0 {
				addRow(e[v*c.Width:(v+1)*c.Width], m.Weights[fmt.Sprintf("model.factors.%d.weight", f)][int(row)*c.Width:])
			}
		}
	}
	return e
}

func addRow(dst, src []float64) {
	for i := range dst {
		dst[i] += src[i]
	}
}

// Logits gives [len(tokens), Vocab]: row i predicts the token at i+1.
func (m *Model) Logits(tokens []backends.Token) []float64 {
	c, n := m.Config, len(tokens)
	e := m.table()
	x := make([]float64, n*c.Width)
	positions := make([]int32, n)
	for i, t := range tokens {
		positions[i] = int32(i)
		row := x[i*c.Width : (i+1)*c.Width]
		addRow(row, e[int(t)*c.Width:])
		for k := 1; k <= c.PreviousTokens && k <= i; k++ {
			addRow(row, m.Weights[fmt.Sprintf("model.previous_tokens.%d.weight", k)][int(tokens[i-k])*c.Width:])
		}
	}
	for l := range c.Layers {
		x = m.layer(l, x, positions)
	}
	return Linear(RMSNorm(x, m.Weights["model.norm.weight"], n, c.Width, c.NormEps), e, n, c.Width, c.Vocab)
}

// layer is one pre-norm decoder layer.
func (m *Model) layer(l int, x []float64, positions []int32) []float64 {
	c, n := m.Config, len(positions)
	w := func(name string) []float64 { return m.Weights[fmt.Sprintf("model.layers.%d.%s.weight", l, name)] }
	q, kv := c.Heads*c.HeadDim, c.KVHeads*c.HeadDim
	h := RMSNorm(x, w("input_layernorm"), n, c.Width, c.NormEps)
	qkv := join(n, Linear(h, w("self_attn.q_proj"), n, c.Width, q), Linear(h, w("self_attn.k_proj"), n, c.Width, kv), Linear(h, w("self_attn.v_proj"), n, c.Width, kv))
	qk := QKNormRope(qkv, w("self_attn.q_norm"), w("self_attn.k_norm"), positions, c.Heads, c.KVHeads, c.HeadDim, c.Theta, c.NormEps)
	attn := Attention(qk, qkv, []int32{0, int32(n)}, c.Heads, c.KVHeads, c.HeadDim)
	x = append([]float64(nil), x...)
	addRow(x, Linear(attn, w("self_attn.o_proj"), n, q, c.Width))
	h = RMSNorm(x, w("post_attention_layernorm"), n, c.Width, c.NormEps)
	gu := join(n, Linear(h, w("mlp.gate_proj"), n, c.Width, c.FFN), Linear(h, w("mlp.up_proj"), n, c.Width, c.FFN))
	addRow(x, Linear(SwiGLU(gu, n, c.FFN), w("mlp.down_proj"), n, c.FFN, c.Width))
	return x
}

// join puts matrices of the same number of rows side by side.
func join(rows int, parts ...[]float64) []float64 {
	var out []float64
	for i := range rows {
		for _, p := range parts {
			width := len(p) / rows
			out = append(out, p[i*width:(i+1)*width]...)
		}
	}
	return out
}

// Loss is the loss of some data, summed over positions as backends.Learner does.
func (m *Model) Loss(data []backends.Datum, l backends.Loss) float64 {
	v, sum := m.Config.Vocab, 0.0
	for _, d := range data {
		z := m.Logits(d.Tokens)
		for i, p := range d.Positions {
			value, _ := Loss(z[int(p-1)*v:int(p)*v], rowOf(d, i, v), l)
			sum += value
		}
	}
	return sum
}

// rowOf is what a loss reads at position i of a datum.
func rowOf(d backends.Datum, i, vocab int) Row {
	r := Row{Label: int(d.Tokens[d.Positions[i]]), Weight: float64(d.Weights[i])}
	pick := func(s []float32) float64 {
		if s == nil {
			return 0
		}
		return float64(s[i])
	}
	r.Advantage, r.OldLogProb, r.RefLogProb = pick(d.Advantages), pick(d.OldLogProbs), pick(d.RefLogProbs)
	if d.Target != nil {
		for _, q := range d.Target[i*vocab : (i+1)*vocab] {
			r.Target = append(r.Target, float64(q))
		}
	}
	return r
}
