/* rng.c -- Philox4x32-10 (Salmon et al., SC11) and the distributions drawn from it. */
#include "core/rng.h"
#include "core/normal.h"

#include <math.h>
#include <string.h>

enum { LANES = 16 }; /* Philox blocks made at a time */

void fed_philox(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4])
{
    uint32_t k0 = key[0], k1 = key[1];
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];

    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xD2511F53u * c0, b = (uint64_t)0xCD9E8D57u * c2;

        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* splitmix64's finaliser: spreads small integers over 64 bits. */
static uint64_t mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

fed_rng fed_rng_stream(uint64_t seed, fed_purpose purpose, uint64_t replicate, uint64_t client,
                       uint64_t round)
{
    const uint64_t key = mix(mix(mix(seed) ^ (uint64_t)purpose) ^ replicate);
    const uint32_t step = (uint32_t)(round >> 32);
    fed_rng rng;

    memset(&rng, 0, sizeof rng);
    rng.key[0] = (uint32_t)key;
    rng.key[1] = (uint32_t)(key >> 32);
    rng.counter[1] = (uint32_t)(client >> 32) ^ (step << 16 | step >> 16); /* [0] counts blocks */
    rng.counter[2] = (uint32_t)client;
    rng.counter[3] = (uint32_t)round;
    return rng;
}

uint32_t fed_rng_u32(fed_rng *rng)
{
    if (rng->left == 0) {
        fed_philox(rng->key, rng->counter, rng->block);
        rng->counter[0]++;
        rng->left = 4;
    }
    return rng->block[4 - rng->left--];
}

/* The same bijection for the counters 0, 1, ..., LANES-1 after `counter`, lane by lane. */
static void philox_lanes(const uint32_t key[2], const uint32_t counter[4], uint32_t *out)
{
    uint32_t c0[LANES], c1[LANES], c2[LANES], c3[LANES], k0 = key[0], k1 = key[1];

    for (uint32_t i = 0; i < LANES; i++) {
        c0[i] = counter[0] + i;
        c1[i] = counter[1];
        c2[i] = counter[2];
        c3[i] = counter[3];
    }
    for (int round = 0; round < 10; round++) {
#pragma omp simd
        for (size_t i = 0; i < LANES; i++) {
            uint64_t a = (uint64_t)0xD2511F53u * c0[i], b = (uint64_t)0xCD9E8D57u * c2[i];

            c0[i] = (uint32_t)(b >> 32) ^ c1[i] ^ k0;
            c1[i] = (uint32_t)b;
            c2[i] = (uint32_t)(a >> 32) ^ c3[i] ^ k1;
            c3[i] = (uint32_t)a;
        }
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    for (size_t i = 0; i < LANES; i++) {
        out[4 * i] = c0[i];
        out[4 * i + 1] = c1[i];
        out[4 * i + 2] = c2[i];
        out[4 * i + 3] = c3[i];
    }
}

void fed_rng_words(fed_rng *rng, size_t n, uint32_t *out)
{
    size_t done = 0;

    while (done < n && rng->left > 0)
        out[done++] = fed_rng_u32(rng);
    for (; n - done >= 4 * LANES; done += 4 * LANES) {
        philox_lanes(rng->key, rng->counter, out + done);
        rng->counter[0] += LANES;
    }
    while (done < n)
        out[done++] = fed_rng_u32(rng);
}

uint64_t fed_rng_u64(fed_rng *rng)
{
    uint64_t high = fed_rng_u32(rng);

    return high << 32 | fed_rng_u32(rng);
}

double fed_rng_uniform(fed_rng *rng)
{
    return ((double)(fed_rng_u64(rng) >> 12) + 0.5) * 0x1p-52;
}

double fed_rng_exponential(fed_rng *rng)
{
    return -log(fed_rng_uniform(rng));
}

/* Marsaglia and Tsang (2000); shapes below 1 by the power trick. */
double fed_rng_gamma(fed_rng *rng, double shape)
{
    double d, c, x, v;

    if (shape < 1.0)
        return fed_rng_gamma(rng, shape + 1.0) * pow(fed_rng_uniform(rng), 1.0 / shape);
    d = shape - 1.0 / 3.0;
    c = 1.0 / sqrt(9.0 * d);
    for (;;) {
        do {
            x = fed_rng_normal(rng);
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        if (log(fed_rng_uniform(rng)) < 0.5 * x * x + d - d * v + d * log(v))
            return d * v;
    }
}

void fed_rng_dirichlet(fed_rng *rng, double alpha, size_t n, double *out)
{
    double most = -INFINITY, sum = 0.0;

    for (size_t i = 0; i < n; i++) { /* logarithms: a gamma variate of small shape underflows */
        out[i] = log(fed_rng_gamma(rng, alpha + 1.0)) - fed_rng_exponential(rng) / alpha;
        most = fmax(most, out[i]);
    }
    for (size_t i = 0; i < n; i++)
        sum += out[i] = exp(out[i] - most);
    for (size_t i = 0; i < n; i++)
        out[i] /= sum;
}

/* Inversion for small means; Hormann's transformed rejection (PTRS, 1993) otherwise. */
double fed_rng_poisson(fed_rng *rng, double mean)
{
    double b, a, inverse_alpha, v_r, log_mean;
    int sign; /* lgamma would write a global */

    if (mean < 10.0) {
        double p = exp(-mean), u = fed_rng_uniform(rng), k = 0.0;

        while (u > p && k < 1000.0) {
            u -= p;
            k += 1.0;
            p *= mean / k;
        }
        return k;
    }
    b = 0.931 + 2.53 * sqrt(mean);
    a = -0.059 + 0.02483 * b;
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    v_r = 0.9277 - 3.6224 / (b - 2.0);
    log_mean = log(mean);
    for (;;) {
        double u = fed_rng_uniform(rng) - 0.5, v = fed_rng_uniform(rng);
        double us = 0.5 - fabs(u), k = floor((2.0 * a / us + b) * u + mean + 0.43);

        if (us >= 0.07 && v <= v_r)
            return k;
        if (k < 0.0 || (us < 0.013 && v > us))
            continue;
        if (log(v * inverse_alpha / (a / (us * us) + b)) <=
            -mean + k * log_mean - lgamma_r(k + 1.0, &sign))
            return k;
    }
}

/* Lemire (2019): the high half of a product, redrawn on the few low halves that would bias it. */
uint64_t fed_rng_below(fed_rng *rng, uint64_t bound)
{
    uint64_t product, x, reject;

    if (bound <= UINT32_MAX) {
        product = bound * fed_rng_u32(rng);
        if ((uint32_t)product < bound)
            for (reject = (UINT64_C(1) << 32) % bound; (uint32_t)product < reject;)
                product = bound * fed_rng_u32(rng);
        return product >> 32;
    }
    reject = (0 - bound) % bound;
    do
        x = fed_rng_u64(rng);
    while (x < reject);
    return x % bound;
}

void fed_rng_shuffle(fed_rng *rng, size_t n, size_t *items)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)fed_rng_below(rng, i), t = items[i - 1];

        items[i - 1] = items[j];
        items[j] = t;
    }
}

void fed_rng_choose(fed_rng *rng, size_t n, size_t k, size_t *pool)
{
    for (size_t i = 0; i < n; i++)
        pool[i] = i;
    for (size_t i = 0; i < k; i++) {
        size_t j = i + (size_t)fed_rng_below(rng, n - i), t = pool[i];

        pool[i] = pool[j];
        pool[j] = t;
    }
}
