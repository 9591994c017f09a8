/* alone.h -- what a client's samples say by themselves: least squares of minimum norm, and what its
 * residuals say of the noise. */
#ifndef FED_ALONE_H
#define FED_ALONE_H

#include "run/run.h"

typedef struct fed_alone {
    const fed_problem *problem;
    double *x, *inverse, *y; /* most x p, p x most, most: `most` samples of a client */
    double *room;            /* of the SVD */
    double *theta;           /* p: X^+ y of the client fitted last, */
    size_t rank;             /*   the rank of its X, */
    double residual;         /*   and |y - X theta|^2 */
} fed_alone;

fed_status fed_alone_room(fed_run *run, fed_alone *alone);
fed_status fed_alone_fit(fed_run *run, fed_alone *alone, size_t client);

/* How the responses scatter about a common theta: sigma^2 within the clients, from the residuals of
 * their own fits over the degrees of freedom left (NAN when there are none), and `apart`, the mean
 * square of x'(theta_i - theta) over all samples, without bias: what the fits make of it minus
 * sigma^2 a rank, at least 0. theta may be NULL; then apart is NAN. */
fed_status fed_alone_scatter(fed_run *run, const double *theta, double *sigma2, double *apart);

#endif
