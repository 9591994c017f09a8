/* linear.c -- eta_c = x'theta_c, the parameters output after output, each with its intercept last.
 */
#include "models/linear.h"

#include "core/linalg.h"
#include "core/simd.h"
#include "models/several.h"

#include <math.h>
#include <string.h>

enum {
    NEAR = 32 * 1024,
    CACHE = 192 * 1024
};                       /* bytes of a block in the first cache, or the second */
enum { SYRK_FROM = 32 }; /* parameters from which BLIS wins */

static bool has_intercept(const fed_model *model)
{
    return model->period > model->inputs;
}

static bool has_several(const fed_model *model, const fed_matrix *x)
{
    return model->outputs > 1 && x->ptr == NULL;
}

size_t fed_linear_room(const fed_model *model, const fed_matrix *x)
{
    return x->ptr == NULL ? FED_BLOCK * model->period : 0;
}

void fed_linear_gather(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                       const double *factor, size_t ld, double *out)
{
    fed_matrix_gather(x, rows, n, factor, ld, out);
    for (size_t i = 0; has_intercept(model) && i < n; i++)
        out[i * ld + x->d] = factor == NULL ? 1.0 : factor[i];
}

void fed_linear_row(const fed_model *model, const fed_matrix *x, size_t row, double *out)
{
    fed_row_copy(x, row, out);
    if (has_intercept(model))
        out[x->d] = 1.0;
}

/* Dense rows as doubles: where they are, or in room. */
static void find_rows(const fed_matrix *x, const size_t *rows, size_t n, const double *room,
                      const double **row)
{
    for (size_t i = 0; i < n; i++)
        row[i] = x->x != NULL ? x->x + rows[i] * x->d : room + i * x->d;
}

static void linear_forward(const fed_model *model, const fed_matrix *x, const size_t *rows,
                           size_t n, const double *theta, double *eta, double *room)
{
    const size_t step = model->period;
    const double *row[FED_BLOCK];

    if (has_several(model, x)) {
        if (x->x == NULL)
            fed_matrix_gather(x, rows, n, NULL, x->d, room);
        find_rows(x, rows, n, room, row);
        fed_several_forward(model->outputs, x->d, theta, step, row, n, eta);
        for (size_t c = 0; has_intercept(model) && c < model->outputs; c++)
            for (size_t i = 0; i < n; i++)
                eta[c * FED_BLOCK + i] += theta[c * step + x->d];
        return;
    }
    for (size_t c = 0; c < model->outputs; c++) {
        const double *part = theta + c * step;

        fed_matrix_forward(x, rows, n, part, has_intercept(model) ? part[x->d] : 0.0,
                           eta + c * FED_BLOCK);
    }
}

static void linear_backward(const fed_model *model, const fed_matrix *x, const size_t *rows,
                            size_t n, const double *theta, const double *d, double *grad,
                            double *room)
{
    const size_t step = model->period;
    const double *row[FED_BLOCK];

    (void)theta;
    if (has_several(model, x)) {
        find_rows(x, rows, n, room, row);
        fed_several_backward(model->outputs, x->d, row, n, d, grad, step);
    }
    for (size_t c = 0; c < model->outputs; c++) {
        const double *w = d + c * FED_BLOCK;
        double *to = grad + c * step;

        if (!has_several(model, x))
            fed_matrix_backward(x, rows, n, w, to);
        if (has_intercept(model))
            for (size_t i = 0; i < n; i++)
                to[x->d] += w[i];
    }
}

void fed_linear_backward_two(const fed_model *model, const fed_matrix *x, const size_t *rows,
                             size_t n, const double *w, const double *v, double *by_w, double *by_v)
{
    fed_matrix_backward_two(x, rows, n, w, v, by_w, by_v);
    for (size_t i = 0; has_intercept(model) && i < n; i++) {
        by_w[x->d] += w[i];
        by_v[x->d] += v[i];
    }
}

static void linear_tangent(const fed_model *model, const fed_matrix *x, const size_t *rows,
                           size_t n, const double *theta, const double *v, double *out,
                           double *room)
{
    (void)theta;
    linear_forward(model, x, rows, n, v, out, room);
}

static void linear_curve(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                         const double *theta, const double *v, const double *d, const double *s,
                         double *out, double *room)
{
    (void)v, (void)d;
    linear_backward(model, x, rows, n, theta, s, out, room);
}

/* H += sum_i w_i x_i x_i' for a block of gathered rows, four at a time. */
FED_CLONES static void outer_small(size_t p, size_t n, const double *x, size_t ldx, const double *w,
                                   double *restrict h, size_t ld)
{
    for (size_t i = 0; i < n; i += 4) {
        const double *a = x + i * ldx, *b = a + ldx, *c = b + ldx, *e = c + ldx;

        for (size_t j = 0; j < p; j++) {
            const double wa = w[i] * a[j], wb = w[i + 1] * b[j], wc = w[i + 2] * c[j],
                         we = w[i + 3] * e[j];
            double *restrict row = h + j * ld;

#pragma omp simd
            for (size_t k = 0; k < p; k++)
                row[k] += (wa * a[k] + wb * b[k]) + (wc * c[k] + we * e[k]);
        }
    }
}

