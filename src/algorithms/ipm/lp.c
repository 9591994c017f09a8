/* lp.c -- a linear program as units: the clients' are its columns, the server's the rows that are
 * not equations, Ax - w = 0 with w between the row's bounds. Units start at 0: x = shift +- scale
 * a.
 */
#include "algorithms/ipm/lp.h"
#include "models/linear.h"
#include "algorithms/ipm/scale.h"
#include "algorithms/ipm/units.h"
#include "algorithms/ipm/presolve.h"

#include <string.h>

typedef struct unit_arrays {
    double *ca, *factor, *lower, *upper;
} unit_arrays;

static fed_status allocate(fed_ipm *ipm, fed_units *u, unit_arrays *v)
{
    fed_arena *arena = ipm->run->arena;

    u->block = &fed_block_interval;
    v->ca = FED_ARRAY(arena, u->n, double);
    v->factor = FED_ARRAY(arena, u->n, double);
    v->lower = FED_ARRAY(arena, u->n, double);
    v->upper = FED_ARRAY(arena, u->n, double);
    if (v->ca == NULL || v->factor == NULL || v->lower == NULL || v->upper == NULL)
        return fed_nomem(ipm->run->error);
    u->ca = v->ca;
    u->factor = v->factor;
    u->lower = v->lower;
    u->upper = v->upper;
    return fed_units_alloc(arena, u, ipm->run->error);
}

/* From its finite end: shift, direction and width, in units of `scale`. */
static void from_end(double low, double high, double scale, double *shift, double *direction,
                     double *lower, double *upper)
{
    const bool down = isfinite(high) && !isfinite(low), neither = !isfinite(low) && !down;

    *shift = neither ? 0.0 : down ? high : low;
    *direction = down ? -1.0 : 1.0;
    *lower = neither ? -INFINITY : 0.0;
    *upper = isfinite(low) && isfinite(high) ? (high - low) / scale : INFINITY;
}

/* The columns that are left, client by client, scaled: a dataset of their own. */
static fed_status reduced_data(fed_ipm *ipm, fed_lp *lp, fed_problem *view)
{
    fed_arena *arena = ipm->run->arena;
    const fed_dataset *data = lp->data;
    const fed_partition *part = ipm->run->problem->part;
    fed_dataset *out = FED_NEW(arena, fed_dataset);
    fed_partition *shares = FED_NEW(arena, fed_partition);
    size_t *ptr = FED_ARRAY(arena, data->n + 1, size_t), *row = FED_ARRAY(arena, data->n, size_t),
           *start = FED_ARRAY(arena, part->clients + 1, size_t), n = 0, e = 0,
           *number = FED_ARRAY(arena, lp->rows, size_t);
    uint32_t *col = FED_ARRAY(arena, data->ptr[data->n], uint32_t);
    double *val = FED_ARRAY(arena, data->ptr[data->n], double);

    if (out == NULL || shares == NULL || ptr == NULL || row == NULL || start == NULL ||
        number == NULL || col == NULL || val == NULL ||
        (ipm->column_of = FED_ARRAY(arena, data->n, size_t)) == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t i = 0; i < lp->rows; i++)
        if (!lp->row_gone[i]) {
            number[i] = ipm->d;
            lp->row_of[ipm->d++] = i;
        }
    if (ipm->d == 0) /* a row of nothing, 0 = 0 */
        lp->row_of[ipm->d++] = lp->rows;
    for (size_t m = 0; m < part->clients; m++) {
        start[m] = n;
        for (size_t i = part->start[m]; i < part->start[m + 1]; i++) {
            const size_t j = part->row[i];

            if (lp->column_gone[j])
                continue;
            for (size_t k = data->ptr[j]; k < data->ptr[j + 1]; k++)
                if (!lp->row_gone[data->col[k]] && data->val[k] != 0.0) {
                    col[e] = (uint32_t)number[data->col[k]];
                    val[e++] = data->val[k] * lp->r[data->col[k]] * lp->c[j];
                }
            ipm->column_of[n] = j;
            row[n] = n;
            ptr[++n] = e;
        }
    }
    start[part->clients] = n;
    *out = (fed_dataset){.n = n, .d = ipm->d, .ptr = ptr, .col = col, .val = val};
    *shares = (fed_partition){.clients = part->clients, .start = start, .row = row};
    view->data = out;
    view->part = shares;
    view->model = fed_linear(&(fed_model_shape){.x = &out->matrix, .outputs = 1});
    view->p = view->model.p;
    return FED_OK;
}

