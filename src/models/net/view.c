/* view.c -- parts of images, mirrored and standardised, as columns. */
#include "models/net/view.h"

#include <math.h>

fed_volume fed_view_shape(const fed_view *view)
{
    fed_volume shape = view->image;

    if (view->crop > 0)
        shape.rows = shape.columns = view->crop;
    return shape;
}

/* Places of the part along a side. */
static size_t places(const fed_view *view, size_t side)
{
    return view->crop > 0 ? side - view->crop + 1 : 1;
}

size_t fed_view_count(const fed_view *view)
{
    const size_t all = places(view, view->image.rows) * places(view, view->image.columns);

    return view->crop == 0 && !view->flip ? 1 : 1 + all * (view->flip ? 2 : 1);
}

static double entry(const fed_matrix *x, size_t at)
{
    return x->bytes != NULL    ? x->unit * (double)x->bytes[at]
           : x->single != NULL ? (double)x->single[at]
                               : x->x[at];
}

static void put(bool single, void *out, size_t at, double value)
{
    if (single)
        ((float *)out)[at] = (float)value;
    else
        ((double *)out)[at] = value;
}

/* The mean of numbers n apart, and what to divide by: their deviation, or 1 when they are equal.
 */
static void moments(bool single, const void *out, size_t count, size_t n, double *mean,
                    double *scale)
{
    double sum = 0.0, squares = 0.0;

    for (size_t j = 0; j < count; j++)
        sum += single ? (double)((const float *)out)[j * n] : ((const double *)out)[j * n];
    *mean = sum / (double)count;
    for (size_t j = 0; j < count; j++) {
        const double off =
            (single ? (double)((const float *)out)[j * n] : ((const double *)out)[j * n]) - *mean;

        squares += off * off;
    }
    *scale = sqrt(squares / (double)count);
    if (*scale <= 1e-12 * fabs(*mean)) /* no more than the mean's rounding */
        *scale = 1.0;
}

/* One image; out: its first number, the others n apart */
static void see(const fed_view *view, const fed_matrix *x, size_t row, size_t which, size_t n,
                bool single, void *out)
{
    const fed_volume image = view->image, shape = fed_view_shape(view);
    const size_t across = places(view, image.columns), down = places(view, image.rows);
    const size_t place = which == 0 ? (down - 1) / 2 * across + (across - 1) / 2 : which - 1;
    const size_t top = place / across % down, left = place % across;
    const bool mirrored = place >= down * across;
    size_t j = 0;

    for (size_t c = 0; c < shape.channels; c++)
        for (size_t r = 0; r < shape.rows; r++) {
            const size_t first = row * x->d + (c * image.rows + top + r) * image.columns + left;

            for (size_t k = 0; k < shape.columns; k++, j++)
                put(single, out, j * n, entry(x, first + (mirrored ? shape.columns - 1 - k : k)));
        }
    if (view->standardized) {
        double mean, scale;

        moments(single, out, j, n, &mean, &scale);
        for (size_t k = 0; k < j; k++)
            put(single, out, k * n,
                ((single ? (double)((float *)out)[k * n] : ((double *)out)[k * n]) - mean) / scale);
    }
}

void fed_view_gather(const fed_view *view, const fed_matrix *x, const size_t *rows, size_t n,
                     bool single, void *out)
{
    const size_t size = single ? sizeof(float) : sizeof(double);

    for (size_t i = 0; i < n; i++)
        see(view, x, rows[i] % x->n, rows[i] / x->n, n, single, (char *)out + i * size);
}
