/* lp.h -- a linear program made ready: rows and columns that decide nothing taken out, the rest
 * scaled; and the way back to the answer. */
#ifndef FED_IPM_LP_H
#define FED_IPM_LP_H

#include "algorithms/ipm/ipm.h"
#include "datasets/program.h"

/* A row with one entry is a bound of its column. */
typedef struct fed_singleton {
    size_t row, column;
    double entry, lower, upper; /* the column's bounds before */
} fed_singleton;

typedef struct fed_lp {
    const fed_dataset *data;
    size_t rows, columns; /* as given */
    double *low, *high, *lower, *upper;
    bool *row_gone, *column_gone;
    size_t *begin;    /* rows+1: A by rows, */
    uint32_t *column; /*   their columns */
    double *entry;
    size_t *row_left, *column_left; /* entries that are left */
    double *x, *y;                  /* the answer as given; multipliers of the rows */
    fed_singleton *single;
    size_t singles;
    bool infeasible;
    size_t fault;   /* a row that nothing can satisfy */
    size_t *row_of; /* rows left: their numbers as given */
    double *r, *c;  /* scales of rows as given and of columns as given */
    double *shift;  /* of columns as given: x = shift + direction c unit a */
    double *turned; /* +-1 */
    double unit;    /* of x */
    double money;   /* of costs */
    bool scaled;    /* r, c, unit, money are not 1 */
} fed_lp;

fed_status fed_ipm_program(fed_ipm *ipm);

#endif
