/* client.c -- a client's loss and its derivatives, by whichever form of the data is there. */
#include "core/linalg.h"
#include "losses/gram.h"
#include "losses/objective.h"
#include "losses/pack.h"

#include <string.h>

static size_t size_of(const fed_problem *problem, size_t client)
{
    return problem->part->start[client + 1] - problem->part->start[client];
}

static const size_t *rows_of(const fed_problem *problem, size_t client)
{
    return problem->part->row + problem->part->start[client];
}

void fed_penalty_gradient(const fed_problem *problem, const double *theta, double *out)
{
    const size_t step = problem->d + problem->intercept;

    if (problem->l2 == 0.0) {
        memset(out, 0, problem->p * sizeof *out);
        return;
    }
    for (size_t j = 0; j < problem->p; j++)
        out[j] = problem->l2 * theta[j];
    if (problem->intercept)
        for (size_t c = 0; c < problem->outputs; c++)
            out[c * step + problem->d] = 0.0;
}

double fed_penalty_value(const fed_problem *problem, const double *theta)
{
    const size_t step = problem->d + problem->intercept;
    double sum = 0.0;

    for (size_t c = 0; c < problem->outputs && problem->l2 > 0.0; c++)
        sum += fed_dot(problem->d, theta + c * step, theta + c * step);
    return problem->l2 > 0.0 ? 0.5 * problem->l2 * sum : 0.0;
}

void fed_penalty_hessian(const fed_problem *problem, double *hessian)
{
    const size_t step = problem->d + problem->intercept;

    for (size_t c = 0; c < problem->outputs; c++)
        for (size_t j = c * step; j < c * step + problem->d; j++)
            hessian[j * problem->p + j] += problem->l2;
}

double fed_client_value(const fed_problem *problem, size_t client, const double *theta, double *work)
{
    const size_t n = size_of(problem, client);
    const double factor = problem->scale / (double)n;
    double value = 0.0;

    if (problem->gram != NULL)
        return fed_gram_value(problem->p, problem->gram->ld, fed_gram_s(problem->gram, client),
                              fed_gram_b(problem->gram, client), problem->gram->c[client], theta, work);
    if (problem->pack != NULL)
        fed_pack_eval(problem, client, 0, n, factor, theta, &value, NULL, work);
    else
        problem->loss->eval(problem, rows_of(problem, client), n, factor, theta, &value, NULL, work);
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

void fed_client_gradient(const fed_problem *problem, size_t client, const double *theta, double *grad,
                         double *work)
{
    const size_t n = size_of(problem, client);
    const double factor = problem->scale / (double)n;

    if (problem->gram != NULL) {
        gram_gradient(problem, client, theta, grad, work);
        return;
    }
    fed_penalty_gradient(problem, theta, grad);
    if (problem->pack != NULL)
        fed_pack_eval(problem, client, 0, n, factor, theta, NULL, grad, work);
    else
        problem->loss->eval(problem, rows_of(problem, client), n, factor, theta, NULL, grad, work);
}

void fed_client_hvp(const fed_problem *problem, size_t client, const double *theta, const double *v,
                    double *out, double *work)
{
    const size_t n = size_of(problem, client);

    if (problem->gram != NULL) {
        for (size_t j = 0; j < problem->p; j++)
            out[j] = fed_dot(problem->p, fed_gram_s(problem->gram, client) + j * problem->gram->ld, v);
        return;
    }
    fed_penalty_gradient(problem, v, out);
    problem->loss->hvp(problem, rows_of(problem, client), n, problem->scale / (double)n, theta, v, out, work);
}

void fed_client_hessian(const fed_problem *problem, size_t client, const double *theta, double *hessian,
                        double *work)
{
    const size_t n = size_of(problem, client), p = problem->p;

    if (problem->gram != NULL) {
        for (size_t j = 0; j < p; j++)
            memcpy(hessian + j * p, fed_gram_s(problem->gram, client) + j * problem->gram->ld,
                   p * sizeof *hessian);
        return;
    }
    memset(hessian, 0, p * p * sizeof *hessian);
    problem->loss->hessian(problem, rows_of(problem, client), n, problem->scale / (double)n, theta, hessian, p,
                           work);
    fed_penalty_hessian(problem, hessian);
}

void fed_batch_gradient(const fed_problem *problem, const size_t *rows, size_t n, double divisor,
                        const double *theta, double *grad, double *work)
{
    fed_penalty_gradient(problem, theta, grad);
    problem->loss->eval(problem, rows, n, problem->scale / divisor, theta, NULL, grad, work);
}
