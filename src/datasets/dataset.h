/* dataset.h -- samples in memory, dense or sparse, and where they come from. */
#ifndef FED_DATASET_H
#define FED_DATASET_H

#include "config/config.h"
#include "core/team.h"
#include "datasets/matrix.h"

typedef struct fed_dataset {
    union { /* the samples' features: as a matrix, and its fields for those who fill them */
        fed_matrix matrix;
        struct {
            FED_MATRIX_FIELDS
        };
    };
    const char *const *names; /* of the d features; NULL when the file gives none */
    size_t scaled;            /* features that were standardized, 0 when they were not: */
    /*   mean (0 where not subtracted) and divisor (1 where constant) of each */
    const double *mean, *scale;
    const double *y; /* n responses, as given */
    /* several responses of each sample: symbols at positions, or labels that are 1; or NULL */
    const fed_matrix *targets;
    size_t symbols;        /* of which x and targets are sequences; else 0 */
    const int64_t *client; /* n client numbers 0.., -1 the server's; NULL when not given */
    size_t clients;        /* distinct client numbers >= 0, when given */
    const double *truth;   /* theta_0 for all clients, truth_count long; NULL when unknown */
    size_t truth_count;
    double truth_intercept;   /* of a drawn truth; 0 unless features were centred */
    const char *truth_origin; /* the file it was read from; NULL when it came with the data */
    /* of each client, clients x truth_count; NULL when all share the truth */
    const double *truths;
    /* the truth of 1, x, x^2, ..., truth_count of them, where it is a polynomial */
    const double *monomials;
    const double *signal;   /* n responses without their noise; NULL when unknown */
    double noise;           /* standard deviation of that noise; 0 when unknown */
    double extent;          /* of a test set spread evenly over a domain: its volume; else 0 */
    const double *matrices; /* n symmetric ones, d x d, beside the rows; or NULL */
    /* a linear program's bounds, its columns being the samples; or NULL */
    const struct fed_program *program;
    const struct fed_dataset *test;     /* NULL when there is none */
    const struct fed_coding *coding;    /* of a csv file: the words behind its numbers; or NULL */
    const struct fed_words *vocabulary; /* of a text, numbered from 1; or NULL */
    const char *const *notes;           /* how a file was read, where it is not plain */
    size_t note_count;
    char hash[65];      /* sha256 of the files read; "" for synthetic data */
    const char *origin; /* file or manifest named in messages */
} fed_dataset;

/* A source of data: files, or a generator. */
typedef struct fed_source {
    fed_entry entry;
    bool random;      /* drawn anew in every replicate */
    const char *loss; /* the only loss that fits its samples; or NULL */
    fed_status (*load)(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error);
} fed_source;

extern const fed_entry *const fed_sources[];
extern const fed_param fed_data_params[]; /* keys common to all sources */

bool fed_dataset_random(const fed_config *config);

/* Loads what `data` names: training set and, below it, the test set (test_path, test_fraction,
 * manifest); pads to data.features, standardizes, attaches the truth. */
fed_status fed_dataset_load(fed_arena *arena, fed_team *team, const fed_config *config,
                            uint64_t seed, uint64_t replicate, const fed_dataset **data,
                            fed_error *error);

/* A file in theta.csv's columns (truth, initial_path): rows by client, -1 for all. */
typedef struct fed_theta_file {
    size_t rows, p;
    const int64_t *client;
    const double *theta; /* rows x p */
} fed_theta_file;

#endif
