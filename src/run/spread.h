/* spread.h -- the clients' models as a cloud: its mean, and how far it is from some centres. */
#ifndef FED_SPREAD_H
#define FED_SPREAD_H

#include <stddef.h>

enum { FED_CENTRES = 3 }; /* which distances are taken from at once */

/* mean: p */
void fed_spread_mean(size_t models, size_t p, const double *theta, double *mean);
/* square[k] = sum_m |theta_m - centre[k]|^2 / M */
void fed_spread_squares(size_t models, size_t p, const double *theta,
                        const double *const centre[FED_CENTRES], double square[FED_CENTRES]);

#endif
