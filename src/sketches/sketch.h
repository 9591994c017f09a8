/* sketch.h -- random matrices R of b rows and n columns with E[R'R] = I, known by their products.
 */
#ifndef FED_SKETCH_H
#define FED_SKETCH_H

#include "core/param.h"
#include "core/rng.h"

#include <stddef.h>

/* A drawn matrix. It lives in the room handed to fed_sketch_draw and may be shared by threads. */
typedef struct fed_sketch {
    const struct fed_sketcher *kind;
    size_t rows, columns;
    const void *room;
} fed_sketch;

typedef struct fed_sketcher {
    fed_entry entry;
    size_t (*bytes)(size_t rows, size_t columns); /* of the room */
    size_t (*work)(size_t rows, size_t columns);  /* doubles a product needs */
    void (*draw)(size_t rows, size_t columns, fed_rng *rng, void *room);
    void (*apply)(const fed_sketch *sketch, const double *x, double *out, double *work);
    void (*adjoint)(const fed_sketch *sketch, const double *u, double *out, double *work);
} fed_sketcher;

extern const fed_entry *const fed_sketches[];

const fed_sketcher *fed_sketch_find(const char *name);
size_t fed_sketch_bytes(const fed_sketcher *kind, size_t rows, size_t columns);
size_t fed_sketch_work(const fed_sketcher *kind, size_t rows, size_t columns);

/* A matrix that depends on rng's stream alone. room: fed_sketch_bytes, 8-byte aligned. */
fed_sketch fed_sketch_draw(const fed_sketcher *kind, size_t rows, size_t columns, fed_rng rng,
                           void *room);

void fed_sketch_apply(const fed_sketch *sketch, const double *x, double *out,
                      double *work); /* out = R x */
void fed_sketch_adjoint(const fed_sketch *sketch, const double *u, double *out,
                        double *work); /* out = R'u */
void fed_sketch_dense(const fed_sketch *sketch, double *matrix,
                      double *work); /* R by rows; work: rows + columns more */

#endif
