/* ams.c -- AMS: R_ij = h_i(j) = +-1/sqrt(b), the signs 4-wise independent along a row. */
#include "sketches/ams.h"

#include "sketches/entries.h"

#include <math.h>

static const uint64_t prime = ((uint64_t)1 << 61) - 1;

/* a b modulo 2^61 - 1 for a, b below it: the high bits of the product weigh 2^61 = 1 */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    const uint64_t sum = (uint64_t)(product & prime) + (uint64_t)(product >> 61);

    return sum >= prime ? sum - prime : sum;
}

uint64_t fed_hash_four(const uint64_t c[4], uint64_t j)
{
    uint64_t value = c[3];

    j %= prime;
    for (int k = 2; k >= 0; k--) {
        value = multiply(value, j) + c[k];
        value = value >= prime ? value - prime : value;
    }
    return value;
}

static void draw(size_t rows, size_t columns, fed_rng *rng, void *room)
{
    const double size = 1.0 / sqrt((double)rows);
    double *entry = room;

    for (size_t i = 0; i < rows; i++) {
        uint64_t c[4];

        for (int k = 0; k < 4; k++)
            c[k] = fed_rng_below(rng, prime);
        for (size_t j = 0; j < columns;
             j++) /* the parity of a value below 2^61 - 1 is fair to 2^-61 */
            entry[i * columns + j] = fed_hash_four(c, j) & 1 ? size : -size;
    }
}

const fed_sketcher fed_sketcher_ams = {
    .entry = {"ams", "signs over sqrt(b) from a 4-wise independent polynomial hash", NULL},
    .bytes = fed_entries_bytes,
    .work = fed_entries_work,
    .draw = draw,
    .apply = fed_entries_apply,
    .adjoint = fed_entries_adjoint,
};
