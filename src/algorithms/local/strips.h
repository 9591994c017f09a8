/* strips.h -- batches that stay, of sparse rows whose entries are all 1, written in the order in
 * which steps read them. A step has the bits of fed_local_step. */
#ifndef FED_ALGORITHMS_LOCAL_STRIPS_H
#define FED_ALGORITHMS_LOCAL_STRIPS_H

#include "algorithms/local/local.h"

enum { FED_STRIP_HOT = 40 }; /* columns with most entries, where vectors are wide */

/* One batch. Columns are places in a strip's own theta. */
typedef struct fed_strip {
    const uint32_t *pair; /* rows of `width` pairs of places, the second << 16; short rows end in
                             the place of a zero */
    const double *y;      /* responses */
    const uint64_t *hot;  /* bit i of hot[c]: row i has an entry in place c; NULL: none are hot */
    const uint32_t *cold; /* other entries, row after row: the row << 16 | its place */
    size_t n, width, colds;
} fed_strip;

typedef struct fed_strips {
    const size_t *first; /* clients+1: the strips of client m; none where one batch is all */
    const fed_strip *strip;
    bool hot;              /* columns with most entries are apart, in the first places */
    const uint16_t *place; /* d: of the columns in a strip's theta, */
    size_t d, intercept;   /*   and of an intercept, behind them all */
    size_t zero, room;     /* the place of a zero; doubles of such a theta */
} fed_strips;

/* A client's steps on its batches, pass after pass: theta(0) = from, to = the last one. work:
 * room + 2 FED_BLOCK doubles. */
void fed_strips_pass(const fed_run *run, const fed_strips *strips, size_t client, size_t passes,
                     bool local, const double *from, double *to, double *work);

#endif
