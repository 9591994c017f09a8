/* inner_loop.h -- the clients' steps repeated at one point: how much their batches make the mean of
 * the messages vary. */
#ifndef FED_INNER_LOOP_H
#define FED_INNER_LOOP_H

#include "run/run.h"

/* E |q - E q|^2 at x for q the mean over all clients of sum_k g_k, K steps of rate gamma on
 * batches: estimated over `draws` repetitions. */
fed_status fed_inner_variance(fed_run *run, const double *x, size_t steps, double gamma,
                              size_t draws, double *variance);
/* G^2 at x: the largest, over clients, of the mean |grad f(x; z) - grad f_i(x)|^2 of its samples.
 */
fed_status fed_gradient_variance(fed_run *run, const double *x, double *square);

#endif
