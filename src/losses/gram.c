/* gram.c -- forms S_m, b_m, c_m of an affine loss from its Hessian, gradient and value at zero. */
#include "losses/gram.h"

#include "core/linalg.h"

#include <omp.h>
#include <string.h>
#include <unistd.h>

enum { GEMV_FROM = 64 };

FED_CLONES static void wide_loops(size_t p, size_t ld, const double *s, const double *u, double *restrict grad)
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

double fed_gram_value(size_t p, size_t ld, const double *s, const double *b, double c, const double *theta,
                      double *scratch)
{
    for (size_t j = 0; j < p; j++)
        scratch[j] = 0.5 * fed_dot(p, s + j * ld, theta) - b[j];
    return fed_dot(p, scratch, theta) + c;
}

bool fed_gram_pays(const fed_problem *problem, double passes)
{
    const double p = (double)problem->p, n = (double)problem->samples, m = (double)problem->clients;
    const fed_dataset *data = problem->data;
    const double row = data->x != NULL ? p : (double)data->ptr[data->n] / (double)data->n + 1.0;
    const double pass = data->curvature != NULL ? 2.0 * n * p * p : 4.0 * n * row;
    const double memory = 0.25 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE);
    const double bytes = 8.0 * m * (p + 4.0) * (p + 4.0), most = memory < 0x1p32 ? memory : 0x1p32;

    return problem->loss->affine && !data->kernel && bytes < most && n * row * row / 2.0 + passes * m * p * p < passes * pass;
}

/* S, b (after S's rows) and c of samples held together */
static double form(const fed_problem *problem, const size_t *rows, size_t n, const double *zero, size_t ld,
                   double *block, double *work)
{
    const double factor = problem->scale / (double)n;
    double c = 0.0;

    problem->loss->hessian(problem, rows, n, factor, zero, block, ld, work);
    problem->loss->eval(problem, rows, n, -factor, zero, &c, block + problem->p * ld, work);
    for (size_t j = 0; j < problem->d; j++)
        block[j * ld + j] += problem->l2;
    return -c;
}

static void add_weighted(const fed_gram *gram, double weight, const double *block, double c, double *all,
                         double *all_c)
{
    fed_axpy(gram->stride, weight, block, all);
    *all_c += weight * c;
}

fed_status fed_gram_make(fed_arena *arena, const fed_problem *problem, int threads, double *const *work,
                         const fed_gram **result, fed_error *error)
{
    const size_t p = problem->p, clients = problem->clients, ld = FED_ROUND_UP(p, 4), stride = (p + 1) * ld;
    const fed_partition *part = problem->part;
    fed_gram *gram = FED_NEW(arena, fed_gram);
    double *block = FED_ARRAY(arena, clients * stride, double), *c = FED_ARRAY(arena, clients, double);
    double *all = FED_ARRAY(arena, stride, double), *server = FED_ARRAY(arena, stride, double);
    const double *zero = FED_ARRAY(arena, p, double);

    if (gram == NULL || block == NULL || c == NULL || all == NULL || server == NULL || zero == NULL)
        return fed_nomem(error);
    *gram = (fed_gram){ld, stride, block, c, all, all + p * ld, 0.0};
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads) if (threads > 1) default(none) \
    shared(problem, part, work, block, c) firstprivate(clients, stride, ld, zero)
    for (size_t m = 0; m < clients; m++) {
        fed_blas_threads(1);
        c[m] = form(problem, part->row + part->start[m], part->start[m + 1] - part->start[m], zero, ld,
                    block + m * stride, work[omp_get_thread_num()]);
    }
    for (size_t m = 0; m < clients; m++)
        add_weighted(gram, problem->weight[m], block + m * stride, c[m], all, &gram->all_c);
    if (part->server_count > 0) {
        double server_c = form(problem, part->server, part->server_count, zero, ld, server, work[0]);

        add_weighted(gram, problem->server_weight, server, server_c, all, &gram->all_c);
    }
    *result = gram;
    return FED_OK;
}
