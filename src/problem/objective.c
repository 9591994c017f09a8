/* objective.c -- sums over all samples in fixed chunks, added in order whatever the number of
 * threads. */
#include "problem/objective.h"

#include "core/linalg.h"
#include "problem/blocks.h"
#include "problem/codes.h"
#include "problem/gram.h"
#include "problem/pack.h"
#include "problem/penalty.h"

#include <math.h>
#include <string.h>

/* Samples are numbered client after client, the server's last. A segment shares one factor. */
typedef struct segment {
    const size_t *rows;
    size_t n, client;
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

/* Most have the same samples and weight, which spares a division. */
static bool is_same_factor(const fed_problem *problem, size_t a, size_t b)
{
    return problem->by_samples ||
           (problem->weight[a] == problem->weight[b] &&
            fed_held(problem->part, a) == fed_held(problem->part, b)) ||
           factor_of(problem, a) == factor_of(problem, b);
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

/* The one that begins at `at`; client: of the samples before, or earlier. */
static segment segment_at(const fed_problem *problem, size_t client, size_t at, size_t end)
{
    const fed_partition *part = problem->part;
    const size_t held = part->start[problem->clients];
    segment s = {NULL, 0, 0, 0.0};
    size_t last;

    while (client < problem->clients && part->start[client + 1] <= at)
        client++;
    last = client + 1;
    s.client = client;
    s.factor = factor_of(problem, client);
    if (client == problem->clients) {
        s.rows = part->server + (at - held);
        s.n = end - at;
        return s;
    }
    s.rows = part->row + at;
    if (problem->pack == NULL) /* clients with one factor are passed over together */
        while (last < problem->clients && part->start[last] < end &&
               is_same_factor(problem, client, last))
            last++;
    s.n = (part->start[last] < end ? part->start[last] : end) - at;
    return s;
}

/* Whole clients of a range from the first on that have one factor and are passed over together. */
static size_t group_at(const fed_problem *problem, size_t first, size_t end)
{
    const size_t *start = problem->part->start,
                 most = fed_pack_group(problem, first, problem->clients - first);
    size_t clients = 1;

    while (clients < most && start[first + clients + 1] <= end &&
           is_same_factor(problem, first, first + clients))
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

    for (size_t m = client_at(problem, at); at < end && m < problem->clients; m += clients) {
        const bool whole = at == start[m] && start[m + 1] <= end;
        const double own = factor_of(problem, m);

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
    client = client_at(problem, at);
    while (at < end) {
        const segment s = segment_at(problem, client, at, end);

        client = s.client;
        for (size_t k = 0; k < state->count; k++) {
            const place to = place_of(state, k, part);

            fed_rows_measure(problem, s.rows, s.n, s.factor, state->theta[k], to.value, to.grad,
                             to.wrong, state->eta != NULL ? state->eta + at : NULL, work);
        }
        at += s.n;
    }
}

/* A chunk is worth a task whatever its flops. */
static const double CHUNK_COST = 2e5;

static double pass_over(const fed_problem *problem, fed_team *team, const double *theta,
                        double *grad, double *wrong, double *eta);

/* The same by codes. */
static double pass_codes(const fed_problem *problem, fed_team *team, const double *theta,
                         double *grad, double *wrong, double *eta)
{
    const fed_codes *codes = problem->codes;
    double *lifted = fed_take(team, 2 * codes->count), *sums = lifted + codes->count, value;

    if (lifted == NULL)
        return NAN;
    fed_codes_lift(codes, theta, lifted);
    value = pass_over(&codes->inner, team, lifted, grad != NULL ? sums : NULL, wrong, eta) +
            fed_penalty_value(problem, theta);
    if (grad != NULL) {
        fed_penalty_gradient(problem, theta, grad);
        fed_codes_drop(codes, sums, grad);
    }
    fed_give(team, lifted);
    return problem->l1 > 0.0 ? value + problem->l1 * fed_penalty_norm(problem, theta) : value;
}

/* At several points; grad and wrong may be NULL, eta too, which is of one. */
static void pass_at(const fed_problem *problem, fed_team *team, size_t count,
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
    fed_sum(team, problem->chunks, (double)count * CHUNK_COST, width, problem->work, chunk_eval,
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

static double pass_over(const fed_problem *problem, fed_team *team, const double *theta,
                        double *grad, double *wrong, double *eta)
{
    double value;

    if (problem->codes != NULL)
        return pass_codes(problem, team, theta, grad, wrong, eta);
    pass_at(problem, team, 1, &theta, grad != NULL ? &grad : NULL, &value, wrong, eta);
    return value;
}

double fed_objective_pass(const fed_problem *problem, fed_team *team, const double *theta,
                          double *grad)
{
    return pass_over(problem, team, theta, grad, NULL, NULL);
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

void fed_problem_measure(const fed_problem *problem, fed_team *team, size_t count,
                         const double *const *theta, double *const *grad, double *value,
                         double *wrong)
{
    const bool errors = problem->classes > 0, form = problem->gram != NULL && problem->l1 == 0.0;
    const bool joint = problem->codes == NULL && (errors || !form);
    const size_t most = joint ? FED_POINTS_MOST : 1;

    for (size_t k = 0; k < count && !errors; k++)
        wrong[k] = NAN;
    for (size_t k = 0; k < count; k += most)
        if (joint)
            pass_at(problem, team, count - k < most ? count - k : most, theta + k, grad + k,
                    value + k, errors ? wrong + k : NULL, NULL);
        else if (errors)
            value[k] = pass_over(problem, team, theta[k], grad[k], wrong + k, NULL);
        else
            value[k] = fed_problem_value(problem, team, theta[k], grad[k]);
}

size_t fed_outputs_kept(const fed_problem *problem)
{
    return problem->products && problem->gram == NULL && problem->pack == NULL ? problem->samples
                                                                               : 0;
}

double fed_problem_keep(const fed_problem *problem, fed_team *team, const double *theta,
                        double *grad, double *eta)
{
    return fed_outputs_kept(problem) > 0 ? pass_over(problem, team, theta, grad, NULL, eta)
                                         : fed_problem_value(problem, team, theta, grad);
}

/* The chunks of a Hessian: those of the problem, cut further where its side is large. */
typedef struct curving {
    const fed_problem *problem;
    const double *theta, *eta; /* eta: by sample, or NULL */
    size_t cuts;               /* of each chunk */
} curving;

static void chunk_hessian(void *context, size_t k, double *part, double *work)
{
    const curving *state = context;
    const fed_problem *problem = state->problem;
    const size_t *start = problem->chunk_start + k / state->cuts, piece = k % state->cuts;
    const size_t end = start[0] + (start[1] - start[0]) * (piece + 1) / state->cuts;
    size_t at = start[0] + (start[1] - start[0]) * piece / state->cuts;
    size_t client = client_at(problem, at);

    while (at < end) {
        const segment s = segment_at(problem, client, at, end);

        client = s.client;
        fed_rows_lower(problem, s.rows, s.n, s.factor, state->theta,
                       state->eta != NULL ? state->eta + at : NULL, part, problem->p, work);
        at += s.n;
    }
}

/* A piece is worth eight times what clearing and adding its matrix costs. Those of few parameters
 * are the chunks. */
static size_t cuts_of(const fed_problem *problem)
{
    const double p = (double)problem->p, row = fed_matrix_width(&problem->data->matrix) + 1.0;
    const double worth = fmax(1024.0, 16.0 * p * p / (row * row));
    size_t longest = 0;

    for (size_t k = 0; k < problem->chunks; k++)
        longest = longest > problem->chunk_start[k + 1] - problem->chunk_start[k]
                      ? longest
                      : problem->chunk_start[k + 1] - problem->chunk_start[k];
    return p < 32.0 ? 1 : (size_t)ceil(fmax(1.0, (double)longest / worth));
}

/* Adds the lower half, without the penalty. */
static void add_lower(const fed_problem *problem, fed_team *team, const double *theta,
                      const double *eta, double *hessian)
{
    curving state = {problem, theta, eta, cuts_of(problem)};

    fed_sum(team, state.cuts * problem->chunks, CHUNK_COST, problem->p * problem->p, problem->work,
            chunk_hessian, &state, hessian);
}

/* The weights W of X'WX, chunk by chunk. */
typedef struct bending {
    const fed_problem *problem;
    const double *theta, *eta;
    double *w; /* by sample */
} bending;

static void chunk_bends(void *context, size_t first, size_t last, double *work)
{
    const bending *state = context;
    const fed_problem *problem = state->problem;
    const size_t end = problem->chunk_start[last];
    size_t at = problem->chunk_start[first], client = client_at(problem, at);

    while (at < end) {
        const segment s = segment_at(problem, client, at, end);

        client = s.client;
        fed_rows_bends(problem, s.rows, s.n, s.factor, state->theta,
                       state->eta != NULL ? state->eta + at : NULL, state->w + at, work);
        at += s.n;
    }
}

static void hessian_by_codes(const fed_problem *problem, fed_team *team, const double *theta,
                             const double *eta, double *hessian)
{
    const fed_codes *codes = problem->codes;
    double *lifted = fed_take(team, codes->count + problem->samples);
    bending state = {&codes->inner, lifted, eta, lifted + codes->count};

    if (lifted == NULL)
        return;
    if (eta == NULL)
        fed_codes_lift(codes, theta, lifted);
    fed_each(team, codes->inner.chunks, CHUNK_COST, codes->inner.work, chunk_bends, &state);
    fed_pairs_square(codes, team, state.w, hessian);
    fed_give(team, lifted);
}

void fed_problem_hessian(const fed_problem *problem, fed_team *team, const double *theta,
                         const double *eta, double *hessian)
{
    const size_t p = problem->p;

    if (problem->gram != NULL) {
        for (size_t j = 0; j < p; j++)
            memcpy(hessian + j * p, problem->gram->all_s + j * problem->gram->ld,
                   p * sizeof *hessian);
        return;
    }
    if (problem->codes != NULL) {
        hessian_by_codes(problem, team, theta, eta, hessian);
    } else {
        memset(hessian, 0, p * p * sizeof *hessian);
        add_lower(problem, team, theta, eta, hessian);
        fed_mirrored(problem, hessian, p);
    }
    fed_penalty_hessian(problem, problem->l2, hessian, p);
}
