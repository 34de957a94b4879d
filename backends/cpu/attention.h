/*
 * Causal attention of packed sequences, forward and backward. Queries are taken
 * QB rows at a time against all their keys: the block of scores fits the
 * second-level cache, everything else is the tiles of gemm.h. The
 * backward pass recomputes the probabilities from the saved log-sum-exp.
 *
 * Scratch for a longest sequence of T, Tp = T rounded up to 32 and hp = hd rounded up to 16: forward Tp * (hd + hp + QB),
 * backward Tp * (2 hd + 3 hp + 2 QB) + QB.
 */
enum { QB = 24 };

/* Rows of hd floats at distance lds, copied to a distance of hp with zeros behind. */
INLINE void copy_rows(float *dst, const float *src, int rows, long lds, int hd, int hp)
{
    for (int i = 0; i < rows; i++) {
        memcpy(dst + (long)i * hp, src + i * lds, (size_t)hd * sizeof(float));
        for (int j = hd; j < hp; j++)
            dst[(long)i * hp + j] = 0;
    }
}

INLINE void attention_hd(float *out, float *lse, const float *qk, const float *qkv, const int32_t *starts, int sequences,
                         int heads, int kv_heads, const int hd, float *scratch)
{
    const long ldq = (long)(heads + kv_heads) * hd, ldx = (long)(heads + 2 * kv_heads) * hd, ldo = (long)heads * hd;
    const int hp = round_up(hd, VL), group = heads / kv_heads;
    const float scale = 1.0f / sqrtf((float)hd);
    for (int s = 0; s < sequences; s++) {
        const int t = starts[s + 1] - starts[s], tp = round_up(t, 32);
        const float *q0 = qk + starts[s] * ldq, *x0 = qkv + starts[s] * ldx;
        float *kt = scratch, *v = kt + (long)tp * hd, *sc = v + (long)tp * hp;
        for (int kv = 0; kv < kv_heads; kv++) {
            pack_panels(kt, q0 + (long)(heads + kv) * hd, hd, t, ldq, 1);
            copy_rows(v, x0 + (long)(heads + kv_heads + kv) * hd, t, ldx, hd, hp);
            for (int h = kv * group; h < (kv + 1) * group; h++) {
                for (int i0 = 0; i0 < t; i0 += QB) {
                    const int m = min_int(QB, t - i0), nk = i0 + m;
                    gemm(0, m, nk, hd, q0 + i0 * ldq + (long)h * hd, ldq, kt, NR, (long)hd * NR, sc, tp, 0, 0);
                    float inv[QB];
                    for (int r = 0; r < m; r++) {
                        float *p = sc + (long)r * tp;
                        const int live = i0 + r + 1;
                        const float top = row_max(p, live);
                        vf sum = {0};
                        int j = 0;
                        for (; j + VL <= live; j += VL) {
                            const vf e = vexp_low((ld(p + j) - top) * scale);
                            st(p + j, e);
                            sum += e;
                        }
                        if (j < live) {
                            const vf e = keep(vexp_low((ld(p + j) - top) * scale), live - j);
                            st(p + j, e);
                            sum += e;
                            j += VL;
                        }
                        for (; j < nk; j++)
                            p[j] = 0;
                        const float total = hsum(sum);
                        lse[(long)(starts[s] + i0 + r) * heads + h] = top * scale + logf(total);
                        inv[r] = 1.0f / total;
                    }
                    float *o = out + (starts[s] + i0) * ldo + (long)h * hd;
                    gemm(0, m, hd, nk, sc, tp, v, hp, NR, o, ldo, 0, 0);
                    for (int r = 0; r < m; r++)
                        for (int j = 0; j < hd; j++)
                            o[r * ldo + j] *= inv[r];
                }
            }
        }
    }
}

static void attention(float *out, float *lse, const float *qk, const float *qkv, const int32_t *starts, int sequences,
                      int heads, int kv_heads, int hd, float *scratch)
{
#define CASE(N)                                                                                                          \
    case N:                                                                                                              \
        attention_hd(out, lse, qk, qkv, starts, sequences, heads, kv_heads, N, scratch);                                 \
        break;
    switch (hd) {
        CASE(8)
        CASE(16)
        CASE(32)
    default:
        attention_hd(out, lse, qk, qkv, starts, sequences, heads, kv_heads, hd, scratch);
    }
#undef CASE
}

