package local

import "github.com/retort-ml/retort/backends/device"

// backward takes dHidden, the gradient at the normalised last state of the
// wanted rows, and adds the gradient of every weight to grads. That of the effective embedding is added
// to the embedding's own range; Step hands it on to the factors.
func (w *workspace) backward(grads device.Buffer) {
	m, s, c, h := w.m, w.stream, w.m.config, w.m.heads
	rows, want := len(w.batch.tokens), len(w.batch.want)
	positions, starts := s.Index(w.batch.positions), s.Index(w.batch.starts)
	wanted := s.Index(w.batch.want)
	partial := want < rows

	dx := w.dx
	if partial {
		dx = w.dWant
	}
	s.Zero(dx.Slice(0, want*c.Width))
	s.RMSNormBack(dx, m.norm.of(grads), w.dHidden, w.last, m.weight(m.norm), w.rstd, want, c.Width)
	for l := c.Layers - 1; l >= 0; l-- {
		a, b := w.act(l), &m.blocks[l]
		n, attn, dAttn := rows, a.attn, w.dAttn
		if l == c.Layers-1 && partial {
			n, attn, dAttn = want, a.attnWant, w.dAttnWant
		}
		s.MatMulTN(b.down.of(grads), dx, a.act, c.Width, c.FFN, n)
		s.MatMul(w.dAct, device.Buffer{}, dx, b.downPack.back, n, c.FFN, c.Width)
		s.SwiGLUBack(w.dGateUp, w.dAct, a.gateUp, n, c.FFN)
		s.MatMulTN(b.gateUp.of(grads), w.dGateUp, a.h2, 2*c.FFN, c.Width, n)
		s.MatMul(w.dh, device.Buffer{}, w.dGateUp, b.guPack.back, n, c.Width, 2*c.FFN)
		s.RMSNormBack(dx, b.mlpNorm.of(grads), w.dh, a.mid, m.weight(b.mlpNorm), a.rstd2, n, c.Width)

		s.MatMulTN(b.out.of(grads), dx, attn, c.Width, h.Out(), n)
		s.MatMul(dAttn, device.Buffer{}, dx, b.outPack.back, n, h.Out(), c.Width)
		if n < rows {
			s.Zero(w.dx.Slice(0, rows*c.Width))
			s.EmbedBack(w.dx, w.dWant, wanted, c.Width)
			s.Zero(w.dAttn.Slice(0, rows*h.Out()))
			s.EmbedBack(w.dAttn, w.dAttnWant, wanted, h.Out())
			dx = w.dx
		}
		s.AttentionBack(w.dQK, w.dQKV, w.dAttn, a.attn, a.lse, a.qk, a.qkv, starts, h)
		s.QKNormRopeBack(w.dQKV, b.qNorm.of(grads), b.kNorm.of(grads), w.dQK, a.qkv, m.weight(b.qNorm), m.weight(b.kNorm), a.rstdQK, m.rope, positions, h)
		s.MatMulTN(b.qkv.of(grads), w.dQKV, a.h1, h.Fused(), c.Width, rows)
		s.MatMul(w.dh, device.Buffer{}, w.dQKV, b.qkvPack.back, rows, c.Width, h.Fused())
		s.RMSNormBack(dx, b.attnNorm.of(grads), w.dh, a.x, m.weight(b.attnNorm), a.rstd1, rows, c.Width)
	}
	s.EmbedBack(m.embedding.of(grads), dx, s.Index(w.batch.tokens), c.Width)
	for k, t := range m.previous {
		s.EmbedBack(t.of(grads), dx, s.Index(w.batch.previous[k]), c.Width)
	}
}
