/* softmax.c -- multinomial regression: phi = log sum_c exp(eta_c) - eta_y, parameters class after
 * class. */
#include "core/fastmath.h"
#include "core/simd.h"
#include "losses/loss.h"

/* d1 = probabilities minus the indicator of the class; d2 = the probabilities. */
FED_CLONES static void probabilities(size_t classes, size_t n, const double *restrict eta,
                                     double *restrict largest, double *restrict total,
                                     double *restrict prob)
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

static void softmax_link(const void *keys, size_t outputs, size_t n, const double *eta,
                         const double *y, double *value, double *d1, double *d2)
{
    double largest[FED_BLOCK], total[FED_BLOCK];

    (void)keys;
    if (d2 != NULL)
        probabilities(outputs, n, eta, largest, total, d2);
    if (d1 != NULL) {
        probabilities(outputs, n, eta, largest, total, d1);
        for (size_t i = 0; i < n; i++)
            d1[(size_t)y[i] * FED_BLOCK + i] -= 1.0;
    }
    if (value == NULL)
        return;
    for (size_t i = 0; i < n; i++) {
        double top = -INFINITY, sum = 0.0;

        for (size_t c = 0; c < outputs; c++)
            if (!(fed_saturate(eta[c * FED_BLOCK + i]) <= top))
                top = fed_saturate(eta[c * FED_BLOCK + i]);
        for (size_t c = 0; c < outputs; c++)
            sum += exp(fed_saturate(eta[c * FED_BLOCK + i]) - top);
        value[i] = log(sum) + (top - fed_saturate(eta[(size_t)y[i] * FED_BLOCK + i]));
    }
}

/* (diag(pi) - pi pi') v */
static void softmax_bend(size_t outputs, size_t n, double factor, const double *prob, double *v)
{
    for (size_t i = 0; i < n; i++) {
        double mean = 0.0;

        for (size_t c = 0; c < outputs; c++)
            mean += prob[c * FED_BLOCK + i] * v[c * FED_BLOCK + i];
        for (size_t c = 0; c < outputs; c++)
            v[c * FED_BLOCK + i] = factor * prob[c * FED_BLOCK + i] * (v[c * FED_BLOCK + i] - mean);
    }
}

static void softmax_cross(size_t n, size_t a, size_t b, double factor, const double *prob,
                          double *w)
{
    for (size_t i = 0; i < n; i++)
        w[i] = factor * prob[a * FED_BLOCK + i] * ((a == b) - prob[b * FED_BLOCK + i]);
}

const fed_loss fed_loss_softmax = {
    .entry = {"softmax", "multinomial regression: cross-entropy over the classes", NULL},
    .labels = FED_LABELS_CLASSES,
    .smooth = true,
    .curvature = 0.5,
    .link = softmax_link,
    .bend = softmax_bend,
    .cross = softmax_cross,
};
