/*
 * Short vectors of VL floats by compiler extensions, and the few things the
 * extensions lack. Included by each isa_*.c after VL is set. No intrinsics
 * except for maximum and minimum, which compilers do not find by themselves.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(ISA_AVX512) || defined(ISA_AVX2)
#include <immintrin.h>
#endif
#if defined(ISA_NEON)
#include <arm_neon.h>
#endif

typedef float vf __attribute__((vector_size(VL * 4), may_alias));
typedef float vfu __attribute__((vector_size(VL * 4), aligned(4), may_alias));
typedef int32_t vi __attribute__((vector_size(VL * 4), may_alias));

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

INLINE vf ld(const float *p) { return *(const vfu *)p; }
INLINE void st(float *p, vf v) { *(vfu *)p = v; }
/* x - 0 is x for every x, x + 0 is not: only the former folds to a broadcast. */
INLINE vf splat(float x) { return x - (vf){0}; }

/* The first n lanes of v (0 < n <= VL). */
INLINE void st_part(float *p, vf v, int n)
{
    if (n >= VL)
        st(p, v);
#if defined(ISA_AVX512)
    else
        _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)v);
#else
    else
        memcpy(p, &v, (size_t)n * sizeof(float));
#endif
}

/* The first n lanes, the others zero (0 < n <= VL). Reads nothing behind them. */
INLINE vf ld_part(const float *p, int n)
{
    if (n >= VL)
        return ld(p);
#if defined(ISA_AVX512)
    return (vf)_mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p);
#else
    vf v = {0};
    memcpy(&v, p, (size_t)n * sizeof(float));
    return v;
#endif
}

INLINE vf vmax(vf a, vf b)
{
#if defined(ISA_AVX512)
    return (vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(ISA_AVX2)
    return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(ISA_NEON)
    return (vf)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
#else
    vi m = a > b;
    return (vf)(((vi)a & m) | ((vi)b & ~m));
#endif
}

INLINE vf vmin(vf a, vf b)
{
#if defined(ISA_AVX512)
    return (vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(ISA_AVX2)
    return (vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(ISA_NEON)
    return (vf)vminq_f32((float32x4_t)a, (float32x4_t)b);
#else
    vi m = a < b;
    return (vf)(((vi)a & m) | ((vi)b & ~m));
#endif
}

/* Lane sum as a tree of fixed shape: halves are added until one lane is left. */
INLINE float hsum(vf v)
{
#if defined(ISA_AVX512)
    __m256 h = _mm256_add_ps(_mm512_castps512_ps256((__m512)v),
                             _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd((__m512)v), 1)));
    __m128 q = _mm_add_ps(_mm256_castps256_ps128(h), _mm256_extractf128_ps(h, 1));
    q = _mm_add_ps(q, _mm_movehl_ps(q, q));
    return _mm_cvtss_f32(_mm_add_ss(q, _mm_shuffle_ps(q, q, 1)));
#elif defined(ISA_AVX2)
    __m128 q = _mm_add_ps(_mm256_castps256_ps128((__m256)v), _mm256_extractf128_ps((__m256)v, 1));
    q = _mm_add_ps(q, _mm_movehl_ps(q, q));
    return _mm_cvtss_f32(_mm_add_ss(q, _mm_shuffle_ps(q, q, 1)));
#else
    float x[VL];
    st(x, v);
    for (int w = VL / 2; w > 0; w /= 2)
        for (int i = 0; i < w; i++)
            x[i] += x[i + w];
    return x[0];
#endif
}

INLINE float hmax(vf v)
{
#if defined(ISA_AVX512)
    __m256 h = _mm256_max_ps(_mm512_castps512_ps256((__m512)v),
                             _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd((__m512)v), 1)));
    __m128 q = _mm_max_ps(_mm256_castps256_ps128(h), _mm256_extractf128_ps(h, 1));
    q = _mm_max_ps(q, _mm_movehl_ps(q, q));
    return _mm_cvtss_f32(_mm_max_ss(q, _mm_shuffle_ps(q, q, 1)));
#elif defined(ISA_AVX2)
    __m128 q = _mm_max_ps(_mm256_castps256_ps128((__m256)v), _mm256_extractf128_ps((__m256)v, 1));
    q = _mm_max_ps(q, _mm_movehl_ps(q, q));
    return _mm_cvtss_f32(_mm_max_ss(q, _mm_shuffle_ps(q, q, 1)));
#else
    float x[VL];
    st(x, v);
    for (int w = VL / 2; w > 0; w /= 2)
        for (int i = 0; i < w; i++)
            x[i] = x[i] > x[i + w] ? x[i] : x[i + w];
    return x[0];
#endif
}

/* All bits of the first n lanes (n may be anything). */
INLINE vi first_lanes(int n)
{
    vi lane;
    for (int i = 0; i < VL; i++)
        lane[i] = i;
    return lane < n - (vi){0};
}

/* The first n lanes of v, the others zero. */
INLINE vf keep(vf v, int n) { return (vf)((vi)v & first_lanes(n)); }

/* The first n lanes of v, the others minus infinity. */
INLINE vf keep_or_low(vf v, int n)
{
    const vi m = first_lanes(n);
    return (vf)(((vi)v & m) | ((vi)splat(-INFINITY) & ~m));
}

/* Maximum of x [n], n > 0; reads up to VL - 1 elements behind. */
INLINE float row_max(const float *x, int n)
{
    vf m = splat(-INFINITY);
    int j = 0;
    for (; j + VL <= n; j += VL)
        m = vmax(m, ld(x + j));
    if (j < n)
        m = vmax(m, keep_or_low(ld(x + j), n - j));
    return hmax(m);
}

/*
 * exp(x) for x <= 88, relative error below 2e-7; 0 below -87.3, where results would be subnormal. The
 * argument is split as n ln 2 + r with |r| <= ln 2 / 2; exp(r) is the polynomial
 * of degree 6 through 1 with the least largest relative error (2e-9 before rounding).
 */
INLINE vf vexp_low(vf x)
{
    const vf t = x * 1.44269504088896341f + 12582912.0f; /* 1.5 * 2^23: rounds to an integer */
    const vf n = t - 12582912.0f;
    vf r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    vf p = splat(0.0013843607157468796f);
    p = p * r + 0.008374195545911789f;
    p = p * r + 0.04166800528764725f;
    p = p * r + 0.16666430234909058f;
    p = p * r + 0.4999999403953552f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
#if defined(ISA_AVX512)
    const __mmask16 live = _mm512_cmp_ps_mask((__m512)x, _mm512_set1_ps(-87.3f), _CMP_NLE_UQ);
    return (vf)_mm512_maskz_add_epi32(live, (__m512i)p, _mm512_slli_epi32((__m512i)t, 23));
#else
    const vi dead = x <= -87.3f;
    return (vf)(((vi)p + ((vi)t << 23)) & ~dead);
#endif
}

/* exp(x) for any x, the same; it stays at exp(88) above. */
INLINE vf vexp(vf x) { return vexp_low(vmin(x, splat(88.0f))); }

INLINE float sexp(float x) { return vexp(splat(x))[0]; }

INLINE int min_int(int a, int b) { return a < b ? a : b; }
INLINE int round_up(int n, int to) { return (n + to - 1) / to * to; }
