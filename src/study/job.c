/* job.c -- the pipeline: dataset -> partition -> graph -> problem -> rounds -> analyses. */
#include "study/job.h"

#include "config/view.h"
#include "features/features.h"
#include "features/table.h"
#include "problem/arrange.h"
#include "problem/make.h"
#include "run/solve.h"
#include "study/life.h"
#include "study/refuse.h"
#include "study/renew.h"
#include "study/result.h"

const char *const fed_job_data_reads[] = {"seed", "data.", "features.", NULL};
const char *const fed_job_problem_reads[] = {"seed",       "data.", "features.",      "model.",
                                             "partition.", "loss.", "algorithm.name", NULL};

/* A stage that read more than it says might be shared with a point for which it is another. */
static fed_status check_reads(const fed_config *view, const char *stage, fed_error *error)
{
    const char *path = fed_config_strayed(view);

    return path == NULL ? FED_OK
                        : fed_fail(error, FED_INTERNAL,
                                   "building the %s read %s, which it does "
                                   "not tell",
                                   stage, path);
}

fed_status fed_job_data(const fed_job *job, fed_team *team, fed_arena *arena,
                        const fed_dataset **data, fed_error *error)
{
    const fed_config *view = fed_config_only(arena, job->config, fed_job_data_reads);

    if (view == NULL)
        return fed_nomem(error);
    TRY(fed_features_load(arena, team, view, (uint64_t)fed_config_int(view, "seed"), job->replicate,
                          data, error));
    return check_reads(view, "data", error);
}

fed_status fed_job_problem(const fed_job *job, fed_team *team, fed_arena *arena,
                           const fed_dataset *data, bool sole, const fed_problem **problem,
                           fed_error *error)
{
    const fed_config *view = fed_config_only(arena, job->config, fed_job_problem_reads);
    const fed_partition *part;

    if (view == NULL)
        return fed_nomem(error);
    TRY(fed_partition_make(arena, view, data, (uint64_t)fed_config_int(view, "seed"),
                           job->replicate, &part, error));
    TRY(fed_refuse_early(job->config, error));
    if (sole && !((const fed_features_type *)fed_config_entry(view, "features.type"))->functions)
        TRY(fed_arrange_in_place(arena, data, &part, error));
    TRY(fed_problem_make(arena, team, view, data, part, fed_job_algorithm(view)->decentralised,
                         problem, error));
    return check_reads(view, "problem", error);
}

static fed_status analyse(fed_run *run)
{
    const char *const *names;
    const size_t count = fed_config_strings(run->config, "analysis", &names);

    for (size_t k = 0; k < count; k++)
        TRY(((const fed_analysis *)fed_entry_find(fed_analyses, names[k]))->analyse(run));
    return FED_OK;
}

/* From its checkpoint, or from the start. */
static fed_status start(fed_life *life)
{
    bool loaded = false;

    TRY(fed_life_begin(life));
    if (life->study->spool != NULL)
        TRY(fed_saver_load(&life->saver, &life->run, &loaded));
    return loaded ? FED_OK : fed_solve_start(&life->run);
}

static fed_status live(fed_life *life)
{
    const size_t stretch = life->study->renew > 0 ? life->study->renew : SIZE_MAX;
    fed_run *run = &life->run;
    fed_status status;

    TRY(start(life));
    while (run->outcome == FED_RUNNING && run->round < run->rounds) {
        if (life->study->renew > 0)
            TRY(fed_life_renew(life));
        status = fed_solve_rounds(run, stretch);
        if (status == FED_SIGNAL && life->study->spool != NULL)
            fed_saver_stop(&life->saver, run);
        TRY(status);
    }
    TRY(fed_solve_finish(run));
    TRY(analyse(run));
    return fed_result_keep(run, life->result);
}

fed_status fed_job_run(const fed_job *job, fed_team *team, const fed_problem *problem,
                       const fed_study *study, fed_result *result, fed_error *error)
{
    fed_life life = {.job = job,
                     .team = team,
                     .problem = problem,
                     .study = study,
                     .result = result,
                     .error = error};
    fed_status status;

    fed_saver_begin(&life.saver, study->spool, job->point * study->replicates + job->replicate);
    status = live(&life);
    fed_saver_end(&life.saver);
    fed_arena_free(&life.arena);
    return status;
}
