/*
 * Matrix products from register tiles of MR rows by NV vectors. Every element
 * of the result is one chain of multiply-adds in the order of k, so that a row
 * of the result depends on nothing but its row of A: not on how many rows there are,
 * nor on where tiles begin.
 *
 * B is read in panels of NR = NV * VL columns: row k of panel p starts at
 * b + p * bstep + k * ldb. For a packed weight ldb is NR, bstep is K * NR; for a
 * plain row-major matrix bstep is NR. Loads of B and R may run up to VL - 1 floats past the last
 * column; every buffer has that much slack.
 *
 * Measured on one core of a Zen 4 server whose multiply-add limit is 112 GFLOP/s, with AVX-512:
 * 109-114 GFLOP/s for 150 x 128 x 64 and its like, plain and transposed; 16 x 320 x 64 114; one row 55.
 */
#define NR (NV * VL)

/* acc[r][v] += sum_k a[r * rs + k * ks] * b[k * ldb + v * VL ...] */
INLINE void tile_sum(const int mr, const int nv, const long rs, const long ks, int k, const float *a, const float *b,
                     long ldb, vf acc[MR][NV])
{
    UNROLL for (int r = 0; r < mr; r++) UNROLL for (int v = 0; v < nv; v++) acc[r][v] = (vf){0};
    for (int i = 0; i < k; i++) {
        vf bv[NV];
        UNROLL for (int v = 0; v < nv; v++) bv[v] = ld(b + v * VL);
        UNROLL for (int r = 0; r < mr; r++)
        {
            const vf x = splat(a[r * rs]);
            UNROLL for (int v = 0; v < nv; v++) acc[r][v] += x * bv[v];
        }
        a += ks;
        b += ldb;
    }
}

/* c = add + acc for n columns of the tile; add may be c or null. */
INLINE void tile_store(const int mr, const int nv, vf acc[MR][NV], float *c, long ldc, const float *add, long ldadd, int n)
{
    UNROLL for (int r = 0; r < mr; r++)
    {
        UNROLL for (int v = 0; v < nv; v++)
        {
            vf x = acc[r][v];
            if (add)
                x += ld(add + r * ldadd + v * VL);
            if (n >= (v + 1) * VL)
                st(c + r * ldc + v * VL, x);
            else if (n > v * VL)
                st_part(c + r * ldc + v * VL, x, n - v * VL);
        }
    }
}

typedef void tile_fn(int k, const float *a, long lda, const float *b, long ldb, float *c, long ldc, const float *add,
                     long ldadd, int n);

/* tile_n_R_V multiplies A as it lies, tile_t_R_V its transpose. */
#define TILE(R, V)                                                                                                       \
    static void tile_n_##R##_##V(int k, const float *a, long lda, const float *b, long ldb, float *c, long ldc,          \
                                 const float *add, long ldadd, int n)                                                    \
    {                                                                                                                    \
        vf acc[MR][NV];                                                                                                  \
        tile_sum(R, V, lda, 1, k, a, b, ldb, acc);                                                                       \
        tile_store(R, V, acc, c, ldc, add, ldadd, n);                                                                    \
    }                                                                                                                    \
    static void tile_t_##R##_##V(int k, const float *a, long lda, const float *b, long ldb, float *c, long ldc,          \
                                 const float *add, long ldadd, int n)                                                    \
    {                                                                                                                    \
        vf acc[MR][NV];                                                                                                  \
        tile_sum(R, V, 1, lda, k, a, b, ldb, acc);                                                                       \
        tile_store(R, V, acc, c, ldc, add, ldadd, n);                                                                    \
    }

#define TILES4(V) TILE(1, V) TILE(2, V) TILE(3, V) TILE(4, V)
#define TILES6(V) TILES4(V) TILE(5, V) TILE(6, V)
#define TILES12(V) TILES6(V) TILE(7, V) TILE(8, V) TILE(9, V) TILE(10, V) TILE(11, V) TILE(12, V)
#define LIST4(T, V) tile_##T##_1_##V, tile_##T##_2_##V, tile_##T##_3_##V, tile_##T##_4_##V
#define LIST6(T, V) LIST4(T, V), tile_##T##_5_##V, tile_##T##_6_##V
#define LIST12(T, V)                                                                                                     \
    LIST6(T, V), tile_##T##_7_##V, tile_##T##_8_##V, tile_##T##_9_##V, tile_##T##_10_##V, tile_##T##_11_##V,             \
        tile_##T##_12_##V

