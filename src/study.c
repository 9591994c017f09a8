/* study.c -- lays out and runs the jobs: side by side when there are enough of them for the threads,
 * else one after the other with the threads inside. Which of the two never changes a result. */
#include "study.h"

#include "core/locale.h"
#include "job.h"
#include "models/model.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

typedef struct job_plan {
    size_t *data_group, *problem_group; /* of each point */
    size_t *order;                      /* points, those of one problem group together */
    const fed_dataset **fixed;          /* of each data group: file data, or NULL */
} job_plan;

typedef struct text_filter {
    FILE *stream;
    const char *const *prefixes;
} text_filter;

static void print_matching(void *context, const char *path, const char *text, bool word)
{
    const text_filter *filter = context;

    (void)word;
    for (const char *const *prefix = filter->prefixes; *prefix != NULL; prefix++)
        if (strncmp(path, *prefix, strlen(*prefix)) == 0)
            fprintf(filter->stream, "%s=%s\n", path, text);
}

/* The resolved keys below the prefixes, as one text. */
static char *keys_text(const fed_config *config, const char *const *prefixes)
{
    char *text = NULL;
    size_t size = 0;
    text_filter filter = {open_memstream(&text, &size), prefixes};
    bool complete;

    if (filter.stream == NULL)
        return NULL;
    complete = fed_config_visit(config, print_matching, &filter);
    if (fclose(filter.stream) != 0 || !complete) {
        free(text);
        return NULL;
    }
    return text;
}

/* group[k] = the first point with the same keys below the prefixes */
static fed_status group_points(const fed_study *study, const char *const *prefixes, size_t *group, fed_error *error)
{
    char **text = calloc(study->points, sizeof *text);
    fed_status status = text == NULL ? fed_nomem(error) : FED_OK;

    for (size_t k = 0; k < study->points && status == FED_OK; k++) {
        text[k] = keys_text(fed_config_point(study->config, k), prefixes);
        if (text[k] == NULL)
            status = fed_nomem(error);
        for (group[k] = 0; status == FED_OK && strcmp(text[group[k]], text[k]) != 0;)
            group[k]++;
    }
    for (size_t k = 0; text != NULL && k < study->points; k++)
        free(text[k]);
    free(text);
    return status;
}

static fed_status make_plan(fed_study *study, job_plan *plan, fed_error *error)
{
    static const char *const data_keys[] = {"seed", "data.", "model.", NULL};
    static const char *const problem_keys[] = {"seed", "data.", "model.", "partition.", "loss.", "algorithm.name",
                                               "algorithm.rounds", NULL};
    const size_t points = study->points;
    size_t next = 0;

    plan->data_group = FED_ARRAY(&study->arena, points, size_t);
    plan->problem_group = FED_ARRAY(&study->arena, points, size_t);
    plan->order = FED_ARRAY(&study->arena, points, size_t);
    plan->fixed = FED_ARRAY(&study->arena, points, const fed_dataset *);
    if (plan->data_group == NULL || plan->problem_group == NULL || plan->order == NULL || plan->fixed == NULL)
        return fed_nomem(error);
    TRY(group_points(study, data_keys, plan->data_group, error));
    TRY(group_points(study, problem_keys, plan->problem_group, error));
    for (size_t g = 0; g < points; g++)
        for (size_t k = g; k < points; k++)
            if (plan->problem_group[k] == g)
                plan->order[next++] = k;
    return FED_OK;
}

/* Data from files are the same in every replicate: read once, before the jobs. */
static fed_status load_fixed(fed_study *study, job_plan *plan, size_t point, fed_error *error)
{
    const fed_config *config = fed_config_point(study->config, point);

    if (plan->data_group[point] != point || fed_dataset_random(config))
        return FED_OK;
    return fed_model_load(&study->arena, config, (uint64_t)fed_config_int(config, "seed"), 0,
                            &plan->fixed[point], error);
}

static fed_job make_job(const fed_study *study, const job_plan *plan, size_t point, size_t replicate, bool alone)
{
    fed_job job = {.config = fed_config_point(study->config, point),
                   .point = point,
                   .replicate = replicate,
                   .data_group = plan->data_group[point],
                   .problem_group = plan->problem_group[point],
                   .fixed_data = plan->fixed[plan->data_group[point]],
                   .threads = alone ? study->threads : 1};
    return job;
}

