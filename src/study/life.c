/* life.c -- from a problem to a run that is set up. */
#include "study/life.h"

#include "config/fits.h"
#include "config/points.h"
#include "run/solve.h"
#include "study/refuse.h"

#include <string.h>

/* The key that the method has in place of algorithm.rounds, or that one. */
static void find_key(const fed_config *config, char path[64])
{
    const char *key = fed_job_algorithm(config)->rounds_key;

    snprintf(path, 64, "algorithm.%s", key != NULL ? key : "rounds");
}

size_t fed_life_rounds(const fed_config *config)
{
    char path[64];

    find_key(config, path);
    return (size_t)fed_config_int(config,
                                  fed_config_given(config, path) ? path : "algorithm.rounds");
}

bool fed_life_rounds_vary(const fed_config *config)
{
    char path[64];

    find_key(config, path);
    return fed_config_varies(config, "algorithm.name") || fed_config_varies(config, path) ||
           fed_config_varies(config, "algorithm.rounds");
}

fed_status fed_life_make(fed_life *life)
{
    const fed_config *config = life->job->config;
    const fed_problem *problem = life->problem;
    fed_arena *arena = &life->arena;
    fed_error *error = life->error;
    fed_run *run = &life->run;
    const uint64_t seed = (uint64_t)fed_config_int(config, "seed");

    memset(run, 0, sizeof *run);
    TRY(fed_refuse_analyses(config, error));
    TRY(fed_refuse_problem(problem, config, error));
    run->team = life->team;
    run->arena = arena;
    run->kept = (fed_state){arena, problem->clients, NULL};
    run->algorithm = fed_job_algorithm(config);
    run->config = config;
    run->problem = problem;
    if (problem->functions)
        run->algorithm = run->algorithm->kernel;
    run->seed = seed;
    run->replicate = life->job->replicate;
    run->error = error;
    if (run->algorithm->decentralised)
        TRY(fed_graph_make(arena, config, seed, life->job->replicate, problem->clients, &run->graph,
                           error));
    run->rounds = fed_life_rounds(config);
    run->batch = (size_t)fed_config_int(config, "algorithm.batch");
    run->phi = fed_config_float(config, "cost.phi");
    run->models = run->algorithm->decentralised ? problem->clients : 1;
    TRY(fed_config_fits(config, "partition.clients",
                        (double)run->models * (double)problem->p * sizeof(double), error,
                        "%zu models of %zu parameters", run->models, problem->p));
    run->theta = FED_ARRAY(arena, run->models * problem->p, double);
    run->mean = FED_ARRAY(arena, problem->p, double);
    run->gradient = FED_ARRAY(arena, problem->p, double);
    run->cohort = FED_ARRAY(arena, problem->clients, size_t);
    run->sent = FED_ARRAY(arena, problem->clients, double);
    if (run->theta == NULL || run->mean == NULL || run->gradient == NULL || run->cohort == NULL ||
        run->sent == NULL ||
        !fed_state_keep_rows(&run->kept, "theta", run->algorithm->decentralised, problem->p,
                             &run->theta))
        return fed_nomem(error);
    run->active = problem->clients;
    for (size_t m = 0; m < run->active; m++)
        run->cohort[m] = m;
    TRY(fed_refuse_analysable(run));
    return fed_run_start(run);
}

static void after_round(void *context, const fed_run *run)
{
    fed_life *life = context;

    if (life->study->spool != NULL)
        fed_saver_round(&life->saver, run);
    if (life->study->tick != NULL)
        life->study->tick(life->study->context, run);
}

fed_status fed_life_begin(fed_life *life)
{
    fed_run *run = &life->run;

    TRY(fed_life_make(life));
    run->result_arena = &life->result->arena;
    if (life->study->spool != NULL || life->study->tick != NULL) {
        run->tick = after_round;
        run->tick_context = life;
    }
    return fed_solve_setup(run);
}
