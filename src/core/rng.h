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
    FED_RNG_OWN,   /* methods that a session adds */
    FED_RNG_VIEW   /* parts of images */
} fed_purpose;

typedef struct fed_rng {
    uint32_t key[2], counter[4], block[4];
    unsigned left; /* unused words of block */
    double spare;  /* second normal of a pair */
    int has_spare;
} fed_rng;

/* The stream of one use. Within a round, step k is told by the round k << 32 | round.
 *
 * No two uses share a number. Philox is a bijection of its counter under each key, so streams of
 * one key are apart when their counters are: word 0 counts 2^32 blocks, word 2 is the low half of
 * the client, word 3 the round, word 1 the step with its halves exchanged (so that small steps keep
 * what they drew when only 16 bits were kept) and the high half of the client. Clients and rounds
 * are below 2^32 - 1 (the rows say so) and steps below 2^32: all of (client, round, step) is in the
 * counter, each part in bits of its own; where the round has no step, a client may have 64 bits.
 * Under one seed and purpose each replicate has its own key: mix() is a bijection, and nothing else
 * is done to the replicate than an exclusive or before it. Keys of two purposes or seeds are hashes
 * of 64 bits: for one seed, 1e7 replicates of two purposes overlap with a chance of 2^-40. */
fed_rng fed_rng_stream(uint64_t seed, fed_purpose purpose, uint64_t replicate, uint64_t client,
                       uint64_t round);

uint32_t fed_rng_u32(fed_rng *rng);
uint64_t fed_rng_u64(fed_rng *rng);
void fed_rng_words(fed_rng *rng, size_t n, uint32_t *out); /* n calls of fed_rng_u32, faster */
double fed_rng_uniform(fed_rng *rng);             /* 52 bits: odd multiples of 2^-53 below 1 */
double fed_rng_exponential(fed_rng *rng);         /* mean 1 */
double fed_rng_gamma(fed_rng *rng, double shape); /* scale 1 */
void fed_rng_dirichlet(fed_rng *rng, double alpha, size_t n, double *out); /* sums to 1 */
double fed_rng_poisson(fed_rng *rng, double mean);    /* a count, as a double */
uint64_t fed_rng_below(fed_rng *rng, uint64_t bound); /* uniform on 0..bound-1, unbiased */
void fed_rng_shuffle(fed_rng *rng, size_t n, size_t *items);
/* k distinct items of 0..n-1 in random order, by a partial Fisher-Yates;
 * pool has room for n and is overwritten; the choice is pool[0..k). */
void fed_rng_choose(fed_rng *rng, size_t n, size_t k, size_t *pool);

/* For what is drawn once, beside all rounds: no round has this number. */
#define FED_RNG_NO_ROUND ((uint64_t)0xffff << 32 | UINT32_MAX)

/* The bare bijection, for tests against published vectors. */
void fed_philox(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]);

#endif