fed_status fed_study_init(fed_study *study, const fed_config *config, int threads, fed_error *error)
{
    memset(study, 0, sizeof *study);
    study->config = config;
    study->threads = threads;
    study->points = fed_config_points(config);
    study->replicates = (size_t)fed_config_int(config, "replicates");
    study->results = FED_ARRAY(&study->arena, study->points * study->replicates, fed_result);
    return study->results == NULL ? fed_nomem(error) : FED_OK;
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

fed_status fed_study_check(fed_study *study, fed_faults *faults, fed_error *error)
{
    fed_bench bench = {0};
    fed_status status = FED_OK;
    job_plan plan;

    TRY(make_plan(study, &plan, error));
    for (size_t k = 0; k < study->points && status == FED_OK; k++) {
        fed_error found[FED_JOB_CHECKS + 1] = {{FED_OK, ""}};
        fed_job job;

        load_fixed(study, &plan, k, &found[0]);
        job = make_job(study, &plan, k, 0, true);
        fed_job_check(&job, &bench,
                      found[0].status == FED_OK &&
                          (job.fixed_data != NULL || fed_dataset_random(job.config)),
                      &found[1]);
        for (size_t j = 0; j <= FED_JOB_CHECKS && status == FED_OK; j++)
            if (found[j].status != FED_OK)
                status = note_fault(study, faults, &found[j], error);
    }
    fed_bench_free(&bench);
    return faults->count > 0 ? error->status : status;
}

/* Jobs are numbered replicate by replicate; each writes its own result; the earliest fault is told. */
static fed_status run_jobs(fed_study *study, const job_plan *plan, bool alone, fed_error *error)
{
    const size_t jobs = study->points * study->replicates;
    const int workers = alone ? 1 : study->threads;
    const int step = study->replicates >= 8 * (size_t)workers ? (int)study->points : 1;
    size_t done = 0, first_fault = jobs;

#pragma omp parallel num_threads(workers) default(none) \
    shared(study, plan, error, done, first_fault) firstprivate(alone, jobs, step)
    {
        const fed_locale locale = fed_locale_begin(); /* the caller's thread has its own */
        fed_bench bench = {0};

#pragma omp for schedule(dynamic, step)
        for (size_t index = 0; index < jobs; index++) {
            fed_job job = make_job(study, plan, plan->order[index % study->points], index / study->points, alone);
            fed_error fault = {FED_OK, ""};
            size_t skip;

#pragma omp atomic read
            skip = first_fault;
            if (skip < jobs)
                continue;
            fed_job_run(&job, &bench, study, &study->results[job.point * study->replicates + job.replicate],
                        &fault);
#pragma omp critical(fed_study)
            {
                done++;
                if (fault.status != FED_OK && index < first_fault) {
#pragma omp atomic write
                    first_fault = index;
                    *error = fault;
                }
                if (fault.status == FED_OK && study->done != NULL)
                    study->done(study->context, done, jobs);
            }
        }
        fed_bench_free(&bench);
        fed_locale_end(locale);
    }
    return first_fault < jobs ? error->status : FED_OK;
}

bool fed_study_side_by_side(const fed_study *study)
{
    return study->threads > 1 && study->points * study->replicates >= (size_t)study->threads;
}

fed_status fed_study_run(fed_study *study, fed_error *error)
{
    const double started = omp_get_wtime();
    fed_status status;
    job_plan plan;

    TRY(make_plan(study, &plan, error));
    for (size_t k = 0; k < study->points; k++)
        TRY(load_fixed(study, &plan, k, error));
    status = run_jobs(study, &plan, !fed_study_side_by_side(study), error);
    study->seconds = omp_get_wtime() - started;
    return status;
}

bool fed_study_answered(const fed_study *study)
{
    for (size_t k = 0; k < study->points * study->replicates; k++)
        if (!fed_outcome_is_answer(study->results[k].outcome))
            return false;
    return true;
}

void fed_study_free(fed_study *study)
{
    if (study == NULL)
        return;
    for (size_t k = 0; study->results != NULL && k < study->points * study->replicates; k++)
        fed_arena_free(&study->results[k].arena);
    fed_arena_free(&study->arena);
}
