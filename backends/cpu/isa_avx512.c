/* AVX-512: 24 of 32 registers hold a tile of 12 rows by 32 columns. */
#include "kernels.h"
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma")
#define ISA_AVX512
#define VL 16
#define NV 2
#define MR 12
#define TABLE rt_avx512
#define TABLE_NAME "avx512"
#include "body.h"
#else
const struct rt_kernels *const rt_avx512 = 0;
#endif
