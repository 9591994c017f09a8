/* predict.h -- predictions of the test set. */
#ifndef FED_PREDICT_H
#define FED_PREDICT_H

#include "problem/problem.h"

size_t fed_predict_work(const fed_problem *problem);
/* f(x) of a row of a set; work: as many doubles */
double fed_predict(const fed_problem *problem, const fed_dataset *data, size_t row,
                   const double *theta, double *work);
/* Mean over the test set of (f(x) - y)^2, times the volume of the domain for which it stands, if it
 * does; NAN without a test set, or for losses that do not compare f(x) with y. */
double fed_predict_square(const fed_problem *problem, fed_team *team, const double *theta);

#endif
