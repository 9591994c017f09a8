/* own_loss.c -- a caller's loss of eta as one of the library's: the shared passes call it by blocks. */
#include "api/session.h"

#include "losses/glm.h"

static void call_eval(const fed_problem *problem, size_t n, const double *eta, const double *y,
                      double *value, double *d1, double *d2)
{
    const fed_own_loss *own = (const fed_own_loss *)problem->loss;

    own->own.eval(problem->keys, n, eta, y, value, d1, d2, own->own.context);
}

void fed_own_loss_fill(fed_own_loss *own)
{
    static const fed_labels labels[] = {[FEDOMP_ANY] = FED_LABELS_ANY,
                                        [FEDOMP_COUNTS] = FED_LABELS_COUNTS,
                                        [FEDOMP_BINARY] = FED_LABELS_BINARY,
                                        [FEDOMP_FRACTION] = FED_LABELS_SOFT};

    own->loss.labels = labels[own->own.responses];
    own->loss.smooth = true;
    own->loss.curvature = own->own.curvature;
    own->loss.link = call_eval;
    own->loss.eval = fed_glm_eval;
    own->loss.hvp = fed_glm_hvp;
    own->loss.hessian = fed_glm_hessian;
}
