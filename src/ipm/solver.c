/* solver.c -- Cholesky of a normal matrix, dependent rows left out. */
#include "ipm/solver.h"

#include "core/linalg.h"

#include <math.h>
#include <string.h>

static const double dependent =
    1e-11; /* pivot of a row that others explain, its diagonal being 1 */

fed_status fed_normal_alloc(fed_arena *arena, size_t d, fed_normal *normal, fed_error *error)
{
    normal->d = d;
    normal->matrix = FED_ARRAY(arena, d * d, double);
    normal->scratch = FED_ARRAY(arena, d * d, double);
    normal->scale = FED_ARRAY(arena, d, double);
    normal->dropped = FED_ARRAY(arena, d, bool);
    if (normal->matrix == NULL || normal->scratch == NULL || normal->scale == NULL ||
        normal->dropped == NULL)
        return fed_nomem(error);
    return FED_OK;
}

/* Row by row: l_ij = (a_ij - sum_k l_ik l_jk)/l_jj; a row whose pivot vanishes is left out. */
static void find_dependent(fed_normal *normal)
{
    const size_t d = normal->d;
    const double *a = normal->matrix;
    double *l = normal->scratch;

    for (size_t i = 0; i < d; i++) {
        double pivot = a[i * d + i];

        for (size_t j = 0; j < i; j++) {
            l[i * d + j] = normal->dropped[j]
                               ? 0.0
                               : (a[i * d + j] - fed_dot(j, l + i * d, l + j * d)) / l[j * d + j];
            pivot -= l[i * d + j] * l[i * d + j];
        }
        normal->dropped[i] = !(pivot > dependent);
        l[i * d + i] = sqrt(fmax(pivot, dependent));
        normal->rank += !normal->dropped[i];
    }
}

static void leave_out(fed_normal *normal)
{
    const size_t d = normal->d;

    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < i; j++)
            if (normal->dropped[i] || normal->dropped[j])
                normal->matrix[i * d + j] = 0.0;
        if (normal->dropped[i])
            normal->matrix[i * d + i] = 1.0;
    }
}

static bool scale_rows(fed_normal *normal)
{
    const size_t d = normal->d;
    double *a = normal->matrix;

    for (size_t i = 0; i < d; i++) {
        if (!isfinite(a[i * d + i]))
            return false;
        normal->scale[i] = a[i * d + i] > 0.0 ? 1.0 / sqrt(a[i * d + i]) : 0.0;
    }
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * d + j] *= normal->scale[i] * normal->scale[j];
    return true;
}

bool fed_normal_factor(fed_normal *normal)
{
    const size_t d = normal->d;
    double *a = normal->matrix;

    if (!scale_rows(normal))
        return false;
    if (normal->rank == 0)
        find_dependent(normal);
    leave_out(normal);
    memcpy(normal->scratch, a, d * d * sizeof *a);
    for (double shift = 1e-15; shift < 1e-7; shift *= 10.0) {
        if (fed_cholesky(d, a, d))
            return true;
        memcpy(a, normal->scratch, d * d * sizeof *a);
        for (size_t i = 0; i < d; i++)
            a[i * d + i] += shift;
    }
    return false;
}

void fed_normal_solve(const fed_normal *normal, const double *b, double *x)
{
    const size_t d = normal->d;

    for (size_t i = 0; i < d; i++)
        x[i] = normal->dropped[i] ? 0.0 : normal->scale[i] * b[i];
    fed_cholesky_solve(d, normal->matrix, d, x);
    for (size_t i = 0; i < d; i++)
        x[i] = normal->dropped[i] ? 0.0 : normal->scale[i] * x[i];
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
