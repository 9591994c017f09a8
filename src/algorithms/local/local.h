/* local.h -- what methods with local steps share: batches of a client's samples and steps on them.
 */
#ifndef FED_LOCAL_H
#define FED_LOCAL_H

#include "run/run.h"

/* Some of a client's samples. Its loss is factor times the sum of theirs + (l2/2)|theta|^2. */
typedef struct fed_batch {
    const size_t *rows;
    size_t n, client;
    double factor, l2;
    bool whole; /* all of the client's samples with their mean: L_m itself */
} fed_batch;

fed_batch fed_batch_whole(const fed_problem *problem, size_t client);
/* The mean over the batch, or (local) its part of the mean over the client's samples. */
fed_batch fed_batch_part(const fed_problem *problem, size_t client, const size_t *rows, size_t n,
                         bool local);

/* The same batch in random views for (round, step), where the model has several; rows: room for all
 * of the client's samples, which may be the batch's own. */
fed_batch fed_batch_viewed(const fed_run *run, fed_batch batch, size_t step, size_t *rows);

/* Derivatives of the batch's loss; work has problem->work doubles. */
void fed_local_gradient(const fed_problem *problem, const fed_batch *batch, const double *x,
                        double *grad, double *work);
void fed_local_hvp(const fed_problem *problem, const fed_batch *batch, const double *x,
                   const double *v, double *out, double *work);
void fed_local_hessian(const fed_problem *problem, const fed_batch *batch, const double *x,
                       double *hessian, double *work);
/* x -= rate grad(x); spare: p doubles */
void fed_local_step(const fed_problem *problem, const fed_batch *batch, double rate, double *x,
                    double *spare, double *work);

#endif
