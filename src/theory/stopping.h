/* stopping.h -- the early stopping time (23) and the noise it needs to know. */
#ifndef FED_THEORY_STOPPING_H
#define FED_THEORY_STOPPING_H

#include "theory/local_spectrum.h"

/* T of (23), the last round before variance outweighs bias, for noise of standard deviation sigma;
 * INFINITY when there is none. */
double fed_spectrum_stop(const fed_spectrum *spectrum, double sigma);
/* The critical radius of Theorem 22 with K's eigenvalues for the kernel's: the least e with R(e) <=
 * e^2 / (sqrt(2e) sigma); NAN without noise. */
double fed_spectrum_radius(const fed_spectrum *spectrum, double sigma);
/* sigma of the responses: algorithm.sigma, or as drawn, or estimated from the residuals of the
 * clients' own fits, or of the common one; NAN when unknown. */
fed_status fed_noise(fed_run *run, double *sigma);
/* The last step of a setup: lowers run->rounds to T where algorithm.early_stopping asks for it. */
fed_status fed_stop_early(fed_run *run);

#endif
