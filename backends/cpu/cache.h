/*
 * Attention of single rows to cached keys and values. Scores put 32 keys of a
 * block across the lanes; the sum over values runs in four interleaved chains, whose
 * order depends on the position alone: a row's result is the same whatever
 * else is in the batch and however its prefix came into the cache.
 */
enum { BLOCK = 32, BV = BLOCK / VL };

static void cache_write(float *cache, const float *qk, const float *qkv, const int32_t *table, const int32_t *slot,
                        const int32_t *pos, int rows, int heads, int kv_heads, int hd, int blocks, int64_t stride)
{
    for (int i = 0; i < rows; i++) {
        float *block = cache + table[(long)slot[i] * blocks + pos[i] / BLOCK] * stride;
        const int at = pos[i] % BLOCK;
        const float *k = qk + ((long)i * (heads + kv_heads) + heads) * hd;
        const float *v = qkv + ((long)i * (heads + 2 * kv_heads) + heads + kv_heads) * hd;
        float *vb = block + (long)kv_heads * hd * BLOCK;
        for (int h = 0; h < kv_heads; h++) {
            for (int d = 0; d < hd; d++)
                block[((long)h * hd + d) * BLOCK + at] = k[h * hd + d];
            memcpy(vb + ((long)h * BLOCK + at) * hd, v + (long)h * hd, (size_t)hd * sizeof(float));
        }
    }
}

/*
 * p[g] [ceil(n / 32) * 32] = scaled scores of query g against n keys. The queries, one or two,
 * belong to heads that share the keys. The next block is fetched meanwhile.
 */
INLINE void cache_scores(const int queries, float *p, long ldp, const float *q, const float *cache, const int32_t *table,
                         int64_t stride, int n, const int hd, float scale)
{
    for (int j = 0; j < n; j += BLOCK) {
        const float *k = cache + table[j / BLOCK] * stride;
        const float *next = j + BLOCK < n ? cache + table[j / BLOCK + 1] * stride : k;
        vf acc[2][BV];
        UNROLL for (int g = 0; g < queries; g++) UNROLL for (int b = 0; b < BV; b++) acc[g][b] = (vf){0};
        for (int d = 0; d < hd; d++) {
            __builtin_prefetch(next + (long)d * BLOCK);
            __builtin_prefetch(next + (long)d * BLOCK + BLOCK / 2);
            UNROLL for (int b = 0; b < BV; b++)
            {
                const vf x = ld(k + (long)d * BLOCK + b * VL);
                UNROLL for (int g = 0; g < queries; g++) acc[g][b] += q[g * hd + d] * x;
            }
        }
        UNROLL for (int g = 0; g < queries; g++) UNROLL for (int b = 0; b < BV; b++)
            st(p + g * ldp + j + b * VL, acc[g][b] * scale);
    }
}

/* o[g] [hd] = sum_j p[g][j] v[j] * inv[g]. */
INLINE void cache_values(const int queries, float *o, const float *p, long ldp, const float *cache, const int32_t *table,
                         int64_t stride, int n, const int hd, const float *inv)
{
    for (int c = 0; c < hd; c += VL) {
        vf acc[2][4];
        UNROLL for (int g = 0; g < queries; g++) UNROLL for (int a = 0; a < 4; a++) acc[g][a] = (vf){0};
        for (int j = 0; j < n; j += BLOCK) {
            const float *v = cache + table[j / BLOCK] * stride + c;
            const float *next = j + BLOCK < n ? cache + table[j / BLOCK + 1] * stride + c : v;
            const int m = min_int(BLOCK, n - j);
            int i = 0;
            for (; i + 4 <= m; i += 4) {
                UNROLL for (int a = 0; a < 4; a++)
                {
                    const vf x = ld(v + (long)(i + a) * hd);
                    __builtin_prefetch(next + (long)(i + a) * hd);
                    UNROLL for (int g = 0; g < queries; g++) acc[g][a] += p[g * ldp + j + i + a] * x;
                }
            }
            for (; i < m; i++)
                UNROLL for (int g = 0; g < queries; g++) acc[g][0] += p[g * ldp + j + i] * ld(v + (long)i * hd);
        }
        UNROLL for (int g = 0; g < queries; g++)
            st_part(o + g * hd + c, ((acc[g][0] + acc[g][2]) + (acc[g][1] + acc[g][3])) * inv[g], hd - c);
    }
}

/* p [n, rounded up to VL] = exp(p - max p), zeros behind n; returns 1 / sum. */
INLINE float cache_softmax(float *p, int n)
{
    const float top = row_max(p, n);
    vf sum = {0};
    int j = 0;
    for (; j + VL <= n; j += VL) {
        const vf e = vexp_low(ld(p + j) - top);
        st(p + j, e);
        sum += e;
    }
    if (j < n) {
        const vf e = keep(vexp_low(ld(p + j) - top), n - j);
        st(p + j, e);
        sum += e;
    }
    return 1.0f / hsum(sum);
}

INLINE void cache_heads(const int queries, float *out, const float *q, const float *keys, const float *values,
                        const int32_t *table, int64_t stride, int n, const int hd, float *p, long ldp)
{
    float inv[2];
    cache_scores(queries, p, ldp, q, keys, table, stride, n, hd, 1.0f / sqrtf((float)hd));
    UNROLL for (int g = 0; g < queries; g++) inv[g] = cache_softmax(p + g * ldp, n);
    cache_values(queries, out, p, ldp, values, table, stride, n, hd, inv);
}

INLINE void cache_attention_hd(float *out, const float *qk, const float *cache, const int32_t *table, const int32_t *slot,
                               const int32_t *pos, int rows, int heads, int kv_heads, const int hd, int blocks,
                               int64_t stride, float *scratch)
{
    const int group = heads / kv_heads;
    const long ldp = (long)blocks * BLOCK;
    for (int i = 0; i < rows; i++) {
        const int32_t *tab = table + (long)slot[i] * blocks;
        const int n = pos[i] + 1;
        const float *q = qk + (long)i * (heads + kv_heads) * hd;
        float *o = out + (long)i * heads * hd;
        for (int kv = 0; kv < kv_heads; kv++) {
            const float *keys = cache + (long)kv * hd * BLOCK;
            const float *values = cache + (long)(kv_heads + kv) * hd * BLOCK;
            int h = kv * group;
            for (; h + 2 <= (kv + 1) * group; h += 2)
                cache_heads(2, o + (long)h * hd, q + (long)h * hd, keys, values, tab, stride, n, hd, scratch, ldp);
            if (h < (kv + 1) * group)
                cache_heads(1, o + (long)h * hd, q + (long)h * hd, keys, values, tab, stride, n, hd, scratch, ldp);
        }
    }
}

static void cache_attention(float *out, const float *qk, const float *cache, const int32_t *table, const int32_t *slot,
                            const int32_t *pos, int rows, int heads, int kv_heads, int hd, int blocks, int64_t stride,
                            float *scratch)
{
#define CASE(N)                                                                                                          \
    case N:                                                                                                              \
        cache_attention_hd(out, qk, cache, table, slot, pos, rows, heads, kv_heads, N, blocks, stride, scratch);         \
        break;
    switch (hd) {
        CASE(8)
        CASE(16)
        CASE(32)
        CASE(64)
    default:
        cache_attention_hd(out, qk, cache, table, slot, pos, rows, heads, kv_heads, hd, blocks, stride, scratch);
    }
#undef CASE
}
