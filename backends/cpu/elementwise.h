/* SwiGLU and sums of whole buffers. */

static void swiglu(float *y, const float *gu, int rows, int ffn)
{
    for (int i = 0; i < rows; i++) {
        const float *g = gu + (long)i * 2 * ffn, *u = g + ffn;
        float *o = y + (long)i * ffn;
        for (int j = 0; j < ffn; j += VL) {
            const int n = min_int(VL, ffn - j);
            const vf x = ld(g + j);
            st_part(o + j, x / (1.0f + vexp(-x)) * ld(u + j), n);
        }
    }
}

static void swiglu_back(float *dgu, const float *dy, const float *gu, int rows, int ffn)
{
    for (int i = 0; i < rows; i++) {
        const float *g = gu + (long)i * 2 * ffn, *u = g + ffn, *d = dy + (long)i * ffn;
        float *dg = dgu + (long)i * 2 * ffn, *du = dg + ffn;
        for (int j = 0; j < ffn; j += VL) {
            const int n = min_int(VL, ffn - j);
            const vf x = ld(g + j), up = ld(u + j), dv = ld(d + j);
            const vf s = 1.0f / (1.0f + vexp(-x));
            st_part(du + j, dv * (x * s), n);
            st_part(dg + j, dv * up * (s * (1.0f + x * (1.0f - s))), n);
        }
    }
}

static void add(float *dst, const float *src, int64_t n)
{
    int64_t i = 0;
    for (; i + VL <= n; i += VL)
        st(dst + i, ld(dst + i) + ld(src + i));
    for (; i < n; i++)
        dst[i] += src[i];
}
