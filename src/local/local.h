/* local.h -- what methods with local steps share: batches of a client's samples and steps on them. */
#ifndef FED_LOCAL_H
#define FED_LOCAL_H

#include "cohort.h"

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

/* The partition of every client's samples into batches, drawn once per replicate: in the order returned
 * (as part->row) each run of `batch` samples is one. NULL without memory. */
const size_t *fed_local_order(fed_run *run);
/* How many batches n samples make, the last perhaps smaller; batch = 0 makes one. */
size_t fed_local_batches(size_t n, size_t batch);
/* Batch k of a client in that order; order may be NULL when there is but one. */
fed_batch fed_local_batch(const fed_run *run, const size_t *order, size_t client, size_t k,
                          bool local);

/* Most samples of one client. */
size_t fed_local_largest(const fed_problem *problem);
/* Counts the cohort's round: p doubles each way, and passes over their samples. */
void fed_local_count(fed_run *run, double passes);
/* flops of a pass over a mean client's samples */
double fed_local_cost(const fed_problem *problem, bool batches);

/* curvature.c: the rate at `path`, the clients' or the server's. Where it follows from the curvature of the
 * clients' losses, mu and smoothness (0 at first) are found and kept for the next call; steps is given. */
fed_status fed_local_schedule(fed_run *run, const char *path, bool client, fed_curvature *curvature,
                              fed_schedule *schedule);
/* The bounds that were found, for run.yaml. */
fed_status fed_local_tell(fed_run *run, const fed_curvature *curvature);

#endif
