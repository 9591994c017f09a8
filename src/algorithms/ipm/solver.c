/* solver.c -- Cholesky of a normal matrix, dense or sparse, dependent rows left out. */
#include "algorithms/ipm/solver.h"

#include "core/linalg.h"
#include "algorithms/ipm/sparse.h"
#include "core/lapack.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { REFINEMENTS = 4 };
/* Pivots, the diagonal being 1: of a row that others explain; of one that rounding has eaten. */
static const double ridge = 1e-13; /* dual regularisation */
static const double dependent = 64.0 * DBL_EPSILON, eaten = 4.0 * DBL_EPSILON;

static fed_status vectors(fed_arena *arena, size_t d, fed_normal *normal, fed_error *error)
{
    normal->d = d;
    normal->matrix = FED_ARRAY(arena, normal->size, double);
    normal->scale = FED_ARRAY(arena, d, double);
    normal->rest = FED_ARRAY(arena, d, double);
    normal->more = FED_ARRAY(arena, d, double);
    normal->dropped = FED_ARRAY(arena, d, bool);
    if (normal->matrix == NULL || normal->scale == NULL || normal->rest == NULL ||
        normal->more == NULL || normal->dropped == NULL)
        return fed_nomem(error);
    return FED_OK;
}

fed_status fed_normal_alloc(fed_arena *arena, size_t d, fed_normal *normal, fed_error *error)
{
    normal->size = d * d;
    if ((normal->scratch = FED_ARRAY(arena, d * d, double)) == NULL)
        return fed_nomem(error);
    return vectors(arena, d, normal, error);
}

fed_status fed_normal_alloc_sparse(fed_arena *arena, fed_sparse *sparse, fed_normal *normal,
                                   fed_error *error)
{
    normal->sparse = sparse;
    normal->size = sparse->entries;
    return vectors(arena, sparse->d, normal, error);
}

/* Cholesky with the largest pivot next, of a copy in scratch: rows left when it has fallen to
 * rounding depend on those before. */
static void find_dependent(fed_normal *normal)
{
    const size_t d = normal->d;
    double *a = normal->scratch, *pivot = normal->more;
    const double limit = dependent * (double)(d < 64 ? d : 64);

    memcpy(a, normal->matrix, d * d * sizeof *a);
    for (size_t i = 0; i < d; i++)
        normal->dropped[i] = true;
    for (normal->rank = 0; normal->rank < d; normal->rank++) {
        size_t best = d;

        for (size_t i = 0; i < d; i++)
            if (normal->dropped[i] && (best == d || a[i * (d + 1)] > a[best * (d + 1)]))
                best = i;
        if (!(a[best * (d + 1)] > limit))
            break;
        normal->dropped[best] = false;
        for (size_t i = 0; i < d; i++)
            pivot[i] = i < best ? a[best * d + i] : a[i * d + best];
        for (size_t i = 0; i < d; i++) /* the Schur complement of the rows that are left */
            if (normal->dropped[i])
                fed_axpy(i + 1, -pivot[i] / pivot[best], pivot, a + i * d);
    }
}

static void leave_out(fed_normal *normal)
{
    const size_t d = normal->d;

    for (size_t i = 0; i < d && normal->rank < d; i++) {
        for (size_t j = 0; j < i; j++)
            if (normal->dropped[i] || normal->dropped[j])
                normal->matrix[i * d + j] = 0.0;
        if (normal->dropped[i])
            normal->matrix[i * d + i] = 1.0;
    }
}

static bool find_scale(fed_normal *normal)
{
    const fed_sparse *s = normal->sparse;

    for (size_t i = 0; i < normal->d; i++) {
        const double entry = normal->matrix[s != NULL ? s->start[i] : i * (normal->d + 1)];

        if (!isfinite(entry))
            return false;
        normal->scale[i] =
            entry > 0.0 && !(s != NULL && normal->dropped[i]) ? 1.0 / sqrt(entry) : 0.0;
    }
    return true;
}

/* Row by row; a pivot that rounding has eaten is replaced by one that makes its unknown 0. */
static void factor_loops(size_t d, double *a)
{
    for (size_t i = 0; i < d; i++) {
        double pivot = a[i * d + i];

        for (size_t j = 0; j < i; j++) {
            a[i * d + j] = (a[i * d + j] - fed_dot(j, a + i * d, a + j * d)) / a[j * d + j];
            pivot -= a[i * d + j] * a[i * d + j];
        }
        a[i * d + i] = pivot > eaten ? sqrt(pivot) : 1e64;
    }
}

