/*
 * The operations of the CPU device. One list: RT_KERNELS names each with its
 * parameters; from it come the table of one instruction set (struct rt_kernels)
 * and the functions rt_NAME(isa, ...) that Go calls.
 *
 * Conventions. Outputs, inputs, sizes, scalars, in this order. Matrices are
 * row-major, without padding. Pointers need no alignment but every array has at least
 * 16 floats of slack behind it. Nothing allocates, prints or fails; nothing is kept after
 * the call. "+=" marks an output that is added to.
 */
#ifndef RT_KERNELS_H
#define RT_KERNELS_H

#include <stdint.h>

/* clang-format off */
#define RT_KERNELS(OP) \
    /* dst [ceil(n / 32) * 32 * k floats at most]: panels of op(src) [k, n]; trans: src is [n, k]. */ \
    OP(pack, (float *dst, const float *src, int k, int n, int trans), (dst, src, k, n, trans)) \
    /* c [m, n] = add + a [m, k] packed; add [m, n] may be null or c. */ \
    OP(matmul, (float *c, const float *add, const float *a, const float *packed, int m, int n, int k), \
       (c, add, a, packed, m, n, k)) \
    /* c [m, n] += a^T b with a [k, m], b [k, n]. */ \
    OP(matmul_tn, (float *c, const float *a, const float *b, int m, int n, int k), (c, a, b, m, n, k)) \
    /* out [rows, width] (+)= table[ids[i]]; ids < 0 stand for a zero row. */ \
    OP(embed, (float *out, const float *table, const int32_t *ids, int rows, int width, int add), \
       (out, table, ids, rows, width, add)) \
    /* dtable[ids[i]] += dx[i], in the order of i; ids < 0 are skipped. */ \
    OP(embed_back, (float *dtable, const float *dx, const int32_t *ids, int rows, int width), \
       (dtable, dx, ids, rows, width)) \
    /* y = gain * x * rstd, rstd [rows] = 1 / sqrt(mean x^2 + eps). */ \
    OP(rms_norm, (float *y, float *rstd, const float *x, const float *gain, int rows, int width, float eps), \
       (y, rstd, x, gain, rows, width, eps)) \
    /* dx += and dgain += of rms_norm. */ \
    OP(rms_norm_back, (float *dx, float *dgain, const float *dy, const float *x, const float *gain, \
       const float *rstd, int rows, int width), (dx, dgain, dy, x, gain, rstd, rows, width)) \
    /* qk [rows, (heads + kv_heads) * hd]: queries and keys of qkv [rows, (heads + 2 kv_heads) * hd], each head
       RMS-normalised (gains qgain, kgain [hd]; rstd [rows, heads + kv_heads]), then rotated: elements i and
       i + hd/2 by the angle whose cosine and sine stand at rope[pos] = [hd/2 cosines, hd/2 sines]. */ \
    OP(qk_rope, (float *qk, float *rstd, const float *qkv, const float *qgain, const float *kgain, \
       const float *rope, const int32_t *pos, int rows, int heads, int kv_heads, int hd, float eps), \
       (qk, rstd, qkv, qgain, kgain, rope, pos, rows, heads, kv_heads, hd, eps)) \
    /* The query and key part of dqkv = (the value part is left alone), dqgain +=, dkgain +=. */ \
    OP(qk_rope_back, (float *dqkv, float *dqgain, float *dkgain, const float *dqk, const float *qkv, \
       const float *qgain, const float *kgain, const float *rstd, const float *rope, const int32_t *pos, \
       int rows, int heads, int kv_heads, int hd), \
       (dqkv, dqgain, dkgain, dqk, qkv, qgain, kgain, rstd, rope, pos, rows, heads, kv_heads, hd)) \
    /* Causal attention inside each sequence: rows starts[s] .. starts[s + 1]. out [rows, heads * hd],
       lse [rows, heads] = log sum_j exp(q k_j / sqrt(hd)). Scratch: see rt_attention_scratch. */ \
    OP(attention, (float *out, float *lse, const float *qk, const float *qkv, const int32_t *starts, int sequences, \
       int heads, int kv_heads, int hd, float *scratch), \
       (out, lse, qk, qkv, starts, sequences, heads, kv_heads, hd, scratch)) \
    /* dqk = and the value part of dqkv =. */ \
    OP(attention_back, (float *dqk, float *dqkv, const float *dout, const float *out, const float *lse, \
       const float *qk, const float *qkv, const int32_t *starts, int sequences, int heads, int kv_heads, int hd, \
       float *scratch), \
       (dqk, dqkv, dout, out, lse, qk, qkv, starts, sequences, heads, kv_heads, hd, scratch)) \
    /* Stores keys (of qk) and values (of qkv) of each row at pos[i] of its sequence. Blocks hold 32 positions:
       block b of the layer starts at cache + b * stride: keys [kv_heads, hd, 32], then values [kv_heads, 32, hd].
       table[slot[i] * blocks + p / 32] is the block of position p. */ \
    OP(cache_write, (float *cache, const float *qk, const float *qkv, const int32_t *table, const int32_t *slot, \
       const int32_t *pos, int rows, int heads, int kv_heads, int hd, int blocks, int64_t stride), \
       (cache, qk, qkv, table, slot, pos, rows, heads, kv_heads, hd, blocks, stride)) \
    /* out [rows, heads * hd]: each row attends to positions 0 .. pos[i] of its sequence. Scratch: two floats for each
       position of a row of the table. */ \
    OP(cache_attention, (float *out, const float *qk, const float *cache, const int32_t *table, const int32_t *slot, \
       const int32_t *pos, int rows, int heads, int kv_heads, int hd, int blocks, int64_t stride, float *scratch), \
       (out, qk, cache, table, slot, pos, rows, heads, kv_heads, hd, blocks, stride, scratch)) \
    /* y [rows, ffn] = silu(g) u of gu [rows, 2 ffn] = g | u. */ \
    OP(swiglu, (float *y, const float *gu, int rows, int ffn), (y, gu, rows, ffn)) \
    /* dgu = of swiglu; dgu may be gu. */ \
    OP(swiglu_back, (float *dgu, const float *dy, const float *gu, int rows, int ffn), (dgu, dy, gu, rows, ffn)) \
    /* stats [rows, 3] = log-probability of labels[i], log-sum-exp, entropy of softmax(logits[i]). */ \
    OP(row_stats, (float *stats, const float *logits, const int32_t *labels, int rows, int vocab), \
       (stats, logits, labels, rows, vocab)) \
    /* logits -= lse. lse has a distance of 3: column 1 of row_stats. */ \
    OP(log_softmax, (float *logits, const float *stats, int rows, int vocab), (logits, stats, rows, vocab)) \
    /* logits = gradient of sum_i -weights[i] log p(labels[i]); loss [rows]. */ \
    OP(loss_cross_entropy, (float *logits, float *loss, const float *stats, const int32_t *labels, \
       const float *weights, int rows, int vocab), (logits, loss, stats, labels, weights, rows, vocab)) \
    /* Clipped policy gradient, see backends.PolicyGradient. clipped [rows] = 1 where a clip removed the gradient.
       ref may be null when kl_coef is 0. */ \
    OP(loss_policy_gradient, (float *logits, float *loss, float *clipped, const float *stats, const int32_t *labels, \
       const float *weights, const float *advantages, const float *old, const float *ref, int rows, int vocab, \
       float clip_low, float clip_high, float dual_clip, float kl_coef), \
       (logits, loss, clipped, stats, labels, weights, advantages, old, ref, rows, vocab, clip_low, clip_high, \
        dual_clip, kl_coef)) \
    /* kind 0: KL(p || q), 1: KL(q || p), 2: -sum q log p; target [rows, vocab] = log q, taken as at least -100. */ \
    OP(loss_distribution, (float *logits, float *loss, const float *stats, const float *target, \
       const float *weights, int rows, int vocab, int kind), \
       (logits, loss, stats, target, weights, rows, vocab, kind)) \
    /* beta KL(q || m) + (1 - beta) KL(p || m), m = beta q + (1 - beta) p, 0 < beta < 1; target as in loss_distribution. */ \
    OP(loss_jsd, (float *logits, float *loss, const float *stats, const float *target, const float *weights, int rows, \
       int vocab, float beta), (logits, loss, stats, target, weights, rows, vocab, beta)) \
    /* KL(p || q) over the ids whose target (log q) is at most 0 and one outcome more, the tail: all the other ids together, \
       whose targets are all 1 - log of q's mass there, the logarithm taken as at least -100. */ \
    OP(loss_top_k, (float *logits, float *loss, const float *stats, const float *target, const float *weights, int rows, \
       int vocab), (logits, loss, stats, target, weights, rows, vocab)) \
    /* tokens [rows] drawn from softmax(logits / temperature) with the uniform number u in [0, 1), or the first
       maximum where the temperature is 0; logprobs at temperature 1. Scratch: vocab floats, rounded up to 64, twice. */ \
    OP(sample, (int32_t *tokens, float *logprobs, const float *logits, const float *temperature, const float *u, \
       int rows, int vocab, float *scratch), (tokens, logprobs, logits, temperature, u, rows, vocab, scratch)) \
    /* logits[i, ids[j]], starts[i] <= j < starts[i + 1], divided by by[i] where positive, else multiplied by it. The ids of a
       row are distinct. */ \
    OP(penalize, (float *logits, const int32_t *starts, const int32_t *ids, const float *by, int rows, int vocab), \
       (logits, starts, ids, by, rows, vocab)) \
    /* dst += src. */ \
    OP(add, (float *dst, const float *src, int64_t n), (dst, src, n)) \
    /* out[0] = sum x^2, in double inside blocks of fixed size. */ \
    OP(sum_squares, (double *out, const float *x, int64_t n), (out, x, n)) \
    /* One AdamW update: m, v moments; g is scaled by grad_scale first; step_size = lr / (1 - beta1^t),
       root_scale = 1 / sqrt(1 - beta2^t), decay = 1 - lr * weight_decay. */ \
    OP(adamw, (float *w, float *m, float *v, const float *g, int64_t n, float grad_scale, float step_size, float beta1, \
       float beta2, float eps, float root_scale, float decay), \
       (w, m, v, g, n, grad_scale, step_size, beta1, beta2, eps, root_scale, decay))
/* clang-format on */

#define RT_UNPAREN(...) __VA_ARGS__

/* The operations compiled for one instruction set. */
struct rt_kernels {
    const char *name;
#define RT_FIELD(op, params, args) void(*op) params;
    RT_KERNELS(RT_FIELD)
#undef RT_FIELD
};

/* Null where the instruction set is not compiled in. */
extern const struct rt_kernels *const rt_avx512, *const rt_avx2, *const rt_neon, *const rt_plain;

/* The table of a name ("avx512", "avx2", "neon", "plain"), or null where this machine cannot run it. */
const struct rt_kernels *rt_find(const char *name);

#define RT_PROTOTYPE(op, params, args) void rt_##op(const struct rt_kernels *isa, RT_UNPAREN params);
RT_KERNELS(RT_PROTOTYPE)
#undef RT_PROTOTYPE

#endif
