/* softmax.c -- multinomial regression: phi = log sum_c exp(eta_c) - eta_y, parameters class after class. */
#include "core/fastmath.h"
#include "core/linalg.h"
#include "core/simd.h"
#include "losses/glm.h"
#include "losses/rows.h"

#include <string.h>

/* d1 = probabilities minus the indicator of the class; d2 = the probabilities. */
FED_CLONES static void probabilities(size_t classes, size_t n, const double *restrict eta,
                                     double *restrict largest, double *restrict total, double *restrict prob)
{
    for (size_t i = 0; i < n; i++) {
        largest[i] = fed_saturate(eta[i]);
        total[i] = 0.0;
    }
    for (size_t c = 1; c < classes; c++)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double t = fed_saturate(eta[c * FED_BLOCK + i]);

            largest[i] = t > largest[i] ? t : largest[i];
        }
    for (size_t c = 0; c < classes; c++)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double e = fed_exp(fed_saturate(eta[c * FED_BLOCK + i]) - largest[i]);

            prob[c * FED_BLOCK + i] = e;
            total[i] += e;
        }
    for (size_t c = 0; c < classes; c++)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            prob[c * FED_BLOCK + i] /= total[i];
}

static void softmax_link(const fed_problem *problem, size_t n, const double *eta, const double *y,
                         double *value, double *d1, double *d2)
{
    double largest[FED_BLOCK], total[FED_BLOCK];

    if (d2 != NULL)
        probabilities(problem->outputs, n, eta, largest, total, d2);
    if (d1 != NULL) {
        probabilities(problem->outputs, n, eta, largest, total, d1);
        for (size_t i = 0; i < n; i++)
            d1[(size_t)y[i] * FED_BLOCK + i] -= 1.0;
    }
    if (value == NULL)
        return;
    for (size_t i = 0; i < n; i++) {
        double top = -INFINITY, sum = 0.0;

        for (size_t c = 0; c < problem->outputs; c++)
            if (!(fed_saturate(eta[c * FED_BLOCK + i]) <= top))
                top = fed_saturate(eta[c * FED_BLOCK + i]);
        for (size_t c = 0; c < problem->outputs; c++)
            sum += exp(fed_saturate(eta[c * FED_BLOCK + i]) - top);
        value[i] = log(sum) + (top - fed_saturate(eta[(size_t)y[i] * FED_BLOCK + i]));
    }
}

/* work as glm.c: [eta][probabilities][Xv], then room */
static void softmax_hvp(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                        const double *theta, const double *v, double *out, double *work)
{
    const size_t wide = problem->outputs * FED_BLOCK;
    double *eta = work, *prob = work + wide, *xv = prob + wide, *room = xv + wide + 2 * FED_BLOCK;

    for (size_t first = 0; first < n; first += FED_BLOCK) {
        const size_t count = n - first < FED_BLOCK ? n - first : FED_BLOCK;

        fed_forward(problem, problem->data, rows + first, count, theta, eta, room);
        softmax_link(problem, count, eta, NULL, NULL, NULL, prob);
        fed_forward(problem, problem->data, rows + first, count, v, xv, room);
        for (size_t i = 0; i < count; i++) { /* (diag(pi) - pi pi') Xv */
            double mean = 0.0;

            for (size_t c = 0; c < problem->outputs; c++)
                mean += prob[c * FED_BLOCK + i] * xv[c * FED_BLOCK + i];
            for (size_t c = 0; c < problem->outputs; c++)
                xv[c * FED_BLOCK + i] = factor * prob[c * FED_BLOCK + i] * (xv[c * FED_BLOCK + i] - mean);
        }
        fed_backward(problem, rows + first, count, xv, out, room);
    }
}

/* Block (a,b) of the Hessian is X'diag(pi_a (1{a=b} - pi_b))X. */
static void softmax_hessian(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                            const double *theta, double *hessian, size_t ld, double *work)
{
    const size_t wide = problem->outputs * FED_BLOCK, q = problem->d + problem->intercept;
    double *eta = work, *prob = work + wide, *room = prob + 2 * wide + 2 * FED_BLOCK, weight[FED_BLOCK];

    for (size_t first = 0; first < n; first += FED_BLOCK) {
        const size_t count = n - first < FED_BLOCK ? n - first : FED_BLOCK;

        fed_forward(problem, problem->data, rows + first, count, theta, eta, room);
        softmax_link(problem, count, eta, NULL, NULL, NULL, prob);
        for (size_t a = 0; a < problem->outputs; a++)
            for (size_t b = 0; b <= a; b++) {
                for (size_t i = 0; i < count; i++)
                    weight[i] = factor * prob[a * FED_BLOCK + i] * ((a == b) - prob[b * FED_BLOCK + i]);
                fed_glm_outer(problem, rows + first, count, weight, hessian + a * q * ld + b * q, ld, room);
            }
    }
    for (size_t a = 0; a < problem->outputs; a++) /* each block is symmetric itself */
        for (size_t b = 0; b <= a; b++)
            fed_mirror(q, hessian + a * q * ld + b * q, ld);
    fed_mirror(problem->p, hessian, ld);
}

const fed_loss fed_loss_softmax = {
    .entry = {"softmax", "multinomial regression: cross-entropy over the classes", NULL},
    .labels = FED_LABELS_CLASSES,
    .smooth = true,
    .curvature = 0.5,
    .link = softmax_link,
    .eval = fed_glm_eval,
    .hvp = softmax_hvp,
    .hessian = softmax_hessian,
};
