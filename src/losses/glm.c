/* glm.c -- value, gradient, Hessian of sum phi(x_i'theta, y_i), block by block of rows. */
#include "losses/glm.h"

#include "core/linalg.h"
#include "core/simd.h"
#include "losses/rows.h"

#include <string.h>

enum { CACHE = 192 * 1024, SYRK_FROM = 32 }; /* bytes of a block; parameters from which BLIS wins */

/* work: [eta][d1][xv, d2] of outputs x FED_BLOCK each, [y][value] of FED_BLOCK, [rows, twice] */
typedef struct scratch {
    double *eta, *d1, *d2, *y, *value, *room;
} scratch;

static scratch carve(const fed_problem *problem, double *work)
{
    const size_t wide = problem->outputs * FED_BLOCK;
    scratch s = {work, work + wide, work + 2 * wide, work + 3 * wide, work + 3 * wide + FED_BLOCK, NULL};

    s.room = s.value + FED_BLOCK;
    return s;
}

size_t fed_glm_work(const fed_problem *problem)
{
    return (3 * problem->outputs + 2) * FED_BLOCK + 2 * fed_rows_room(problem);
}

/* Rows of a block: what both passes can keep in cache. */
static size_t block_rows(const fed_problem *problem)
{
    size_t rows = CACHE / (8 * (problem->d + 1));

    return problem->data->x == NULL || rows > FED_BLOCK ? FED_BLOCK : rows < 8 ? 8 : rows;
}

static void gather_y(const fed_problem *problem, const size_t *rows, size_t n, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = problem->y[rows[i]];
}

void fed_glm_eval(const fed_problem *problem, const size_t *rows, size_t n, double factor, const double *theta,
                  double *value, double *grad, double *work)
{
    const size_t step = block_rows(problem);
    const scratch s = carve(problem, work);
    double sum = 0.0;

    for (size_t first = 0; first < n; first += step) {
        const size_t count = n - first < step ? n - first : step;

        fed_forward(problem, problem->data, rows + first, count, theta, s.eta, s.room);
        gather_y(problem, rows + first, count, s.y);
        problem->loss->link(problem, count, s.eta, s.y, value != NULL ? s.value : NULL,
                            grad != NULL ? s.d1 : NULL, NULL);
        if (value != NULL)
            for (size_t i = 0; i < count; i++)
                sum += s.value[i];
        if (grad != NULL) {
            for (size_t c = 0; c < problem->outputs; c++)
                for (size_t i = 0; i < count; i++)
                    s.d1[c * FED_BLOCK + i] *= factor;
            fed_backward(problem, rows + first, count, s.d1, grad, s.room);
        }
    }
    if (value != NULL)
        *value += factor * sum;
}

void fed_glm_hvp(const fed_problem *problem, const size_t *rows, size_t n, double factor, const double *theta,
                 const double *v, double *out, double *work)
{
    const size_t step = block_rows(problem);
    const scratch s = carve(problem, work);

    for (size_t first = 0; first < n; first += step) {
        const size_t count = n - first < step ? n - first : step;

        fed_forward(problem, problem->data, rows + first, count, theta, s.eta, s.room);
        gather_y(problem, rows + first, count, s.y);
        problem->loss->link(problem, count, s.eta, s.y, NULL, NULL, s.d2);
        fed_forward(problem, problem->data, rows + first, count, v, s.d1, s.room);
        for (size_t i = 0; i < count; i++)
            s.d1[i] *= factor * s.d2[i]; /* X'D(Xv) */
        fed_backward(problem, rows + first, count, s.d1, out, s.room);
    }
}

/* H += sum_i w_i x_i x_i' for a block of gathered rows, four at a time. */
FED_CLONES static void outer_small(size_t p, size_t n, const double *x, size_t ldx, const double *w,
                                   double *restrict h, size_t ld)
{
    for (size_t i = 0; i < n; i += 4) {
        const double *a = x + i * ldx, *b = a + ldx, *c = b + ldx, *e = c + ldx;

        for (size_t j = 0; j < p; j++) {
            const double wa = w[i] * a[j], wb = w[i + 1] * b[j], wc = w[i + 2] * c[j], we = w[i + 3] * e[j];
            double *restrict row = h + j * ld;

#pragma omp simd
            for (size_t k = 0; k < p; k++)
                row[k] += (wa * a[k] + wb * b[k]) + (wc * c[k] + we * e[k]);
        }
    }
}

static void outer_sparse(const fed_problem *problem, const size_t *rows, size_t n, const double *w, double *h,
                         size_t ld)
{
    const fed_dataset *data = problem->data;
    const size_t d = problem->d;

    for (size_t i = 0; i < n; i++) {
        const size_t first = data->ptr[rows[i]], last = data->ptr[rows[i] + 1];

        for (size_t a = first; a < last; a++) {
            const double wa = w[i] * data->val[a];
            double *restrict row = h + data->col[a] * ld;

            for (size_t b = first; b <= a; b++)
                row[data->col[b]] += wa * data->val[b];
        }
        if (problem->intercept) {
            for (size_t a = first; a < last; a++)
                h[d * ld + data->col[a]] += w[i] * data->val[a];
            h[d * ld + d] += w[i];
        }
    }
}

void fed_glm_outer(const fed_problem *problem, const size_t *rows, size_t n, const double *w, double *h,
                   size_t ld, double *room)
{
    const size_t q = problem->d + problem->intercept, whole = FED_ROUND_UP(n, 4);
    double *scaled = room + fed_rows_room(problem), weight[FED_BLOCK] = {0.0};

    if (problem->data->x == NULL) {
        outer_sparse(problem, rows, n, w, h, ld);
        return;
    }
    fed_gather(problem, rows, n, NULL, q, room);
    if (q >= SYRK_FROM) { /* the weights may be negative: not a square root */
        fed_gather(problem, rows, n, w, q, scaled);
        fed_gemm(true, false, q, q, n, 1.0, scaled, q, room, q, 1.0, h, ld);
        return;
    }
    memcpy(weight, w, n * sizeof *weight);
    memset(room + n * q, 0, (whole - n) * q * sizeof *room);
    outer_small(q, whole, room, q, weight, h, ld);
}

void fed_glm_hessian(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                     const double *theta, double *hessian, size_t ld, double *work)
{
    const scratch s = carve(problem, work);
    const size_t q = problem->d + problem->intercept;

    for (size_t first = 0; first < n; first += FED_BLOCK) {
        const size_t count = n - first < FED_BLOCK ? n - first : FED_BLOCK;

        if (!problem->loss->affine) /* else phi'' is constant */
            fed_forward(problem, problem->data, rows + first, count, theta, s.eta, s.room);
        gather_y(problem, rows + first, count, s.y);
        problem->loss->link(problem, count, s.eta, s.y, NULL, NULL, s.d2);
        if (problem->data->x != NULL && q >= SYRK_FROM) { /* phi'' >= 0: (sqrt(D)X)'(sqrt(D)X) */
            for (size_t i = 0; i < count; i++)
                s.d1[i] = sqrt(s.d2[i]);
            fed_gather(problem, rows + first, count, s.d1, q, s.room);
            fed_syrk(q, count, factor, s.room, q, hessian, ld);
            continue;
        }
        for (size_t i = 0; i < count; i++)
            s.d2[i] *= factor;
        fed_glm_outer(problem, rows + first, count, s.d2, hessian, ld, s.room);
    }
    fed_mirror(q, hessian, ld);
}
