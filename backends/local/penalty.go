package local

import "github.com/retort-ml/retort/backends/device"

// penalties is what a worker needs to make repeated tokens less likely in a chunk of rows.
type penalties struct {
	logits      device.Buffer // a copy, for the log-probabilities are those of the logits as they are
	starts, ids []int32
	by          []float32
	seen        []int32 // of each token the last row, from 1, that had it
	row         int32
	stats       []float32
}

// penalized says whether a request wants less repetition.
func (c *continuation) penalized() bool { return c.request.RepetitionPenalty > 1 }

// collect lists the distinct tokens of the continuations of a chunk, none for those without a penalty. It returns false when
// no continuation has one.
func (p *penalties) collect(all []*continuation, who []int, vocab int) bool {
	p.starts, p.ids, p.by = append(p.starts[:0], 0), p.ids[:0], p.by[:0]
	if len(p.seen) < vocab {
		p.seen, p.row = make([]int32, vocab), 0
	}
	any := false
	for _, i := range who {
		c := all[i]
		by := float32(1)
		if c.penalized() {
			any, by = true, c.request.RepetitionPenalty
			p.row++
			for _, t := range c.tokens {
				if p.seen[t] != p.row {
					p.seen[t] = p.row
					p.ids = append(p.ids, t)
				}
			}
		}
		p.starts, p.by = append(p.starts, int32(len(p.ids))), append(p.by, by)
	}
	return any
}

// samplePenalized samples n rows of logits under the collected penalties. Rows without one get what they would get without
// the others.
func (w *workspace) samplePenalized(logits device.Buffer, all []*continuation, who []int, vocab int) {
	p, d, s := &w.penalties, &w.decode, w.stream
	n := len(who)
	if p.logits.Len() == 0 {
		p.logits = w.m.device.Alloc(w.logitRows() * vocab)
	}
	copied := p.logits.Slice(0, n*vocab)
	s.Copy(copied, logits)
	s.Penalize(copied, p.starts, p.ids, p.by, vocab)
	s.Sample(d.tokens, d.logProbs, copied, d.temperature, d.uniform, vocab)
	stats := w.stats.Slice(0, n*device.StatsWidth)
	s.RowStats(stats, logits, s.Index(d.tokens), vocab)
	p.stats = grown(p.stats, n*device.StatsWidth)
	s.Download(p.stats, stats)
	for i, who := range who {
		if all[who].penalized() {
			d.logProbs[i] = p.stats[i*device.StatsWidth]
		}
	}
}