/* The same for a sparse row of k entries, w each: rows of H four at a time share the columns. */
static void outer_units(const uint32_t *col, size_t k, double w, double *h, size_t ld)
{
    size_t a = 0;

    for (; a + 4 <= k; a += 4) {
        double *ha = h + col[a] * ld, *hb = h + col[a + 1] * ld, *hc = h + col[a + 2] * ld,
               *he = h + col[a + 3] * ld;

        for (size_t b = 0; b <= a; b++) {
            const size_t j = col[b];

            ha[j] += w;
            hb[j] += w;
            hc[j] += w;
            he[j] += w;
        }
        hb[col[a + 1]] += w;
        hc[col[a + 1]] += w;
        hc[col[a + 2]] += w;
        he[col[a + 1]] += w;
        he[col[a + 2]] += w;
        he[col[a + 3]] += w;
    }
    for (; a < k; a++) {
        double *ha = h + col[a] * ld;

        for (size_t b = 0; b <= a; b++)
            ha[col[b]] += w;
    }
}

static void outer_sparse(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                         const double *w, double *h, size_t ld)
{
    const size_t d = x->d;

    for (size_t i = 0; i < n; i++) {
        const size_t first = x->ptr[rows[i]], last = x->ptr[rows[i] + 1];

        if (x->unit != 0.0)
            outer_units(x->col + first, last - first, w[i] * x->unit * x->unit, h, ld);
        for (size_t a = first; x->unit == 0.0 && a < last; a++) {
            const double wa = w[i] * x->val[a];
            double *restrict row = h + x->col[a] * ld;

            for (size_t b = first; b <= a; b++)
                row[x->col[b]] += wa * x->val[b];
        }
        if (has_intercept(model)) {
            for (size_t a = first; a < last; a++)
                h[d * ld + x->col[a]] += w[i] * x->val[a];
            h[d * ld + d] += w[i];
        }
    }
}

/* room: rows twice. Without roots of weights below 0 there are products of two matrices. */
static void linear_outer(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                         size_t a, size_t b, double factor, double *w, bool positive,
                         double *hessian, size_t ld, double *room)
{
    const size_t q = model->period, whole = FED_ROUND_UP(n, 4);
    double *h = hessian + a * q * ld + b * q, *second = room + fed_linear_room(model, x),
           weight[FED_BLOCK] = {0.0};

    if (x->ptr == NULL && q >= SYRK_FROM && positive) { /* (sqrt(D)X)'(sqrt(D)X) */
        for (size_t i = 0; i < n; i++)
            weight[i] = sqrt(w[i]);
        fed_linear_gather(model, x, rows, n, weight, q, room);
        fed_syrk(q, n, factor, room, q, h, ld);
        return;
    }
    for (size_t i = 0; i < n; i++)
        weight[i] = factor * w[i];
    if (x->ptr != NULL) {
        outer_sparse(model, x, rows, n, weight, h, ld);
        return;
    }
    fed_linear_gather(model, x, rows, n, NULL, q, room);
    if (q >= SYRK_FROM) {
        fed_linear_gather(model, x, rows, n, weight, q, second);
        fed_gemm(true, false, q, q, n, 1.0, second, q, room, q, 1.0, h, ld);
        return;
    }
    memset(room + n * q, 0, (whole - n) * q * sizeof *room);
    outer_small(q, whole, room, q, weight, h, ld);
}

static void linear_mirror(const fed_model *model, double *hessian, size_t ld)
{
    const size_t q = model->period;

    for (size_t a = 0; a < model->outputs; a++) /* each block is symmetric itself */
        for (size_t b = 0; b <= a; b++)
            fed_mirror(q, hessian + a * q * ld + b * q, ld);
    if (model->outputs > 1)
        fed_mirror(model->p, hessian, ld);
}

/* Samples of which both passes keep all in cache: as many as the first-level cache holds, if that
 * are eight or more; those of several outputs share it with theta. */
static size_t block_of(const fed_model_shape *shape)
{
    const fed_matrix *x = shape->x;
    const size_t row = 8 * (x->d + 1), near = shape->outputs > 1 ? 0 : NEAR / row,
                 rows = near < 8 ? CACHE / row : near;

    if (x->ptr != NULL || rows > FED_BLOCK)
        return FED_BLOCK;
    return rows < 8 ? 8 : rows / 8 * 8;
}

fed_model fed_linear(const fed_model_shape *shape)
{
    const fed_matrix *x = shape->x;
    fed_model model = {
        .type = &fed_model_linear,
        .inputs = x->d,
        .outputs = shape->outputs,
        .p = shape->outputs * (x->d + shape->intercept),
        .period = x->d + shape->intercept,
        .penalised = x->d,
        .block = block_of(shape),
        .can = FED_MODEL_HVP | FED_MODEL_HESSIAN | FED_MODEL_CONVEX | FED_MODEL_AFFINE |
               FED_MODEL_PRODUCTS,
    };

    model.room = 2 * fed_linear_room(&model, x);
    return model;
}

static fed_status linear_make(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                              fed_model *model, fed_error *error)
{
    fed_layer *layer = FED_NEW(arena, fed_layer);

    (void)keys;
    if (layer == NULL)
        return fed_nomem(error);
    *model = fed_linear(shape);
    *layer = (fed_layer){.name = "theta",
                         .dims = 2,
                         .shape = {model->outputs, model->period},
                         .fan_in = model->inputs,
                         .fan_out = model->outputs};
    model->layers = 1;
    model->layer = layer;
    return FED_OK;
}

const fed_model_type fed_model_linear = {
    .entry = {"linear", "one parameter per feature (and class): x'theta", NULL},
    .initial = "zeros",
    .make = linear_make,
    .forward = linear_forward,
    .backward = linear_backward,
    .tangent = linear_tangent,
    .curve = linear_curve,
    .outer = linear_outer,
    .mirror = linear_mirror,
};
