/*
 * Drawing tokens by inversion: the row is cut into chunks of 64 whose sums
 * tell where the cumulative sum passes u * total; that chunk is walked alone.
 */
enum { CHUNK = 64 };

/* e [vocab rounded up to CHUNK, zeros behind] = exp((z - top) * by), part [chunks] their sums; returns the total. */
INLINE float chunk_exp(float *e, float *part, const float *z, float top, float by, int vocab)
{
    float total = 0;
    for (int c = 0; c < vocab; c += CHUNK) {
        vf sum = {0};
        for (int j = c; j < c + CHUNK; j += VL) {
            vf x = {0};
            if (j < vocab) {
                x = vexp_low((ld(z + j) - top) * by);
                if (vocab - j < VL)
                    x = keep(x, vocab - j);
            }
            st(e + j, x);
            sum += x;
        }
        part[c / CHUNK] = hsum(sum);
        total += part[c / CHUNK];
    }
    return total;
}

static void sample(int32_t *tokens, float *logprobs, const float *logits, const float *temperature, const float *u, int rows,
                   int vocab, float *scratch)
{
    float *e = scratch, *part = scratch + round_up(vocab, CHUNK);
    for (int i = 0; i < rows; i++) {
        const float *z = logits + (long)i * vocab;
        const float top = row_max(z, vocab);
        const float total = chunk_exp(e, part, z, top, 1.0f, vocab);
        int pick = 0;
        if (temperature[i] == 0) {
            while (z[pick] < top)
                pick++;
        } else {
            const float mass =
                temperature[i] == 1.0f ? total : chunk_exp(e, part, z, top, 1.0f / temperature[i], vocab);
            float left = u[i] * mass;
            int c = 0;
            while ((c + 1) * CHUNK < vocab && left >= part[c])
                left -= part[c++];
            for (int j = c * CHUNK; j < min_int(vocab, (c + 1) * CHUNK); j++) {
                if (e[j] <= 0)
                    continue;
                pick = j;
                left -= e[j];
                if (left < 0)
                    break;
            }
        }
        tokens[i] = pick;
        logprobs[i] = z[pick] - top - logf(total);
    }
}

static void penalize(float *logits, const int32_t *starts, const int32_t *ids, const float *by, int rows, int vocab)
{
    for (int i = 0; i < rows; i++) {
        float *z = logits + (long)i * vocab;
        for (int j = starts[i]; j < starts[i + 1]; j++)
            z[ids[j]] = z[ids[j]] > 0 ? z[ids[j]] / by[i] : z[ids[j]] * by[i];
    }
}
