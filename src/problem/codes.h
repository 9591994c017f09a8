/* codes.h -- sparse rows whose entries are all the same, shortened: columns that often stand
 * together are one code, so that a row is a few codes in place of many columns, X = Z E. Products
 * with X and with its transpose then take those with Z, and X'WX = E'(Z'WZ)E takes a square of them
 * less. */
#ifndef FED_CODES_H
#define FED_CODES_H

#include "problem/code_rows.h"
#include "problem/pairs.h"
#include "problem/problem.h"

typedef struct fed_codes {
    fed_dataset data;       /* Z, */
    fed_partition part;     /*   whose rows are sorted within a client */
    fed_problem inner;      /* the same losses of the same samples, by codes and without penalty */
    size_t count;           /* codes */
    const uint32_t *start;  /* count+1: the columns of each, */
    const uint32_t *column; /*   one after the other */
    fed_code_rows rows;     /* for products with one client's samples after another's */
    fed_pairs pairs;        /* for X'WX */
} fed_codes;

bool fed_codes_pay(const fed_problem *problem);
/* Samples of a chunk of an ordered sum by codes, of which there are so many. */
size_t fed_codes_worth(size_t samples);
fed_status fed_codes_make(fed_arena *arena, const fed_problem *problem, const fed_codes **codes,
                          fed_error *error);
/* out = E theta, of count */
void fed_codes_lift(const fed_codes *codes, const double *theta, double *out);
/* grad += E'g */
void fed_codes_drop(const fed_codes *codes, const double *g, double *grad);
/* The same where g[c] is at g[c step] */
void fed_codes_drop_every(const fed_codes *codes, size_t step, const double *g, double *grad);

#endif
