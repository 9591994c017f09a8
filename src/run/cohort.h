/* cohort.h -- which clients take part in a round, and what each counts in the server's average. */
#ifndef FED_COHORT_H
#define FED_COHORT_H

#include "core/alias.h"
#include "core/deck.h"
#include "core/urn.h"
#include "run/types.h"

typedef enum fed_sampling {
    FED_SAMPLE_ALL,
    FED_SAMPLE_UNIFORM,
    FED_SAMPLE_BY_WEIGHT,
    FED_SAMPLE_FIXED
} fed_sampling;

typedef struct fed_cohort {
    fed_sampling sampling;
    size_t size;     /* clients of a round */
    fed_deck deck;   /* of the clients, for uniform draws */
    size_t *room;    /* as many as a cohort has clients */
    size_t *slot;    /* slot[client]: its place in run->cohort, for those of the round */
    double *share;   /* by place: the weight in the average */
    bool unbiased;   /* shares are (M/k) w_i: they sum to 1 in expectation, else always */
    double kept;     /* 1 - their sum: what of its own a model keeps that is averaged */
    double weight;   /* of every client where all weigh the same; else NaN */
    fed_urn urn;     /* of the clients by weight, */
    fed_alias alias; /* and their table */
} fed_cohort;

/* clang-format off */
#define FED_COHORT_ROWS                                                                            \
    {"clients_per_round", FED_INT, "0", 0, 1e9, NULL,                                              \
     "number of clients drawn for each round; 0 uses all"},                                        \
    {"sampling", FED_CHOICE, "uniform", FED_ANY, "uniform|weight|fixed",                           \
     "how clients are drawn, without replacement within a round: uniformly, in "                   \
     "proportion to their weight (then averaged uniformly), or once for the "                      \
     "whole run"}
#define FED_COHORT_WEIGHTS(by_default)                                                             \
    {"cohort_weights", FED_CHOICE, by_default, FED_ANY, "unbiased|renormalised",                   \
     "weights in a cohort drawn uniformly: (M/k) w_i, with the full round as "                     \
     "expectation, or w_i divided by the sum over the cohort, which changes "                      \
     "the limit if clients are unequal"}
/* clang-format on */

/* Reads clients_per_round and sampling. */
fed_status fed_cohort_setup(fed_run *run, fed_cohort *cohort);
/* Reads cohort_weights, for methods that have the key; warns of unequal clients. */
fed_status fed_cohort_weigh(fed_run *run, fed_cohort *cohort);
/* Fills run->cohort, in increasing order of clients, run->active, slot and share for this round.
 * The draw depends on seed, replicate and round alone, so that all points of a sweep see the same
 * cohorts. */
void fed_cohort_draw(fed_run *run, fed_cohort *cohort);

#endif
