/* columns.c -- products with A and A W A', by the columns of a block of units. */
#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "models/linear.h"
#include "problem/codes.h"

#include <string.h>

size_t fed_ipm_work(const fed_ipm *ipm)
{
    return FED_COLUMNS * FED_STRETCH + ipm->rows->model.room;
}

static double *room_of(double *work)
{
    return work + FED_COLUMNS * FED_STRETCH;
}

static double factor_of(const fed_units *u, size_t i)
{
    return u->factor != NULL ? u->factor[i] : 1.0;
}

static void scale(const fed_units *u, size_t first, size_t n, double *v)
{
    for (size_t i = 0; !u->plain && i < n; i++)
        v[i] *= u->factor[first + i];
}

static size_t place(const fed_units *u, size_t i)
{
    return u->at != NULL ? u->at[i] : i;
}

size_t fed_ipm_width(const fed_ipm *ipm, const fed_units *u)
{
    return u == &ipm->client ? ipm->width : ipm->d;
}

size_t fed_ipm_squared(const fed_ipm *ipm, const fed_units *u)
{
    return u == &ipm->client ? ipm->square : ipm->normal.size;
}

void fed_ipm_lift(fed_ipm *ipm, const double *v)
{
    if (ipm->codes != NULL)
        fed_codes_lift(ipm->codes, v, ipm->lifted);
}

void fed_ipm_adjoint(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n,
                     const double *v, double *e, double *work)
{
    if (u == &ipm->client) {
        if (ipm->codes != NULL)
            fed_code_forward(&ipm->codes->rows, first, n, ipm->lifted, e);
        else
            fed_forward(ipm->rows, ipm->rows->part->row + first, n, v, e, room_of(work));
        scale(u, first, n, e);
    } else if (u->column != NULL) {
        e[0] = fed_dot(ipm->d, u->column, v);
    } else {
        for (size_t i = 0; i < n; i++)
            e[i] = ipm->basis != NULL ? fed_dot(ipm->d, ipm->basis + (first + i) * ipm->d, v)
                                      : factor_of(u, first + i) * v[place(u, first + i)];
    }
}

void fed_ipm_product(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *w,
                     double *out, double *work)
{
    if (u == &ipm->client) {
        scale(u, first, n, w);
        if (ipm->codes != NULL)
            fed_code_backward(&ipm->codes->rows, first, n, w, out);
        else
            fed_backward(ipm->rows, ipm->rows->part->row + first, n, w, w, out, room_of(work));
    } else if (u->column != NULL) {
        fed_axpy(ipm->d, w[0], u->column, out);
    } else {
        for (size_t i = 0; i < n; i++)
            if (ipm->basis != NULL)
                fed_axpy(ipm->d, w[i], ipm->basis + (first + i) * ipm->d, out);
            else
                out[place(u, first + i)] += factor_of(u, first + i) * w[i];
    }
}

void fed_ipm_products(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *w,
                      double *v, double *out, double *work)
{
    if (u != &ipm->client) {
        fed_ipm_product(ipm, u, first, n, w, out, work);
        fed_ipm_product(ipm, u, first, n, v, out + ipm->d, work);
        return;
    }
    scale(u, first, n, w);
    scale(u, first, n, v);
    fed_linear_backward_two(&ipm->rows->model, &ipm->rows->data->matrix,
                            ipm->rows->part->row + first, n, w, v, out, out + ipm->width);
}

void fed_ipm_woven(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *w,
                   double *v, double *x, double *out, double *work)
{
    if (u != &ipm->client) {
        fed_ipm_products(ipm, u, first, n, w, v, out, work);
        fed_ipm_product(ipm, u, first, n, x, out + 2 * ipm->d, work);
        return;
    }
    scale(u, first, n, w);
    scale(u, first, n, v);
    scale(u, first, n, x);
    fed_code_backward_three(&ipm->codes->rows, first, n, w, v, x, out);
}

/* The same into the pattern of A A'. */
static void outer_pairs(const fed_ipm *ipm, size_t first, size_t n, const double *w, double *matrix)
{
    const fed_sparse *s = ipm->normal.sparse;
    const fed_dataset *data = ipm->rows->data;

    for (size_t i = 0; i < n; i++) {
        const size_t j = ipm->rows->part->row[first + i], last = data->ptr[j + 1];
        const uint32_t *at = s->place + s->pairs[j];

        for (size_t b = data->ptr[j]; b < last; b++)
            for (size_t a = b; a < last; a++)
                matrix[*at++] += w[i] * data->val[b] * data->val[a];
    }
}

void fed_ipm_outer(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *w,
                   double *matrix, double *work)
{
    const size_t d = ipm->d;

    if (u == &ipm->client) {
        for (size_t i = 0; !u->plain && i < n; i++)
            w[i] *= u->factor[first + i] * u->factor[first + i];
        if (ipm->codes != NULL) { /* all W are wanted at once */
            memcpy(ipm->bends + first, w, n * sizeof *w);
            return;
        }
        if (ipm->normal.sparse != NULL) {
            outer_pairs(ipm, first, n, w, matrix);
            return;
        }
        ipm->rows->model.type->outer(&ipm->rows->model, &ipm->rows->data->matrix,
                                     ipm->rows->part->row + first, n, 0, 0, 1.0, w, true, matrix, d,
                                     room_of(work));
    } else if (u->column != NULL || ipm->basis != NULL) {
        for (size_t k = 0; k < n; k++) {
            const double *column = u->column != NULL ? u->column : ipm->basis + (first + k) * d;

            for (size_t i = 0; i < d; i++)
                fed_axpy(i + 1, w[k] * column[i], column, matrix + i * d);
        }
    } else {
        const fed_sparse *sparse = ipm->normal.sparse;

        for (size_t i = 0; i < n; i++) {
            const size_t k = place(u, first + i);

            matrix[sparse != NULL ? sparse->start[k] : k * (d + 1)] +=
                w[i] * factor_of(u, first + i) * factor_of(u, first + i);
        }
    }
}
