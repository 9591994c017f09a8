/* gaussian.c -- independent normal entries of variance 1/b. */
#include "sketches/entries.h"
#include "core/normal.h"

#include <math.h>

static void draw(size_t rows, size_t columns, fed_rng *rng, void *room)
{
    const double size = 1.0 / sqrt((double)rows);
    double *entry = room;

    fed_rng_normals(rng, rows * columns, entry);
    for (size_t k = 0; k < rows * columns; k++)
        entry[k] *= size;
}

const fed_sketcher fed_sketcher_gaussian = {
    .entry = {"gaussian", "independent normal entries of variance 1/b", NULL},
    .bytes = fed_entries_bytes,
    .work = fed_entries_work,
    .draw = draw,
    .apply = fed_entries_apply,
    .adjoint = fed_entries_adjoint,
};
