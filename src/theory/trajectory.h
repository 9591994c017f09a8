/* trajectory.h -- fedavg and fedprox run anew without their minibatches: how far their functions
 * and coefficients are from what they estimate, round by round. */
#ifndef FED_TRAJECTORY_H
#define FED_TRAJECTORY_H

#include "theory/local_spectrum.h"

/* What the responses are without their noise, for runs from zeros with one rate; of others nothing
 * is known. */
typedef struct fed_target {
    double norm;       /* |f|_H^2 of the common f; for kernels of the least function through its
                        * values at the samples; NAN when unknown */
    const double *bar; /* p: theta-bar of Theorem 12, where rounds without noise go; or NULL */
    double apart;      /* the largest share, over clients, of |theta-bar - theta_j| in its bound
                        * (26); NAN when unknown */
    double farthest;   /* the largest |theta-bar - theta_j|; NAN when unknown */
} fed_target;

fed_status fed_target_find(fed_run *run, const fed_spectrum *spectrum, fed_target *target);

/* At `count` rounds, increasing: prediction[k] = |f_t - f|_N^2 and coefficients[k] = |theta_t -
 * theta-bar|^2, each NAN where it has no meaning. */
fed_status fed_trajectory(fed_run *run, const fed_spectrum *spectrum, const fed_target *target,
                          size_t count, const double *rounds, double *prediction,
                          double *coefficients);

#endif
