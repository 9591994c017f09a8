/* rates.c -- rates that follow from the curvature of the clients' losses. */
#include "algorithms/local/rates.h"

#include "algorithms/local/local.h"
#include "problem/curvature.h"

#include <string.h>

fed_status fed_local_schedule(fed_run *run, const char *path, bool client, fed_curvature *curvature,
                              fed_schedule *schedule)
{
    char name[128];

    snprintf(name, sizeof name, "%s.schedule", path);
    curvature->client = client;
    if (curvature->smoothness == 0.0 && fed_config_is_group(run->config, path) &&
        strcmp(fed_config_string(run->config, name), "theorem29") == 0) {
        TRY(fed_refuse(run->problem, run->config, name, "theorem29",
                       FED_TRAIT_MANY | FED_TRAIT_NO_HESSIAN, run->error));
        TRY(fed_problem_curvature(run->problem, run->team, &curvature->mu, &curvature->smoothness,
                                  run->error));
    }
    return fed_schedule_read_curved(run->config, path, run->rounds, curvature, schedule,
                                    run->error);
}

fed_status fed_local_tell(fed_run *run, const fed_curvature *curvature)
{
    if (curvature->smoothness == 0.0)
        return FED_OK;
    TRY(fed_run_scalar(run, "theorem29", "mu", curvature->mu));
    return fed_run_scalar(run, "theorem29", "smoothness", curvature->smoothness);
}
