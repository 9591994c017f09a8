/* columns.c -- products with A and A W A', by the columns of a block of units. */
#include "core/linalg.h"
#include "ipm/columns.h"
#include "losses/glm.h"
#include "losses/rows.h"

size_t fed_ipm_work(const fed_ipm *ipm)
{
    return FED_COLUMNS * FED_BLOCK + 2 * fed_rows_room(ipm->rows);
}

static double *room_of(double *work)
{
    return work + FED_COLUMNS * FED_BLOCK;
}

static size_t place(const fed_units *u, size_t i)
{
    return u->at != NULL ? u->at[i] : i;
}

void fed_ipm_adjoint(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n,
                     const double *v, double *e, double *work)
{
    if (u == &ipm->client) {
        fed_forward(ipm->rows, ipm->rows->data, ipm->rows->part->row + first, n, v, e,
                    room_of(work));
        for (size_t i = 0; i < n; i++)
            e[i] *= u->factor[first + i];
    } else if (u->column != NULL) {
        e[0] = fed_dot(ipm->d, u->column, v);
    } else {
        for (size_t i = 0; i < n; i++)
            e[i] = u->sign * v[place(u, first + i)];
    }
}

void fed_ipm_product(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *w,
                     double *out, double *work)
{
    if (u == &ipm->client) {
        for (size_t i = 0; i < n; i++)
            w[i] *= u->factor[first + i];
        fed_backward(ipm->rows, ipm->rows->part->row + first, n, w, out, room_of(work));
    } else if (u->column != NULL) {
        fed_axpy(ipm->d, w[0], u->column, out);
    } else {
        for (size_t i = 0; i < n; i++)
            out[place(u, first + i)] += u->sign * w[i];
    }
}

void fed_ipm_outer(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *w,
                   double *matrix, double *work)
{
    const size_t d = ipm->d;

    if (u == &ipm->client) {
        for (size_t i = 0; i < n; i++)
            w[i] *= u->factor[first + i] * u->factor[first + i];
        fed_glm_outer(ipm->rows, ipm->rows->part->row + first, n, w, matrix, d, room_of(work));
    } else if (u->column != NULL) {
        for (size_t i = 0; i < d; i++)
            fed_axpy(i + 1, w[0] * u->column[i], u->column, matrix + i * d);
    } else {
        for (size_t i = 0; i < n; i++)
            matrix[place(u, first + i) * (d + 1)] += w[i];
    }
}
