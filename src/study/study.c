/* study.c -- lays out and runs the jobs: side by side when there are enough of them for the
 * threads, else one after the other with the threads inside. Which of the two never changes a
 * result. */
#include "study/study.h"

#include "study/job_check.h"
#include "study/extent.h"
#include "study/plan.h"
#include "study/queue.h"
#include "study/room.h"
#include "study/spool/parts.h"
#include "config/ignored.h"
#include "config/points.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double PROGRAM = 1e7; /* bytes of a process that does nothing yet */
static const size_t MOST_JOBS = (size_t)1 << 32;

fed_status fed_study_init(fed_study *study, const fed_config *config, int threads, fed_error *error)
{
    memset(study, 0, sizeof *study);
    study->config = config;
    study->threads = threads;
    study->points = fed_config_points(config);
    study->replicates = (size_t)fed_config_int(config, "replicates");
    if (study->points > MOST_JOBS / study->replicates)
        return fed_config_fault(config, error, FED_CONFIG, "replicates",
                                "%zu of %zu points are more than %zu jobs", study->replicates,
                                study->points, MOST_JOBS);
    study->points_to = study->points;
    study->replicates_to = study->replicates;
    return fed_room_check(study, error);
}

/* Each fault once: points of a sweep share most of theirs. */
static fed_status note_fault(fed_study *study, fed_faults *faults, const fed_error *fault,
                             fed_error *first)
{
    char **text;

    for (size_t k = 0; k < faults->count; k++)
        if (strcmp(faults->text[k], fault->text) == 0)
            return FED_OK;
    if (faults->count == 0)
        *first = *fault;
    if ((faults->count & (faults->count + 1)) == 0) { /* full: 0, 1, 3, 7, ... are there */
        text = FED_ARRAY(&study->arena, 2 * faults->count + 1, char *);
        if (text == NULL)
            return fed_nomem(first);
        if (faults->count > 0)
            memcpy(text, faults->text, faults->count * sizeof *text);
        faults->text = text;
    }
    faults->text[faults->count] = fed_sprintf(&study->arena, "%s", fault->text);
    return faults->text[faults->count++] == NULL ? fed_nomem(first) : FED_OK;
}

typedef struct checking {
    fed_study *study;
    fed_faults *faults;
    fed_error *error;
    fed_status status;
    double scratch, data,
        job; /* bytes of the largest: data, of which jobs at once have their own or not */
} checking;

/* Replicate 0 of every point of one problem group; its data are loaded once for their group. */
static void check_group(fed_team *team, checking *c, const fed_plan *plan, size_t group,
                        const fed_dataset *data, const fed_error *missing)
{
    for (size_t k = plan->start[group]; k < plan->start[group + 1] && c->status == FED_OK; k++) {
        fed_error found[FED_JOB_CHECKS + 1] = {*missing};
        fed_room room;
        const fed_job job = {.config = fed_config_point(c->study->config, plan->order[k]),
                             .point = plan->order[k]};

        fed_job_check(&job, team, c->study, data, &room, &found[1]);
        c->job = fmax(c->job, room.memory);
        c->scratch = fmax(c->scratch, room.scratch);
        c->study->room.disk += room.disk;
        for (size_t j = 0; j <= FED_JOB_CHECKS && c->status == FED_OK; j++)
            if (found[j].status != FED_OK)
                c->status = note_fault(c->study, c->faults, &found[j], c->error);
    }
}

/* Jobs side by side. */
static double at_once(const fed_study *study)
{
    const double jobs = (double)study->points * (double)study->replicates;

    return fmin(jobs, (double)study->threads);
}

static void check_points(fed_team *team, void *context)
{
    checking *c = context;
    fed_arena arena = {NULL};
    const fed_dataset *data = NULL;
    fed_error missing = {FED_OK, ""};
    fed_plan plan;

    fed_team_listen(team, c->study->stop);
    c->status = fed_plan_make(&c->study->arena, c->study->config, &plan, c->error);
    for (size_t g = 0; c->status == FED_OK && g < plan.problem_groups; g++) {
        if (fed_team_asked(team)) {
            c->status = fed_fail(c->error, FED_SIGNAL, "stopped by a signal");
            break;
        }
        if (g == 0 || plan.data_of[g] != plan.data_of[g - 1]) {
            const fed_job job = {.config =
                                     fed_config_point(c->study->config, plan.order[plan.start[g]])};

            fed_arena_free(&arena);
            data = NULL;
            missing = (fed_error){FED_OK, ""};
            fed_job_data(&job, team, &arena, &data, &missing);
            c->data = fmax(c->data, (double)fed_arena_bytes(&arena) *
                                        (plan.fixed[plan.data_of[g]] ? 1.0 : at_once(c->study)));
        }
        check_group(team, c, &plan, g, missing.status == FED_OK ? data : NULL, &missing);
    }
    fed_arena_free(&arena);
}

static bool is_strict(const fed_study *study)
{
    return fed_config_bool(study->config, "strict");
}

static fed_status find_ignored(fed_study *study, fed_error *error)
{
    study->ignored = fed_config_ignored(&study->arena, study->config, &study->ignored_count);
    return study->ignored == NULL ? fed_nomem(error) : FED_OK;
}

/* Once every point is set up, all that is ever read has been. */
static fed_status check_ignored(checking *c)
{
    fed_error fault = {FED_CONFIG, ""};

    TRY(find_ignored(c->study, c->error));
    for (size_t k = 0; k < c->study->ignored_count && is_strict(c->study); k++) {
        snprintf(fault.text, sizeof fault.text, "%s", c->study->ignored[k].text);
        TRY(note_fault(c->study, c->faults, &fault, c->error));
    }
    return FED_OK;
}

fed_status fed_study_check(fed_study *study, fed_faults *faults, fed_error *error)
{
    checking c = {.study = study, .faults = faults, .error = error};

    TRY(fed_team_run(study->threads, check_points, &c, error));
    if (c.status == FED_OK && faults->count == 0)
        c.status = check_ignored(&c);
    study->room.memory = PROGRAM + (double)study->points * (double)study->replicates / 4.0 +
                         c.scratch * (double)study->threads + c.data + c.job * at_once(study);
    return faults->count > 0 ? error->status : c.status;
}

fed_status fed_study_run(fed_study *study, fed_error *error)
{
    const double started = omp_get_wtime();
    fed_faults faults = {NULL, 0};
    fed_status status;
    fed_plan plan;

    if (study->spool == NULL &&
        (study->results =
             FED_ARRAY(&study->arena, study->points * study->replicates, fed_result)) == NULL)
        return fed_nomem(error);
    if (is_strict(study))
        TRY(fed_study_check(study, &faults, error));
    TRY(fed_plan_make(&study->arena, study->config, &plan, error));
    status = fed_queue_run(study, &plan, error);
    study->seconds = omp_get_wtime() - started;
    study->ended = (int64_t)time(NULL);
    if (status == FED_OK)
        status = find_ignored(study, error);
    return status == FED_OK && !study->part ? fed_extent_measure(study, error) : status;
}

void fed_study_free(fed_study *study)
{
    if (study == NULL)
        return;
    for (size_t k = 0; study->results != NULL && k < study->points * study->replicates; k++)
        fed_arena_free(&study->results[k].arena);
    fed_arena_free(&study->arena);
}
