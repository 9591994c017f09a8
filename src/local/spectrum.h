/* spectrum.h -- eigenvalues of K (the kernel's matrix over N samples) and of KP, where P turns one
 * step into s local ones, for fedavg and fedprox on models of finite dimension and on kernels. */
#ifndef FED_SPECTRUM_H
#define FED_SPECTRUM_H

#include "run.h"

typedef struct fed_spectrum {
    size_t samples, count; /* N; eigenvalues that may differ from 0, at most N */
    const double *lambda;  /* of K, decreasing */
    const double *product; /* of KP, decreasing */
    double least, largest; /* eigenvalues of P */
    double gamma,
        kappa; /* eta max_i |K_i|; the bound (14) of largest / least, NAN when gamma >= 1 */
    double rate;
    size_t steps; /* s */
} fed_spectrum;

/* Refuses other methods, losses and weights, in the name of an analysis. */
fed_status fed_spectrum_check(const fed_run *run, const char *analysis);
/* With the rate of the last round. */
fed_status fed_spectrum_make(fed_run *run, const char *analysis, fed_spectrum *spectrum);

/* T of (23), the last round before variance outweighs bias, for noise of standard deviation sigma;
 * INFINITY when there is none. */
double fed_spectrum_stop(const fed_spectrum *spectrum, double sigma);
/* sigma of the responses: as drawn, or estimated from the residuals of the reference optimum; NAN
 * when unknown. */
double fed_noise(const fed_run *run);

#define FED_STOPPING_ROW                                                                   \
    {                                                                                      \
        "early_stopping", FED_BOOL, "false", FED_ANY, NULL,                                \
            "least squares: end before rounds, when the variance would outweigh the bias " \
            "(analysis early-stopping)"                                                    \
    }
/* The last step of a setup: lowers run->rounds to T where algorithm.early_stopping asks for it. */
fed_status fed_stop_early(fed_run *run);

#endif
