/* passes.h -- loops over all units, block by block, with sums in a fixed order at any thread count.
 */
#ifndef FED_ALGORITHMS_IPM_PASSES_H
#define FED_ALGORITHMS_IPM_PASSES_H

#include "algorithms/ipm/ipm.h"

/* What a body adds up: A W A' or not, vectors A v, numbers; the last `most` of these are maxima,
 * not sums, and never negative. */
typedef struct fed_ipm_sums {
    size_t squares, vectors, numbers, most;
    bool woven; /* by codes, with FED_WOVEN vectors: those of a code stand side by side */
} fed_ipm_sums;

/* Vectors that are woven; places they have */
enum { FED_WOVEN = 3, FED_WEAVE = 4 };

/* Numbers in the vectors that a body adds up for these units */
size_t fed_ipm_vectors(const fed_ipm *ipm, const fed_units *units, fed_ipm_sums sums);

/* In ipm->sums then: vectors of d. */
void fed_ipm_pass_over(fed_ipm *ipm, fed_ipm_body *body, fed_ipm_sums sums);
/* The same of `count` doubles whatever they are, where there are no codes or these are numbers. */
void fed_ipm_pass(fed_ipm *ipm, fed_ipm_body *body, size_t count);
void fed_ipm_client(fed_ipm *ipm, size_t client, fed_ipm_body *body, double *sums, double *work);
void fed_ipm_server(fed_ipm *ipm, fed_ipm_body *body, double *sums);

#endif
