/* Norm of the gradient and the AdamW update. */

static void sum_squares(double *out, const float *x, int64_t n)
{
    double total = 0;
    for (int64_t i = 0; i < n; i += 1024) {
        const int64_t end = i + 1024 < n ? i + 1024 : n;
        vf s = {0};
        int64_t j = i;
        for (; j + VL <= end; j += VL)
            s += ld(x + j) * ld(x + j);
        float rest = 0;
        for (; j < end; j++)
            rest += x[j] * x[j];
        total += (double)hsum(s) + (double)rest;
    }
    *out = total;
}

INLINE vf vsqrt(vf x)
{
#if defined(ISA_AVX512)
    return (vf)_mm512_sqrt_ps((__m512)x);
#elif defined(ISA_AVX2)
    return (vf)_mm256_sqrt_ps((__m256)x);
#elif defined(ISA_NEON)
    return (vf)vsqrtq_f32((float32x4_t)x);
#else
    for (int l = 0; l < VL; l++)
        x[l] = sqrtf(x[l]);
    return x;
#endif
}

static void adamw(float *w, float *m, float *v, const float *g, int64_t n, float grad_scale, float step_size, float beta1,
                  float beta2, float eps, float root_scale, float decay)
{
    for (int64_t i = 0; i < n; i += VL) {
        const int part = n - i < VL ? (int)(n - i) : VL;
        const vf gv = ld_part(g + i, part) * grad_scale;
        const vf mv = ld_part(m + i, part) * beta1 + gv * (1.0f - beta1);
        const vf vv = ld_part(v + i, part) * beta2 + gv * gv * (1.0f - beta2);
        const vf wv = ld_part(w + i, part) * decay - step_size * mv / (vsqrt(vv) * root_scale + eps);
        st_part(m + i, mv, part);
        st_part(v + i, vv, part);
        st_part(w + i, wv, part);
    }
}
