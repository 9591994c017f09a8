/* local_spectrum.h -- eigenvalues of K (the kernel's matrix over N samples) and of KP, where P
 * turns one step into s local ones, for fedavg and fedprox on models of finite dimension and on
 * kernels. */
#ifndef FED_SPECTRUM_H
#define FED_SPECTRUM_H

#include "run/run.h"

#define FED_EIGEN_CUT 1e-13 /* eigenvalues below this share of the largest are 0 */

typedef struct fed_spectrum {
    size_t samples, count; /* N; eigenvalues that may differ from 0, at most N */
    size_t rank;           /* of K */
    const double *lambda;  /* of K, decreasing */
    const double *product; /* of KP, decreasing */
    /* of a kernel, n x n: KP itself, samples in the partition's order, and K's eigenvectors as
     * rows, in increasing order of lambda (up to 2000 samples); else NULL */
    const double *kp, *vectors;
    double least, largest; /* eigenvalues of P */
    double gamma,
        kappa;    /* eta max_i |K_i|; the bound (14) of largest / least, NAN when gamma >= 1 */
    double rate;  /* times the loss's scale: the eigenvalues are those of scale 1 */
    size_t steps; /* s */
} fed_spectrum;

/* Refuses other methods, losses and weights, in the name of an analysis. */
fed_status fed_spectrum_check(const fed_run *run, const char *analysis);
/* With the rate of the last round. */
fed_status fed_spectrum_make(fed_run *run, const char *analysis, fed_spectrum *spectrum);

/* clang-format off */
#define FED_STOPPING_ROWS                                                                          \
    {"early_stopping", FED_BOOL, "false", FED_ANY, NULL,                                           \
     "for least squares: stop before the variance exceeds the bias (analysis "                     \
     "early-stopping)"},                                                                           \
    {"sigma", FED_FLOAT, "0.0", 0, INFINITY, NULL,                                                 \
     "standard deviation of the noise in the responses, for early stopping and "                   \
     "its theory; 0: as generated, or estimated from residuals"}
/* clang-format on */

#endif
