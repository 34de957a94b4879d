/*
 * The whole of one instruction set: an isa_*.c file sets VL (floats of a vector), NV
 * (vectors of a tile's width), MR (rows of a tile) and TABLE (name of the
 * exported pointer), then includes this.
 */
#include "kernels.h"

#include "vector.h"

#include "gemm.h"

#include "rope.h"

#include "attention.h"

#include "cache.h"
#include "elementwise.h"
#include "embed.h"
#include "loss.h"
#include "norm.h"
#include "optimizer.h"
#include "sample.h"

static const struct rt_kernels kernels = {
    .name = TABLE_NAME,
#define RT_ENTRY(op, params, args) .op = op,
    RT_KERNELS(RT_ENTRY)
#undef RT_ENTRY
};
const struct rt_kernels *const TABLE = &kernels;
