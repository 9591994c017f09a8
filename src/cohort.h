/* cohort.h -- which clients take part in a round, and what each counts in the server's average. */
#ifndef FED_COHORT_H
#define FED_COHORT_H

#include "run.h"

typedef enum fed_sampling { FED_EVERYONE, FED_UNIFORM, FED_BY_WEIGHT, FED_FIXED } fed_sampling;

typedef struct fed_draw {
    double key;
    size_t client;
} fed_draw;

typedef struct fed_cohort {
    fed_sampling sampling;
    size_t size;     /* clients of a round */
    size_t *pool;    /* every client once */
    size_t *picked;  /* places of the pool that changed hands */
    size_t *slot;    /* slot[client]: its place in run->cohort, for those of the round */
    double *share;   /* by place: the weight in the average; they sum to 1 */
    fed_draw *draws; /* by weight */
} fed_cohort;

/* clang-format off */
#define FED_COHORT_ROWS                                                                            \
    {"clients_per_round", FED_INT, "0", 0, 1e9, NULL,                                              \
     "clients drawn for a round; 0 takes all of them"},                                            \
    {"sampling", FED_CHOICE, "uniform", FED_ANY, "uniform|weight|fixed",                           \
     "how they are drawn, without replacement within a round: all alike, in proportion to their "  \
     "weight (then averaged uniformly), or once for the whole run"}
/* clang-format on */

/* Reads clients_per_round and sampling. */
fed_status fed_cohort_setup(fed_run *run, fed_cohort *cohort);
/* Fills run->cohort, in increasing order of clients, run->active, slot and share for this round. The draw
 * depends on seed, replicate and round alone, so that all points of a sweep see the same cohorts. */
void fed_cohort_draw(fed_run *run, fed_cohort *cohort);
/* out = sum over the cohort, in order, of share times row: rows has p doubles for every place. */
void fed_cohort_mean(const fed_run *run, const fed_cohort *cohort, const double *rows, double *out);

#endif
