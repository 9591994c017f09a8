/* gather.c -- rows become columns, tile by tile, converted on the way. */
#include "models/net/gather.h"

#include <string.h>

enum { TILE = 32 };

#define TURN(name, FROM, TO)                                                                      \
    static void name(const FROM *x, size_t d, const size_t *rows, size_t n, double unit, TO *out) \
    {                                                                                             \
        for (size_t first = 0; first < d; first += TILE) {                                        \
            const size_t last = d - first < TILE ? d : first + TILE;                              \
            for (size_t i = 0; i < n; i++) {                                                      \
                const FROM *row = x + rows[i] * d;                                                \
                for (size_t j = first; j < last; j++)                                             \
                    out[j * n + i] = (TO)(unit * (double)row[j]);                                 \
            }                                                                                     \
        }                                                                                         \
    }                                                                                             \
    _Static_assert(sizeof(FROM) > 0, "")

TURN(double_to_single, double, float);
TURN(double_to_double, double, double);
TURN(single_to_single, float, float);
TURN(single_to_double, float, double);
TURN(bytes_to_single, uint8_t, float);
TURN(bytes_to_double, uint8_t, double);

static void sparse(const fed_matrix *x, const size_t *rows, size_t n, bool single, void *out)
{
    float *as_single = out;
    double *as_double = out;

    memset(out, 0, x->d * n * (single ? sizeof(float) : sizeof(double)));
    for (size_t i = 0; i < n; i++)
        for (size_t e = x->ptr[rows[i]]; e < x->ptr[rows[i] + 1]; e++) {
            if (single)
                as_single[x->col[e] * n + i] = (float)x->val[e];
            else
                as_double[x->col[e] * n + i] = x->val[e];
        }
}

void fed_net_gather(const fed_matrix *x, const size_t *rows, size_t n, bool single, void *out)
{
    const size_t d = x->d;

    if (x->ptr != NULL)
        sparse(x, rows, n, single, out);
    else if (x->bytes != NULL && single)
        bytes_to_single(x->bytes, d, rows, n, x->unit, out);
    else if (x->bytes != NULL)
        bytes_to_double(x->bytes, d, rows, n, x->unit, out);
    else if (x->single != NULL && single)
        single_to_single(x->single, d, rows, n, 1.0, out);
    else if (x->single != NULL)
        single_to_double(x->single, d, rows, n, 1.0, out);
    else if (single)
        double_to_single(x->x, d, rows, n, 1.0, out);
    else
        double_to_double(x->x, d, rows, n, 1.0, out);
}
