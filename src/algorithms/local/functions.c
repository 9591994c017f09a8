/* functions.c -- the kernel's matrix by clients, the function at a client's samples, the server's
 * sum. */
#include "algorithms/local/functions.h"

#include "core/linalg.h"

#include <string.h>

static fed_status refuse(const fed_run *run, const char *key, const char *what)
{
    return fed_config_fault(run->config, run->error, FED_CONFIG, key,
                            "the kernel model supports only %s", what);
}

static fed_status check(const fed_run *run)
{
    const fed_problem *problem = run->problem;

    if (run->batch > 0)
        return refuse(run, "algorithm.batch", "full gradients: expected 0");
    if (problem->l2 > 0.0)
        return refuse(run, "loss.l2", "penalties are not supported: expected 0");
    if (!fed_all_penalised(&problem->model))
        return refuse(run, "loss.intercept",
                      "an intercept is not supported: expected "
                      "false");
    if (!problem->products)
        return refuse(run, "loss.type", "losses with one prediction f(x)");
    return FED_OK;
}

fed_status fed_functions_setup(fed_run *run, fed_functions *functions)
{
    const fed_problem *problem = run->problem;
    const size_t clients = problem->clients, *start = problem->part->start,
                 *row = problem->part->row;
    size_t *offset = FED_ARRAY(run->arena, clients, size_t), total = 0;

    TRY(check(run));
    TRY(fed_cohort_setup(run, &functions->cohort));
    TRY(fed_cohort_weigh(run, &functions->cohort));
    if (offset == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < clients; m++) {
        const size_t n = fed_held(problem->part, m);

        offset[m] = total;
        total += n * n;
        functions->largest = n > functions->largest ? n : functions->largest;
    }
    functions->offset = offset;
    functions->block = FED_ARRAY(run->arena, total, double);
    functions->delta = FED_ARRAY(run->arena, problem->samples, double);
    if (functions->block == NULL || functions->delta == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < clients; m++) {
        const size_t n = fed_held(problem->part, m);

        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                functions->block[offset[m] + i * n + j] =
                    problem->data->x[row[start[m] + i] * problem->p + row[start[m] + j]];
    }
    functions->cost = 2.0 * (double)problem->samples * (double)problem->samples / (double)clients;
    return FED_OK;
}

void fed_functions_at(const fed_run *run, size_t client, double *value, double *response)
{
    const fed_problem *problem = run->problem;
    const size_t *start = problem->part->start, *row = problem->part->row;

    for (size_t i = start[client]; i < start[client + 1]; i++) {
        value[i - start[client]] =
            fed_dot(problem->p, problem->data->x + row[i] * problem->p, run->theta);
        response[i - start[client]] = problem->y[row[i]];
    }
}

void fed_functions_merge(fed_run *run, fed_functions *functions, double passes)
{
    const size_t *start = run->problem->part->start, *row = run->problem->part->row;

    for (size_t k = 0; k < run->active; k++) {
        const size_t m = run->cohort[k], n = fed_held(run->problem->part, m);

        for (size_t i = start[m]; i < start[m + 1]; i++)
            run->theta[row[i]] += functions->cohort.share[k] * functions->delta[i];
        fed_send(run, m, (fed_message){"coefficients", n});
        fed_compute(run, passes * (double)n);
    }
    fed_epoch(run);
}
