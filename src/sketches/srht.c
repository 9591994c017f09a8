/* srht.c -- subsampled randomised Hadamard transform: R = S H D / sqrt(b), D random signs, H the
 * Hadamard matrix of the next power of two P, S a choice of b rows. Every row is chosen floor(b/P)
 * times and the rest without replacement, so that R'R = I when P divides b. */
#include "sketches/srht.h"

#include "sketches/sketch.h"

#include <math.h>
#include <string.h>

static size_t padded(size_t n)
{
    size_t power = 1;

    while (power < n)
        power *= 2;
    return power;
}

void fed_hadamard(size_t n, double *x)
{
    for (size_t half = 1; half < n; half *= 2)
        for (size_t first = 0; first < n; first += 2 * half) {
            double *restrict low = x + first, *restrict high = low + half;

#pragma omp simd
            for (size_t i = 0; i < half; i++) {
                const double sum = low[i] + high[i], difference = low[i] - high[i];

                low[i] = sum;
                high[i] = difference;
            }
        }
}

/* room: [signs of the columns][rows chosen: b, and P for the drawing] */
static size_t bytes(size_t rows, size_t columns)
{
    return columns * sizeof(double) + (rows + padded(columns)) * sizeof(size_t);
}

static size_t work_of(size_t rows, size_t columns)
{
    (void)rows;
    return padded(columns);
}

static const size_t *chosen_of(const fed_sketch *sketch)
{
    return (const size_t *)(const void *)((const double *)sketch->room + sketch->columns);
}

static void draw(size_t rows, size_t columns, fed_rng *rng, void *room)
{
    double *sign = room;
    size_t *chosen = (size_t *)(void *)(sign + columns), *pool = chosen + rows;
    const size_t power = padded(columns), whole = rows / power * power;

    for (size_t j = 0; j < columns; j++)
        sign[j] = fed_rng_u32(rng) & 1 ? 1.0 : -1.0;
    for (size_t i = 0; i < whole; i++)
        chosen[i] = i % power;
    fed_rng_choose(rng, power, rows - whole, pool);
    memcpy(chosen + whole, pool, (rows - whole) * sizeof *chosen);
}

static void apply(const fed_sketch *sketch, const double *x, double *out, double *work)
{
    const double *sign = sketch->room, size = 1.0 / sqrt((double)sketch->rows);
    const size_t *chosen = chosen_of(sketch), power = padded(sketch->columns);

    for (size_t j = 0; j < sketch->columns; j++)
        work[j] = sign[j] * x[j];
    memset(work + sketch->columns, 0, (power - sketch->columns) * sizeof *work);
    fed_hadamard(power, work);
    for (size_t i = 0; i < sketch->rows; i++)
        out[i] = size * work[chosen[i]];
}

static void adjoint(const fed_sketch *sketch, const double *u, double *out, double *work)
{
    const double *sign = sketch->room, size = 1.0 / sqrt((double)sketch->rows);
    const size_t *chosen = chosen_of(sketch), power = padded(sketch->columns);

    memset(work, 0, power * sizeof *work);
    for (size_t i = 0; i < sketch->rows; i++)
        work[chosen[i]] += u[i];
    fed_hadamard(power, work);
    for (size_t j = 0; j < sketch->columns; j++)
        out[j] = size * sign[j] * work[j];
}

const fed_sketcher fed_sketcher_srht = {
    .entry = {"srht", "subsampled randomised Hadamard transform, padded to a power of two", NULL},
    .bytes = bytes,
    .work = work_of,
    .draw = draw,
    .apply = apply,
    .adjoint = adjoint,
};
