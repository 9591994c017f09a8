/* errors.c -- misclassified samples of many models at once: blocks of samples against all of them. */
#include "core/linalg.h"
#include "core/simd.h"
#include "losses/objective.h"
#include "losses/pack.h"
#include "losses/rows.h"

#include <omp.h>
#include <string.h>

enum { FEW = 32, GROUP = 256, CHUNK = 1024 }; /* features by columns; rows of a product; samples of a step */

size_t fed_errors_work(const fed_problem *problem)
{
    if (problem->classes == 0)
        return 0;
    return (FEW + 1 + GROUP + problem->outputs) * FED_BLOCK + fed_rows_room(problem);
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

/* The first largest of eta[c][i] against y[i]; theta, unless NULL, has the intercepts to add. */
static size_t count_classes(const fed_problem *problem, size_t n, const double *eta, const double *theta,
                            const double *y)
{
    const size_t step = problem->d + problem->intercept;
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++) {
        size_t guess = 0;
        double best = -INFINITY;

        for (size_t c = 0; c < problem->outputs; c++) {
            double bias = theta != NULL && problem->intercept ? theta[c * step + problem->d] : 0.0;
            double t = eta[c * FED_BLOCK + i] + bias;

            if (t > best) {
                best = t;
                guess = c;
            }
        }
        wrong += (double)guess != y[i];
    }
    return wrong;
}

static size_t count(const fed_problem *problem, size_t n, const double *eta, const double *theta,
                    const double *y)
{
    if (problem->outputs > 1)
        return count_classes(problem, n, eta, theta, y);
    return count_binary(n, eta, theta != NULL && problem->intercept ? theta[problem->d] : 0.0, y);
}

/* Few features and one output: the block by columns, then each model along the samples. */
static size_t block_columns(const fed_problem *problem, const double *x, const double *y, size_t n,
                            const double *theta, size_t models, double *work)
{
    const size_t d = problem->d, step = d + problem->intercept;
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
    const size_t outputs = problem->outputs, step = problem->d + problem->intercept;
    const size_t group = outputs < GROUP ? GROUP / outputs : 1;
    size_t wrong = 0;

    for (size_t first = 0; first < models; first += group) {
        const size_t held = models - first < group ? models - first : group;
        const double *from = theta + first * problem->p;

        fed_gemm(false, true, held * outputs, n, problem->d, 1.0, from, step, x, problem->d, 0.0, work,
                 FED_BLOCK);
        for (size_t k = 0; k < held; k++)
            wrong += count(problem, n, work + k * outputs * FED_BLOCK, from + k * problem->p, y);
    }
    return wrong;
}

static size_t block_sparse(const fed_problem *problem, const fed_dataset *data, const double *y, size_t first,
                           size_t n, const double *theta, size_t models, double *work)
{
    size_t rows[FED_BLOCK], wrong = 0;
    double *eta = work;

    for (size_t i = 0; i < n; i++)
        rows[i] = first + i;
    for (size_t k = 0; k < models; k++) {
        fed_forward(problem, data, rows, n, theta + k * problem->p, eta, eta + problem->outputs * FED_BLOCK);
        wrong += count(problem, n, eta, NULL, y);
    }
    return wrong;
}

double fed_problem_errors(const fed_problem *problem, bool test, const double *theta, size_t models,
                          double *const *work, int threads)
{
    const fed_dataset *data = test ? problem->data->test : problem->data;
    const double *y = test ? problem->test_y : problem->y;
    size_t wrong = 0;

    if (problem->classes == 0 || data == NULL || data->n == 0)
        return NAN;
#pragma omp parallel for schedule(static) reduction(+ : wrong) num_threads(threads) if (threads > 1) \
    default(none) shared(problem, data, y, theta, work) firstprivate(models, threads)
    for (size_t first = 0; first < data->n; first += FED_BLOCK) {
        const size_t n = data->n - first < FED_BLOCK ? data->n - first : FED_BLOCK;
        double *own = work[omp_get_thread_num()];

        if (threads > 1)
            fed_blas_threads(1);
        if (data->x == NULL)
            wrong += block_sparse(problem, data, y + first, first, n, theta, models, own);
        else if (problem->d <= FEW && problem->outputs == 1)
            wrong += block_columns(problem, data->x + first * data->d, y + first, n, theta, models, own);
        else
            wrong += block_product(problem, data->x + first * data->d, y + first, n, theta, models, own);
    }
    return (double)wrong / ((double)data->n * (double)models);
}