#if MR == 12 && NV == 2
TILES12(1)
TILES12(2)
static tile_fn *const tiles[2][NV][MR] = {{{LIST12(n, 1)}, {LIST12(n, 2)}}, {{LIST12(t, 1)}, {LIST12(t, 2)}}};
#elif MR == 6 && NV == 2
TILES6(1)
TILES6(2)
static tile_fn *const tiles[2][NV][MR] = {{{LIST6(n, 1)}, {LIST6(n, 2)}}, {{LIST6(t, 1)}, {LIST6(t, 2)}}};
#elif MR == 6 && NV == 4
TILES6(1)
TILES6(2)
TILES6(3)
TILES6(4)
static tile_fn *const tiles[2][NV][MR] = {{{LIST6(n, 1)}, {LIST6(n, 2)}, {LIST6(n, 3)}, {LIST6(n, 4)}},
                                          {{LIST6(t, 1)}, {LIST6(t, 2)}, {LIST6(t, 3)}, {LIST6(t, 4)}}};
#elif MR == 4 && NV == 2
TILES4(1)
TILES4(2)
static tile_fn *const tiles[2][NV][MR] = {{{LIST4(n, 1)}, {LIST4(n, 2)}}, {{LIST4(t, 1)}, {LIST4(t, 2)}}};
#else
#error "no tiles for this MR and NV"
#endif

/* c [m, n] = add + op(a) b, op(a) [m, k]; trans says that a lies as [k, m]. */
static void gemm(int trans, int m, int n, int k, const float *a, long lda, const float *b, long ldb, long bstep, float *c,
                 long ldc, const float *add, long ldadd)
{
    if (m <= 0)
        return;
    /* Row blocks of nearly equal height: 16 rows as 8 + 8, not 12 + 4. */
    const int blocks = (m + MR - 1) / MR, low = m / blocks, high = m % blocks;
    for (int j = 0; j < n; j += NR) {
        const int nn = min_int(NR, n - j), nv = (nn + VL - 1) / VL;
        tile_fn *const *row = tiles[trans][nv - 1];
        const float *bp = b + (long)(j / NR) * bstep;
        for (int q = 0, i = 0; q < blocks; q++) {
            const int mr = low + (q < high);
            row[mr - 1](k, trans ? a + i : a + (long)i * lda, lda, bp, ldb, c + (long)i * ldc + j, ldc,
                        add ? add + (long)i * ldadd + j : 0, ldadd, nn);
            i += mr;
        }
    }
}

/*
 * Panels of op(src) [k, n]: [ceil(n / NR)][k][NR], columns behind n zero.
 * trans says that src lies as [n, k]. lds is the distance of rows of src.
 */
static void pack_panels(float *dst, const float *src, int k, int n, long lds, int trans)
{
    for (int j = 0; j < n; j += NR) {
        const int nn = min_int(NR, n - j);
        float *panel = dst + (long)(j / NR) * k * NR;
        if (nn < NR)
            memset(panel, 0, (size_t)k * NR * sizeof(float));
        if (trans) {
            for (int c = 0; c < nn; c++) {
                const float *s = src + (long)(j + c) * lds;
                for (int i = 0; i < k; i++)
                    panel[(long)i * NR + c] = s[i];
            }
        } else {
            for (int i = 0; i < k; i++)
                memcpy(panel + (long)i * NR, src + (long)i * lds + j, (size_t)nn * sizeof(float));
        }
    }
}

static void pack(float *dst, const float *src, int k, int n, int trans)
{
    pack_panels(dst, src, k, n, trans ? k : n, trans);
}

static void matmul(float *c, const float *add, const float *a, const float *packed, int m, int n, int k)
{
    gemm(0, m, n, k, a, k, packed, NR, (long)k * NR, c, n, add, n);
}

static void matmul_tn(float *c, const float *a, const float *b, int m, int n, int k)
{
    enum { DEPTH = 192 }; /* rows of b that stay in the first-level cache */
    for (int t = 0; t < k; t += DEPTH)
        gemm(1, m, n, min_int(DEPTH, k - t), a + (long)t * m, m, b + (long)t * n, n, NR, c, n, c, n);
}
