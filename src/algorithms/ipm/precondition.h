/* precondition.h -- a stand-in for A W A' from few sketched samples of the clients. */
#ifndef FED_ALGORITHMS_IPM_PRECONDITION_H
#define FED_ALGORITHMS_IPM_PRECONDITION_H

#include "algorithms/ipm/ipm.h"
#include "sketches/sketch.h"

typedef struct fed_sketched {
    const fed_sketcher *kind;
    size_t *start; /* clients+1: first row of a client's message */
    double *rows, *weight;
} fed_sketched;

/* Room for `rows` sketched samples in all, shared by the clients' weights. */
fed_status fed_sketched_setup(fed_ipm *ipm, fed_sketched *sketched, size_t rows);
/* ipm->normal from sketches of sqrt(W) A' and the server's own units, factored. stream: of the
 * draw. False: not finite. */
bool fed_sketched_factor(fed_ipm *ipm, const fed_sketched *sketched, size_t stream);
/* Counts the rows as sent. */
void fed_sketched_send(fed_ipm *ipm, const fed_sketched *sketched);

#endif
