/* errors.c -- misclassified samples of many models at once: blocks of samples against all of them.
 */
#include "problem/errors.h"

#include "core/columns.h"
#include "core/linalg.h"
#include "core/simd.h"
#include "problem/links.h"
#include "problem/objective.h"

#include <string.h>

/* features by columns; rows of a product; samples of a step */
enum { FEW = 32, GROUP = 256, CHUNK = 1024 };

size_t fed_errors_work(const fed_problem *problem)
{
    if (problem->classes == 0)
        return 0;
    return (FEW + 1 + GROUP + problem->outputs + problem->responses) * FED_BLOCK +
           problem->model.room;
}

FED_CLONES static size_t count_binary(size_t n, const double *eta, double bias, const double *y)
{
    double wrong = 0.0;

#pragma omp simd reduction(+ : wrong)
    for (size_t i = 0; i < n; i++) {
        double guess = eta[i] + bias > 0.0 ? 1.0 : 0.0;

        wrong += guess == y[i] ? 0.0 : 1.0;
    }
    return (size_t)wrong;
}

/* theta, unless NULL, has the intercepts to add. */
static size_t count(const fed_problem *problem, size_t n, const double *eta, const double *theta,
                    const double *y)
{
    const fed_model *model = &problem->model;
    const double *bias =
        theta != NULL && model->period > model->inputs ? theta + model->inputs : NULL;

    if (problem->outputs > 1)
        return fed_wrong(problem, n, eta, bias, model->period, y);
    return count_binary(n, eta, bias != NULL ? *bias : 0.0, y);
}

double fed_misclassified(const fed_problem *problem, size_t n, const double *eta, const double *y)
{
    return (double)count(problem, n, eta, NULL, y);
}

/* Few features and one output: the block by columns, then each model along the samples. */
static size_t block_columns(const fed_problem *problem, const double *x, const double *y, size_t n,
                            const double *theta, size_t models, double *work)
{
    const size_t d = problem->model.inputs, step = problem->model.period;
    double *columns = work, *eta = work + FEW * FED_BLOCK;
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            columns[j * FED_BLOCK + i] = x[i * d + j];
    for (size_t k = 0; k < models; k++) {
        const double *model = theta + k * problem->p;

        for (size_t c = 0; c < problem->outputs; c++)
            fed_columns_forward(d, n, columns, FED_BLOCK, model + c * step, eta + c * FED_BLOCK);
        wrong += count(problem, n, eta, model, y);
    }
    return wrong;
}

/* Many features: as many models as GROUP rows hold in one product with the block. */
static size_t block_product(const fed_problem *problem, const double *x, const double *y, size_t n,
                            const double *theta, size_t models, double *work)
{
    const size_t outputs = problem->outputs, step = problem->model.period;
    const size_t d = problem->model.inputs;
    const size_t group = outputs < GROUP ? GROUP / outputs : 1;
    size_t wrong = 0;

    for (size_t first = 0; first < models; first += group) {
        const size_t held = models - first < group ? models - first : group;
        const double *from = theta + first * problem->p;

        fed_gemm(false, true, held * outputs, n, d, 1.0, from, step, x, d, 0.0, work, FED_BLOCK);
        for (size_t k = 0; k < held; k++)
            wrong += count(problem, n, work + k * outputs * FED_BLOCK, from + k * problem->p, y);
    }
    return wrong;
}

/* Any other data or model, one theta after another; work: [outputs][responses][the model's] */
static size_t block_forward(const fed_problem *problem, bool test, const size_t *rows, size_t n,
                            const double *theta, size_t models, double *work)
{
    const fed_dataset *data = test ? problem->data->test : problem->data;
    double *eta = work, *y = eta + problem->outputs * FED_BLOCK,
           *room = y + problem->responses * FED_BLOCK;
    size_t wrong = 0;

    fed_responses(problem, test, rows, n, y);
    for (size_t k = 0; k < models; k++) {
        fed_outputs(problem, data, rows, n, theta + k * problem->p, eta, room);
        wrong += count(problem, n, eta, NULL, y);
    }
    return wrong;
}

typedef struct scan {
    const fed_problem *problem;
    const fed_dataset *data;
    bool test;
    const double *theta;
    size_t models;
} scan;

/* part[0]: misclassified of block k, over all models */
static void count_block(void *context, size_t k, double *part, double *work)
{
    const scan *s = context;
    const fed_problem *problem = s->problem;
    const fed_dataset *data = s->data;
    const size_t first = k * FED_BLOCK,
                 n = data->n - first < FED_BLOCK ? data->n - first : FED_BLOCK;
    const double *y = (s->test ? problem->test_y : problem->y) + first,
                 *x = data->x != NULL ? data->x + first * data->d : NULL;
    size_t rows[FED_BLOCK];

    for (size_t i = 0; i < n; i++)
        rows[i] = first + i;
    if (x == NULL || !(problem->model.can & FED_MODEL_PRODUCTS))
        *part = (double)block_forward(problem, s->test, rows, n, s->theta, s->models, work);
    else if (data->d <= FEW && problem->outputs == 1)
        *part = (double)block_columns(problem, x, y, n, s->theta, s->models, work);
    else
        *part = (double)block_product(problem, x, y, n, s->theta, s->models, work);
}

double fed_problem_errors(const fed_problem *problem, fed_team *team, bool test,
                          const double *theta, size_t models)
{
    const fed_dataset *data = test ? problem->data->test : problem->data;
    scan s = {problem, data, test, theta, models};
    const double cost = 2.0 * FED_BLOCK * (double)models * (double)problem->p;
    double wrong = 0.0;

    if (problem->classes == 0 || data == NULL || data->n == 0)
        return NAN;
    fed_sum(team, (data->n + FED_BLOCK - 1) / FED_BLOCK, cost, 1, problem->work, count_block, &s,
            &wrong);
    return wrong / ((double)data->n * (double)problem->positions * (double)models);
}

double fed_client_error(const fed_problem *problem, size_t client, const double *theta,
                        double *work)
{
    const size_t *rows = fed_held_rows(problem->part, client), n = fed_held(problem->part, client);
    size_t wrong = 0;

    if (problem->classes == 0)
        return NAN;
    for (size_t first = 0; first < n; first += FED_BLOCK)
        wrong += block_forward(problem, false, rows + first,
                               n - first < FED_BLOCK ? n - first : FED_BLOCK, theta, 1, work);
    return (double)wrong / ((double)n * (double)problem->positions);
}
