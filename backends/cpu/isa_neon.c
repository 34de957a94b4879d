/* NEON: 24 of 32 registers hold a tile of 6 rows by 16 columns. */
#include "kernels.h"
#if defined(__aarch64__)
#define ISA_NEON
#define VL 4
#define NV 4
#define MR 6
#define TABLE rt_neon
#define TABLE_NAME "neon"
#include "body.h"
#else
const struct rt_kernels *const rt_neon = 0;
#endif
