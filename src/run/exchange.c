/* exchange.c -- messages through shared memory: what is moved is counted in the same call. */
#include "run/exchange.h"

#include "run/clock.h"
#include "problem/hessian.h"
#include "problem/objective.h"

#include <string.h>

enum { COLUMNS = 1024 }; /* of a block of an average */

static void note_senders(fed_run *run, size_t senders)
{
    if (senders > run->pending.senders)
        run->pending.senders = senders;
}

const double *fed_broadcast(fed_run *run, fed_message message, const double *row)
{
    run->counts.words_down += (double)run->active * (double)message.words;
    return row;
}

void fed_collect(fed_run *run, fed_message message)
{
    run->counts.words_up += (double)run->active * (double)message.words;
    run->pending.words += (double)message.words;
    note_senders(run, run->active);
}

typedef struct averaging {
    const double *share; /* by place in the cohort */
    const double *rows;
    double *out;
    size_t p, active;
    double kept; /* what out keeps of itself */
} averaging;

/* Columns by blocks: each sum runs over the cohort in order. */
static void average(void *context, size_t first, size_t last, double *work)
{
    const averaging *mean = context;

    (void)work;
    for (size_t block = first; block < last; block++) {
        const size_t at = block * COLUMNS, count = mean->p - at < COLUMNS ? mean->p - at : COLUMNS;
        double *restrict to = mean->out + at;

        for (size_t j = 0; j < count; j++)
            to[j] = mean->kept != 0.0 ? mean->kept * to[j] : 0.0;
        for (size_t k = 0; k < mean->active; k++) {
            const double *restrict row = mean->rows + k * mean->p + at;
            const double share = mean->share[k];

#pragma omp simd
            for (size_t j = 0; j < count; j++)
                to[j] += share * row[j];
        }
    }
}

static void reduce(fed_run *run, fed_message message, const double *share, const double *rows,
                   double kept, double *out)
{
    const size_t p = message.words;
    averaging mean = {share, rows, out, p, run->active, kept};

    fed_each(run->team, (p + COLUMNS - 1) / COLUMNS, (double)COLUMNS * (double)run->active, 0,
             average, &mean);
    fed_collect(run, message);
}

void fed_reduce(fed_run *run, fed_message message, const fed_cohort *cohort, const double *rows,
                double *out)
{
    reduce(run, message, cohort->share, rows, 0.0, out);
}

void fed_reduce_models(fed_run *run, fed_message message, const fed_cohort *cohort,
                       const double *rows, double *model)
{
    reduce(run, message, cohort->share, rows, cohort->kept, model);
}

void fed_reduce_onto(fed_run *run, fed_message message, const double *weight, const double *rows,
                     double *out)
{
    reduce(run, message, weight, rows, 1.0, out);
}

void fed_send(fed_run *run, size_t client, fed_message message)
{
    run->counts.words_up += (double)message.words;
    run->sent[client] += (double)message.words;
    run->apart = true;
    note_senders(run, run->active);
}

void fed_answer(fed_run *run, size_t client, fed_message message)
{
    (void)client;
    run->counts.words_down += (double)message.words;
}

void fed_spread(fed_run *run, fed_message message)
{
    run->counts.words_peer += (double)run->graph->edges * (double)message.words;
    run->pending.words += (double)message.words;
    note_senders(run, run->graph->senders);
}

void fed_control(fed_run *run, double numbers)
{
    run->counts.scalars += numbers;
}

double fed_sum_objective(fed_run *run, fed_message message, const double *theta, double *gradient,
                         double *eta)
{
    if (message.words > 0)
        fed_collect(run, message);
    return fed_problem_keep(run->problem, run->team, theta, gradient, eta);
}

void fed_sum_hessian(fed_run *run, fed_message message, const double *theta, const double *eta,
                     double *hessian)
{
    fed_collect(run, message);
    fed_problem_hessian(run->problem, run->team, theta, eta, hessian);
}

void fed_compute(fed_run *run, double gradients)
{
    fed_compute_all(run, gradients, gradients);
}

void fed_compute_all(fed_run *run, double gradients, double most)
{
    run->pending.gradients += gradients;
    run->pending.most = fmax(run->pending.most, most);
}

/* Definition 1 sends one vector of R^p an epoch: a client's words count as so many, begun. Peers
 * all send alike. */
static size_t letters(fed_run *run, const fed_pending *now)
{
    const double p = (double)run->problem->p;
    size_t sum = 0;

    if (run->graph != NULL) {
        for (size_t e = 0; run->words != NULL && e < run->graph->start[run->problem->clients]; e++)
            run->words[run->graph->sender[e]] += now->words;
        return now->senders * (size_t)ceil(now->words / p);
    }
    for (size_t k = 0; run->words != NULL && !run->apart && k < now->senders; k++)
        run->words[run->cohort[k]] += now->words;
    if (!run->apart)
        return now->senders * (size_t)ceil(now->words / p);
    for (size_t k = 0; k < now->senders; k++) {
        const size_t client = run->cohort[k];

        sum += (size_t)ceil((now->words + run->sent[client]) / p);
        if (run->words != NULL)
            run->words[client] += now->words + run->sent[client];
        run->sent[client] = 0.0;
    }
    run->apart = false;
    return sum;
}

void fed_epoch(fed_run *run)
{
    const fed_pending now = run->pending;
    const size_t sent = letters(run, &now);

    run->pending = (fed_pending){0};
    run->counts.gradients += now.gradients;
    run->counts.gamma += now.most + run->phi * (double)sent;
    fed_clock_epoch(run, now.most, now.senders, sent);
}
