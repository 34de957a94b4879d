package device

// Stream issues operations that run in order. Different streams of a device
// may run at the same time; what they write must not overlap.
type Stream interface {
	// Upload and Download copy between the host and a buffer of the same length.
	// Download waits for everything that was issued before.
	Upload(dst Buffer, src []float32)
	Download(dst []float32, src Buffer)
	// Copy copies a buffer of the same length; Zero clears one; Add is dst += src.
	Copy(dst, src Buffer)
	Zero(dst Buffer)
	Add(dst, src Buffer)
	// Index prepares a list for use by operations until it is next changed.
	Index(values []int32) Index

	// Pack prepares op(src) [k, n] as the right factor of MatMul; with transpose src is [n,
	// k]. dst has PackedLen(k, n) elements.
	Pack(dst, src Buffer, k, n int, transpose bool)
	// MatMul is c [m, n] = add + a [m, k] packed; add may be absent or c itself.
	MatMul(c, add, a, packed Buffer, m, n, k int)
	// MatMulTN is c [m, n] += aᵀ b, a [k, m], b [k, n].
	MatMulTN(c, a, b Buffer, m, n, k int)

	// Embed is out [rows, width] = table[ids], a zero row for a negative id. EmbedAdd adds to out.
	Embed(out, table Buffer, ids Index, width int)
	EmbedAdd(out, table Buffer, ids Index, width int)
	// EmbedBack is dtable[ids[i]] += dx[i] in the order of i. It also scatters rows.
	EmbedBack(dtable, dx Buffer, ids Index, width int)

	// RMSNorm is y = gain x rstd, rstd [rows] = 1/sqrt(mean x² + eps).
	RMSNorm(y, rstd, x, gain Buffer, rows, width int, eps float32)
	// RMSNormBack is dx += and dgain +=.
	RMSNormBack(dx, dgain, dy, x, gain, rstd Buffer, rows, width int)
	// QKNormRope takes queries and keys of qkv [rows, Fused] to qk [rows, Joint]: RMSNorm
	// of each head with gains qgain and kgain [Dim] (rstd [rows, Query+KV]), then rotation of the
	// pairs (i, i+Dim/2) by rope[position] = [Dim/2 cosines, Dim/2 sines].
	QKNormRope(qk, rstd, qkv, qgain, kgain, rope Buffer, positions Index, h Heads, eps float32)
	// QKNormRopeBack writes the query and key columns of dqkv, leaves its values alone, and is dqgain +=, dkgain +=.
	QKNormRopeBack(dqkv, dqgain, dkgain, dqk, qkv, qgain, kgain, rstd, rope Buffer, positions Index, h Heads)
	// Attention is causal attention within each sequence: out [rows, Out] from qk and
	// the value columns of qkv; lse [rows, Query] is the log-sum-exp of the scaled scores.
	Attention(out, lse, qk, qkv Buffer, starts Index, h Heads)
	// AttentionBack writes dqk and the value columns of dqkv.
	AttentionBack(dqk, dqkv, dout, out, lse, qk, qkv Buffer, starts Index, h Heads)
	// SwiGLU is y [rows, ffn] = silu(g) u, gu [rows, 2 ffn] = g | u.
	SwiGLU(y, gu Buffer, rows, ffn int)
	// SwiGLUBack writes dgu, which may be gu itself.
	SwiGLUBack(dgu, dy, gu Buffer, rows, ffn int)

	// CacheWrite stores keys and values of rows at positions of their sequences.
	// sequences[i] is the row of the cache's table.
	CacheWrite(c Cache, qk, qkv Buffer, sequences, positions Index, h Heads)
	// CacheAttention lets each row attend to the positions 0 to positions[i] of its sequence.
	// The result of a row depends on that row and its sequence alone.
	CacheAttention(out, qk Buffer, c Cache, sequences, positions Index, h Heads)

	// RowStats is stats [rows, 3] = log-probability of labels[i], log-sum-exp and entropy
	// (nats) of logits [rows, vocab].
	RowStats(stats, logits Buffer, labels Index, vocab int)
	// LogSoftmax subtracts the log-sum-exp of stats from logits.
	LogSoftmax(logits, stats Buffer, rows, vocab int)
	// The losses replace logits by the gradient and write loss [rows]; weights [rows].
	LossCrossEntropy(logits, loss, stats Buffer, labels Index, weights Buffer, vocab int)
	// LossPolicyGradient also writes clipped [rows], 1 where a clip removed the gradient. ref may
	// be absent when KLCoef is 0.
	LossPolicyGradient(logits, loss, clipped, stats Buffer, labels Index, weights, advantages, old, ref Buffer, vocab int, c PolicyGradient)
	// LossDistribution compares with target [rows, vocab] = log q, read as at least -100.
	LossDistribution(logits, loss, stats, target, weights Buffer, rows, vocab int, kind Divergence)
	// LossJSD is the generalised Jensen-Shannon divergence, 0 < beta < 1, of the same target.
	LossJSD(logits, loss, stats, target, weights Buffer, rows, vocab int, beta float32)
	// LossTopK is KL(p||q) over the ids whose target is at most 0 and one outcome for all the others together, whose
	// targets are all 1 - log of q's mass there.
	LossTopK(logits, loss, stats, target, weights Buffer, rows, vocab int)
	// Penalize divides the positive logits of ids[starts[i]:starts[i+1]] (distinct) of row i by by[i] and multiplies the others
	// by it; starts has an entry more than there are rows.
	Penalize(logits Buffer, starts, ids []int32, by []float32, vocab int)
	// Sample draws tokens [rows] from softmax(logits/temperature) by inversion of
	// uniform [rows] in [0, 1), or takes the first maximum where temperature is 0. logprobs
	// [rows] are those of temperature 1. It waits for the result.
	Sample(tokens []int32, logprobs []float32, logits Buffer, temperature, uniform []float32, vocab int)

	// SumSquares waits for the sum of x².
	SumSquares(x Buffer) float64
	// AdamW updates w with moments m, v and gradient g.
	AdamW(w, m, v, g Buffer, a AdamW)
}

// PackedLen is the number of elements that Stream.Pack needs on any device.
func PackedLen(k, n int) int { return k * ((n + 31) / 32 * 32) }
