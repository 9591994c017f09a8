/* exchange.h -- all that passes between clients, or between clients and the server: each call moves
 * a message and counts it. In shared memory most messages stand already where they are read; a
 * channel that changes or loses them, or another process at its end, stands here and nowhere else.
 */
#ifndef FED_EXCHANGE_H
#define FED_EXCHANGE_H

#include "core/simd.h"
#include "run/cohort.h"

/* What one sender sends: a row of so many words, with a name. */
typedef struct fed_message {
    const char *name;
    size_t words;
} fed_message;

/* The server's row to every active client; where they read it is returned. */
const double *fed_broadcast(fed_run *run, fed_message message, const double *row);
/* Every active client's row to the server: out = sum over the cohort, in order, of share times row;
 * rows has message.words doubles for every place of the cohort. */
void fed_reduce(fed_run *run, fed_message message, const fed_cohort *cohort, const double *rows,
                double *out);
/* The same for rows that are models: model += sum of share times (row - model). */
void fed_reduce_models(fed_run *run, fed_message message, const fed_cohort *cohort,
                       const double *rows, double *model);
/* The same with weights of its own, by place in the cohort: out += sum of weight times row. */
void fed_reduce_onto(fed_run *run, fed_message message, const double *weight, const double *rows,
                     double *out);
/* Every active client's message to the server, which finds it where the client wrote it. */
void fed_collect(fed_run *run, fed_message message);
/* One client's message to the server, of its own length; and the server's to one client. */
void fed_send(fed_run *run, size_t client, fed_message message);
void fed_answer(fed_run *run, size_t client, fed_message message);
/* Every client's row of theta to those that hear it; fed_hear reads what arrives. */
void fed_spread(fed_run *run, fed_message message);
/* Single control numbers, of a line search for instance, counted apart. */
void fed_control(fed_run *run, double numbers);

/* The clients' terms at theta, summed at the server over fixed chunks that end at clients, in
 * order: objective and gradient (which may be NULL), Hessian. message: what a client sends for it.
 * eta: NULL, or the outputs that fed_problem_keep keeps at theta. */
double fed_sum_objective(fed_run *run, fed_message message, const double *theta, double *gradient,
                         double *eta);
void fed_sum_hessian(fed_run *run, fed_message message, const double *theta, const double *eta,
                     double *hessian);

/* One client computes so many sample gradients; or all together, and the busiest of them. */
void fed_compute(fed_run *run, double gradients);
void fed_compute_all(fed_run *run, double gradients, double most);
/* The epoch ends: gamma grows by the busiest client's gradients and phi for every p
 * words begun of each sender. */
void fed_epoch(fed_run *run);

/* sum_k w_mk theta_k: the neighbour's own row when there is one of weight 1, else summed in
 * scratch. Inline: it is part of the innermost loop. */
FED_INLINE const double *fed_hear(const fed_run *run, size_t client, const size_t p,
                                  double *restrict scratch)
{
    const fed_graph *graph = run->graph;
    const size_t first = graph->start[client], last = graph->start[client + 1];
    const double *theta = run->theta + graph->sender[first] * p;
    double w = graph->weight[first];

    if (last - first == 1)
        return theta;
#pragma omp simd
    for (size_t j = 0; j < p; j++)
        scratch[j] = w * theta[j];
    for (size_t e = first + 1; e < last; e++) {
        theta = run->theta + graph->sender[e] * p;
        w = graph->weight[e];
#pragma omp simd
        for (size_t j = 0; j < p; j++)
            scratch[j] += w * theta[j];
    }
    return scratch;
}

/* The same in eight parameters for several runs, their number a constant to the compiler, that hear
 * the same graph: u[r] of theta[r]. Their sums, each in its order, do not wait for one another. */
FED_INLINE void fed_hear_eight(const size_t runs, const fed_graph *graph, size_t client,
                               const double *const *theta, const double **u, double (*scratch)[8])
{
    const size_t first = graph->start[client], last = graph->start[client + 1];

#pragma GCC unroll 4
    for (size_t r = 0; r < runs; r++)
        u[r] = theta[r] + 8 * (size_t)graph->sender[first];
    if (last - first == 1)
        return;
#pragma GCC unroll 4
    for (size_t r = 0; r < runs; r++)
#pragma omp simd
        for (size_t j = 0; j < 8; j++)
            scratch[r][j] = graph->weight[first] * u[r][j];
    for (size_t e = first + 1; e < last; e++)
#pragma GCC unroll 4
        for (size_t r = 0; r < runs; r++)
#pragma omp simd
            for (size_t j = 0; j < 8; j++)
                scratch[r][j] += graph->weight[e] * theta[r][8 * (size_t)graph->sender[e] + j];
#pragma GCC unroll 4
    for (size_t r = 0; r < runs; r++)
        u[r] = scratch[r];
}

#endif
