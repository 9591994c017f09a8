/* dataset.h -- samples in memory, dense or sparse, and where they come from. */
#ifndef FED_DATASET_H
#define FED_DATASET_H

#include "config/config.h"

typedef struct fed_dataset {
    size_t n, d;                 /* samples, features */
    const double *x;             /* dense: n x d by rows; NULL when sparse */
    const size_t *ptr;           /* sparse (CSR): n+1 row starts, */
    const uint32_t *col;         /*   0-based columns, increasing within a row, */
    const double *val;           /*   values */
    const char *const *names;    /* of the d features; NULL when the file gives none */
    size_t scaled;               /* features that were standardized, 0 when they were not: */
    const double *mean, *scale;  /*   mean (0 where not subtracted) and divisor (1 where constant) of each */
    const double *y;             /* n responses, as given */
    const int64_t *client;       /* n client numbers 0.., -1 the server's; NULL when not given */
    size_t clients;              /* distinct client numbers >= 0, when given */
    const double *truth;         /* theta_0 for all clients, truth_count long; NULL when unknown */
    size_t truth_count;
    double truth_intercept;      /* of a drawn truth; 0 unless features were centred */
    const char *truth_origin;    /* the file it was read from; NULL when it came with the data */
    const double *truths;        /* of each client, clients x truth_count; NULL when all share the truth */
    const double *monomials;     /* the truth of 1, x, x^2, ..., truth_count of them, where it is a polynomial */
    const double *signal;        /* n responses without their noise; NULL when unknown */
    double noise;                /* standard deviation of that noise; 0 when unknown */
    double extent;               /* of a test set spread evenly over a domain: its volume; else 0 */
    const double *curvature;     /* quadratic losses: n matrices A_z, d x d; NULL: y_z times I */
    const struct fed_program *program; /* a linear program's bounds, its columns being the samples; or NULL */
    bool kernel;                 /* x is a kernel's matrix: k(sample i, training sample j) */
    const struct fed_dataset *test; /* NULL when there is none */
    char hash[65];               /* sha256 of the files read; "" for synthetic data */
    const char *origin;          /* file or manifest named in messages */
} fed_dataset;

/* A source of data: files, or a generator. */
typedef struct fed_source {
    fed_entry entry;
    bool random;      /* drawn anew in every replicate */
    const char *loss; /* the only loss that fits its samples; or NULL */
    fed_status (*load)(fed_arena *arena, const fed_config *config, uint64_t seed, uint64_t replicate,
                       fed_dataset *data, fed_error *error);
} fed_source;

extern const fed_entry *const fed_sources[];
extern const fed_param fed_data_params[]; /* keys common to all sources */

bool fed_dataset_random(const fed_config *config);

/* Loads what `data` names: training set and, below it, the test set (test_path, test_fraction,
 * manifest); pads to data.features, standardizes, attaches the truth. */
fed_status fed_dataset_load(fed_arena *arena, const fed_config *config, uint64_t seed, uint64_t replicate,
                            const fed_dataset **data, fed_error *error);

/* A file in theta.csv's columns (truth, initial_path): rows by client, -1 for all. */
typedef struct fed_theta_file {
    size_t rows, p;
    const int64_t *client;
    const double *theta; /* rows x p */
} fed_theta_file;
fed_status fed_theta_read(fed_arena *arena, const char *path, fed_theta_file *file, fed_error *error);

/* --list=datasets: every manifest found, and whether its files are present. */
fed_status fed_dataset_list(FILE *stream, fed_error *error);

#endif
