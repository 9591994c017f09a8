/* study.h -- all points of a sweep times all replicates: the jobs, and what came of them. */
#ifndef FED_STUDY_H
#define FED_STUDY_H

#include "analyses/analysis.h"
#include "config/ignored.h"

typedef struct fed_result { /* one replicate of one point */
    fed_arena arena;        /* owns what follows */
    fed_outcome outcome;
    char reason[256];
    bool decentralised;
    size_t models, p, samples, clients;
    const char *scheme;  /* how samples were shared */
    const char *form;    /* how gradients were computed */
    const double *theta; /* models x p; NULL where nobody asks for them */
    uint32_t checksum;   /* of theta, where there are replicates to compare */
    const fed_record *records;
    size_t recorded;
    fed_counts counts;
    size_t kept; /* what lasts from round to round: how many names, */
    const char *const *kept_names;
    double seconds;
    fed_graph_info graph; /* of decentralised methods */
    const fed_table *tables;
    const fed_scalar *scalars;
    char warning[256], remark[256];
    char data_hash[65];
    size_t features; /* of replicate 0: names of the features, NULL when they have none, */
    const char *const *names;
    const char *const *notes; /*   how their file was read, */
    size_t note_count;
    size_t scaled; /*   and how they were standardized, 0 when they were not */
    const double *mean, *scale;
} fed_result;

/* What is the same for all results, or the most of it. */
typedef struct fed_extent {
    size_t p, models;
    bool answered;     /* every replicate ended with an answer */
    double seconds;    /* of all jobs */
    fed_table *tables; /* in their widest form, without cells */
} fed_extent;

typedef struct fed_room { /* bytes, estimated */
    double memory, disk;
    double scratch; /* of every thread */
} fed_room;

typedef struct fed_study {
    fed_arena arena;
    const fed_config *config; /* point 0 */
    const char *name;         /* for run.yaml; or NULL */
    const char *command;      /* for run.yaml: the command line; or NULL */
    const char *warnings;     /* for run.yaml, a line each; or NULL */
    size_t points, replicates;
    fed_result *results; /* results[point * replicates + replicate]; NULL: they are in the spool */
    struct fed_spool *spool; /* or NULL: results in memory, no checkpoints */
    fed_extent extent;       /* once all jobs have ended */
    /* what of it is run here, with others that run the rest: part; point and replicate, first and
     * one past the last */
    bool part;
    size_t points_from, points_to, replicates_from, replicates_to;
    int threads;
    const char *dir; /* where the outputs go; for run.yaml */
    double seconds;
    int64_t ended;              /* when, in seconds since 1970; the same in every file */
    const fed_ignored *ignored; /* keys without effect, once checked or run */
    size_t ignored_count;
    fed_room room; /* once checked: what it takes */
    const volatile sig_atomic_t *stop;
    /* to prove that what lasts is registered: every so many rounds a run is saved, made anew and
     * goes on from what was saved, but for registration number `forget`; 0: never, none */
    size_t renew, forget;
    /* a job has ended; one call at a time */
    void (*done)(void *context, size_t done, size_t total);
    /* a round has ended; jobs side by side tell at once */
    void (*tick)(void *context, const fed_run *run);
    void *context;
    /* Called with every result in order once all are there, which are read for this study's own
     * sake anyway; NULL: nobody wants them. A fault ends the study. */
    fed_status (*look)(void *context, size_t job, const fed_result *result, fed_error *error);
    void *look_context;
} fed_study;

/* Lays out the jobs of a configuration; what is too large for this machine is refused. */
fed_status fed_study_init(fed_study *study, const fed_config *config, int threads,
                          fed_error *error);
/* Loads and checks everything of replicate 0 of every point, runs nothing, and estimates what a run
 * takes. On failure *error
 * holds the first fault, and *faults each one that is not hidden by another. */
fed_status fed_study_check(fed_study *study, fed_faults *faults, fed_error *error);
fed_status fed_study_run(fed_study *study, fed_error *error);
void fed_study_free(fed_study *study); /* half-built is fine */

#endif
