/* codes_find.h -- which columns become codes. */
#ifndef FED_CODES_FIND_H
#define FED_CODES_FIND_H

#include "core/arena.h"
#include "core/simd.h"
#include "datasets/matrix.h"

#include <stdbool.h>

enum {
    FED_CODES_SAMPLE = 512,                 /* rows looked at, no shorter than the mean, */
    FED_CODES_WORDS = FED_CODES_SAMPLE / 64 /*   and their bits */
};

typedef struct fed_code_search {
    size_t columns, count, most;       /* columns; codes: those there are, and may become */
    uint64_t (*seen)[FED_CODES_WORDS]; /* most: the sampled rows where a code stands */
    int16_t *together;                 /* most x most: how many where two stand; 0 with itself */
    uint8_t *size;                     /* columns of a code, */
    uint32_t (*parent)[2];             /*   and what it was joined from */
    uint32_t *order;                   /* the codes as they are numbered in the end */
} fed_code_search;

/* Rows with both have the joint code instead. */
FED_INLINE void fed_code_part(uint64_t *joint, uint64_t *a, uint64_t *b)
{
    *joint = *a & *b;
    *a ^= *joint;
    *b ^= *joint;
}

static inline size_t fed_row_length(const fed_matrix *x, size_t row)
{
    return x->ptr[row + 1] - x->ptr[row];
}

/* Codes of the rows, all arrays in scratch; false without memory. */
bool fed_codes_find(fed_code_search *s, fed_arena *scratch, const fed_matrix *x);

#endif
