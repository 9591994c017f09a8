/* links.h -- the loss's link on the outputs of a block of samples, whether each has one response or
 * several: of positions, whose losses' mean is the sample's, or of labels, whose sum is. */
#ifndef FED_LINKS_H
#define FED_LINKS_H

#include "problem/problem.h"

/* The model's outputs at n <= FED_BLOCK rows of a set, in as many blocks as its room holds. */
void fed_outputs(const fed_problem *problem, const fed_dataset *data, const size_t *rows, size_t n,
                 const double *theta, double *eta, double *room);

/* y: the responses of rows of the training or the test set, problem->responses of them, FED_BLOCK
 * apart. */
void fed_responses(const fed_problem *problem, bool test, const size_t *rows, size_t n, double *y);

/* As fed_link, with responses as above. */
void fed_links(const fed_problem *problem, size_t n, const double *eta, const double *y,
               double *value, double *d1, double *d2);
/* v = factor phi'' v, d2 from fed_links */
void fed_bends(const fed_problem *problem, size_t n, double factor, const double *d2, double *v);

/* Of n samples' predictions, how many are wrong, every position counting. bias: of each output, or
 * NULL. */
size_t fed_wrong(const fed_problem *problem, size_t n, const double *eta, const double *bias,
                 size_t stride, const double *y);

#endif
