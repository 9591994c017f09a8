/* held_out.h -- the loss, squared error and recall of a model on the test samples. */
#ifndef FED_HELD_OUT_H
#define FED_HELD_OUT_H

#include "problem/problem.h"

/* Means over the test samples: of the loss, times its scale and without penalties; of the squared
 * difference between response and prediction; and of the share of a sample's labels that are among
 * its five largest outputs, samples without labels left out. NAN without test samples, for losses
 * that no model stands before, the second for classes and the third without them. */
typedef struct fed_scores {
    double loss, square, recall;
} fed_scores;

fed_scores fed_held_out(const fed_problem *problem, fed_team *team, const double *theta);

#endif
