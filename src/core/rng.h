/* rng.h -- counter-based random numbers: Philox4x32-10 keyed by (seed, purpose, replicate, client,
 * round). A stream is a value on the stack; nothing is shared and no order matters. */
#ifndef FED_RNG_H
#define FED_RNG_H

#include <stddef.h>
#include <stdint.h>

/* What a stream is for. Never renumber: it would change every result. */
typedef enum fed_purpose {
    FED_RNG_DATA = 1,  /* features and responses of synthetic data */
    FED_RNG_PARTITION, /* which client holds which sample */
    FED_RNG_GRAPH,
    FED_RNG_INITIAL,
    FED_RNG_BATCH,
    FED_RNG_COHORT,
    FED_RNG_SPLIT, /* test_fraction, server samples */
    FED_RNG_TRUTH,
    FED_RNG_SKETCH,
    FED_RNG_PROBE,
    FED_RNG_CLOCK,
    FED_RNG_TEST,
    FED_RNG_MODEL, /* random features */
    FED_RNG_OWN    /* methods that a session adds */
} fed_purpose;

typedef struct fed_rng {
    uint32_t key[2], counter[4], block[4];
    unsigned left;     /* unused words of block */
    double spare;      /* second normal of a pair */
    int has_spare;
} fed_rng;

fed_rng fed_rng_stream(uint64_t seed, fed_purpose purpose, uint64_t replicate, uint64_t client,
                       uint64_t round);

uint32_t fed_rng_u32(fed_rng *rng);
uint64_t fed_rng_u64(fed_rng *rng);
void fed_rng_words(fed_rng *rng, size_t n, uint32_t *out); /* n calls of fed_rng_u32, faster */
double fed_rng_uniform(fed_rng *rng);                  /* (0,1), 53 bits, never 0 or 1 */
double fed_rng_normal(fed_rng *rng);                   /* N(0,1) */
void fed_rng_normals(fed_rng *rng, size_t n, double *out); /* n calls of fed_rng_normal, faster */
double fed_rng_exponential(fed_rng *rng);              /* mean 1 */
double fed_rng_gamma(fed_rng *rng, double shape);      /* scale 1 */
void fed_rng_dirichlet(fed_rng *rng, double alpha, size_t n, double *out); /* sums to 1 */
double fed_rng_poisson(fed_rng *rng, double mean);     /* a count, as a double */
uint64_t fed_rng_below(fed_rng *rng, uint64_t bound);  /* uniform on 0..bound-1, unbiased */
void fed_rng_shuffle(fed_rng *rng, size_t n, size_t *items);
/* k distinct items of 0..n-1 in random order, by a partial Fisher-Yates;
 * pool has room for n and is overwritten; the choice is pool[0..k). */
void fed_rng_choose(fed_rng *rng, size_t n, size_t k, size_t *pool);

/* The bare bijection, for tests against published vectors. */
void fed_philox(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]);

#endif
