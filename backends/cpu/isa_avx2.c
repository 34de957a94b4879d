/* AVX2 with FMA: 12 of 16 registers hold a tile of 6 rows by 16 columns. */
#include "kernels.h"
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2,fma")
#define ISA_AVX2
#define VL 8
#define NV 2
#define MR 6
#define TABLE rt_avx2
#define TABLE_NAME "avx2"
#include "body.h"
#else
const struct rt_kernels *const rt_avx2 = 0;
#endif
