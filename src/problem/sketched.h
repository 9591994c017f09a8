/* sketched.h -- a client's S sqrt(D) X, few rows whose Gram matrix stands for X'DX. */
#ifndef FED_SKETCHED_H
#define FED_SKETCHED_H

#include "problem/problem.h"
#include "sketches/sketch.h"

/* How `rows` sketched rows in all are shared among the clients, in proportion to their samples. A
 * client with no more samples than its share sends them as they are. start: clients+1, filled. */
void fed_sketched_shares(const fed_problem *problem, size_t rows, size_t *start);
/* Doubles of scratch for the largest client. */
size_t fed_sketched_work(const fed_problem *problem, const fed_sketcher *kind, const size_t *start);
/* out: rows x p. weight: D of the client's samples, 0 or more. */
void fed_sketched_rows(const fed_problem *problem, size_t client, const double *weight,
                       const fed_sketcher *kind, size_t rows, fed_rng rng, double *out,
                       double *work);

#endif
