/* entries.c -- products with a sketch whose entries are all kept. */
#include "sketches/entries.h"

#include "core/linalg.h"

#include <string.h>

size_t fed_entries_bytes(size_t rows, size_t columns)
{
    return rows * columns * sizeof(double);
}

size_t fed_entries_work(size_t rows, size_t columns)
{
    (void)rows, (void)columns;
    return 0;
}

void fed_entries_apply(const fed_sketch *sketch, const double *x, double *out, double *work)
{
    const double *entry = sketch->room;

    (void)work;
    for (size_t i = 0; i < sketch->rows; i++)
        out[i] = fed_dot(sketch->columns, entry + i * sketch->columns, x);
}

void fed_entries_adjoint(const fed_sketch *sketch, const double *u, double *out, double *work)
{
    const double *entry = sketch->room;

    (void)work;
    memset(out, 0, sketch->columns * sizeof *out);
    for (size_t i = 0; i < sketch->rows; i++)
        fed_axpy(sketch->columns, u[i], entry + i * sketch->columns, out);
}
