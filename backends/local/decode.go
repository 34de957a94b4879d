package local

import (
	"context"

	"github.com/retort-ml/retort/backends/device"
)

// prefillRows is how many rows of new context go through the model at one time.
const prefillRows = 256

// decodeBuffers is what a worker needs beside its workspace while it samples.
type decodeBuffers struct {
	table       []int32 // [sequences, blocks]
	blocks      int
	slots       []int32 // row of the table of each row of the batch
	who         []int   // which continuation each wanted row belongs to
	wantSlots   []int32
	wantPos     []int32
	tokens      []int32
	logProbs    []float32
	temperature []float32
	uniform     []float32
}

// continueAll runs continuations to their ends: first what is new of their
// contexts, then one token of each a round.
func (w *workspace) continueAll(ctx context.Context, all []*continuation) error {
	d := &w.decode
	d.blocks = 0
	for _, c := range all {
		d.blocks = max(d.blocks, len(c.entry.blocks))
	}
	d.table = d.table[:0]
	for _, c := range all {
		d.table = append(d.table, c.entry.blocks...)
		for range d.blocks - len(c.entry.blocks) {
			d.table = append(d.table, 0)
		}
	}
	w.startRound()
	for i, c := range all {
		for c.fed < len(c.tokens) {
			w.addRow(i, c)
			if len(w.batch.tokens) == prefillRows {
				if err := w.round(ctx, all); err != nil {
					return err
				}
				w.startRound()
			}
		}
	}
	for len(w.batch.tokens) > 0 {
		if err := w.round(ctx, all); err != nil {
			return err
		}
		w.startRound()
		for i, c := range all {
			if !c.done() {
				w.addRow(i, c)
			}
		}
	}
	return nil
}

func (w *workspace) startRound() {
	b, d := &w.batch, &w.decode
	b.tokens, b.positions, b.want = b.tokens[:0], b.positions[:0], b.want[:0]
	b.previous[0], b.previous[1] = b.previous[0][:0], b.previous[1][:0]
	d.slots, d.who, d.wantSlots, d.wantPos = d.slots[:0], d.who[:0], d.wantSlots[:0], d.wantPos[:0]
}

// addRow puts the next token of a continuation into the batch.
func (w *workspace) addRow(i int, c *continuation) {
	d := &w.decode
	row := len(w.batch.tokens)
	w.batch.row(c.tokens, c.fed)
	d.slots = append(d.slots, int32(i))
	if c.fed++; c.fed == len(c.tokens) {
		w.batch.want = append(w.batch.want, int32(row))
		d.who = append(d.who, i)
		d.wantSlots = append(d.wantSlots, int32(i))
		d.wantPos = append(d.wantPos, int32(c.fed-1))
	}
}

// round feeds the batch and samples a token for every row that ends its
// continuation.
func (w *workspace) round(ctx context.Context, all []*continuation) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.forwardCached()
	d, vocab := &w.decode, w.m.config.Vocab
	want := len(d.who)
	for from := 0; from < want; from += w.logitRows() {
		n := min(w.logitRows(), want-from)
		d.tokens, d.logProbs = grown(d.tokens, n), grown(d.logProbs, n)
		d.temperature, d.uniform = grown(d.temperature, n), grown(d.uniform, n)
		for i, who := range d.who[from : from+n] {
			c := all[who]
			d.temperature[i] = c.request.Temperature
			d.uniform[i] = uniform(c.request.Seed, len(c.tokens))
		}
		logits := w.head(from, n)
		if w.penalties.collect(all, d.who[from:from+n], vocab) {
			w.samplePenalized(logits, all, d.who[from:from+n], vocab)
		} else {
			w.stream.Sample(d.tokens, d.logProbs, logits, d.temperature, d.uniform, vocab)
		}
		for i, who := range d.who[from : from+n] {
			all[who].accept(d.tokens[i], d.logProbs[i])
		}
	}
	return nil
}

// grown gives a slice of length n, the same memory if it suffices.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, 2*n)
	}
	return s[:n]
}

// forwardCached is forward over the key-value cache: every row stores its keys and values,
// then attends to its whole sequence. Rows of one sequence may be in any number of
// rounds, as long as they come in order.
func (w *workspace) forwardCached() {
	m, s, c, d := w.m, w.stream, w.m.config, &w.decode
	rows, want := len(w.batch.tokens), len(w.batch.want)
	w.need(rows, false)
	previous := [2]device.Index{s.Index(w.batch.previous[0]), s.Index(w.batch.previous[1])}
	positions, slots := s.Index(w.batch.positions), s.Index(d.slots)
	view := device.Cache{Stride: m.cache.stride, Table: s.Index(d.table), Blocks: d.blocks}
	w.embed(w.act(0).x, s.Index(w.batch.tokens), previous[:])
	for l := range c.Layers {
		a := w.act(l)
		w.project(l, a, rows, positions)
		view.Pool = m.cache.pool.Slice(l*m.heads.CacheSize(), m.cache.pool.Len())
		s.CacheWrite(view, a.qk, a.qkv, slots, positions, m.heads)
		switch {
		case l < c.Layers-1:
			s.CacheAttention(a.attn, a.qk, view, slots, positions, m.heads)
			w.finish(l, a, w.act(l+1).x, a.x, a.attn, rows)
		case want == rows:
			s.CacheAttention(a.attn, a.qk, view, slots, positions, m.heads)
			w.finish(l, a, w.last, a.x, a.attn, rows)
		case want > 0:
			wanted := s.Index(w.batch.want)
			s.Embed(a.qkWant, a.qk, wanted, m.heads.Joint())
			s.Embed(a.xWant, a.x, wanted, c.Width)
			s.CacheAttention(a.attn, a.qkWant, view, s.Index(d.wantSlots), s.Index(d.wantPos), m.heads)
			w.finish(l, a, w.last, a.xWant, a.attn, want)
		}
	}
	if want > 0 {
		s.RMSNorm(w.hidden, w.rstd, w.last, m.weight(m.norm), want, c.Width, float32(c.NormEps))
	}
}
