/* sketch.c -- what every kind of sketch shares. */
#include "sketches/sketch.h"

#include <string.h>

const fed_sketcher *fed_sketch_find(const char *name)
{
    return (const fed_sketcher *)fed_entry_find(fed_sketches, name);
}

size_t fed_sketch_bytes(const fed_sketcher *kind, size_t rows, size_t columns)
{
    return kind->bytes(rows, columns);
}

size_t fed_sketch_work(const fed_sketcher *kind, size_t rows, size_t columns)
{
    return kind->work(rows, columns);
}

fed_sketch fed_sketch_draw(const fed_sketcher *kind, size_t rows, size_t columns, fed_rng rng,
                           void *room)
{
    fed_sketch sketch = {kind, rows, columns, room};

    kind->draw(rows, columns, &rng, room);
    return sketch;
}

void fed_sketch_apply(const fed_sketch *sketch, const double *x, double *out, double *work)
{
    sketch->kind->apply(sketch, x, out, work);
}

void fed_sketch_adjoint(const fed_sketch *sketch, const double *u, double *out, double *work)
{
    sketch->kind->adjoint(sketch, u, out, work);
}

void fed_sketch_dense(const fed_sketch *sketch, double *matrix, double *work)
{
    const size_t rows = sketch->rows, columns = sketch->columns;
    double *unit = work + fed_sketch_work(sketch->kind, rows, columns), *image = unit + columns;

    memset(unit, 0, columns * sizeof *unit);
    for (size_t j = 0; j < columns; j++) { /* column j = R e_j */
        unit[j] = 1.0;
        fed_sketch_apply(sketch, unit, image, work);
        unit[j] = 0.0;
        for (size_t i = 0; i < rows; i++)
            matrix[i * columns + j] = image[i];
    }
}
