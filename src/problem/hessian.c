/* hessian.c -- X'WX over all samples: in chunks that are added in order, or by codes. */
#include "problem/hessian.h"

#include "problem/blocks.h"
#include "problem/codes.h"
#include "problem/gram.h"
#include "problem/penalty.h"
#include "problem/stretches.h"

#include <math.h>
#include <string.h>

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
    size_t client = fed_client_at(problem, at);

    while (at < end) {
        const fed_stretch s = fed_stretch_at(problem, client, at, end);

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

    fed_sum(team, state.cuts * problem->chunks, FED_CHUNK_COST, problem->p * problem->p,
            problem->work, chunk_hessian, &state, hessian);
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
    size_t at = problem->chunk_start[first], client = fed_client_at(problem, at);

    while (at < end) {
        const fed_stretch s = fed_stretch_at(problem, client, at, end);

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
    fed_each(team, codes->inner.chunks, FED_CHUNK_COST, codes->inner.work, chunk_bends, &state);
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
