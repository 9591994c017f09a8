/* curvature.c -- bounds mu <= curvature <= L of the clients' losses, for the rates that follow from them. */
#include "core/linalg.h"
#include "local/local.h"
#include "losses/rows.h"

#include <string.h>

enum { MOST_PARAMETERS = 2048 };

/* lower triangle of sum x_i x_i' / n, with a last column of ones for the intercept */
static void second_moments(const fed_problem *problem, size_t client, double *matrix, double *block)
{
    const size_t q = problem->d + problem->intercept, n = problem->part->start[client + 1] - problem->part->start[client];
    const size_t *rows = problem->part->row + problem->part->start[client];

    memset(matrix, 0, q * q * sizeof *matrix);
    for (size_t first = 0; first < n; first += FED_BLOCK) {
        const size_t count = n - first < FED_BLOCK ? n - first : FED_BLOCK;

        for (size_t i = 0; i < count; i++) {
            fed_row_copy(problem->data, rows[first + i], block + i * q);
            if (problem->intercept)
                block[i * q + problem->d] = 1.0;
        }
        fed_syrk(q, count, 1.0 / (double)n, block, q, matrix, q);
    }
    fed_mirror(q, matrix, q);
}

/* Affine gradients have one Hessian per client. Otherwise phi'' lies between 0 and the loss's bound, and
 * only the penalty bounds the curvature from below. */
static fed_status bounds(fed_run *run, double *mu, double *smoothness)
{
    const fed_problem *problem = run->problem;
    const bool affine = problem->loss->affine;
    const size_t q = affine ? problem->p : problem->d + problem->intercept;
    double *matrix = FED_ARRAY(run->arena, q * q, double), *values = FED_ARRAY(run->arena, q, double);
    double *block = FED_ARRAY(run->arena, FED_BLOCK * q, double);
    double *work = FED_ARRAY(run->arena, problem->work, double);
    double least = INFINITY, most = 0.0;

    if (matrix == NULL || values == NULL || block == NULL || work == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < problem->clients; m++) {
        if (affine)
            fed_client_hessian(problem, m, run->theta, matrix, work);
        else
            second_moments(problem, m, matrix, block);
        if (!fed_eigen(q, matrix, q, false, values))
            return fed_fail(run->error, FED_INTERNAL, "the eigenvalues of client %zu's Hessian were not found", m);
        least = fmin(least, values[0]);
        most = fmax(most, values[q - 1]);
    }
    *mu = affine ? least : problem->intercept ? 0.0 : problem->l2;
    *smoothness = affine ? most : most * problem->scale * problem->loss->curvature + problem->l2;
    return FED_OK;
}

fed_status fed_local_schedule(fed_run *run, const char *path, double steps, bool client, fed_schedule *schedule)
{
    fed_curvature curvature = {.steps = steps, .client = client};
    char name[128];

    snprintf(name, sizeof name, "%s.schedule", path);
    if (fed_config_is_group(run->config, path) && strcmp(fed_config_string(run->config, name), "theorem29") == 0) {
        if (run->problem->p > MOST_PARAMETERS)
            return fed_config_fault(run->config, run->error, FED_CONFIG, name,
                                    "theorem29 needs eigenvalues, for at most %d parameters; the model has %zu",
                                    MOST_PARAMETERS, run->problem->p);
        TRY(bounds(run, &curvature.mu, &curvature.smoothness));
    }
    return fed_schedule_read_curved(run->config, path, run->rounds, &curvature, schedule, run->error);
}
