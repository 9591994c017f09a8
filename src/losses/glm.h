/* glm.h -- the passes shared by the losses of eta = x'theta. */
#ifndef FED_GLM_H
#define FED_GLM_H

#include "losses/loss.h"

void fed_glm_eval(const fed_problem *problem, const size_t *rows, size_t n, double factor, const double *theta,
                  double *value, double *grad, double *work);
void fed_glm_hvp(const fed_problem *problem, const size_t *rows, size_t n, double factor, const double *theta,
                 const double *v, double *out, double *work);
void fed_glm_hessian(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                     const double *theta, double *hessian, size_t ld, double *work);

/* H += X'diag(w)X for one block of rows, lower triangle at least; room holds 2 x fed_rows_room. */
void fed_glm_outer(const fed_problem *problem, const size_t *rows, size_t n, const double *w, double *hessian,
                   size_t ld, double *room);
/* doubles of scratch these need */
size_t fed_glm_work(const fed_problem *problem);

#endif
