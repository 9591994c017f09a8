/* solver.h -- Cholesky of a normal matrix, dense or sparse, dependent rows left out. */
#ifndef FED_IPM_SOLVER_H
#define FED_IPM_SOLVER_H

#include "core/arena.h"
#include "core/team.h"

#include <stdbool.h>
#include <stdint.h>

/* sparse.c: pattern of A A' and of its factor after a fill-reducing order. */
typedef struct fed_sparse {
    size_t d, entries;   /* lower triangle of A A', by columns */
    size_t *start;       /* d+1 */
    uint32_t *row;       /* increasing, the diagonal first */
    uint32_t *place;     /* of the pairs of every column of A, one after the other: where they go */
    size_t *pairs;       /* n+1: the first pair of a column */
    size_t *upper;       /* d+1: the same matrix in the new order, upper triangle by columns, */
    uint32_t *above;     /*   its rows, */
    uint32_t *from;      /*   and where its entries are in the old one */
    uint32_t *order;     /* d: the old number of a row */
    int64_t *parent;     /* d: elimination tree */
    size_t *column, *at; /* d+1, d: columns of the factor, and how far they are */
    uint32_t *below;     /* rows of the factor */
    double *factor, *x;  /* its values; d */
    uint32_t *reach;     /* 2d */
    size_t *mark;        /* d */
    double flops;
} fed_sparse;

typedef struct fed_normal {
    size_t d, rank; /* rank 0: not known yet */
    size_t size;    /* numbers in matrix: d x d, or the sparse entries */
    double *matrix; /* lower triangle; after fed_normal_factor its factor where it is dense */
    double *scale;  /* d: 1/sqrt of the diagonal */
    double *scratch;
    double *rest, *more; /* d */
    bool *dropped;       /* d: rows that depend on others */
    fed_sparse *sparse;  /* NULL: dense */
} fed_normal;

fed_status fed_normal_alloc(fed_arena *arena, size_t d, fed_normal *normal, fed_error *error);
fed_status fed_normal_alloc_sparse(fed_arena *arena, fed_sparse *sparse, fed_normal *normal,
                                   fed_error *error);
/* Factors the matrix in place, scaled to a unit diagonal. The first time (rank 0) rows that depend
 * on others are found by pivoting; they are left out then and later. False: not finite. */
bool fed_normal_factor(fed_team *team, fed_normal *normal);
/* x = matrix^-1 b, refined, 0 where a row is left out; x may be b */
void fed_normal_solve(const fed_normal *normal, const double *b, double *x);
/* The same, not refined. */
void fed_normal_apply(const fed_normal *normal, const double *b, double *x);
/* rest = b - matrix x, 0 where a row is left out */
void fed_normal_residual(const fed_normal *normal, const double *b, const double *x, double *rest);
/* x = L'b and x = L b, matrix = LL' */
void fed_normal_root(const fed_normal *normal, bool transposed, const double *b, double *x);

#endif
