/* client.c -- a client's loss and its derivatives, by whichever form of the data is there. */
#include "problem/client.h"

#include "core/linalg.h"
#include "problem/blocks.h"
#include "problem/gram.h"
#include "problem/penalty.h"
#include "problem/pack.h"

#include <string.h>

void fed_client_fetch(const fed_problem *problem, size_t client)
{
    enum { LINE = 8, LINES = 4 }; /* doubles of one, and how many */

    __builtin_prefetch(problem->part->start + client);
    if (problem->gram != NULL)
        for (size_t k = 0; k < problem->gram->stride && k < LINES * LINE; k += LINE)
            __builtin_prefetch(fed_gram_s(problem->gram, client) + k);
}

double fed_client_value(const fed_problem *problem, size_t client, const double *theta,
                        double *work)
{
    const size_t n = fed_held(problem->part, client);
    const double factor = problem->scale / (double)n;
    fed_total total = {.factors = 0};
    double value = 0.0;

    if (problem->gram != NULL)
        return fed_gram_value(problem->p, problem->gram->ld, fed_gram_s(problem->gram, client),
                              fed_gram_b(problem->gram, client), problem->gram->c[client], theta,
                              work);
    if (problem->pack != NULL) {
        fed_pack_eval(problem, client, 0, n, factor, theta, &total, NULL, NULL, work);
        value = factor * fed_total_take(&total);
    } else {
        fed_rows_eval(problem, fed_held_rows(problem->part, client), n, factor, theta, &value, NULL,
                      work);
    }
    return value + fed_penalty_value(problem, theta);
}

FED_CLONES static void gram_gradient(const fed_problem *problem, size_t client, const double *theta,
                                     double *grad, double *work)
{
    const size_t p = problem->p, ld = problem->gram->ld;
    double *out = work + ld;

    if (p == ld) {
        fed_gram_gradient(problem, client, theta, grad);
        return;
    }
    memcpy(work, theta, p * sizeof *work);
    memset(work + p, 0, (ld - p) * sizeof *work);
    fed_gram_gradient(problem, client, work, out);
    memcpy(grad, out, p * sizeof *grad);
}

void fed_client_gradient(const fed_problem *problem, size_t client, const double *theta,
                         double *grad, double *work)
{
    const size_t n = fed_held(problem->part, client);
    const double factor = problem->scale / (double)n;

    if (problem->gram != NULL) {
        gram_gradient(problem, client, theta, grad, work);
        return;
    }
    fed_penalty_gradient(problem, theta, grad);
    if (fed_pack_is_few(problem)) {
        double sum[FED_FEW];

        fed_pack_slopes(problem, client, 1, &theta, sum, work);
        for (size_t j = 0; j < problem->p; j++)
            grad[j] += sum[j];
        return;
    }
    if (problem->pack != NULL)
        fed_pack_eval(problem, client, 0, n, factor, theta, NULL, grad, NULL, work);
    else
        fed_rows_eval(problem, fed_held_rows(problem->part, client), n, factor, theta, NULL, grad,
                      work);
}

void fed_client_hvp(const fed_problem *problem, size_t client, const double *theta, const double *v,
                    double *out, double *work)
{
    const size_t n = fed_held(problem->part, client);

    if (problem->gram != NULL) {
        for (size_t j = 0; j < problem->p; j++)
            out[j] =
                fed_dot(problem->p, fed_gram_s(problem->gram, client) + j * problem->gram->ld, v);
        return;
    }
    fed_penalty_gradient(problem, v, out);
    fed_rows_hvp(problem, fed_held_rows(problem->part, client), n, problem->scale / (double)n,
                 theta, v, out, work);
}

void fed_client_hessian(const fed_problem *problem, size_t client, const double *theta,
                        double *hessian, double *work)
{
    const size_t n = fed_held(problem->part, client), p = problem->p;

    if (problem->gram != NULL) {
        for (size_t j = 0; j < p; j++)
            memcpy(hessian + j * p, fed_gram_s(problem->gram, client) + j * problem->gram->ld,
                   p * sizeof *hessian);
        return;
    }
    memset(hessian, 0, p * p * sizeof *hessian);
    fed_rows_hessian(problem, fed_held_rows(problem->part, client), n, problem->scale / (double)n,
                     theta, hessian, p, work);
    fed_penalty_hessian(problem, problem->l2, hessian, p);
}

void fed_batch_gradient(const fed_problem *problem, const size_t *rows, size_t n, double divisor,
                        const double *theta, double *grad, double *work)
{
    fed_penalty_gradient(problem, theta, grad);
    fed_rows_eval(problem, rows, n, problem->scale / divisor, theta, NULL, grad, work);
}
