/* surrogate.h -- measures of the surrogate loss E_i |(Q_i A_i)^(1/2) (x - c_i)|^2 / 2, and bounds
 * on them. */
#ifndef FED_SURROGATE_H
#define FED_SURROGATE_H

#include "theory/affine.h"

typedef struct fed_surrogate {
    fed_affine affine;
    double mu, smoothness; /* of all clients' curvatures */
    double sigma_c,
        sigma_a;     /* spread of their minimisers and curvatures; NAN when some has no minimiser */
    double distance; /* |x*(gamma) - x*|; NAN when the surrogate has no minimiser */
    double shift;    /* |x*(gamma/2) - x*(gamma)| */
    double true_condition;                     /* of A = E A_i */
    double surrogate_mu, surrogate_smoothness; /* of E Q_i A_i */
    double minimum;              /* x*(gamma) itself where there is one parameter, else NAN */
    const double *truth, *whole; /* x* and x*(gamma), p each */
} fed_surrogate;

fed_status fed_surrogate_make(fed_run *run, fed_surrogate *surrogate);

/* x = x*(rate), the minimiser of the surrogate loss of another client rate; p doubles. */
fed_status fed_surrogate_minimiser(fed_run *run, const fed_surrogate *s, double rate, double *x);
/* phi_{K,lambda}(rate) = lambda sum_k theta_k (1 - rate lambda)^(k-1) */
double fed_surrogate_phi(const fed_surrogate *s, double rate, double lambda);

/* Bounds; NAN where their conditions do not hold. */
double fed_theorem16(const fed_surrogate *s);   /* of distance */
double fed_theorem17(const fed_surrogate *s);   /* of distance, Theta_1:K */
double fed_corollary20(const fed_surrogate *s); /* of distance, Theta_1:K */
double fed_theorem21(const fed_surrogate *s);   /* of shift, Theta_1:K */
double fed_corollary(
    const fed_surrogate *s); /* of the condition number: 13 for Theta_1:K, 14 for Theta_K */

#endif
