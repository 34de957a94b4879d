/* What any machine runs: vectors of four that the compiler lowers to what there is. */
#define VL 4
#define NV 2
#define MR 4
#define TABLE rt_plain
#define TABLE_NAME "plain"
#include "body.h"
