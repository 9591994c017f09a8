/* links.c -- the loss's link on the outputs of a block of samples, one response or several. */
#include "problem/links.h"

#include <string.h>

void fed_outputs(const fed_problem *problem, const fed_dataset *data, const size_t *rows, size_t n,
                 const double *theta, double *eta, double *room)
{
    const fed_model *model = &problem->model;

    for (size_t at = 0; at < n; at += model->block)
        model->type->forward(model, &data->matrix, rows + at,
                             n - at < model->block ? n - at : model->block, theta, eta + at, room);
}

void fed_responses(const fed_problem *problem, bool test, const size_t *rows, size_t n, double *y)
{
    const fed_matrix *targets = test ? problem->test_targets : problem->targets;
    const double *one = test ? problem->test_y : problem->y;

    const size_t views = problem->model.views,
                 samples = test ? problem->data->test->n : problem->data->n;

    for (size_t i = 0; targets == NULL && i < n; i++)
        y[i] = one[views > 1 ? rows[i] % samples : rows[i]];
    if (targets == NULL)
        return;
    if (targets->ptr != NULL) /* labels that are not there */
        memset(y, 0, targets->d * FED_BLOCK * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        const size_t row = rows[i] % samples, first = row * targets->d;

        if (targets->ptr != NULL)
            for (size_t e = targets->ptr[row]; e < targets->ptr[row + 1]; e++)
                y[targets->col[e] * FED_BLOCK + i] = targets->val[e];
        else
            for (size_t t = 0; t < targets->d; t++)
                y[t * FED_BLOCK + i] = targets->bytes != NULL ? (double)targets->bytes[first + t]
                                                              : (double)targets->single[first + t];
    }
}

void fed_links(const fed_problem *problem, size_t n, const double *eta, const double *y,
               double *value, double *d1, double *d2)
{
    const size_t positions = problem->positions, classes = problem->outputs / positions;
    const double share = 1.0 / (double)positions;
    double part[FED_BLOCK] = {0.0};

    if (positions == 1) {
        fed_link(problem, n, eta, y, value, d1, d2);
        return;
    }
    for (size_t i = 0; value != NULL && i < n; i++)
        value[i] = 0.0;
    for (size_t t = 0; t < positions; t++) {
        const size_t at = t * classes * FED_BLOCK;

        problem->loss->link(problem->keys.values, classes, n, eta + at, y + t * FED_BLOCK,
                            value != NULL ? part : NULL, d1 != NULL ? d1 + at : NULL,
                            d2 != NULL ? d2 + at : NULL);
        for (size_t i = 0; value != NULL && i < n; i++)
            value[i] += share * part[i];
        for (size_t c = 0; d1 != NULL && c < classes; c++)
            for (size_t i = 0; i < n; i++)
                d1[at + c * FED_BLOCK + i] *= share;
    }
}

void fed_bends(const fed_problem *problem, size_t n, double factor, const double *d2, double *v)
{
    const size_t positions = problem->positions, classes = problem->outputs / positions;
    const double share = factor / (double)positions;

    for (size_t t = 0; problem->loss->bend != NULL && t < positions; t++)
        problem->loss->bend(classes, n, share, d2 + t * classes * FED_BLOCK,
                            v + t * classes * FED_BLOCK);
    for (size_t c = 0; problem->loss->bend == NULL && c < problem->outputs; c++)
        for (size_t i = 0; i < n; i++)
            v[c * FED_BLOCK + i] *= share * d2[c * FED_BLOCK + i];
}

/* The first of the largest outputs. */
static size_t guess(size_t classes, const double *eta, const double *bias, size_t stride)
{
    size_t at = 0;
    double best = -INFINITY;

    for (size_t c = 0; c < classes; c++) {
        const double t = eta[c * FED_BLOCK] + (bias != NULL ? bias[c * stride] : 0.0);

        if (t > best) {
            best = t;
            at = c;
        }
    }
    return at;
}

size_t fed_wrong(const fed_problem *problem, size_t n, const double *eta, const double *bias,
                 size_t stride, const double *y)
{
    const size_t positions = problem->positions, classes = problem->outputs / positions;
    size_t wrong = 0;

    for (size_t t = 0; t < positions; t++)
        for (size_t i = 0; i < n; i++)
            wrong += (double)guess(classes, eta + t * classes * FED_BLOCK + i, bias, stride) !=
                     y[t * FED_BLOCK + i];
    return wrong;
}
