package local

import (
	"fmt"
	"math"

	"github.com/retort-ml/retort/backends"
	"github.com/retort-ml/retort/backends/device"
)

// resolved puts the losses that the ends of JSD are in their place.
func resolved(l backends.Loss) backends.Loss {
	switch {
	case l.Kind == backends.JSD && l.Beta == 0:
		l.Kind = backends.ForwardKL
	case l.Kind == backends.JSD && l.Beta == 1:
		l.Kind = backends.ReverseKL
	}
	return l
}

// compares says that a loss reads Target.
func compares(kind backends.LossKind) bool {
	_, ok := divergences[kind]
	return ok || kind == backends.JSD || kind == backends.TopKReverseKL
}

// divergences are the losses that compare with a whole distribution and have no constant.
var divergences = map[backends.LossKind]device.Divergence{
	backends.ReverseKL:      device.ReverseKL,
	backends.ForwardKL:      device.ForwardKL,
	backends.DistributionCE: device.CrossDist,
}

func checkLoss(l backends.Loss) error {
	if l.Kind == backends.JSD && !(l.Beta >= 0 && l.Beta <= 1) {
		return fmt.Errorf("beta of the Jensen-Shannon divergence is %g, must be in [0, 1]", l.Beta)
	}
	if compares(l.Kind) || l.Kind == backends.CrossEntropy {
		return nil
	}
	if l.Kind != backends.PolicyGradient {
		return fmt.Errorf("unknown loss %q", l.Kind)
	}
	for _, v := range []float32{l.ClipLow, l.ClipHigh, l.DualClip, l.KLCoef} {
		if !(v >= 0) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("loss constants %+v must be finite and not below 0", l)
		}
	}
	return nil
}

// checkDatum says whether a datum has what the loss reads.
func checkDatum(d backends.Datum, l backends.Loss, vocab int) error {
	n := len(d.Positions)
	need := func(name string, have, want int) error {
		if have != want {
			return fmt.Errorf("%s has %d entries, needs %d", name, have, want)
		}
		return nil
	}
	if err := need("weights", len(d.Weights), n); err != nil {
		return err
	}
	if compares(l.Kind) {
		return need("target", len(d.Target), n*vocab)
	}
	if l.Kind != backends.PolicyGradient {
		return nil
	}
	if err := need("advantages", len(d.Advantages), n); err != nil {
		return err
	}
	if err := need("old log-probabilities", len(d.OldLogProbs), n); err != nil {
		return err
	}
	if l.KLCoef > 0 {
		return need("reference log-probabilities", len(d.RefLogProbs), n)
	}
	return nil
}

// rowResults collects what every position gave, in the order of the data.
type rowResults struct {
	start              []int // of each datum in the flat slices; one entry more
	logProbs           []float32
	loss, entropy, cut []float32
}

func newRowResults(data []backends.Datum) *rowResults {
	r := &rowResults{start: make([]int, len(data)+1)}
	for i, d := range data {
		r.start[i+1] = r.start[i] + len(d.Positions)
	}
	n := r.start[len(data)]
	r.logProbs, r.loss, r.entropy, r.cut = make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	return r
}

func (r *rowResults) result() backends.LossResult {
	var out backends.LossResult
	out.LogProbs = make([][]float32, len(r.start)-1)
	for i := range out.LogProbs {
		out.LogProbs[i] = r.logProbs[r.start[i]:r.start[i+1]:r.start[i+1]]
	}
	for i := range r.loss {
		out.Loss += float64(r.loss[i])
		out.Entropy += float64(r.entropy[i])
		if r.cut[i] != 0 {
			out.Clipped++
		}
	}
	return out
}

