package cpu

// #include "kernels.h"
import "C"

import (
	"unsafe"

	"github.com/retort-ml/retort/backends/device"
)

// chunk is CHUNK of sample.h.
const chunk = 64

func (s *stream) RowStats(stats, logits device.Buffer, labels device.Index, vocab int) {
	rows := labels.Len()
	C.rt_row_stats(s.isa, at(stats, rows*device.StatsWidth, "stats"), at(logits, rows*vocab, "logits"), ints(labels.Host), C.int(rows), C.int(vocab))
}

func (s *stream) LogSoftmax(logits, stats device.Buffer, rows, vocab int) {
	C.rt_log_softmax(s.isa, at(logits, rows*vocab, "logits"), at(stats, rows*device.StatsWidth, "stats"), C.int(rows), C.int(vocab))
}

func (s *stream) LossCrossEntropy(logits, loss, stats device.Buffer, labels device.Index, weights device.Buffer, vocab int) {
	rows := labels.Len()
	C.rt_loss_cross_entropy(s.isa, at(logits, rows*vocab, "logits"), at(loss, rows, "loss"), at(stats, rows*device.StatsWidth, "stats"),
		ints(labels.Host), at(weights, rows, "weights"), C.int(rows), C.int(vocab))
}

func (s *stream) LossPolicyGradient(logits, loss, clipped, stats device.Buffer, labels device.Index, weights, advantages, old, ref device.Buffer, vocab int, c device.PolicyGradient) {
	rows := labels.Len()
	if c.KLCoef > 0 {
		at(ref, rows, "ref")
	}
	C.rt_loss_policy_gradient(s.isa, at(logits, rows*vocab, "logits"), at(loss, rows, "loss"), at(clipped, rows, "clipped"),
		at(stats, rows*device.StatsWidth, "stats"), ints(labels.Host), at(weights, rows, "weights"), at(advantages, rows, "advantages"),
		at(old, rows, "old"), optional(ref, rows, "ref"), C.int(rows), C.int(vocab),
		C.float(c.ClipLow), C.float(c.ClipHigh), C.float(c.DualClip), C.float(c.KLCoef))
}

func (s *stream) LossDistribution(logits, loss, stats, target, weights device.Buffer, rows, vocab int, kind device.Divergence) {
	C.rt_loss_distribution(s.isa, at(logits, rows*vocab, "logits"), at(loss, rows, "loss"), at(stats, rows*device.StatsWidth, "stats"),
		at(target, rows*vocab, "target"), at(weights, rows, "weights"), C.int(rows), C.int(vocab), C.int(kind))
}

func (s *stream) LossJSD(logits, loss, stats, target, weights device.Buffer, rows, vocab int, beta float32) {
	C.rt_loss_jsd(s.isa, at(logits, rows*vocab, "logits"), at(loss, rows, "loss"), at(stats, rows*device.StatsWidth, "stats"),
		at(target, rows*vocab, "target"), at(weights, rows, "weights"), C.int(rows), C.int(vocab), C.float(beta))
}

func (s *stream) LossTopK(logits, loss, stats, target, weights device.Buffer, rows, vocab int) {
	C.rt_loss_top_k(s.isa, at(logits, rows*vocab, "logits"), at(loss, rows, "loss"), at(stats, rows*device.StatsWidth, "stats"),
		at(target, rows*vocab, "target"), at(weights, rows, "weights"), C.int(rows), C.int(vocab))
}

func (s *stream) Sample(tokens []int32, logprobs []float32, logits device.Buffer, temperature, uniform []float32, vocab int) {
	rows := len(tokens)
	if rows == 0 {
		return
	}
	equalLen("sample", len(logprobs), rows)
	equalLen("sample", len(temperature), rows)
	equalLen("sample", len(uniform), rows)
	C.rt_sample(s.isa, ints(tokens), (*C.float)(unsafe.Pointer(&logprobs[0])), at(logits, rows*vocab, "logits"),
		(*C.float)(unsafe.Pointer(&temperature[0])), (*C.float)(unsafe.Pointer(&uniform[0])), C.int(rows), C.int(vocab), s.room(2*roundUp(vocab, chunk)))
}

func (s *stream) Penalize(logits device.Buffer, starts, ids []int32, by []float32, vocab int) {
	rows := len(by)
	if rows == 0 {
		return
	}
	equalLen("penalize", len(starts), rows+1)
	C.rt_penalize(s.isa, at(logits, rows*vocab, "logits"), ints(starts), ints(ids), (*C.float)(unsafe.Pointer(&by[0])), C.int(rows), C.int(vocab))
}
