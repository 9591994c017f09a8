/* code_rows.c -- products with rows of codes, by runs of rows of one length. */
#include "problem/code_rows.h"

#include "core/simd.h"

bool fed_code_rows_make(fed_arena *arena, const fed_matrix *z, const size_t *row, size_t held,
                        fed_code_rows *rows)
{
    uint32_t *start = FED_ARRAY(arena, held + 1, uint32_t);
    uint16_t *code, *run = FED_ARRAY(arena, held, uint16_t);

    for (size_t i = 0; start != NULL && i < held; i++)
        start[i + 1] = start[i] + (uint32_t)(z->ptr[row[i] + 1] - z->ptr[row[i]]);
    if (start == NULL || run == NULL || (code = FED_ARRAY(arena, start[held], uint16_t)) == NULL)
        return false;
    for (size_t i = 0; i < held; i++)
        for (size_t k = 0; k < start[i + 1] - start[i]; k++)
            code[start[i] + k] = (uint16_t)z->col[z->ptr[row[i]] + k];
    for (size_t i = held; i-- > 0;)
        run[i] = i + 1 == held || run[i + 1] == UINT16_MAX ||
                         start[i + 2] - start[i + 1] != start[i + 1] - start[i]
                     ? 1
                     : (uint16_t)(run[i + 1] + 1);
    *rows = (fed_code_rows){start, code, run, z->unit};
    return true;
}

enum { LONGEST = 8 }; /* lengths that are constants to the compiler; longer rows have a loop */

FED_INLINE size_t run_of(const fed_code_rows *rows, size_t at, size_t end)
{
    return rows->run[at] < end - at ? rows->run[at] : end - at;
}

/* Carries out RUN(length, ...) with a length that is known. */
#define BY_LENGTH(length, RUN, ...)                  \
    switch (length) {                                \
    case 1: RUN(1, __VA_ARGS__); break;              \
    case 2: RUN(2, __VA_ARGS__); break;              \
    case 3: RUN(3, __VA_ARGS__); break;              \
    case 4: RUN(4, __VA_ARGS__); break;              \
    case 5: RUN(5, __VA_ARGS__); break;              \
    case 6: RUN(6, __VA_ARGS__); break;              \
    case 7: RUN(7, __VA_ARGS__); break;              \
    case LONGEST: RUN(LONGEST, __VA_ARGS__); break;  \
    default: RUN##_long(length, __VA_ARGS__); break; \
    }

FED_INLINE void forward(const size_t length, const uint16_t *code, size_t n, double unit,
                        const double *theta, double *eta)
{
    for (size_t i = 0; i < n; i++, code += length) {
        double even = 0.0, odd = 0.0;

        for (size_t k = 0; k < length; k++)
            *(k % 2 == 0 ? &even : &odd) += theta[code[k]];
        eta[i] = unit * (even + odd);
    }
}

/* Longer rows: four codes at a time. */
static void forward_long(size_t length, const uint16_t *code, size_t n, double unit,
                         const double *theta, double *eta)
{
    for (size_t i = 0; i < n; i++, code += length) {
        double even = 0.0, odd = 0.0;
        size_t k = 0;

        for (; k + 4 <= length; k += 4) {
            even += theta[code[k]];
            odd += theta[code[k + 1]];
            even += theta[code[k + 2]];
            odd += theta[code[k + 3]];
        }
        for (; k < length; k++)
            *(k % 2 == 0 ? &even : &odd) += theta[code[k]];
        eta[i] = unit * (even + odd);
    }
}

void fed_code_forward(const fed_code_rows *rows, size_t first, size_t n, const double *theta,
                      double *eta)
{
    const uint32_t *start = rows->start;
    size_t run;

    for (size_t at = first; at < first + n; at += run) {
        run = run_of(rows, at, first + n);
        BY_LENGTH(start[at + 1] - start[at], forward, rows->code + start[at], run, rows->unit,
                  theta, eta + (at - first));
    }
}

/* A row's codes are different places: what is read of one does not wait for another. */
FED_INLINE void backward(const size_t length, const uint16_t *code, size_t n, double unit,
                         const double *w, double *restrict out)
{
    for (size_t i = 0; i < n; i++, code += length) {
        const double share = unit * w[i];
        double sum[LONGEST];

        for (size_t k = 0; k < length; k++)
            sum[k] = out[code[k]] + share;
        for (size_t k = 0; k < length; k++)
            out[code[k]] = sum[k];
    }
}

static void backward_long(size_t length, const uint16_t *code, size_t n, double unit,
                          const double *w, double *restrict out)
{
    for (size_t i = 0; i < n; i++, code += length) {
        size_t k = 0;

        for (; k + 4 <= length; k += 4)
            backward(4, code + k, 1, unit, w + i, out);
        for (; k < length; k++)
            out[code[k]] += unit * w[i];
    }
}

void fed_code_backward(const fed_code_rows *rows, size_t first, size_t n, const double *w,
                       double *out)
{
    const uint32_t *start = rows->start;
    size_t run;

    for (size_t at = first; at < first + n; at += run) {
        run = run_of(rows, at, first + n);
        BY_LENGTH(start[at + 1] - start[at], backward, rows->code + start[at], run, rows->unit,
                  w + (at - first), out);
    }
}

/* w, v and x of a row side by side */
FED_INLINE void three(const size_t length, const uint16_t *code, size_t n, double unit,
                      const double *w, const double *v, const double *x, fed_v4 *out)
{
    for (size_t i = 0; i < n; i++, code += length) {
        const fed_v4 share = unit * (fed_v4){w[i], v[i], x[i], 0.0};
        fed_v4 sum[LONGEST];

        for (size_t k = 0; k < length; k++)
            sum[k] = out[code[k]] + share;
        for (size_t k = 0; k < length; k++)
            out[code[k]] = sum[k];
    }
}

FED_INLINE void three_long(size_t length, const uint16_t *code, size_t n, double unit,
                           const double *w, const double *v, const double *x, fed_v4 *out)
{
    for (size_t i = 0; i < n; i++, code += length) {
        size_t k = 0;

        for (; k + 4 <= length; k += 4)
            three(4, code + k, 1, unit, w + i, v + i, x + i, out);
        for (; k < length; k++)
            three(1, code + k, 1, unit, w + i, v + i, x + i, out);
    }
}

FED_CLONES void fed_code_backward_three(const fed_code_rows *rows, size_t first, size_t n,
                                        const double *w, const double *v, const double *x,
                                        double *out)
{
    const uint32_t *start = rows->start;
    size_t run;

    for (size_t at = first; at < first + n; at += run) {
        const size_t k = at - first;

        run = run_of(rows, at, first + n);
        BY_LENGTH(start[at + 1] - start[at], three, rows->code + start[at], run, rows->unit, w + k,
                  v + k, x + k, (fed_v4 *)out);
    }
}
