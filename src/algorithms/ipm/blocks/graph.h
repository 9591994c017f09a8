/* graph.h -- what pairs share whose barrier is -ln(z - f(a)) and, perhaps, a function of a. */
#ifndef FED_GRAPH_BLOCK_H
#define FED_GRAPH_BLOCK_H

#include "algorithms/ipm/blocks/block.h"

/* slack = t/cz, where cz/t = 1/slack */
void fed_graph_relax(const fed_span *span, double t);

/* Of unit i with slack D, f1 = f'(a) and w = 1/F2, F2 the second derivative in a alone where z
 * moves with f: gz = -1/D and W = [w, f1 w; f1 w, D^2 + f1^2 w] */
static inline void fed_graph_local(const fed_local *l, size_t i, double D, double f1, double w)
{
    l->gz[i] = -1.0 / D;
    l->waa[i] = w;
    l->waz[i] = f1 * w;
    l->wzz[i] = D * D + f1 * f1 * w;
}

#endif
