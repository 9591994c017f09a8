/* loss.h -- sample losses; the problem is data, partition and loss together. */
#ifndef FED_LOSS_H
#define FED_LOSS_H

#include "partitions/partition.h"

enum { FED_BLOCK = 64 }; /* samples handled at once */

/* What the responses must be: any number, counts >= 0, two classes, [0,1] or two classes, classes. */
typedef enum fed_labels {
    FED_LABELS_ANY,
    FED_LABELS_COUNTS,
    FED_LABELS_BINARY,
    FED_LABELS_SOFT,
    FED_LABELS_CLASSES
} fed_labels;

struct fed_problem;

/* Adds factor times sums over the samples rows[0..n), unregularised; work has problem->work doubles.
 * Losses of eta = x'theta give `link`, and the shared passes of glm.c for the rest. */
typedef struct fed_loss {
    fed_entry entry;
    fed_labels labels;
    bool smooth;      /* a gradient everywhere */
    bool affine;      /* the gradient is affine in theta: the Gram form exists */
    double curvature; /* sup of phi''; INFINITY when unbounded */
    size_t keys;      /* rows, all of them floats, whose values link finds in problem->keys */
    /* value, first and second derivative in eta, for n <= FED_BLOCK samples; NULL results are skipped.
     * With several outputs eta, d1 and d2 have FED_BLOCK columns. */
    void (*link)(const struct fed_problem *problem, size_t n, const double *eta, const double *y,
                 double *value, double *d1, double *d2);
    /* adds to *value and to grad, either may be NULL */
    void (*eval)(const struct fed_problem *problem, const size_t *rows, size_t n, double factor,
                 const double *theta, double *value, double *grad, double *work);
    /* adds (sum of Hessians) v to out */
    void (*hvp)(const struct fed_problem *problem, const size_t *rows, size_t n, double factor,
                const double *theta, const double *v, double *out, double *work);
    /* adds the sum of Hessians to a symmetric p x p matrix, both triangles */
    void (*hessian)(const struct fed_problem *problem, const size_t *rows, size_t n, double factor,
                    const double *theta, double *hessian, size_t ld, double *work);
} fed_loss;

extern const fed_entry *const fed_losses[];
extern const fed_param fed_loss_params[];

typedef struct fed_problem {
    const fed_dataset *data;
    const fed_partition *part;
    const fed_loss *loss;
    size_t d, outputs, p;    /* features; 1 or classes; parameters = outputs (d + intercept) */
    size_t clients, samples; /* samples: training, the server's included */
    size_t work;             /* doubles of scratch each thread hands in */
    size_t chunk;            /* samples of one step of the ordered sums */
    bool intercept;          /* last parameter (of each class), unpenalised */
    bool by_samples;         /* clients weigh n_m/N */
    double scale, l2, l1;
    double tau, power;         /* quantile level, p-norm exponent (2 for others) */
    const double *keys;        /* values of the loss's own rows, where it asks for them */
    const double *y, *test_y;  /* after the label map */
    size_t classes;            /* 2 for binary labels, C for softmax, 0 for regression */
    const double *weight;      /* clients */
    double server_weight;      /* of the server's own samples */
    const double *truth;       /* p, or NULL */
    const struct fed_gram *gram; /* affine losses when cheaper than passing over the data; or NULL */
    const struct fed_pack *pack; /* small dense data by columns, client after client; or NULL */
    const double *optimum;     /* minimiser of the objective, p; NULL when there is none or not unique */
    double optimum_value;
} fed_problem;

/* What `loss`, `partition.weights` and the algorithm say. */
typedef struct fed_problem_options {
    const fed_loss *loss;
    double l2, l1, scale, tau, power;
    const double *keys; /* loss->keys of them */
    bool intercept;
    bool uniform;   /* weights 1/M instead of n_m/N */
    bool optimum;   /* find the reference optimum */
    double passes;  /* full gradients expected, for the choice of Gram, packed or plain passes */
} fed_problem_options;

fed_status fed_problem_build(fed_arena *arena, const fed_problem_options *options, const fed_dataset *data,
                             const fed_partition *part, const fed_problem **problem, fed_error *error);
/* The same from the configuration; uniform: default of partition.weights for this algorithm. */
fed_status fed_problem_make(fed_arena *arena, const fed_config *config, const fed_dataset *data,
                            const fed_partition *part, bool uniform, double passes,
                            const fed_problem **problem, fed_error *error);

/* A linear program: theta is x, the objective c'x. */
fed_status fed_problem_program(fed_arena *arena, const fed_dataset *data, const fed_partition *part,
                               const fed_problem **problem, fed_error *error);

/* L_m(theta) with scale and l2 (the smooth part), its gradient, Hessian-vector product, Hessian. */
double fed_client_value(const fed_problem *problem, size_t client, const double *theta, double *work);
void fed_client_gradient(const fed_problem *problem, size_t client, const double *theta, double *grad,
                         double *work);
void fed_client_hvp(const fed_problem *problem, size_t client, const double *theta, const double *v,
                    double *out, double *work);
void fed_client_hessian(const fed_problem *problem, size_t client, const double *theta, double *hessian,
                        double *work);
/* scale/divisor times the summed gradients of the rows, plus l2 theta. */
void fed_batch_gradient(const fed_problem *problem, const size_t *rows, size_t n, double divisor,
                        const double *theta, double *grad, double *work);

/* The objective: sum w_m L_m (+ the server's samples) + l1 |theta|_1; grad (of the smooth part) may be
 * NULL. work has one scratch of problem->work doubles per thread; the bits do not depend on threads. */
double fed_problem_value(const fed_problem *problem, const double *theta, double *grad, double *const *work,
                         int threads);
/* The Hessian of the smooth part, p x p. spare: p x p doubles per thread. */
void fed_problem_hessian(const fed_problem *problem, const double *theta, double *hessian,
                         double *const *spare, double *const *work, int threads);
/* Whether an objective of this value says that theta separates two classes that nothing penalises: then
 * the logistic loss falls for ever along theta. */
bool fed_separated(const fed_problem *problem, double value);
/* Whether all labels are 0, or all 1, and an unpenalised intercept can run away for ever. */
bool fed_one_class(const fed_problem *problem);
/* Fraction of misclassified samples, training or test, mean over the models (models x p); NAN for
 * regression or without a test set. */
double fed_problem_errors(const fed_problem *problem, bool test, const double *theta, size_t models,
                          double *const *work, int threads);

#endif
