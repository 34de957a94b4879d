/* Root-mean-square normalisation of rows. */

static void rms_norm(float *y, float *rstd, const float *x, const float *gain, int rows, int width, float eps)
{
    for (int i = 0; i < rows; i++) {
        const float *a = x + (long)i * width;
        float *o = y + (long)i * width;
        vf s = {0};
        for (int j = 0; j < width; j += VL) {
            const vf v = ld_part(a + j, width - j);
            s += v * v;
        }
        const float r = 1.0f / sqrtf(hsum(s) / (float)width + eps);
        rstd[i] = r;
        for (int j = 0; j < width; j += VL)
            st_part(o + j, ld(a + j) * r * ld(gain + j), width - j);
    }
}

/* With n = x rstd and e = gain dy: dx = rstd (e - n mean(e n)). */
static void rms_norm_back(float *dx, float *dgain, const float *dy, const float *x, const float *gain, const float *rstd,
                          int rows, int width)
{
    for (int i = 0; i < rows; i++) {
        const float *a = x + (long)i * width, *d = dy + (long)i * width;
        float *o = dx + (long)i * width;
        const float r = rstd[i];
        vf s = {0};
        for (int j = 0; j < width; j += VL) {
            const int n = width - j;
            const vf xv = ld_part(a + j, n) * r, dv = ld_part(d + j, n);
            st_part(dgain + j, ld(dgain + j) + dv * xv, n);
            s += dv * ld(gain + j) * xv;
        }
        const float c = hsum(s) / (float)width;
        for (int j = 0; j < width; j += VL) {
            const vf xv = ld(a + j) * r;
            st_part(o + j, ld(o + j) + r * (ld(d + j) * ld(gain + j) - xv * c), width - j);
        }
    }
}
