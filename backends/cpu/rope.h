/*
 * Per-head normalisation of queries and keys followed by rotary positions. The
 * head size is a compile-time constant in the usual cases, so that the compiler
 * unrolls and vectorises the inner loops.
 */

/* Sum of a[i] b[i] over n, in eight interleaved chains added as a tree. */
INLINE float dot8(const float *a, const float *b, const int n)
{
    float s[8] = {0};
    int i = 0;
    for (; i + 8 <= n; i += 8)
        for (int l = 0; l < 8; l++)
            s[l] += a[i + l] * b[i + l];
    for (; i < n; i++)
        s[i & 7] += a[i] * b[i];
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

INLINE void rope_head(float *restrict o, float *rstd, const float *restrict x, const float *restrict gain,
                      const float *restrict rope, const int hd, float eps)
{
    const int h = hd / 2;
    const float r = 1.0f / sqrtf(dot8(x, x, hd) / (float)hd + eps);
    *rstd = r;
    for (int i = 0; i < h; i++) {
        const float a = x[i] * r * gain[i], b = x[i + h] * r * gain[i + h], c = rope[i], s = rope[i + h];
        o[i] = a * c - b * s;
        o[i + h] = b * c + a * s;
    }
}

/* e, n: scratch of hd floats each. */
INLINE void rope_head_back(float *restrict dx, float *restrict dgain, const float *restrict dy, const float *restrict x,
                           const float *restrict gain, float r, const float *restrict rope, const int hd,
                           float *restrict e, float *restrict n)
{
    const int h = hd / 2;
    for (int i = 0; i < h; i++) {
        const float c = rope[i], s = rope[i + h];
        e[i] = dy[i] * c + dy[i + h] * s;
        e[i + h] = dy[i + h] * c - dy[i] * s;
    }
    for (int i = 0; i < hd; i++) {
        n[i] = x[i] * r;
        dgain[i] += e[i] * n[i];
        e[i] *= gain[i];
    }
    const float m = dot8(e, n, hd) / (float)hd;
    for (int i = 0; i < hd; i++)
        dx[i] = r * (e[i] - n[i] * m);
}

INLINE void qk_rope_hd(float *qk, float *rstd, const float *qkv, const float *qgain, const float *kgain, const float *rope,
                       const int32_t *pos, int rows, int heads, int kv_heads, const int hd, float eps)
{
    const int both = heads + kv_heads;
    for (int i = 0; i < rows; i++) {
        const float *x = qkv + (long)i * (both + kv_heads) * hd, *t = rope + (long)pos[i] * hd;
        for (int h = 0; h < both; h++)
            rope_head(qk + ((long)i * both + h) * hd, rstd + (long)i * both + h, x + (long)h * hd,
                      h < heads ? qgain : kgain, t, hd, eps);
    }
}

static void qk_rope(float *qk, float *rstd, const float *qkv, const float *qgain, const float *kgain, const float *rope,
                    const int32_t *pos, int rows, int heads, int kv_heads, int hd, float eps)
{
#define CASE(N)                                                                                                          \
    case N:                                                                                                              \
        qk_rope_hd(qk, rstd, qkv, qgain, kgain, rope, pos, rows, heads, kv_heads, N, eps);                               \
        break;
    switch (hd) {
        CASE(8)
        CASE(16)
        CASE(32)
        CASE(64)
    default:
        qk_rope_hd(qk, rstd, qkv, qgain, kgain, rope, pos, rows, heads, kv_heads, hd, eps);
    }
#undef CASE
}

INLINE void qk_rope_back_hd(float *dqkv, float *dqgain, float *dkgain, const float *dqk, const float *qkv,
                            const float *qgain, const float *kgain, const float *rstd, const float *rope,
                            const int32_t *pos, int rows, int heads, int kv_heads, const int hd)
{
    enum { MOST = 512 };
    float e[MOST], n[MOST];
    const int both = heads + kv_heads;
    for (int i = 0; i < rows; i++) {
        const long row = (long)i * (both + kv_heads) * hd;
        const float *t = rope + (long)pos[i] * hd;
        for (int h = 0; h < both; h++)
            rope_head_back(dqkv + row + (long)h * hd, h < heads ? dqgain : dkgain, dqk + ((long)i * both + h) * hd,
                           qkv + row + (long)h * hd, h < heads ? qgain : kgain, rstd[(long)i * both + h], t, hd, e, n);
    }
}

static void qk_rope_back(float *dqkv, float *dqgain, float *dkgain, const float *dqk, const float *qkv, const float *qgain,
                         const float *kgain, const float *rstd, const float *rope, const int32_t *pos, int rows,
                         int heads, int kv_heads, int hd)
{
#define CASE(N)                                                                                                          \
    case N:                                                                                                              \
        qk_rope_back_hd(dqkv, dqgain, dkgain, dqk, qkv, qgain, kgain, rstd, rope, pos, rows, heads, kv_heads, N);        \
        break;
    switch (hd) {
        CASE(8)
        CASE(16)
        CASE(32)
        CASE(64)
    default:
        qk_rope_back_hd(dqkv, dqgain, dkgain, dqk, qkv, qgain, kgain, rstd, rope, pos, rows, heads, kv_heads, hd);
    }
#undef CASE
}
