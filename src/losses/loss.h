/* loss.h -- sample losses; the problem is data, partition and loss together. */
#ifndef FED_LOSS_H
#define FED_LOSS_H

#include "partitions/partition.h"

typedef enum fed_labels { FED_LABELS_ANY, FED_LABELS_BINARY, FED_LABELS_SOFT, FED_LABELS_CLASSES } fed_labels;

struct fed_problem;

/* Sums over the samples rows[0..n), unscaled and unregularised; work has problem->work doubles.
 * Scalar losses phi(x'theta, y) give `link` and the shared passes of glm.c for the rest. */
typedef struct fed_loss {
    fed_entry entry;
    fed_labels labels;
    bool smooth;
    double curvature; /* sup of phi'' ; INFINITY when unbounded */
    /* value, first and second derivative in eta, for n samples at once; NULL pointers are skipped */
    void (*link)(const struct fed_problem *problem, size_t n, const double *eta, const double *y,
                 double *value, double *d1, double *d2);
    /* returns the sum of losses; adds the sum of gradients to grad unless NULL */
    double (*eval)(const struct fed_problem *problem, const size_t *rows, size_t n, const double *theta,
                   double *grad, double *work);
    /* adds (sum of Hessians) v to out */
    void (*hvp)(const struct fed_problem *problem, const size_t *rows, size_t n, const double *theta,
                const double *v, double *out, double *work);
    /* adds the sum of Hessians to the p x p symmetric matrix (both triangles) */
    void (*hessian)(const struct fed_problem *problem, const size_t *rows, size_t n, const double *theta,
                    double *hessian, double *work);
    /* misclassified samples of rows of data (training or test) */
    size_t (*errors)(const struct fed_problem *problem, const fed_dataset *data, const double *y,
                     const size_t *rows, size_t n, const double *theta, double *work);
} fed_loss;

extern const fed_entry *const fed_losses[];
extern const fed_param fed_loss_params[];

/* The Gram form of a linear loss: L_m = theta'S_m theta/2 - b_m'theta + c_m, per client. */
typedef struct fed_gram {
    size_t ld;          /* p rounded up to a multiple of 4, rows padded with zeros */
    const double *s;    /* clients x p x ld: X'X/n */
    const double *b;    /* clients x ld: X'y/n */
    const double *c;    /* clients: y'y/(2n) */
    const double *all_s, *all_b; /* the same of the global objective: sum w_m S_m, ... */
    double all_c;
} fed_gram;

typedef struct fed_problem {
    const fed_dataset *data;
    const fed_partition *part;
    const fed_loss *loss;
    size_t d, outputs, p; /* features; 1 or classes; parameters = outputs (d + intercept) */
    size_t clients, samples, work; /* samples: training, the server's included */
    bool intercept; /* last parameter (of each class), unpenalised */
    bool synthetic_truth;
    double scale, l2, l1;
    double tau, power;       /* quantile level, p-norm exponent */
    const double *y, *test_y; /* after the label map */
    size_t classes;          /* 2 for binary labels, C for softmax, 0 for regression */
    const double *weight;    /* clients */
    double server_weight;    /* of the server's own samples */
    const double *truth;     /* p, or NULL */
    const fed_gram *gram;    /* linear losses when cheaper than passing over the data; or NULL */
    const double *optimum;   /* minimiser of the objective, p; NULL when there is none or not unique */
    double optimum_value;
} fed_problem;

/* uniform: default of partition.weights for this algorithm; passes: full gradients expected, for the
 * choice of Gram or data pass. The optimum is found unless loss.optimum = false. */
fed_status fed_problem_make(fed_arena *arena, const fed_config *config, const fed_dataset *data,
                            const fed_partition *part, bool uniform, double passes,
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
/* The objective: sum w_m L_m (+ the server's samples) + l1 |theta|_1; grad (of the smooth part) may be NULL. */
double fed_problem_value(const fed_problem *problem, const double *theta, double *grad, double *work);
/* Fraction of misclassified samples, training or test; NAN for regression or without a test set. */
double fed_problem_errors(const fed_problem *problem, bool test, const double *theta, size_t models,
                          double *work);

#endif
