/* newton.h -- what the second-order methods on the primal share: a damped step and when to stop. */
#ifndef FED_NEWTON_H
#define FED_NEWTON_H

#include "run/run.h"

typedef struct fed_newton {
    double *gradient, *step, *trial, *scale; /* p */
    double *hessian, *diagonal;              /* p x p; its diagonal, p */
    double *eta;                             /* outputs at theta where they can be kept, or NULL; */
    bool evaluated;                          /*   known in this process */
    double value, norm, tolerance;           /* objective and |gradient| at theta */
    double least;                            /* what no eigenvalue of a Hessian is below */
    double most;                             /* samples of the largest client */
    void *state;                             /* the method's own */
} fed_newton;

fed_status fed_newton_init(fed_run *run, fed_newton *newton);
/* The start of these methods: objective and gradient at theta(0). */
fed_status fed_newton_start(fed_run *run);
/* Objective and gradient at theta: clients send p words each. */
void fed_newton_evaluate(fed_run *run, fed_newton *newton);
/* theta -= rate H^-1 gradient, H in newton->hessian, the rate halved until the objective falls
 * enough; then the gradient there and the end: tolerance reached, or no finite optimum. */
void fed_newton_step(fed_run *run, fed_newton *newton);

#endif
