/* pairs.h -- X'WX by codes, X = Z E: Z'WZ a code at a time, each with its samples at hand. A sum
 * runs over all samples in one order, whoever adds it: there are no parts to clear and to add. */
#ifndef FED_PAIRS_H
#define FED_PAIRS_H

#include "core/team.h"

#include <stdint.h>

struct fed_codes;

typedef struct fed_pairs {
    size_t columns, samples;   /* p; the server's included */
    size_t width;              /* codes of the longest row, or 1 */
    const uint32_t *cell;      /* count x width + 1: samples with a code behind so many others, */
    const uint32_t *sample;    /*   cell after cell, */
    const uint16_t *before;    /*   and these others of each; */
    const size_t *from;        /*   those of a code begin here */
    size_t joins;              /* codes of several columns, the last found first: */
    const uint16_t (*join)[3]; /*   one, and the two it was joined from */
    const uint16_t *single;    /* p: the code of one column alone; */
    const uint32_t *first;     /*   p+1: the codes that have it, */
    const uint16_t *in;        /*   which increase */
    double cost;               /* of a square, in flops */
} fed_pairs;

/* out = X' diag(w) X, p x p, both halves; w: of every sample, client after client, the server's
 * last */
void fed_pairs_square(const struct fed_codes *codes, fed_team *team, const double *w, double *out);

#endif
