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

/*
 * log(beta q + (1 - beta) p) of log q and log p, with the logarithms of beta and 1 - beta: hi + log(1 + t), t = exp(lo - hi)
 * in [0, 1]. log(1 + t) = 2 atanh(t / (2 + t)), whose argument is at most 1/3, by its series up to the 13th power: what is
 * left out is below 2e-8 of the result.
 */
INLINE vf log_mixture(vf lq, vf lp, float log_b, float log_rest)
{
    const vf a = lq + log_b, c = lp + log_rest;
    const vf hi = vmax(a, c), t = vexp_low(vmin(a, c) - hi), s = t / (2.0f + t), u = s * s;
    vf p = splat(0.0769230769f);
    p = p * u + 0.0909090909f;
    p = p * u + 0.1111111111f;
    p = p * u + 0.1428571429f;
    p = p * u + 0.2f;
    p = p * u + 0.3333333333f;
    p = p * u + 1.0f;
    return hi + 2.0f * s * p;
}

/* The gradient of a logit is w p ((1 - beta) (log p - log m) - (1 - beta) KL(p || m)): what m contributes cancels. */
static void loss_jsd(float *logits, float *loss, const float *stats, const float *target, const float *weights, int rows,
                     int vocab, float beta)
{
    const vf floor = splat(-100.0f);
    const float rest = 1.0f - beta, log_b = logf(beta), log_rest = logf(rest);
    for (int i = 0; i < rows; i++) {
        float *z = logits + (long)i * vocab;
        const float *t = target + (long)i * vocab, lse = stats[3 * i + 1], w = weights[i];
        vf from_q = {0}, from_p = {0};
        for (int j = 0; j < vocab; j += VL) {
            const int n = vocab - j;
            const vf lp = ld_part(z + j, n) - lse, lq = vmax(ld_part(t + j, n), floor);
            const vf lm = log_mixture(lq, lp, log_b, log_rest);
            vf a = vexp(lq) * (lq - lm), c = vexp_low(lp) * (lp - lm);
            if (n < VL) {
                a = keep(a, n);
                c = keep(c, n);
            }
            from_q += a;
            from_p += c;
        }
        const float kl = hsum(from_p);
        loss[i] = w * (beta * hsum(from_q) + rest * kl);
        for (int j = 0; j < vocab; j += VL) {
            const vf lp = ld(z + j) - lse, lq = vmax(ld(t + j), floor);
            st_part(z + j, vexp_low(lp) * (lp - log_mixture(lq, lp, log_b, log_rest) - kl) * (rest * w), vocab - j);
        }
    }
}

/* mask ? a : b */
INLINE vf choose(vi mask, vf a, vf b) { return (vf)(((vi)a & mask) | ((vi)b & ~mask)); }

/* The gradient of a logit is w p (d - KL), d = log p - log q of its outcome: of the tail for every id in it. */
static void loss_top_k(float *logits, float *loss, const float *stats, const float *target, const float *weights, int rows,
                       int vocab)
{
    const vf floor = splat(-100.0f), zero = {0};
    for (int i = 0; i < rows; i++) {
        float *z = logits + (long)i * vocab;
        const float *t = target + (long)i * vocab, lse = stats[3 * i + 1], w = weights[i];
        vf sum = {0}, tail_p = {0}, mark = {0};
        for (int j = 0; j < vocab; j += VL) {
            const int n = vocab - j;
            const vf lp = ld_part(z + j, n) - lse, lq = ld_part(t + j, n), p = vexp_low(lp);
            const vi own = lq <= zero;
            vf a = choose(own, p * (lp - vmax(lq, floor)), zero), b = choose(own, zero, p);
            if (n < VL) {
                a = keep(a, n);
                b = keep(b, n);
            }
            sum += a;
            tail_p += b;
            mark = vmax(mark, lq); /* ld_part fills with zeros */
        }
        const float mass = hsum(tail_p), gap = mass > 0 ? logf(mass) - fmaxf(1.0f - hmax(mark), -100.0f) : 0;
        const float value = hsum(sum) + mass * gap;
        loss[i] = w * value;
        for (int j = 0; j < vocab; j += VL) {
            const vf lp = ld(z + j) - lse, lq = ld(t + j);
            const vf d = choose(lq <= zero, lp - vmax(lq, floor), splat(gap));
            st_part(z + j, vexp_low(lp) * (d - value) * w, vocab - j);
        }
    }
}
