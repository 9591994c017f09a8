/* gram.c -- forms S_m, b_m, c_m of an affine loss from its Hessian, gradient and value at zero. */
#include "problem/gram.h"

#include "core/linalg.h"
#include "problem/blocks.h"
#include "problem/penalty.h"

#include <string.h>
#include <unistd.h>

enum { GEMV_FROM = 64 };

FED_CLONES static void wide_loops(size_t p, size_t ld, const double *s, const double *u,
                                  double *restrict grad)
{
    const double *b = s + p * ld;
    size_t j = 0;

#pragma omp simd
    for (size_t k = 0; k < ld; k++)
        grad[k] = -b[k];
    for (; j + 4 <= p; j += 4) {
        const double *r0 = s + j * ld, *r1 = r0 + ld, *r2 = r1 + ld, *r3 = r2 + ld;

#pragma omp simd
        for (size_t k = 0; k < ld; k++)
            grad[k] += (u[j] * r0[k] + u[j + 1] * r1[k]) + (u[j + 2] * r2[k] + u[j + 3] * r3[k]);
    }
    for (; j < p; j++)
#pragma omp simd
        for (size_t k = 0; k < ld; k++)
            grad[k] += u[j] * s[j * ld + k];
}

void fed_gram_wide(const fed_problem *problem, const double *s, const double *u, double *grad)
{
    const size_t p = problem->p, ld = problem->gram->ld;

    if (p < GEMV_FROM) {
        wide_loops(p, ld, s, u, grad);
        return;
    }
    for (size_t k = 0; k < ld; k++)
        grad[k] = -s[p * ld + k];
    fed_gemv(p, p, 1.0, s, ld, u, 1.0, grad);
}

double fed_gram_value(size_t p, size_t ld, const double *s, const double *b, double c,
                      const double *theta, double *scratch)
{
    for (size_t j = 0; j < p; j++)
        scratch[j] = 0.5 * fed_dot(p, s + j * ld, theta) - b[j];
    return fed_dot(p, scratch, theta) + c;
}

/* Forming must pay within so many passes over the data. */
static const double PAYBACK = 200.0;

bool fed_gram_pays(const fed_problem *problem)
{
    const double p = (double)problem->p, n = (double)problem->samples, m = (double)problem->clients;
    const fed_dataset *data = problem->data;
    const double row = data->ptr == NULL ? p : fed_matrix_width(&data->matrix) + 1.0;
    const double pass = data->matrices != NULL ? 2.0 * n * p * p : 4.0 * n * row;
    const double memory = 0.25 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE);
    const double bytes = 8.0 * m * (p + 4.0) * (p + 4.0), most = memory < 0x1p32 ? memory : 0x1p32;

    return problem->affine && !problem->functions && bytes < most &&
           n * row * row / 2.0 + PAYBACK * m * p * p < PAYBACK * pass;
}

/* S, b (after S's rows) and c of samples held together */
static double form(const fed_problem *problem, const size_t *rows, size_t n, const double *zero,
                   size_t ld, double *block, double *work)
{
    const double factor = problem->scale / (double)n;
    double c = 0.0;

    fed_rows_hessian(problem, rows, n, factor, zero, block, ld, work);
    fed_rows_eval(problem, rows, n, -factor, zero, &c, block + problem->p * ld, work);
    fed_penalty_hessian(problem, problem->l2, block, ld);
    return -c;
}

static void add_weighted(const fed_gram *gram, double weight, const double *block, double c,
                         double *all, double *all_c)
{
    fed_axpy(gram->stride, weight, block, all);
    *all_c += weight * c;
}

/* Every client's block, a few at a time. */
typedef struct forming {
    const fed_problem *problem;
    const fed_gram *gram;
    const double *zero;
    double *block, *c;
} forming;

static void form_clients(void *context, size_t first, size_t last, double *work)
{
    const forming *state = context;
    const fed_partition *part = state->problem->part;

    for (size_t m = first; m < last; m++)
        state->c[m] = form(state->problem, fed_held_rows(part, m), fed_held(part, m), state->zero,
                           state->gram->ld, state->block + m * state->gram->stride, work);
}

static void add_server(const fed_problem *problem, fed_team *team, const forming *state,
                       double *server, double *all, fed_gram *gram)
{
    const fed_partition *part = problem->part;
    double *work = fed_take(team, problem->work);

    if (work != NULL) {
        const double c =
            form(problem, part->server, part->server_count, state->zero, gram->ld, server, work);

        add_weighted(gram, problem->server_weight, server, c, all, &gram->all_c);
    }
    fed_give(team, work);
}

fed_status fed_gram_make(fed_arena *arena, fed_team *team, const fed_problem *problem,
                         const fed_gram **result, fed_error *error)
{
    const size_t p = problem->p, clients = problem->clients, ld = FED_ROUND_UP(p, 4),
                 stride = (p + 1) * ld;
    const double samples = (double)problem->samples / (double)clients;
    fed_gram *gram = FED_NEW(arena, fed_gram);
    double *all = FED_ARRAY(arena, stride, double), *server = FED_ARRAY(arena, stride, double);
    forming state = {.problem = problem,
                     .gram = gram,
                     .block = FED_ARRAY(arena, clients * stride, double),
                     .c = FED_ARRAY(arena, clients, double),
                     .zero = FED_ARRAY(arena, p, double)};

    if (gram == NULL || state.block == NULL || state.c == NULL || all == NULL || server == NULL ||
        state.zero == NULL)
        return fed_nomem(error);
    *gram = (fed_gram){ld, stride, state.block, state.c, all, all + p * ld, 0.0};
    fed_each(team, clients, samples * (double)(p * p), problem->work, form_clients, &state);
    for (size_t m = 0; m < clients; m++)
        add_weighted(gram, problem->weight[m], state.block + m * stride, state.c[m], all,
                     &gram->all_c);
    if (problem->part->server_count > 0)
        add_server(problem, team, &state, server, all, gram);
    *result = gram;
    return FED_OK;
}
