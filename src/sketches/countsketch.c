/* countsketch.c -- CountSketch: every column has one entry, +-1, in a random row. */
#include "sketches/sketch.h"

#include <string.h>

typedef struct place {
    size_t row;
    double sign;
} place;

static size_t bytes(size_t rows, size_t columns)
{
    (void)rows;
    return columns * sizeof(place);
}

static size_t work_of(size_t rows, size_t columns)
{
    (void)rows, (void)columns;
    return 0;
}

static void draw(size_t rows, size_t columns, fed_rng *rng, void *room)
{
    place *at = room;

    for (size_t j = 0; j < columns; j++) {
        at[j].row = (size_t)fed_rng_below(rng, rows);
        at[j].sign = fed_rng_u32(rng) & 1 ? 1.0 : -1.0;
    }
}

static void apply(const fed_sketch *sketch, const double *x, double *out, double *work)
{
    const place *at = sketch->room;

    (void)work;
    memset(out, 0, sketch->rows * sizeof *out);
    for (size_t j = 0; j < sketch->columns; j++)
        out[at[j].row] += at[j].sign * x[j];
}

static void adjoint(const fed_sketch *sketch, const double *u, double *out, double *work)
{
    const place *at = sketch->room;

    (void)work;
    for (size_t j = 0; j < sketch->columns; j++)
        out[j] = at[j].sign * u[at[j].row];
}

const fed_sketcher fed_sketcher_countsketch = {
    .entry = {"countsketch", "one random sign in a random row of every column", NULL},
    .bytes = bytes,
    .work = work_of,
    .draw = draw,
    .apply = apply,
    .adjoint = adjoint,
};
