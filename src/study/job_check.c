/* job_check.c -- a job up to its first round, for --check. */
#include "study/job_check.h"

#include "run/solve.h"
#include "study/life.h"
#include "study/refuse.h"
#include "study/room.h"

/* The whole way up to the first round. */
static fed_status check_whole(fed_life *life, const fed_dataset *data, fed_room *room)
{
    fed_run *run = &life->run;
    size_t shared;

    TRY(fed_refuse_analyses(life->job->config, life->error));
    TRY(fed_job_problem(life->job, life->team, &life->arena, data, false, &life->problem,
                        life->error));
    shared = fed_arena_bytes(&life->arena);
    TRY(fed_life_make(life));
    run->result_arena = &life->arena;
    TRY(fed_solve_setup(run));
    if (run->algorithm->start != NULL)
        TRY(run->algorithm->start(run));
    *room = fed_room_of(life->study, run);
    room->memory = (double)shared + (double)(fed_arena_bytes(&life->arena) - shared) *
                                        (double)fed_job_together(life->job, life->problem);
    return FED_OK;
}

/* The network of as many clients as are asked for. */
static fed_status check_graph(const fed_job *job, fed_error *error)
{
    const int64_t clients = fed_config_int(job->config, "partition.clients");
    const fed_graph *graph;
    fed_arena arena = {NULL};
    fed_status status = FED_OK;

    if (fed_job_algorithm(job->config)->decentralised && clients > 0)
        status = fed_graph_make(&arena, job->config, (uint64_t)fed_config_int(job->config, "seed"),
                                job->replicate, (size_t)clients, &graph, error);
    fed_arena_free(&arena);
    return status;
}

static fed_status check_rates(const fed_job *job, fed_error *error)
{
    const fed_curvature any = {1.0, 1.0, 1.0, false};
    fed_schedule schedule;

    for (const fed_param *row = fed_job_algorithm(job->config)->entry.params;
         row != NULL && row->key != NULL; row++) {
        char path[64];

        snprintf(path, sizeof path, "algorithm.%s", row->key);
        if (row->type == FED_RATE)
            TRY(fed_schedule_read_curved(job->config, path, fed_life_rounds(job->config), &any,
                                         &schedule, error));
    }
    return FED_OK;
}

void fed_job_check(const fed_job *job, fed_team *team, const fed_study *study,
                   const fed_dataset *data, fed_room *room, fed_error found[FED_JOB_CHECKS])
{
    fed_life life = {.job = job, .team = team, .study = study, .error = &found[0]};

    *room = (fed_room){0.0, 0.0, 0.0};
    if (data != NULL)
        check_whole(&life, data, room);
    fed_arena_free(&life.arena);
    if (data != NULL && found[0].status == FED_OK)
        return;
    fed_refuse_analyses(job->config, &found[1]);
    fed_refuse_early(job->config, &found[2]);
    check_graph(job, &found[3]);
    check_rates(job, &found[4]);
}
