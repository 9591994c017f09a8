/* view.h -- what a network sees of an image: a part of it, perhaps mirrored, perhaps standardised.
 * View 0 is the part in the middle; 1, 2, ... are all places, then all places mirrored. */
#ifndef FED_NET_VIEW_H
#define FED_NET_VIEW_H

#include "datasets/matrix.h"
#include "models/net/layer.h"

#include <stdbool.h>

typedef struct fed_view {
    fed_volume image;  /* as the data have it */
    size_t crop;       /* rows and columns of the part; 0: all of it */
    bool flip;         /* mirrored views are among them */
    bool standardized; /* what is seen has mean 0 and deviation 1 */
} fed_view;

/* The part's shape. */
fed_volume fed_view_shape(const fed_view *view);
/* How many views there are: 1 when all see the same. */
size_t fed_view_count(const fed_view *view);
/* out[j n + i] = number j of what is seen of the dense row rows[i] mod x->n in the view rows[i] /
 * x->n */
void fed_view_gather(const fed_view *view, const fed_matrix *x, const size_t *rows, size_t n,
                     bool single, void *out);

#endif
