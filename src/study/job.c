/* job.c -- the pipeline: dataset -> partition -> graph -> problem -> rounds -> analyses. */
#include "study/job.h"

#include "config/view.h"
#include "features/features.h"
#include "features/table.h"
#include "problem/arrange.h"
#include "problem/make.h"
#include "run/solve.h"
#include "run/together.h"
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
                         fed_job_algorithm(view)->hessians, problem, error));
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

static fed_status finish(fed_life *life)
{
    TRY(fed_solve_finish(&life->run));
    TRY(analyse(&life->run));
    return fed_result_keep(life->study, &life->run, life->result);
}

size_t fed_job_together(const fed_job *job, const fed_problem *problem)
{
    enum { RECORDS = 1 << 24 }; /* bytes of the records of all of them */
    const fed_config *config = job->config;
    const fed_algorithm *algorithm = fed_job_algorithm(config);
    const size_t every = (size_t)fed_config_int(config, "output.every"),
                 records = fed_life_rounds(config) / every + FED_RECORDS_SPARE,
                 fit = RECORDS / sizeof(fed_record) / records,
                 most = fed_together_most(problem, algorithm->decentralised ? problem->clients : 1);

    if (algorithm->parts == NULL || problem->functions ||
        fed_config_int(config, "algorithm.batch") > 0)
        return 1;
    return fit < 1 ? 1 : fit < most ? fit : most;
}

/* Those that have rounds left, renewed when the study wants it. */
static size_t find_going(fed_life *lives, size_t count, fed_life **going)
{
    size_t found = 0;

    for (size_t k = 0; k < count; k++) {
        if (lives[k].error->status != FED_OK || !fed_solve_goes_on(&lives[k].run))
            continue;
        if (lives[k].study->renew == 0 || fed_life_renew(&lives[k]) == FED_OK)
            going[found++] = &lives[k];
    }
    return found;
}

/* They fail as one of them did, and are saved when it was stopped. */
static void fail(fed_life *const *lives, size_t count)
{
    fed_error error = *lives[0]->error;

    for (size_t k = 1; k < count && error.status == FED_OK; k++)
        error = *lives[k]->error;
    for (size_t k = 0; k < count; k++) {
        *lives[k]->error = error;
        if (error.status == FED_SIGNAL && lives[k]->study->spool != NULL)
            fed_saver_stop(&lives[k]->saver, &lives[k]->run);
    }
}

/* Together until one of them has no rounds left, then the others. */
static void advance(fed_life *lives, size_t count, size_t stretch)
{
    fed_life *going[FED_TOGETHER];
    fed_run *runs[FED_TOGETHER];
    size_t found;

    while ((found = find_going(lives, count, going)) > 0) {
        for (size_t k = 0; k < found; k++)
            runs[k] = &going[k]->run;
        if (fed_solve_rounds(runs, found, stretch) != FED_OK)
            fail(going, found);
    }
}

void fed_jobs_run(const fed_job *jobs, size_t count, fed_team *team, const fed_problem *problem,
                  const fed_study *study, fed_result *const *results, fed_error *errors)
{
    fed_life lives[FED_TOGETHER];

    for (size_t k = 0; k < count; k++) {
        lives[k] = (fed_life){.job = &jobs[k],
                              .team = team,
                              .problem = problem,
                              .study = study,
                              .result = results[k],
                              .error = &errors[k]};
        fed_saver_begin(&lives[k].saver, study->spool,
                        jobs[k].point * study->replicates + jobs[k].replicate, count);
        start(&lives[k]);
    }
    advance(lives, count, study->renew > 0 ? study->renew : SIZE_MAX);
    for (size_t k = 0; k < count; k++) {
        if (errors[k].status == FED_OK)
            finish(&lives[k]);
        fed_saver_end(&lives[k].saver);
        fed_arena_free(&lives[k].arena);
    }
}
