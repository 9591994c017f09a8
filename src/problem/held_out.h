/* held_out.h -- the loss and the squared error of a model on the test samples. */
#ifndef FED_HELD_OUT_H
#define FED_HELD_OUT_H

#include "problem/problem.h"

/* Mean over the test samples of the loss, times its scale and without penalties, and of the squared
 * difference between response and prediction; NAN without test samples, for losses that no model
 * stands before, and the second for classes. */
void fed_held_out(const fed_problem *problem, fed_team *team, const double *theta, double *loss,
                  double *square);

#endif
