/* objective.c -- sums over all samples in fixed chunks, added in order whatever the number of
 * threads. */
#include "problem/objective.h"

#include "core/linalg.h"
#include "problem/blocks.h"
#include "problem/gram.h"
#include "problem/pack.h"
#include "problem/penalty.h"

#include <math.h>
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
    return problem->scale * problem->weight[client] / (double)fed_held(part, client);
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
        while (last < problem->clients && part->start[last] < end &&
               factor_of(problem, last) == s.factor)
            last++;
    s.n = (part->start[last] < end ? part->start[last] : end) - at;
    return s;
}

static void range_eval(const fed_problem *problem, size_t at, size_t end, const double *theta,
                       double *value, double *grad, double *work)
{
    while (at < end) {
        const segment s = segment_at(problem, at, end);

        if (problem->pack != NULL && s.client < problem->clients)
            fed_pack_eval(problem, s.client, s.lo, s.lo + s.n, s.factor, theta, value, grad, work);
        else
            fed_rows_eval(problem, s.rows, s.n, s.factor, theta, value, grad, work);
        at += s.n;
    }
}

/* One chunk of samples: part is [gradient][value], or the value alone. */
typedef struct pass {
    const fed_problem *problem;
    const double *theta;
    bool gradient;
} pass;

static void chunk_eval(void *context, size_t k, double *part, double *work)
{
    const pass *state = context;
    const fed_problem *problem = state->problem;
    double *value = state->gradient ? part + problem->p : part;

    range_eval(problem, problem->chunk_start[k], problem->chunk_start[k + 1], state->theta, value,
               state->gradient ? part : NULL, work);
}

/* A chunk is worth a task whatever its flops. */
static const double CHUNK_COST = 2e5;

double fed_objective_pass(const fed_problem *problem, fed_team *team, const double *theta,
                          double *grad)
{
    const size_t p = problem->p, width = grad != NULL ? p + 1 : 1;
    pass state = {problem, theta, grad != NULL};
    double *total = fed_take(team, width), sum;

    if (total == NULL)
        return NAN;
    if (grad != NULL)
        fed_penalty_gradient(problem, theta, total);
    total[width - 1] = 0.0;
    fed_sum(team, problem->chunks, CHUNK_COST, width, problem->work, chunk_eval, &state, total);
    sum = total[width - 1] + fed_penalty_value(problem, theta);
    if (grad != NULL)
        memcpy(grad, total, p * sizeof *grad);
    fed_give(team, total);
    return problem->l1 > 0.0 ? sum + problem->l1 * fed_penalty_norm(problem, theta) : sum;
}

/* About the optimum L = L* + (theta - theta*)'S(theta - theta*)/2 has no cancellation. */
static double gram_about_optimum(const fed_problem *problem, const double *theta, double *grad,
                                 double *work)
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

static double gram_value(const fed_problem *problem, const double *theta, double *grad,
                         double *work)
{
    const fed_gram *gram = problem->gram;
    const size_t p = problem->p;

    if (problem->optimum != NULL)
        return gram_about_optimum(problem, theta, grad, work);
    if (grad != NULL)
        for (size_t j = 0; j < p; j++)
            grad[j] = fed_dot(p, gram->all_s + j * gram->ld, theta) - gram->all_b[j];
    return fed_gram_value(p, gram->ld, gram->all_s, gram->all_b, gram->all_c, theta, work);
}

double fed_problem_value(const fed_problem *problem, fed_team *team, const double *theta,
                         double *grad)
{
    double *work, value = NAN;

    if (problem->gram == NULL || problem->l1 > 0.0)
        return fed_objective_pass(problem, team, theta, grad);
    if ((work = fed_take(team, 2 * problem->p)) != NULL)
        value = gram_value(problem, theta, grad, work);
    fed_give(team, work);
    return value;
}

static void chunk_hessian(void *context, size_t k, double *part, double *work)
{
    const pass *state = context;
    const fed_problem *problem = state->problem;
    const size_t end = problem->chunk_start[k + 1];

    for (size_t at = problem->chunk_start[k]; at < end;) {
        const segment s = segment_at(problem, at, end);

        fed_rows_hessian(problem, s.rows, s.n, s.factor, state->theta, part, problem->p, work);
        at += s.n;
    }
}

void fed_problem_hessian(const fed_problem *problem, fed_team *team, const double *theta,
                         double *hessian)
{
    const size_t p = problem->p;
    pass state = {problem, theta, false};

    memset(hessian, 0, p * p * sizeof *hessian);
    if (problem->gram != NULL) {
        for (size_t j = 0; j < p; j++)
            memcpy(hessian + j * p, problem->gram->all_s + j * problem->gram->ld,
                   p * sizeof *hessian);
        return;
    }
    fed_sum(team, problem->chunks, CHUNK_COST, p * p, problem->work, chunk_hessian, &state,
            hessian);
    fed_penalty_hessian(problem, problem->l2, hessian, p);
}
