/* codes.h -- sparse rows whose entries are all the same, shortened: columns that often stand
 * together are one code, so that a row is a few codes in place of many columns, X = Z E. Products
 * with X and with its transpose then take those with Z, and X'WX = E'(Z'WZ)E takes a square of them
 * less. */
#ifndef FED_CODES_H
#define FED_CODES_H

#include "problem/problem.h"

typedef struct fed_codes {
    fed_dataset data;       /* Z, */
    fed_partition part;     /*   whose rows are sorted within a client */
    fed_problem inner;      /* the same losses of the same samples, by codes and without penalty */
    size_t count;           /* codes */
    const uint32_t *start;  /* count+1: the columns of each, */
    const uint32_t *column; /*   one after the other */
} fed_codes;

bool fed_codes_pay(const fed_problem *problem);
fed_status fed_codes_make(fed_arena *arena, const fed_problem *problem, const fed_codes **codes,
                          fed_error *error);
/* out = E theta, of count */
void fed_codes_lift(const fed_codes *codes, const double *theta, double *out);
/* grad += E'g */
void fed_codes_drop(const fed_codes *codes, const double *g, double *grad);
/* hessian, p x p of zeros, becomes E'HE, from the rows of the lower half of H, packed, which is
 * changed; row: p doubles */
void fed_codes_fold(const fed_codes *codes, double *h, double *hessian, size_t p, double *row);

#endif