/* b gets what the shift of every column takes. */
static fed_status columns(fed_ipm *ipm, fed_lp *lp)
{
    const fed_dataset *data = ipm->rows->data;
    fed_units *u = &ipm->client;
    unit_arrays v;

    u->n = data->n;
    TRY(allocate(ipm, u, &v));
    for (size_t i = 0; i < u->n; i++) {
        const size_t j = ipm->column_of[i];
        const double scale = lp->c[j] * lp->unit;

        from_end(lp->lower[j], lp->upper[j], scale, &lp->shift[j], &lp->turned[j], &v.lower[i],
                 &v.upper[i]);
        v.factor[i] = lp->turned[j];
        v.ca[i] = lp->data->y[j] * lp->c[j] * lp->turned[j] / lp->money;
        for (size_t e = data->ptr[i]; e < data->ptr[i + 1]; e++)
            ipm->b[data->col[e]] -= data->val[e] * lp->shift[j] / scale;
    }
    return FED_OK;
}

/* Ax - w = 0 as Ax -+ w' = low or high */
static fed_status ranges(fed_ipm *ipm, const fed_lp *lp)
{
    fed_units *u = &ipm->server[ipm->servers];
    size_t *at = FED_ARRAY(ipm->run->arena, ipm->d, size_t);
    unit_arrays v;

    if (at == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t k = 0; k < ipm->d; k++)
        if (lp->row_of[k] < lp->rows && lp->low[lp->row_of[k]] != lp->high[lp->row_of[k]])
            at[u->n++] = k;
    for (size_t k = 0; k < ipm->d; k++)
        if (lp->row_of[k] < lp->rows && lp->low[lp->row_of[k]] == lp->high[lp->row_of[k]])
            ipm->b[k] += lp->low[lp->row_of[k]] * lp->r[lp->row_of[k]] / lp->unit;
    if (u->n == 0)
        return FED_OK;
    ipm->servers++;
    u->at = at;
    TRY(allocate(ipm, u, &v));
    for (size_t k = 0; k < u->n; k++) {
        const size_t i = lp->row_of[at[k]];
        const double scale = lp->unit / lp->r[i];
        double shift;

        from_end(lp->low[i], lp->high[i], scale, &shift, &v.factor[k], &v.lower[k], &v.upper[k]);
        v.factor[k] = -v.factor[k];
        ipm->b[at[k]] += shift / scale;
    }
    return FED_OK;
}

fed_status fed_ipm_program(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    fed_problem *view = FED_NEW(run->arena, fed_problem);
    fed_lp *lp = ipm->lp = FED_NEW(run->arena, fed_lp);

    if (view == NULL || lp == NULL)
        return fed_nomem(run->error);
    lp->scaled = fed_config_bool(run->config, "algorithm.scaling");
    TRY(fed_lp_reduce(run->arena, run->problem->data, lp, run->error));
    fed_lp_scale(lp);
    *view = *run->problem; /* whose model is the multipliers */
    TRY(reduced_data(ipm, lp, view));
    ipm->rows = view;
    ipm->scaling = 1.0 / (lp->money * lp->unit);
    ipm->unit = 1.0;
    ipm->one = lp->money * lp->unit;
    if ((ipm->b = FED_ARRAY(run->arena, ipm->d, double)) == NULL)
        return fed_nomem(run->error);
    TRY(columns(ipm, lp));
    return ranges(ipm, lp);
}
