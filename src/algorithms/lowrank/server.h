/* server.h -- the server's samples: which of them stand for all, and the gradient they make
 * together. */
#ifndef FED_ALGORITHMS_LOWRANK_SERVER_H
#define FED_ALGORITHMS_LOWRANK_SERVER_H

#include "algorithms/lowrank/weights.h"

/* The coordinates that algorithm.coordinates names, or all. */
fed_status fed_lowrank_coordinates(fed_run *run, fed_lowrank *low);
/* R of the server's samples, those without a zero feature first. rank = 0 takes all. */
fed_status fed_lowrank_rows(fed_run *run, size_t rank, fed_lowrank *low);
/* Gradient = sum_j w_ij d l(x_j; theta)/d theta_i + l2 theta, from the server's samples
 * alone, zero where theta is not moved; its scratch; and x_ji taken into w_ij once they are known.
 */
void fed_lowrank_gradient(const fed_run *run, const fed_lowrank *low, const double *theta,
                          double *gradient);
size_t fed_lowrank_gradient_work(const fed_run *run, const fed_lowrank *low);
void fed_lowrank_fold(const fed_run *run, fed_lowrank *low);

#endif
