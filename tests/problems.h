/* problems.h -- small made problems for the tests of losses and of what stands on them. */
#ifndef FED_PROBLEMS_H
#define FED_PROBLEMS_H

#include "core/rng.h"
#include "losses/keys.h"
#include "problem/problem.h"
#include "core/normal.h"

#include <string.h>

extern const fed_loss fed_loss_exponential, fed_loss_hinge, fed_loss_linear, fed_loss_logistic,
    fed_loss_pnorm, fed_loss_poisson, fed_loss_quadratic, fed_loss_quantile, fed_loss_softmax;

typedef struct made_data {
    fed_arena arena;
    fed_dataset data;
    fed_partition part;
} made_data;

/* n samples of d normal features (half of them zero when sparse) among clients of unequal sizes in
 * a shuffled order; y fits the kind of labels; curvatures for the quadratic loss when asked. */
static inline void make_data(made_data *made, size_t n, size_t d, size_t clients, bool sparse,
                             fed_labels labels, uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 0, 0, 0);
    double *x = FED_ARRAY(&made->arena, n * d, double), *y = FED_ARRAY(&made->arena, n, double);
    double *val = FED_ARRAY(&made->arena, n * d, double);
    size_t *ptr = FED_ARRAY(&made->arena, n + 1, size_t), *row = FED_ARRAY(&made->arena, n, size_t);
    size_t *start = FED_ARRAY(&made->arena, clients + 1, size_t);
    uint32_t *col = FED_ARRAY(&made->arena, n * d, uint32_t);

    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;

        ptr[i + 1] = ptr[i];
        for (size_t j = 0; j < d; j++) {
            double value = sparse && fed_rng_below(&rng, 2) == 0 ? 0.0 : fed_rng_normal(&rng);

            x[i * d + j] = value;
            sum += value / (double)(j + 1);
            if (value != 0.0) {
                val[ptr[i + 1]] = value;
                col[ptr[i + 1]++] = (uint32_t)j;
            }
        }
        y[i] = labels == FED_LABELS_COUNTS    ? (double)fed_rng_below(&rng, 6)
               : labels == FED_LABELS_CLASSES ? (double)fed_rng_below(&rng, 3)
               : labels == FED_LABELS_SOFT    ? fed_rng_uniform(&rng)
               : labels == FED_LABELS_BINARY  ? (sum + fed_rng_normal(&rng) > 0.0 ? 1.0 : 0.0)
                                              : sum + fed_rng_normal(&rng);
        row[i] = i;
    }
    fed_rng_shuffle(&rng, n, row);
    for (size_t m = 0; m < clients; m++) /* sizes grow with m */
        start[m + 1] = n * (m + 1) * (m + 2) / (clients * (clients + 1));
    made->data = (fed_dataset){.n = n, .d = d, .y = y};
    if (sparse) {
        made->data.ptr = ptr;
        made->data.col = col;
        made->data.val = val;
    } else {
        made->data.x = x;
    }
    made->part = (fed_partition){clients, start, row, 0, NULL, "given"};
}

/* A_z = GG'/d + I, one for each sample. */
static inline void make_curvature(made_data *made, uint64_t seed)
{
    const size_t n = made->data.n, d = made->data.d;
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 1, 0, 0);
    double *a = FED_ARRAY(&made->arena, n * d * d, double),
           *g = FED_ARRAY(&made->arena, d * d, double);

    for (size_t i = 0; i < n; i++) {
        fed_rng_normals(&rng, d * d, g);
        for (size_t j = 0; j < d; j++)
            for (size_t k = 0; k < d; k++) {
                double sum = j == k ? (double)d : 0.0;

                for (size_t l = 0; l < d; l++)
                    sum += g[j * d + l] * g[k * d + l];
                a[(i * d + j) * d + k] = sum / (double)d;
            }
    }
    made->data.matrices = a;
}

static inline double *make_vector(made_data *made, size_t n, double size, uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 2, 0, 0);
    double *v = FED_ARRAY(&made->arena, n + 8, double);

    fed_rng_normals(&rng, n, v);
    for (size_t j = 0; j < n; j++)
        v[j] *= size;
    return v;
}

/* tau = 0.3, p = 3 */
static inline fed_loss_keys make_keys(const fed_loss *loss)
{
    static const fed_quantile_keys quantile = {0.3};
    static const fed_pnorm_keys pnorm = {3.0};

    return loss == &fed_loss_quantile ? (fed_loss_keys){&quantile, false, false}
           : loss == &fed_loss_pnorm  ? (fed_loss_keys){&pnorm, false, true}
                                      : (fed_loss_keys){NULL, false, false};
}

static inline fed_problem_options make_options(const fed_loss *loss)
{
    return (fed_problem_options){
        .loss = loss, .scale = 1.0, .plain = true, .keys = make_keys(loss)};
}

#endif
