package local

import "github.com/retort-ml/retort/backends/device"

// act is the activations of layer l: its own when everything is kept, otherwise one of two
// in turn. The last layer always has the last.
func (w *workspace) act(l int) *activations {
	n, layers := len(w.acts), w.m.config.Layers
	if n == layers {
		return &w.acts[l]
	}
	return &w.acts[(n-1)-(layers-1-l)%n]
}

// embed writes the sum of the embeddings of the rows to x.
func (w *workspace) embed(x device.Buffer, tokens device.Index, previous []device.Index) {
	m, s := w.m, w.stream
	s.Embed(x, m.table, tokens, m.config.Width)
	for k, t := range m.previous {
		s.EmbedAdd(x, m.weight(t), previous[k], m.config.Width)
	}
}

// project fills qkv and qk of a layer from its x.
func (w *workspace) project(l int, a *activations, rows int, positions device.Index) {
	m, s, b, eps := w.m, w.stream, &w.m.blocks[l], float32(w.m.config.NormEps)
	s.RMSNorm(a.h1, a.rstd1, a.x, m.weight(b.attnNorm), rows, m.config.Width, eps)
	s.MatMul(a.qkv, device.Buffer{}, a.h1, b.qkvPack.forward, rows, m.heads.Fused(), m.config.Width)
	s.QKNormRope(a.qk, a.rstdQK, a.qkv, m.weight(b.qNorm), m.weight(b.kNorm), m.rope, positions, m.heads, eps)
}

// finish runs a layer from the attention's output on, for rows of x, and writes to next.
func (w *workspace) finish(l int, a *activations, next, x, attn device.Buffer, rows int) {
	m, s, b, c := w.m, w.stream, &w.m.blocks[l], w.m.config
	s.MatMul(a.mid, x, attn, b.outPack.forward, rows, c.Width, m.heads.Out())
	s.RMSNorm(a.h2, a.rstd2, a.mid, m.weight(b.mlpNorm), rows, c.Width, float32(c.NormEps))
	s.MatMul(a.gateUp, device.Buffer{}, a.h2, b.guPack.forward, rows, 2*c.FFN, c.Width)
	s.SwiGLU(a.act, a.gateUp, rows, c.FFN)
	s.MatMul(next, a.mid, a.act, b.downPack.forward, rows, c.Width, c.FFN)
}

// forward runs the batch of the workspace and leaves the normalised last state of the wanted
// rows in hidden. With keep everything stays for backward.
func (w *workspace) forward(keep bool) {
	m, s, c := w.m, w.stream, w.m.config
	rows, want := len(w.batch.tokens), len(w.batch.want)
	w.need(rows, keep)
	previous := [2]device.Index{s.Index(w.batch.previous[0]), s.Index(w.batch.previous[1])}
	positions, starts := s.Index(w.batch.positions), s.Index(w.batch.starts)
	w.embed(w.act(0).x, s.Index(w.batch.tokens), previous[:])
	for l := range c.Layers {
		a := w.act(l)
		w.project(l, a, rows, positions)
		s.Attention(a.attn, a.lse, a.qk, a.qkv, starts, m.heads)
		if l < c.Layers-1 {
			w.finish(l, a, w.act(l+1).x, a.x, a.attn, rows)
			continue
		}
		x, attn := w.wanted(a)
		w.finish(l, a, w.last, x, attn, want)
	}
	s.RMSNorm(w.hidden, w.rstd, w.last, m.weight(m.norm), want, c.Width, float32(c.NormEps))
}

// wanted gives the wanted rows of the last layer's x and attn.
func (w *workspace) wanted(a *activations) (x, attn device.Buffer) {
	if len(w.batch.want) == len(w.batch.tokens) {
		return a.x, a.attn
	}
	rows := w.stream.Index(w.batch.want)
	w.stream.Embed(a.xWant, a.x, rows, w.m.config.Width)
	w.stream.Embed(a.attnWant, a.attn, rows, w.m.heads.Out())
	return a.xWant, a.attnWant
}

// head computes the logits of rows from .. from+n of hidden.
func (w *workspace) head(from, n int) device.Buffer {
	c := w.m.config
	logits := w.logits.Slice(0, n*c.Vocab)
	w.stream.MatMul(logits, device.Buffer{}, w.hidden.Slice(from*c.Width, (from+n)*c.Width), w.m.head.forward, n, c.Vocab, c.Width)
	return logits
}
