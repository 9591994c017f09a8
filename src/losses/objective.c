/* objective.c -- sums over all samples in fixed chunks, added in order whatever the number of threads. */
#include "losses/objective.h"

#include "core/linalg.h"
#include "losses/gram.h"
#include "losses/pack.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/* Samples are numbered client after client, the server's last. A segment shares one factor. */
typedef struct segment {
    const size_t *rows;
    size_t n, client, lo; /* lo: first sample within the client */
    double factor;
} segment;

static double factor_of(const fed_problem *problem, size_t client)
{
    const fed_partition *part = problem->part;

    if (client == problem->clients)
        return problem->scale * problem->server_weight / (double)part->server_count;
    if (problem->by_samples)
        return problem->scale / (double)problem->samples;
    return problem->scale * problem->weight[client] / (double)(part->start[client + 1] - part->start[client]);
}

/* The client that holds the sample number `at`. */
static size_t client_at(const fed_problem *problem, size_t at)
{
    const size_t *start = problem->part->start;
    size_t low = 0, high = problem->clients;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (start[middle + 1] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static segment segment_at(const fed_problem *problem, size_t at, size_t end)
{
    const fed_partition *part = problem->part;
    const size_t client = client_at(problem, at), held = part->start[problem->clients];
    segment s = {NULL, 0, client, 0, factor_of(problem, client)};
    size_t last = client + 1;

    if (client == problem->clients) {
        s.rows = part->server + (at - held);
        s.n = end - at;
        return s;
    }
    s.rows = part->row + at;
    s.lo = at - part->start[client];
    if (problem->pack == NULL) /* clients with one factor are passed over together */
        while (last < problem->clients && part->start[last] < end && factor_of(problem, last) == s.factor)
            last++;
    s.n = (part->start[last] < end ? part->start[last] : end) - at;
    return s;
}

static void range_eval(const fed_problem *problem, size_t at, size_t end, const double *theta, double *value,
                       double *grad, double *work)
{
    while (at < end) {
        const segment s = segment_at(problem, at, end);

        if (problem->pack != NULL && s.client < problem->clients)
            fed_pack_eval(problem, s.client, s.lo, s.lo + s.n, s.factor, theta, value, grad, work);
        else
            problem->loss->eval(problem, s.rows, s.n, s.factor, theta, value, grad, work);
        at += s.n;
    }
}

double fed_objective_pass(const fed_problem *problem, const double *theta, double *grad, double *const *work,
                          int threads)
{
    const size_t p = problem->p, total = problem->samples, chunk = problem->chunk;
    double sum = 0.0;

    if (grad != NULL)
        fed_penalty_gradient(problem, theta, grad);
#pragma omp parallel for ordered schedule(static, 1) num_threads(threads) if (threads > 1 && total > chunk) \
    default(none) shared(problem, theta, grad, work, sum) firstprivate(p, total, chunk, threads)
    for (size_t at = 0; at < total; at += chunk) {
        double *part = work[omp_get_thread_num()], value = 0.0;

        if (threads > 1)
            fed_blas_threads(1);
        memset(part, 0, p * sizeof *part);
        range_eval(problem, at, at + chunk < total ? at + chunk : total, theta, &value,
                   grad != NULL ? part : NULL, part + p);
#pragma omp ordered
        {
            sum += value;
            if (grad != NULL)
                fed_axpy(p, 1.0, part, grad);
        }
    }
    sum += fed_penalty_value(problem, theta);
    if (problem->l1 > 0.0) {
        double norm = 0.0;

        for (size_t j = 0; j < p; j++)
            if (!problem->intercept || j % (problem->d + 1) != problem->d)
                norm += fabs(theta[j]);
        sum += problem->l1 * norm;
    }
    return sum;
}

/* About the optimum L = L* + (theta - theta*)'S(theta - theta*)/2 has no cancellation. */
static double gram_about_optimum(const fed_problem *problem, const double *theta, double *grad, double *work)
{
    const size_t p = problem->p;
    double *delta = work, *image = work + p;

    for (size_t j = 0; j < p; j++)
        delta[j] = theta[j] - problem->optimum[j];
    for (size_t j = 0; j < p; j++)
        image[j] = fed_dot(p, problem->gram->all_s + j * problem->gram->ld, delta);
    if (grad != NULL)
        memcpy(grad, image, p * sizeof *grad);
    return problem->optimum_value + 0.5 * fed_dot(p, delta, image);
}

double fed_problem_value(const fed_problem *problem, const double *theta, double *grad, double *const *work,
                         int threads)
{
    const fed_gram *gram = problem->gram;
    const size_t p = problem->p;

    if (gram == NULL || problem->l1 > 0.0)
        return fed_objective_pass(problem, theta, grad, work, threads);
    if (problem->optimum != NULL)
        return gram_about_optimum(problem, theta, grad, work[0]);
    if (grad != NULL)
        for (size_t j = 0; j < p; j++)
            grad[j] = fed_dot(p, gram->all_s + j * gram->ld, theta) - gram->all_b[j];
    return fed_gram_value(p, gram->ld, gram->all_s, gram->all_b, gram->all_c, theta, work[0]);
}

void fed_problem_hessian(const fed_problem *problem, const double *theta, double *hessian,
                         double *const *spare, double *const *work, int threads)
{
    const size_t p = problem->p, total = problem->samples, chunk = problem->chunk;

    memset(hessian, 0, p * p * sizeof *hessian);
    if (problem->gram != NULL) {
        for (size_t j = 0; j < p; j++)
            memcpy(hessian + j * p, problem->gram->all_s + j * problem->gram->ld, p * sizeof *hessian);
        return;
    }
#pragma omp parallel for ordered schedule(static, 1) num_threads(threads) if (threads > 1 && total > chunk) \
    default(none) shared(problem, theta, hessian, spare, work) firstprivate(p, total, chunk, threads)
    for (size_t first = 0; first < total; first += chunk) {
        const size_t end = first + chunk < total ? first + chunk : total;
        double *part = spare[omp_get_thread_num()];

        if (threads > 1)
            fed_blas_threads(1);
        memset(part, 0, p * p * sizeof *part);
        for (size_t at = first; at < end;) {
            const segment s = segment_at(problem, at, end);

            problem->loss->hessian(problem, s.rows, s.n, s.factor, theta, part, p,
                                   work[omp_get_thread_num()]);
            at += s.n;
        }
#pragma omp ordered
        fed_axpy(p * p, 1.0, part, hessian);
    }
    fed_penalty_hessian(problem, hessian);
}
