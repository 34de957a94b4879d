/*
 * Rows of logits: statistics, and losses with their gradients. A gradient takes
 * the place of the logits. Formulas: backends.LossKind.
 */

static void row_stats(float *stats, const float *logits, const int32_t *labels, int rows, int vocab)
{
    for (int i = 0; i < rows; i++) {
        const float *z = logits + (long)i * vocab;
        const float top = row_max(z, vocab);
        vf sum = {0}, dot = {0};
        int j = 0;
        for (; j + VL <= vocab; j += VL) {
            const vf x = ld(z + j) - top, e = vexp_low(x);
            sum += e;
            dot += e * x;
        }
        if (j < vocab) {
            const vf x = keep(ld(z + j) - top, vocab - j), e = keep(vexp_low(x), vocab - j);
            sum += e;
            dot += e * x;
        }
        const float total = hsum(sum), ln = logf(total);
        stats[3 * i] = z[labels[i]] - top - ln;
        stats[3 * i + 1] = top + ln;
        stats[3 * i + 2] = ln - hsum(dot) / total;
    }
}

static void log_softmax(float *logits, const float *stats, int rows, int vocab)
{
    for (int i = 0; i < rows; i++) {
        float *z = logits + (long)i * vocab;
        const float lse = stats[3 * i + 1];
        for (int j = 0; j < vocab; j += VL)
            st_part(z + j, ld(z + j) - lse, vocab - j);
    }
}

/* z = g (e_label - softmax(z)): the gradient of a function of log p(label) whose derivative is g. */
INLINE void grad_of_logprob(float *z, float lse, int label, float g, int vocab)
{
    if (g == 0) {
        memset(z, 0, (size_t)vocab * sizeof(float));
        return;
    }
    for (int j = 0; j < vocab; j += VL)
        st_part(z + j, vexp_low(ld(z + j) - lse) * -g, vocab - j);
    z[label] += g;
}

static void loss_cross_entropy(float *logits, float *loss, const float *stats, const int32_t *labels, const float *weights,
                               int rows, int vocab)
{
    for (int i = 0; i < rows; i++) {
        loss[i] = -weights[i] * stats[3 * i];
        grad_of_logprob(logits + (long)i * vocab, stats[3 * i + 1], labels[i], -weights[i], vocab);
    }
}

static void loss_policy_gradient(float *logits, float *loss, float *clipped, const float *stats, const int32_t *labels,
                                 const float *weights, const float *advantages, const float *old, const float *ref,
                                 int rows, int vocab, float clip_low, float clip_high, float dual_clip, float kl_coef)
{
    for (int i = 0; i < rows; i++) {
        const float l = stats[3 * i], a = advantages[i], d = l - old[i];
        const float r = sexp(fminf(fmaxf(d, -20.0f), 20.0f));
        const float inside = fminf(fmaxf(r, 1.0f - clip_low), 1.0f + clip_high);
        float value = -r * a, g = d > -20.0f && d < 20.0f ? -r * a : 0.0f;
        clipped[i] = 0;
        if (-inside * a > value) {
            value = -inside * a;
            g = 0;
            clipped[i] = 1;
        }
        if (a < 0 && dual_clip > 1 && value > -dual_clip * a) {
            value = -dual_clip * a;
            g = 0;
            clipped[i] = 1;
        }
        if (kl_coef > 0) {
            const float k = ref[i] - l, c = fminf(fmaxf(k, -20.0f), 20.0f), e = sexp(c);
            value += kl_coef * (e - 1.0f - c);
            if (k > -20.0f && k < 20.0f)
                g += kl_coef * (1.0f - e);
        }
        loss[i] = weights[i] * value;
        grad_of_logprob(logits + (long)i * vocab, stats[3 * i + 1], labels[i], weights[i] * g, vocab);
    }
}

static void loss_distribution(float *logits, float *loss, const float *stats, const float *target, const float *weights,
                              int rows, int vocab, int kind)
{
    const vf floor = splat(-100.0f);
    for (int i = 0; i < rows; i++) {
        float *z = logits + (long)i * vocab;
        const float *t = target + (long)i * vocab, lse = stats[3 * i + 1], w = weights[i];
        vf sum = {0}, mass = {0};
        for (int j = 0; j < vocab; j += VL) {
            const int n = vocab - j;
            const vf lp = ld_part(z + j, n) - lse, lq = vmax(ld_part(t + j, n), floor);
            vf a, q = {0};
            if (kind == 0) {
                a = vexp_low(lp) * (lp - lq);
            } else {
                q = vexp(lq);
                a = kind == 1 ? q * (lq - lp) : -q * lp;
            }
            if (n < VL) {
                a = keep(a, n);
                q = keep(q, n);
            }
            sum += a;
            mass += q;
        }
        const float value = hsum(sum), m = hsum(mass);
        loss[i] = w * value;
        for (int j = 0; j < vocab; j += VL) {
            const vf lp = ld(z + j) - lse, p = vexp_low(lp), lq = vmax(ld(t + j), floor);
            st_part(z + j, (kind == 0 ? p * (lp - lq - value) : p * m - vexp(lq)) * w, vocab - j);
        }
    }
}
