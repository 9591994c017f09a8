/* study.h -- all points of a sweep times all replicates: the jobs, and what came of them. */
#ifndef FED_STUDY_H
#define FED_STUDY_H

#include "analyses/analysis.h"

typedef struct fed_result { /* one replicate of one point */
    fed_arena arena;        /* owns what follows */
    fed_outcome outcome;
    char reason[256];
    bool decentralised;
    size_t models, p, samples, clients;
    const char *scheme;  /* how samples were shared */
    const char *form;    /* how gradients were computed */
    const double *theta; /* models x p */
    const fed_record *records;
    size_t recorded;
    fed_counts counts;
    double seconds;
    fed_graph_info graph;         /* of decentralised methods */
    const fed_table *tables;
    const fed_scalar *scalars;
    char warning[256], remark[256];
    char data_hash[65];
    size_t features;          /* of replicate 0: names of the features, NULL when they have none, */
    const char *const *names;
    size_t scaled;            /*   and how they were standardized, 0 when they were not */
    const double *mean, *scale;
} fed_result;

typedef struct fed_study {
    fed_arena arena;
    const fed_config *config; /* point 0 */
    const char *name;         /* for run.yaml; or NULL */
    size_t points, replicates;
    fed_result *results; /* results[point * replicates + replicate] */
    int threads;
    const char *dir; /* where the outputs go; for run.yaml */
    double seconds;
    const volatile sig_atomic_t *stop;
    void (*done)(void *context, size_t done, size_t total); /* a job has ended; one call at a time */
    void (*tick)(void *context, const fed_run *run);        /* a round has ended; jobs side by side tell at once */
    void *context;
} fed_study;

/* Lays out the jobs of a configuration. */
fed_status fed_study_init(fed_study *study, const fed_config *config, int threads, fed_error *error);
/* Loads and checks everything of replicate 0 of every point, and runs nothing. On failure *error holds the first
 * fault, and *faults each one that is not hidden by another. */
fed_status fed_study_check(fed_study *study, fed_faults *faults, fed_error *error);
fed_status fed_study_run(fed_study *study, fed_error *error);
/* Whether jobs share the threads, or each has all of them. */
bool fed_study_side_by_side(const fed_study *study);
bool fed_study_answered(const fed_study *study); /* every replicate ended with an answer */
void fed_study_free(fed_study *study); /* half-built is fine */

#endif
