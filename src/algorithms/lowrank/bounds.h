/* bounds.h -- what the theorems ask for, beside what a run uses. */
#ifndef FED_THEORY_H
#define FED_THEORY_H

#include <stddef.h>

/* The constants of Theorem 2. */
typedef struct fed_theory {
    double p, d;    /* parameters; dimension of the data, the label's included */
    double epsilon; /* accuracy asked for */
    double order;   /* eta of the Hoelder class; 0: the one that makes the rank smallest */
    double holder;  /* its constant L2 */
    double alpha;   /* |G_i^-1| <= r^alpha */
    double bound;   /* B >= |g_i| */
    double l1, mu;  /* smoothness and strong convexity in theta */
    double gap;     /* F(theta(0)) - F_* */
    double phi, clients, samples; /* samples of a client */
} fed_theory;

double fed_theory_log_rank(const fed_theory *t, double order); /* log r of (47) */
double fed_theory_order(const fed_theory *t);                  /* eta as given, or the best */
double fed_theory_iterations(const fed_theory *t);             /* S of (48) */
/* log Gamma(FedLRGD) of Theorem 2 */
double fed_theory_log_gamma(const fed_theory *t);
/* Theorem 3's phi m (p/epsilon)^(3/4) */
double fed_theory_gamma_averaging(const fed_theory *t);
/* (79) with C = 1: the b that makes FedAve's T (b + phi m) least under (78); that complexity. */
double fed_theory_averaging_least(const fed_theory *t, double *gamma);
/* log of Theorem 1's bound of |M - M_r|_F^2 / (n k) */
double fed_theory_log_tail(const fed_theory *t, double order, double rank);
/* the least rank of which it speaks: e sqrt(d) 2^d (l+d)^d */
double fed_theory_least_rank(const fed_theory *t, double order);
/* log of the square of Lemma 1's bound, for the q whose piecewise polynomials have that rank (51):
 * it bounds the same. Infinite where no q > 0 has. */
double fed_theory_log_lemma1(const fed_theory *t, double order, double rank);

#endif