static bool factor_sparse(fed_normal *normal)
{
    const bool first = normal->rank == 0;

    if (first)
        fed_sparse_factor(normal->sparse, normal->matrix, normal->scale, 0.0, 1e-12,
                          normal->dropped);
    else
        fed_sparse_factor(normal->sparse, normal->matrix, normal->scale, ridge, 0.5 * ridge, NULL);
    for (size_t i = 0; first && i < normal->d; i++)
        normal->rank += !normal->dropped[i];
    for (size_t i = 0; first && i < normal->d; i++)
        if (normal->dropped[i])
            normal->scale[i] = 0.0;
    return true;
}

bool fed_normal_factor(fed_team *team, fed_normal *normal)
{
    const size_t d = normal->d;
    double *a = normal->matrix;

    if (!find_scale(normal))
        return false;
    if (normal->sparse != NULL)
        return factor_sparse(normal);
    fed_scale_lower(d, normal->scale, a);
    if (normal->rank == 0)
        find_dependent(normal);
    leave_out(normal);
    for (size_t i = 0; i < d; i++) /* one half tells all */
        memcpy(normal->scratch + i * d, a + i * d, (i + 1) * sizeof *a);
    if (!fed_cholesky_shared(team, d, a, d)) {
        memcpy(a, normal->scratch, d * d * sizeof *a);
        factor_loops(d, a);
    }
    return true;
}

/* y = S M S v of the scaled matrix */
static void times(const fed_normal *normal, const double *v, double *y)
{
    const size_t d = normal->d;
    const double *a = normal->scratch;

    if (normal->sparse != NULL) {
        fed_sparse_times(normal->sparse, normal->matrix, normal->scale, v, y);
        return;
    }
    for (size_t i = 0; i < d; i++) {
        y[i] = fed_dot(i + 1, a + i * d, v);
        fed_axpy(i, v[i], a + i * d, y);
    }
}

static void solve_once(const fed_normal *normal, double *x)
{
    if (normal->sparse != NULL)
        fed_sparse_solve(normal->sparse, x, x);
    else
        fed_cholesky_solve(normal->d, normal->matrix, normal->d, x);
}

/* x in scaled unknowns; each correction is kept while it halves the residual */
void fed_normal_solve(const fed_normal *normal, const double *b, double *x)
{
    const size_t d = normal->d;
    double *rest = normal->rest, *more = normal->more, before, now;

    for (size_t i = 0; i < d; i++)
        rest[i] = x[i] = normal->dropped[i] ? 0.0 : normal->scale[i] * b[i];
    before = fed_norm(d, rest);
    solve_once(normal, x);
    for (int k = 0; k < REFINEMENTS && before > 0.0; k++) {
        const double goal = k == 0 ? before * DBL_EPSILON * 16.0 : 0.0;

        times(normal, x, more);
        for (size_t i = 0; i < d; i++)
            more[i] = normal->dropped[i] ? 0.0 : rest[i] - more[i];
        now = fed_norm(d, more);
        if (!(now < 0.5 * before) || now <= goal)
            break;
        before = now;
        solve_once(normal, more);
        fed_axpy(d, 1.0, more, x);
    }
    for (size_t i = 0; i < d; i++)
        x[i] = normal->dropped[i] ? 0.0 : normal->scale[i] * x[i];
}

void fed_normal_apply(const fed_normal *normal, const double *b, double *x)
{
    const size_t d = normal->d;

    for (size_t i = 0; i < d; i++)
        x[i] = normal->dropped[i] ? 0.0 : normal->scale[i] * b[i];
    solve_once(normal, x);
    for (size_t i = 0; i < d; i++)
        x[i] = normal->dropped[i] ? 0.0 : normal->scale[i] * x[i];
}

void fed_normal_residual(const fed_normal *normal, const double *b, const double *x, double *rest)
{
    const size_t d = normal->d;

    for (size_t i = 0; i < d; i++)
        normal->rest[i] = normal->dropped[i] ? 0.0 : x[i] / normal->scale[i];
    times(normal, normal->rest, rest);
    for (size_t i = 0; i < d; i++)
        rest[i] = normal->dropped[i] ? 0.0 : b[i] - rest[i] / normal->scale[i];
}

void fed_normal_root(const fed_normal *normal, bool transposed, const double *b, double *x)
{
    const size_t d = normal->d;
    const double *l = normal->matrix;

    memset(x, 0, d * sizeof *x);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j <= i && !normal->dropped[i]; j++) {
            const double entry = l[i * d + j] / normal->scale[i];

            if (transposed)
                x[j] += entry * b[i];
            else
                x[i] += entry * b[j];
        }
}
