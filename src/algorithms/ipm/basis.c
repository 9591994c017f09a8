/* basis.c -- another basis of the features where they are nearly collinear: x becomes T x with T =
 * L^-1 D, where D A W A' D = LL' and D scales to a unit diagonal, and the model T'y. A W A' has
 * lost what sets such features apart; T x has not. */
#include "algorithms/ipm/basis.h"

#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "models/linear.h"
#include "algorithms/fedipm.h"
#include "algorithms/ipm/assess.h"

#include <float.h>
#include <string.h>

static const double collinear = 1e-7; /* smallest pivot, the diagonal being 1 */

/* L of the scaled matrix; pivots that are rounding are told as infinite. */
static double triangle(const fed_ipm *ipm)
{
    const size_t d = ipm->d;
    const double *a = ipm->normal.matrix;
    double *l = ipm->triangle, *scale = ipm->basis_scale, least = 1.0;

    for (size_t i = 0; i < d; i++)
        scale[i] = a[i * (d + 1)] > 0.0 ? 1.0 / sqrt(a[i * (d + 1)]) : 1.0;
    for (size_t i = 0; i < d; i++) {
        double pivot = a[i * (d + 1)] * scale[i] * scale[i];

        for (size_t j = 0; j < i; j++) {
            l[i * d + j] =
                isfinite(l[j * d + j])
                    ? (a[i * d + j] * scale[i] * scale[j] - fed_dot(j, l + i * d, l + j * d)) /
                          l[j * d + j]
                    : 0.0;
            pivot -= l[i * d + j] * l[i * d + j];
        }
        least = pivot > 64.0 * DBL_EPSILON ? fmin(least, pivot) : least;
        l[i * d + i] = pivot > 64.0 * DBL_EPSILON ? sqrt(pivot) : INFINITY;
    }
    return least;
}

/* x = L^-1 D x, with 1 for an infinite pivot */
static void change(size_t d, const double *l, const double *scale, double *x)
{
    for (size_t i = 0; i < d; i++) {
        const double pivot = l[i * d + i];

        x[i] = (scale[i] * x[i] - fed_dot(i, l + i * d, x)) / (isfinite(pivot) ? pivot : 1.0);
    }
}

/* What depends on other features is 0 in the new basis. */
static fed_dataset *changed_data(fed_ipm *ipm, const double *l, const double *scale)
{
    const fed_problem *rows = ipm->rows;
    const size_t d = ipm->d, n = rows->data->n;
    fed_dataset *data = FED_NEW(ipm->run->arena, fed_dataset);
    double *x = FED_ARRAY(ipm->run->arena, n * d, double);

    if (data == NULL || x == NULL)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        double *row = x + i * d;

        fed_linear_row(&rows->model, &rows->data->matrix, i, row);
        change(d, l, scale, row);
        for (size_t j = 0; j < d; j++)
            row[j] = isfinite(l[j * (d + 1)]) ? row[j] : 0.0;
    }
    *data = *rows->data;
    data->matrix = (fed_matrix){.n = n, .d = d, .x = x};
    return data;
}

/* T itself, for the columns of the server's units */
static void explicit_basis(size_t d, const double *l, const double *scale, double *basis)
{
    for (size_t j = 0; j < d; j++) { /* row j of T' */
        basis[j * d + j] = 1.0;
        change(d, l, scale, basis + j * d);
    }
}

fed_status fed_ipm_basis(fed_ipm *ipm)
{
    fed_arena *arena = ipm->run->arena;
    const size_t d = ipm->d;
    const double *l = ipm->triangle, *scale = ipm->basis_scale;
    fed_problem *view = FED_NEW(arena, fed_problem);
    fed_dataset *data = changed_data(ipm, l, scale);

    ipm->basis = FED_ARRAY(arena, d * d, double);
    if (view == NULL || data == NULL || ipm->basis == NULL)
        return fed_nomem(ipm->run->error);
    explicit_basis(d, l, scale, ipm->basis);
    change(d, l, scale, ipm->b);
    ipm->norm_b = fed_norm(d, ipm->b);
    *view = *ipm->rows;
    view->data = data;
    view->model = fed_linear(&(fed_model_shape){.x = &data->matrix, .outputs = 1});
    ipm->rows = view;
    fed_ipm_row_sizes(ipm);
    return FED_OK;
}

fed_status fed_ipm_rebase(fed_ipm *ipm)
{
    const size_t d = ipm->d, words = d * (d + 1) / 2;

    if (ipm->triangle == NULL || ipm->modified || !(triangle(ipm) < collinear))
        return FED_OK; /* the column added for a feasible start is one of the old basis */
    ipm->rebased = true;
    TRY(fed_ipm_basis(ipm));
    fed_collect(ipm->run, (fed_message){"A W A'", words}); /* in the old basis; */
    fed_broadcast(ipm->run, (fed_message){"L", words}, ipm->triangle);
    if (ipm->predictor)
        fed_ipm_assess(ipm);
    else
        fed_ipm_residual(ipm);
    fed_ipm_gather(ipm);
    return FED_OK;
}

void fed_ipm_model(const fed_ipm *ipm, double *theta)
{
    for (size_t i = 0; i < ipm->d; i++)
        theta[i] =
            ipm->unit *
            (ipm->basis != NULL ? fed_dot(ipm->d, ipm->basis + i * ipm->d, ipm->y) : ipm->y[i]);
}