// lossAndGradient computes the loss of the batch's wanted rows a chunk of logits at a time,
// leaves the gradient at hidden in dHidden and adds the head's to grads.
func (w *workspace) lossAndGradient(data []backends.Datum, loss backends.Loss, grads device.Buffer, out *rowResults) {
	m, s, c := w.m, w.stream, w.m.config
	want := len(w.batch.want)
	w.uploadRows(data, loss)
	loss = resolved(loss)
	if compares(loss.Kind) && w.target.Len() == 0 {
		w.target = m.device.Alloc(w.logitRows() * c.Vocab)
	}
	rows := targetRows{data: data, members: w.batch.members, vocab: c.Vocab}
	for from := 0; from < want; from += w.logitRows() {
		n := min(w.logitRows(), want-from)
		part := func(b device.Buffer) device.Buffer { return b.Slice(from, from+n) }
		wide := func(b device.Buffer) device.Buffer { return b.Slice(from*c.Width, (from+n)*c.Width) }
		stats := w.stats.Slice(from*device.StatsWidth, (from+n)*device.StatsWidth)
		labels := s.Index(w.batch.labels[from : from+n])
		logits := w.head(from, n)
		s.RowStats(stats, logits, labels, c.Vocab)
		switch {
		case compares(loss.Kind):
			rows.upload(s, w.target, n)
			w.compare(loss, logits, part(w.loss), stats, part(w.weights), n)
		case loss.Kind == backends.PolicyGradient:
			ref := device.Buffer{}
			if loss.KLCoef > 0 {
				ref = part(w.ref)
			}
			s.LossPolicyGradient(logits, part(w.loss), part(w.cut), stats, labels, part(w.weights), part(w.values), part(w.old), ref, c.Vocab,
				device.PolicyGradient{ClipLow: loss.ClipLow, ClipHigh: loss.ClipHigh, DualClip: loss.DualClip, KLCoef: loss.KLCoef})
		default:
			s.LossCrossEntropy(logits, part(w.loss), stats, labels, part(w.weights), c.Vocab)
		}
		s.MatMulTN(m.embedding.of(grads), logits, wide(w.hidden), c.Vocab, c.Width, n)
		s.MatMul(wide(w.dHidden), device.Buffer{}, logits, m.head.back, n, c.Width, c.Vocab)
	}
	w.downloadRows(out, loss.Kind == backends.PolicyGradient)
}

// compare is a loss of n rows against the targets that were uploaded.
func (w *workspace) compare(loss backends.Loss, logits, out, stats, weights device.Buffer, n int) {
	vocab := w.m.config.Vocab
	switch loss.Kind {
	case backends.JSD:
		w.stream.LossJSD(logits, out, stats, w.target, weights, n, vocab, loss.Beta)
	case backends.TopKReverseKL:
		w.stream.LossTopK(logits, out, stats, w.target, weights, n, vocab)
	default:
		w.stream.LossDistribution(logits, out, stats, w.target, weights, n, vocab, divergences[loss.Kind])
	}
}

// uploadRows brings the loss's per-position inputs to the device.
func (w *workspace) uploadRows(data []backends.Datum, loss backends.Loss) {
	at := 0
	for _, i := range w.batch.members {
		d := data[i]
		n := len(d.Positions)
		put := func(dst device.Buffer, src []float32) { w.stream.Upload(dst.Slice(at, at+n), src) }
		put(w.weights, d.Weights)
		if loss.Kind == backends.PolicyGradient {
			put(w.values, d.Advantages)
			put(w.old, d.OldLogProbs)
			if loss.KLCoef > 0 {
				put(w.ref, d.RefLogProbs)
			}
		}
		at += n
	}
}

// downloadRows fetches what each row gave.
func (w *workspace) downloadRows(out *rowResults, clipped bool) {
	want := len(w.batch.want)
	if need := device.StatsWidth * want; len(w.host) < need {
		w.host = make([]float32, need)
	}
	stats := w.host[:device.StatsWidth*want]
	w.stream.Download(stats, w.stats.Slice(0, len(stats)))
	at := 0
	for _, i := range w.batch.members {
		from, to := out.start[i], out.start[i+1]
		w.stream.Download(out.loss[from:to], w.loss.Slice(at, at+to-from))
		if clipped {
			w.stream.Download(out.cut[from:to], w.cut.Slice(at, at+to-from))
		}
		for j := from; j < to; j++ {
			row := stats[device.StatsWidth*at:]
			out.logProbs[j], out.entropy[j] = row[0], row[2]
			at++
		}
	}
}

// targetRows walks over the target distributions of a batch, chunk by chunk.
type targetRows struct {
	data         []backends.Datum
	members      []int
	vocab        int
	member, done int // where the next chunk begins
}

// upload brings the next n rows to dst.
func (t *targetRows) upload(s device.Stream, dst device.Buffer, n int) {
	for at := 0; at < n; {
		target := t.data[t.members[t.member]].Target
		take := min(n-at, len(target)/t.vocab-t.done)
		s.Upload(dst.Slice(at*t.vocab, (at+take)*t.vocab), target[t.done*t.vocab:(t.done+take)*t.vocab])
		at += take
		if t.done += take; t.done == len(target)/t.vocab {
			t.member, t.done = t.member+1, 0
		}
	}
}
