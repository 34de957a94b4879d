/* Table look-ups and row sums. Rows are short, so plain vector loops serve. */

INLINE void add_row(float *dst, const float *src, int n)
{
    int j = 0;
    for (; j + VL <= n; j += VL)
        st(dst + j, ld(dst + j) + ld(src + j));
    for (; j < n; j++)
        dst[j] += src[j];
}

static void embed(float *out, const float *table, const int32_t *ids, int rows, int width, int add)
{
    for (int i = 0; i < rows; i++) {
        float *o = out + (long)i * width;
        if (ids[i] < 0) {
            if (!add)
                memset(o, 0, (size_t)width * sizeof(float));
        } else if (add) {
            add_row(o, table + (long)ids[i] * width, width);
        } else {
            memcpy(o, table + (long)ids[i] * width, (size_t)width * sizeof(float));
        }
    }
}

static void embed_back(float *dtable, const float *dx, const int32_t *ids, int rows, int width)
{
    for (int i = 0; i < rows; i++)
        if (ids[i] >= 0)
            add_row(dtable + (long)ids[i] * width, dx + (long)i * width, width);
}
