/* initial.c -- memory and starting point of a run. */
#include "run/initial.h"

#include "core/rng.h"
#include "models/start.h"
#include "datasets/theta_file.h"

#include <string.h>

void fed_run_room(fed_run *run, size_t extra)
{
    run->room = run->problem->work + extra;
}

/* Clients' rows of the file; a row of client -1 is everybody's, or the server's. */
static fed_status start_from_file(fed_run *run)
{
    const size_t p = run->problem->p;
    const char *path = fed_config_path(run->config, "algorithm.initial_path");
    size_t filled = 0;
    fed_theta_file file;

    if (path[0] == '\0')
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.initial",
                                "\"file\" needs algorithm.initial_path");
    TRY(fed_config_readable(run->config, "algorithm.initial_path", run->error));
    TRY(fed_theta_read(run->arena, path, &file, run->error));
    if (file.p != p)
        return fed_fail(run->error, FED_DATA, "%s: %zu parameters found, the model has %zu", path,
                        file.p, p);
    for (size_t r = 0; r < file.rows; r++)
        if (file.client[r] == -1) {
            for (size_t m = 0; m < run->models; m++)
                memcpy(run->theta + m * p, file.theta + r * p, p * sizeof(double));
            filled = run->models;
        }
    for (size_t r = 0; r < file.rows && run->models > 1; r++) {
        if (file.client[r] >= (int64_t)run->models)
            return fed_fail(run->error, FED_DATA, "%s: client %lld found, clients are 0 to %zu",
                            path, (long long)file.client[r], run->models - 1);
        if (file.client[r] >= 0) {
            memcpy(run->theta + (size_t)file.client[r] * p, file.theta + r * p, p * sizeof(double));
            filled += filled < run->models;
        }
    }
    if (filled < run->models)
        return fed_fail(run->error, FED_DATA,
                        "%s: %zu of %zu models found, and no row of client -1", path, filled,
                        run->models);
    return FED_OK;
}

fed_status fed_run_start(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const char *initial = fed_config_string(run->config, "algorithm.initial");
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_INITIAL, run->replicate, 0, 0);

    if (strcmp(initial, "file") == 0)
        return start_from_file(run);
    if (!fed_config_given(run->config, "algorithm.initial") && problem->model.type != NULL)
        initial =
            problem->model.initial != NULL ? problem->model.initial : problem->model.type->initial;
    fed_model_start(&problem->model, initial, &rng, run->theta);
    for (size_t m = 1; m < run->models; m++)
        memcpy(run->theta + m * problem->p, run->theta, problem->p * sizeof(double));
    return FED_OK;
}
