#include "kernels.h"

#include <string.h>

#define RT_CALL(op, params, args)                                                                                        \
    void rt_##op(const struct rt_kernels *isa, RT_UNPAREN params) { isa->op args; }
RT_KERNELS(RT_CALL)

const struct rt_kernels *rt_find(const char *name)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!strcmp(name, "avx512"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma")
                   ? rt_avx512
                   : 0;
    if (!strcmp(name, "avx2"))
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? rt_avx2 : 0;
#endif
    if (!strcmp(name, "neon"))
        return rt_neon;
    if (!strcmp(name, "plain"))
        return rt_plain;
    return 0;
}
