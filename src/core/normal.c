/* normal.c -- Box and Muller's pairs of normals, with a logarithm, sine and cosine of our own that
 * the compiler can turn into vector code; the polynomials are fdlibm's. */
#include "core/normal.h"

#include "core/rng.h"

#include <math.h>
#include <string.h>

enum { BATCH = 64 }; /* pairs at a time */

static inline double from_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t to_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* (k + 1/2) 2^-52 with k the high 52 bits: fed_rng_uniform's value, without an integer conversion.
 */
static inline double unit(uint64_t word)
{
    return from_bits(word >> 12 | 0x3FF0000000000000u) - 0x1.fffffffffffffp-1;
}

/* log u = k log 2 + log(1+f) with 1+f in [sqrt(1/2), sqrt 2); s = f/(2+f), log(1+f) = 2 atanh s. */
static inline double log_unit(double u)
{
    uint64_t bits = to_bits(u) + (0x3FF0000000000000u - 0x3FE6A09E00000000u);
    double k = from_bits(bits >> 52 | 0x4330000000000000u) - (0x1p52 + 1023.0);
    double f = from_bits((bits & 0x000FFFFFFFFFFFFFu) + 0x3FE6A09E00000000u) - 1.0;
    double s = f / (2.0 + f), half = 0.5 * f * f, z = s * s;
    double r = 1.479819860511658591e-01;

    r = 1.531383769920937332e-01 + z * r;
    r = 1.818357216161805012e-01 + z * r;
    r = 2.222219843214978396e-01 + z * r;
    r = 2.857142874366239149e-01 + z * r;
    r = 3.999999999940941908e-01 + z * r;
    r = 6.666666666666735130e-01 + z * r;
    r = z * r;
    return k * 6.93147180369123816490e-01 - /* log 2 in two parts: the first times k is exact */
           ((half - (s * (half + r) + k * 1.90821492927058770002e-10)) - f);
}

/* cos and sin of 2 pi v: 4v = q + r with |r| <= 1/2, both exact; the quarter turn q swaps and
 * negates. */
static inline void cos_sin_turn(double v, double *cosine, double *sine)
{
    double shifted = 4.0 * v + 0x1.8p52,
           x = (4.0 * v - (shifted - 0x1.8p52)) * 1.57079632679489661923;
    uint64_t q = to_bits(shifted), odd = 0 - (q & 1);
    double z = x * x, c = -1.13596475577881948265e-11, s = 1.58969099521155010221e-10;
    uint64_t a, b;

    c = 2.08757232129817482790e-09 + z * c;
    c = -2.75573143513906633035e-07 + z * c;
    c = 2.48015872894767294178e-05 + z * c;
    c = -1.38888888888741095749e-03 + z * c;
    c = 4.16666666666666019037e-02 + z * c;
    c = 1.0 - (0.5 * z - z * z * c);
    s = -2.50507602534068634195e-08 + z * s;
    s = 2.75573137070700676789e-06 + z * s;
    s = -1.98412698298579493134e-04 + z * s;
    s = 8.33333333332248946124e-03 + z * s;
    s = -1.66666666666666324348e-01 + z * s;
    s = x + x * z * s;
    a = to_bits(c) ^ ((to_bits(c) ^ to_bits(s)) & odd);
    b = to_bits(s) ^ ((to_bits(c) ^ to_bits(s)) & odd);
    *cosine = from_bits(a ^ ((q + 1) & 2) << 62); /* negative for q = 1, 2 */
    *sine = from_bits(b ^ (q & 2) << 62);         /* negative for q = 2, 3 */
}

/* out[2i], out[2i+1] from the words high[2i], low[2i] (radius) and those of 2i+1 (angle). */
static void box_muller(size_t pairs, const uint32_t *words, double *out)
{
#pragma omp simd
    for (size_t i = 0; i < pairs; i++) {
        const uint32_t *w = words + 4 * i;
        double u = unit((uint64_t)w[0] << 32 | w[1]), v = unit((uint64_t)w[2] << 32 | w[3]);
        double radius = sqrt(-2.0 * log_unit(u)), c, s;

        cos_sin_turn(v, &c, &s);
        out[2 * i] = radius * c;
        out[2 * i + 1] = radius * s;
    }
}

double fed_rng_normal(fed_rng *rng)
{
    uint32_t words[4];
    double pair[2];

    if (rng->has_spare) {
        rng->has_spare = 0;
        return rng->spare;
    }
    fed_rng_words(rng, 4, words);
    box_muller(1, words, pair);
    rng->spare = pair[1];
    rng->has_spare = 1;
    return pair[0];
}

void fed_rng_normals(fed_rng *rng, size_t n, double *out)
{
    uint32_t words[4 * BATCH];
    size_t done = 0;

    if (n > 0 && rng->has_spare)
        out[done++] = fed_rng_normal(rng);
    while (n - done >= 2) {
        size_t pairs = (n - done) / 2 < BATCH ? (n - done) / 2 : BATCH;

        fed_rng_words(rng, 4 * pairs, words);
        box_muller(pairs, words, out + done);
        done += 2 * pairs;
    }
    if (done < n)
        out[done] = fed_rng_normal(rng);
}
