/* subspaces.h -- the clients' features in subspaces of their own (Corollary 14), and how far apart
 * their truths are. */
#ifndef FED_SUBSPACES_H
#define FED_SUBSPACES_H

#include "run/run.h"

/* phi_i = sqrt(d/r_i) F_i U_i' of rank r_i: the eigenvalues of F_i'F_i/n_i that are not 0 are those
 * of phi_i'phi_i/n_i times r_i/d. */
typedef struct fed_subspaces {
    double alpha, beta; /* the extreme ones of all clients */
    double nu;          /* max n_i / r_i */
} fed_subspaces;

/* For least squares with parameters, in the name of an analysis. */
fed_status fed_subspaces_find(fed_run *run, const char *analysis, fed_subspaces *found);

/* Gamma: the largest distance of two clients' truths; 0 where they share one. */
double fed_truths_apart(const fed_problem *problem);

#endif