INLINE void attention_back_hd(float *dqk, float *dqkv, const float *dout, const float *out, const float *lse,
                              const float *qk, const float *qkv, const int32_t *starts, int sequences, int heads,
                              int kv_heads, const int hd, float *scratch)
{
    const long ldq = (long)(heads + kv_heads) * hd, ldx = (long)(heads + 2 * kv_heads) * hd, ldo = (long)heads * hd;
    const int hp = round_up(hd, VL), group = heads / kv_heads;
    const float scale = 1.0f / sqrtf((float)hd);
    for (int s = 0; s < sequences; s++) {
        const int t = starts[s + 1] - starts[s], tp = round_up(t, 32);
        const float *q0 = qk + starts[s] * ldq, *x0 = qkv + starts[s] * ldx;
        float *dq0 = dqk + starts[s] * ldq, *dx0 = dqkv + starts[s] * ldx;
        float *kt = scratch, *vt = kt + (long)tp * hd, *k = vt + (long)tp * hd, *dk = k + (long)tp * hp,
              *dv = dk + (long)tp * hp, *p = dv + (long)tp * hp, *dp = p + (long)tp * QB;
        for (int kv = 0; kv < kv_heads; kv++) {
            const float *keys = q0 + (long)(heads + kv) * hd, *values = x0 + (long)(heads + kv_heads + kv) * hd;
            pack_panels(kt, keys, hd, t, ldq, 1);
            pack_panels(vt, values, hd, t, ldx, 1);
            copy_rows(k, keys, t, ldq, hd, hp);
            memset(dk, 0, (size_t)2 * tp * hp * sizeof(float));
            for (int h = kv * group; h < (kv + 1) * group; h++) {
                for (int i0 = 0; i0 < t; i0 += QB) {
                    const int m = min_int(QB, t - i0), nk = i0 + m;
                    const float *q = q0 + i0 * ldq + (long)h * hd;
                    const float *go = dout + (starts[s] + i0) * ldo + (long)h * hd;
                    const float *o = out + (starts[s] + i0) * ldo + (long)h * hd;
                    gemm(0, m, nk, hd, q, ldq, kt, NR, (long)hd * NR, p, tp, 0, 0);
                    gemm(0, m, nk, hd, go, ldo, vt, NR, (long)hd * NR, dp, tp, 0, 0);
                    for (int r = 0; r < m; r++) {
                        float *pr = p + (long)r * tp, *dr = dp + (long)r * tp;
                        const float l = lse[(long)(starts[s] + i0 + r) * heads + h];
                        const float d = dot8(go + r * ldo, o + r * ldo, hd);
                        const int live = i0 + r + 1;
                        int j = 0;
                        for (; j + VL <= live; j += VL) {
                            const vf e = vexp_low(ld(pr + j) * scale - l);
                            st(pr + j, e);
                            st(dr + j, e * (ld(dr + j) - d) * scale);
                        }
                        if (j < live) {
                            const vf e = keep(vexp_low(ld(pr + j) * scale - l), live - j);
                            st(pr + j, e);
                            st(dr + j, keep(e * (ld(dr + j) - d) * scale, live - j));
                            j += VL;
                        }
                        for (; j < nk; j++)
                            pr[j] = dr[j] = 0;
                    }
                    gemm(0, m, hd, nk, dp, tp, k, hp, NR, dq0 + i0 * ldq + (long)h * hd, ldq, 0, 0);
                    gemm(1, nk, hd, m, p, tp, go, ldo, NR, dv, hp, dv, hp);
                    gemm(1, nk, hd, m, dp, tp, q, ldq, NR, dk, hp, dk, hp);
                }
            }
            for (int i = 0; i < t; i++) {
                memcpy(dq0 + i * ldq + (long)(heads + kv) * hd, dk + (long)i * hp, (size_t)hd * sizeof(float));
                memcpy(dx0 + i * ldx + (long)(heads + kv_heads + kv) * hd, dv + (long)i * hp, (size_t)hd * sizeof(float));
            }
        }
    }
}

static void attention_back(float *dqk, float *dqkv, const float *dout, const float *out, const float *lse, const float *qk,
                           const float *qkv, const int32_t *starts, int sequences, int heads, int kv_heads, int hd,
                           float *scratch)
{
#define CASE(N)                                                                                                          \
    case N:                                                                                                              \
        attention_back_hd(dqk, dqkv, dout, out, lse, qk, qkv, starts, sequences, heads, kv_heads, N, scratch);           \
        break;
    switch (hd) {
        CASE(8)
        CASE(16)
        CASE(32)
    default:
        attention_back_hd(dqk, dqkv, dout, out, lse, qk, qkv, starts, sequences, heads, kv_heads, hd, scratch);
    }
#undef CASE
}
