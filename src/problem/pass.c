/* pass.c -- sums over all samples in fixed chunks, added in order whatever the number of threads.
 */
#include "problem/pass.h"

#include "problem/blocks.h"
#include "problem/pack.h"
#include "problem/penalty.h"
#include "problem/stretches.h"

#include <math.h>
#include <string.h>

/* Whole clients of a range from the first on that have one factor and are passed over together. */
static size_t group_at(const fed_problem *problem, size_t first, size_t end)
{
    const size_t *start = problem->part->start,
                 most = fed_pack_group(problem, first, problem->clients - first);
    size_t clients = 1;

    while (clients < most && start[first + clients + 1] <= end &&
           fed_same_factor(problem, first, first + clients))
        clients++;
    return clients;
}

/* Points at which samples are passed over together: while a few clients' samples are in cache, one
 * point after another uses them, each as it would alone. */
typedef struct pass {
    const fed_problem *problem;
    size_t count;
    const double *const *theta; /* count */
    bool gradient, errors;
    double *eta; /* by sample, of one point; or NULL */
} pass;

/* Where a point's sums of a chunk are: [value], [gradient][value] or
 * [gradient][value][misclassified]. */
typedef struct place {
    double *value, *grad, *wrong;
} place;

static size_t width_of(const pass *state)
{
    return (state->gradient ? state->problem->p : 0) + 1 + state->errors;
}

static place place_of(const pass *state, size_t k, double *part)
{
    double *own = part + k * width_of(state),
           *value = state->gradient ? own + state->problem->p : own;

    return (place){value, state->gradient ? own : NULL, state->errors ? value + 1 : NULL};
}

/* The clients of a range that are packed; the return is where the rest begins. */
static size_t range_packed(const pass *state, size_t at, size_t end, double *part, double *work)
{
    const fed_problem *problem = state->problem;
    const size_t *start = problem->part->start;
    fed_total total[FED_POINTS_MOST] = {{.factors = 0}}; /* of clients with one factor */
    double factor = 0.0;
    size_t clients;

    for (size_t m = fed_client_at(problem, at); at < end && m < problem->clients; m += clients) {
        const bool whole = at == start[m] && start[m + 1] <= end;
        const double own = fed_factor(problem, m);

        clients = whole && fed_pack_has_measures(problem) ? group_at(problem, m, end) : 1;
        for (size_t k = 0; k < state->count; k++) {
            const place to = place_of(state, k, part);

            if (own != factor)
                *to.value += factor * fed_total_take(&total[k]);
            if (whole && fed_pack_has_measures(problem))
                fed_pack_measures(problem, m, clients, own, state->theta[k], &total[k], to.grad,
                                  to.wrong, work);
            else
                fed_pack_eval(problem, m, at - start[m],
                              (start[m + 1] < end ? start[m + 1] : end) - start[m], own,
                              state->theta[k], &total[k], to.grad, to.wrong, work);
        }
        factor = own;
        at = start[m + clients] < end ? start[m + clients] : end;
    }
    for (size_t k = 0; k < state->count; k++)
        *place_of(state, k, part).value += factor * fed_total_take(&total[k]);
    return at;
}

static void chunk_eval(void *context, size_t chunk, double *part, double *work)
{
    const pass *state = context;
    const fed_problem *problem = state->problem;
    const size_t end = problem->chunk_start[chunk + 1];
    size_t at = problem->chunk_start[chunk], client;

    if (problem->pack != NULL)
        at = range_packed(state, at, end, part, work);
    client = fed_client_at(problem, at);
    while (at < end) {
        const fed_stretch s = fed_stretch_at(problem, client, at, end);

        client = s.client;
        for (size_t k = 0; k < state->count; k++) {
            const place to = place_of(state, k, part);

            fed_rows_measure(problem, s.rows, s.n, s.factor, state->theta[k], to.value, to.grad,
                             to.wrong, state->eta != NULL ? state->eta + at : NULL, work);
        }
        at += s.n;
    }
}

void fed_pass_at(const fed_problem *problem, fed_team *team, size_t count,
                 const double *const *theta, double *const *grad, double *value, double *wrong,
                 double *eta)
{
    pass state = {problem, count, theta, grad != NULL, wrong != NULL, eta};
    const size_t width = count * width_of(&state);
    double *total = fed_take(team, width);

    if (total == NULL) {
        for (size_t k = 0; k < count; k++)
            value[k] = NAN;
        return;
    }
    memset(total, 0, width * sizeof *total);
    for (size_t k = 0; grad != NULL && k < count; k++)
        fed_penalty_gradient(problem, theta[k], place_of(&state, k, total).grad);
    fed_sum(team, problem->chunks, (double)count * FED_CHUNK_COST, width, problem->work, chunk_eval,
            &state, total);
    for (size_t k = 0; k < count; k++) {
        const place from = place_of(&state, k, total);

        value[k] = *from.value + fed_penalty_value(problem, theta[k]);
        if (problem->l1 > 0.0)
            value[k] += problem->l1 * fed_penalty_norm(problem, theta[k]);
        if (grad != NULL)
            memcpy(grad[k], from.grad, problem->p * sizeof *total);
        if (wrong != NULL)
            wrong[k] = *from.wrong / ((double)problem->samples * (double)problem->positions);
    }
    fed_give(team, total);
}
