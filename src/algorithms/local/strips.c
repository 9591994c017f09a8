/* strips.c -- steps on batches of sparse rows of ones: the gradient is added to theta in the order
 * of the rows, where hot columns stay in registers. */
#include "algorithms/local/strips.h"

#include "core/simd.h"

/* eta_i = bias + sum of theta over the row's places: two chains, as in fed_matrix_forward; adding
 * the zero changes nothing. One load brings two places. */
static void forward(const fed_strip *strip, const double *theta, double bias, double *eta)
{
    const uint32_t *at = strip->pair;

    for (size_t i = 0; i < strip->n; i++, at += strip->width) {
        double even = bias, odd = 0.0;

        for (size_t k = 0; k < strip->width; k++) {
            even += theta[at[k] & 0xffff];
            odd += theta[at[k] >> 16];
        }
        eta[i] = even + odd;
    }
}

/* theta_c += w_i for every row i that has c, of all hot c at once */
FED_CLONES static void add_hot(const uint64_t *hot, size_t n, const double *w, double *theta)
{
    double sum[FED_STRIP_HOT];

    for (size_t c = 0; c < FED_STRIP_HOT; c++)
        sum[c] = theta[c];
    for (size_t i = 0; i < n; i++) {
        const uint64_t row = UINT64_C(1) << i;
        const double share = w[i];

#pragma omp simd
        for (size_t c = 0; c < FED_STRIP_HOT; c++)
            sum[c] = hot[c] & row ? sum[c] + share : sum[c];
    }
    for (size_t c = 0; c < FED_STRIP_HOT; c++)
        theta[c] = sum[c];
}

static void backward(const fed_strip *strip, const double *w, double *theta)
{
    if (strip->hot != NULL)
        add_hot(strip->hot, strip->n, w, theta);
    for (size_t e = 0; e < strip->colds; e++) {
        const uint32_t entry = strip->cold[e];

        theta[entry & 0xffff] += w[entry >> 16];
    }
}

/* theta -= rate times the gradient of the batch's loss, whose derivatives are all known before
 * theta changes. work: 2 FED_BLOCK doubles */
static void step(const fed_problem *problem, const fed_strips *strips, const fed_strip *strip,
                 const fed_batch *batch, double rate, double *theta, double *work)
{
    const double factor = -rate * batch->factor;
    const bool biased = problem->p > strips->d;
    double *eta = work, *d1 = work + FED_BLOCK, *last = theta + strips->intercept;

    forward(strip, theta, biased ? *last : 0.0, eta);
    fed_link(problem, strip->n, eta, strip->y, NULL, d1, NULL);
    for (size_t i = 0; i < strip->n; i++)
        d1[i] *= factor;
    for (size_t j = 0; batch->l2 > 0.0 && j < strips->intercept; j++)
        theta[j] = theta[j] - rate * batch->l2 * theta[j];
    backward(strip, d1, theta);
    for (size_t i = 0; biased && i < strip->n; i++)
        *last += d1[i];
}

void fed_strips_pass(const fed_run *run, const fed_strips *strips, size_t client, size_t passes,
                     bool local, const double *from, double *to, double *work)
{
    const size_t d = strips->d;
    double *theta = work, *rest = work + strips->room;
    fed_batch batch = {.n = 0};

    for (size_t j = 0; j < strips->room; j++)
        theta[j] = 0.0;
    for (size_t j = 0; j < d; j++)
        theta[strips->place[j]] = from[j];
    if (run->problem->p > d)
        theta[strips->intercept] = from[d];
    for (size_t s = 0; s < passes && !fed_team_hurried(run->team); s++)
        for (size_t k = strips->first[client]; k < strips->first[client + 1]; k++) {
            const fed_strip *strip = strips->strip + k;

            if (strip->n != batch.n) /* all but the last are alike */
                batch = fed_batch_part(run->problem, client, NULL, strip->n, local);
            step(run->problem, strips, strip, &batch, run->rate, theta, rest);
        }
    for (size_t j = 0; j < d; j++)
        to[j] = theta[strips->place[j]];
    if (run->problem->p > d)
        to[d] = theta[strips->intercept];
}
