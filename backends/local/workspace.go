package local

import "github.com/retort-ml/retort/backends/device"

// activations is what one layer computes for a batch of rows and, when learning,
// keeps for the backward pass. From mid on only the rows that matter are
// there: all but in the last layer.
type activations struct {
	x, h1, rstd1            device.Buffer // [rows, Width], [rows]
	qkv, qk, rstdQK         device.Buffer
	attn, lse               device.Buffer
	xWant, attnWant, qkWant device.Buffer // the last layer's wanted rows of x, attn and qk
	mid, h2, rstd2          device.Buffer
	gateUp, act             device.Buffer
}

// workspace is the memory of one worker. It grows to the largest batch seen.
type workspace struct {
	m      *model
	stream device.Stream
	batch  batch
	rows   int // capacity of all buffers below

	acts             []activations // one a layer, or two used in turn when nothing is kept
	last             device.Buffer // output of the last layer
	hidden, rstd     device.Buffer // normalised
	dHidden, dx, dh  device.Buffer
	dWant, dAttn     device.Buffer
	dAttnWant        device.Buffer
	dAct, dGateUp    device.Buffer
	dQK, dQKV        device.Buffer
	weights, values  device.Buffer // [rows] what losses read
	old, ref         device.Buffer
	stats, loss, cut device.Buffer

	logits, target device.Buffer // [chunk, Vocab]
	host           []float32
	decode         decodeBuffers
	penalties      penalties
}

func newWorkspace(m *model, s device.Stream) *workspace { return &workspace{m: m, stream: s} }

// logitRows is how many rows of logits are computed at one time: about 64k elements, which stay in
// the second-level cache, but not fewer than 16 rows.
func (w *workspace) logitRows() int { return max(16, 1<<16/w.m.config.Vocab) }

// need makes room for rows, with everything the backward pass wants if keep.
func (w *workspace) need(rows int, keep bool) {
	layers := 2
	if keep {
		layers = w.m.config.Layers
	}
	if rows <= w.rows && len(w.acts) >= min(layers, w.m.config.Layers) && (!keep || w.dx.Len() > 0) {
		return
	}
	rows = max(rows, w.rows)
	w.rows = rows
	c, h := w.m.config, w.m.heads
	alloc := func(width int) device.Buffer { return w.m.device.Alloc(rows * width) }
	keep = keep || w.dx.Len() > 0
	w.acts = make([]activations, min(max(layers, len(w.acts)), c.Layers))
	for i := range w.acts {
		w.acts[i] = activations{
			x: alloc(c.Width), h1: alloc(c.Width), rstd1: alloc(1),
			qkv: alloc(h.Fused()), qk: alloc(h.Joint()), rstdQK: alloc(h.Query + h.KV),
			attn: alloc(h.Out()), lse: alloc(h.Query),
			mid: alloc(c.Width), h2: alloc(c.Width), rstd2: alloc(1),
			gateUp: alloc(2 * c.FFN), act: alloc(c.FFN),
		}
	}
	w.acts[len(w.acts)-1].xWant = alloc(c.Width)
	w.acts[len(w.acts)-1].attnWant = alloc(h.Out())
	w.acts[len(w.acts)-1].qkWant = alloc(h.Joint())
	w.last, w.hidden, w.rstd = alloc(c.Width), alloc(c.Width), alloc(1)
	w.stats, w.loss, w.cut = alloc(device.StatsWidth), alloc(1), alloc(1)
	w.weights, w.values, w.old, w.ref = alloc(1), alloc(1), alloc(1), alloc(1)
	if w.logits.Len() == 0 {
		w.logits = w.m.device.Alloc(w.logitRows() * c.Vocab)
	}
	if !keep {
		return
	}
	w.dHidden, w.dx, w.dh, w.dWant = alloc(c.Width), alloc(c.Width), alloc(c.Width), alloc(c.Width)
	w.dAttn, w.dAttnWant = alloc(h.Out()), alloc(h.Out())
	w.dAct, w.dGateUp = alloc(c.FFN), alloc(2*c.FFN)
	w.dQK, w.dQKV = alloc(h.Joint()), alloc(h.Fused())
}
