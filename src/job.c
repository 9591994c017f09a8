/* job.c -- the pipeline: dataset -> partition -> graph -> problem -> rounds -> analyses. */
#include "job.h"

#include "models/model.h"

#include <omp.h>
#include <string.h>

static const fed_algorithm *algorithm_of(const fed_config *config)
{
    return (const fed_algorithm *)fed_config_entry(config, "algorithm.name");
}

static size_t rounds_of(const fed_config *config)
{
    const char *key = algorithm_of(config)->rounds_key;
    char path[64];

    snprintf(path, sizeof path, "algorithm.%s", key != NULL ? key : "rounds");
    return (size_t)fed_config_int(config, fed_config_given(config, path) ? path : "algorithm.rounds");
}

/* True when the stage must be built anew; then it is empty. */
static bool kept_miss(fed_kept *kept, size_t group, size_t replicate)
{
    if (kept->full && kept->group == group && kept->replicate == replicate)
        return false;
    fed_arena_free(&kept->arena);
    kept->full = false;
    kept->group = group;
    kept->replicate = replicate;
    return true;
}

static fed_status data_stage(const fed_job *job, fed_bench *bench, uint64_t seed, fed_error *error)
{
    if (job->fixed_data != NULL) {
        bench->data = job->fixed_data;
        return FED_OK;
    }
    if (!kept_miss(&bench->data_kept, job->data_group, job->replicate))
        return FED_OK;
    bench->problem_kept.full = false;
    TRY(fed_model_load(&bench->data_kept.arena, job->config, seed, job->replicate, &bench->data, error));
    bench->data_kept.full = true;
    return FED_OK;
}

static fed_status check_analyses(const fed_config *config, fed_error *error)
{
    const char *const *names;
    const size_t count = fed_config_strings(config, "analysis", &names);

    for (size_t k = 0; k < count; k++) {
        const char *known[64] = {NULL}, *near;

        if (fed_entry_find(fed_analyses, names[k]) != NULL)
            continue;
        for (size_t j = 0; fed_analyses[j] != NULL && j < 63; j++)
            known[j] = fed_analyses[j]->name;
        near = fed_suggest(names[k], known);
        return fed_config_fault(config, error, FED_CONFIG, "analysis",
                                "unknown analysis '%s'%s%s%s; fedomp --list=analyses shows them",
                                names[k], near != NULL ? " (did you mean '" : "",
                                near != NULL ? near : "", near != NULL ? "'?)" : "");
    }
    return FED_OK;
}

static fed_status check_loss(const fed_config *config, fed_error *error)
{
    const fed_algorithm *algorithm = algorithm_of(config);
    const fed_loss *loss = (const fed_loss *)fed_config_entry(config, "loss.type");

    if (!loss->smooth && !algorithm->nonsmooth)
        return fed_config_fault(config, error, FED_CONFIG, "loss.type",
                                "'%s' is not smooth, and %s needs gradients", loss->entry.name,
                                algorithm->entry.name);
    if (fed_config_float(config, "loss.l1") > 0.0 && !algorithm->l1)
        return fed_config_fault(config, error, FED_CONFIG, "loss.l1",
                                "%s cannot handle an l1 penalty", algorithm->entry.name);
    return FED_OK;
}

/* What a method cannot handle is refused before anything is computed. */
static fed_status check_method(const fed_job *job, const fed_algorithm *algorithm, const fed_dataset *data,
                               const fed_partition *part, fed_error *error)
{
    const fed_config *config = job->config;

    if (data->program != NULL && !algorithm->programs)
        return fed_config_fault(config, error, FED_CONFIG, "data.source", "%s does not solve linear programs; fedipm does",
                                algorithm->entry.name);
    TRY(check_loss(config, error));
    if (data->kernel && algorithm->kernel == NULL)
        return fed_config_fault(config, error, FED_CONFIG, "model.type",
                                "%s does not work on functions of a kernel; fedavg and fedprox do",
                                algorithm->entry.name);
    if (part->server_count > 0 && !algorithm->server_samples)
        return fed_fail(error, FED_DATA, "%zu samples belong to the server (client -1), which %s does not accept",
                        part->server_count, algorithm->entry.name);
    return FED_OK;
}

static fed_status problem_stage(const fed_job *job, fed_bench *bench, uint64_t seed, fed_error *error)
{
    const fed_algorithm *algorithm = algorithm_of(job->config);
    fed_arena *arena = &bench->problem_kept.arena;
    const double rounds = (double)rounds_of(job->config);
    const fed_partition *part;

    TRY(check_analyses(job->config, error));
    TRY(data_stage(job, bench, seed, error));
    if (!kept_miss(&bench->problem_kept, job->problem_group, job->replicate))
        return check_method(job, algorithm, bench->data, bench->problem->part, error);
    TRY(fed_partition_make(arena, job->config, bench->data, seed, job->replicate, &part, error));
    TRY(check_method(job, algorithm, bench->data, part, error));
    TRY(fed_problem_make(arena, job->config, bench->data, part, algorithm->decentralised, rounds,
                         &bench->problem, error));
    bench->problem_kept.full = true;
    return FED_OK;
}

/* What an analysis cannot handle is refused before the rounds whose end it would analyse. */
static fed_status check_analysable(const fed_run *run)
{
    const char *const *names;
    const size_t count = fed_config_strings(run->config, "analysis", &names);

    for (size_t k = 0; k < count; k++) {
        const fed_analysis *analysis = (const fed_analysis *)fed_entry_find(fed_analyses, names[k]);

        if (analysis->check != NULL)
            TRY(analysis->check(run));
    }
    return FED_OK;
}

static fed_status make_run(const fed_job *job, fed_bench *bench, fed_arena *arena, fed_run *run, fed_error *error)
{
    const fed_config *config = job->config;
    const uint64_t seed = (uint64_t)fed_config_int(config, "seed");

    memset(run, 0, sizeof *run);
    TRY(problem_stage(job, bench, seed, error));
    run->arena = arena;
    run->algorithm = algorithm_of(config);
    run->config = config;
    run->problem = bench->problem;
    if (bench->data->kernel)
        run->algorithm = run->algorithm->kernel;
    run->seed = seed;
    run->replicate = job->replicate;
    run->threads = job->threads;
    run->error = error;
    if (run->algorithm->decentralised)
        TRY(fed_graph_make(arena, config, seed, job->replicate, run->problem->clients, &run->graph, error));
    run->rounds = rounds_of(config);
    run->batch = (size_t)fed_config_int(config, "algorithm.batch");
    run->phi = fed_config_float(config, "cost.phi");
    run->models = run->algorithm->decentralised ? run->problem->clients : 1;
    run->theta = FED_ARRAY(arena, run->models * run->problem->p, double);
    run->mean = FED_ARRAY(arena, run->problem->p, double);
    run->gradient = FED_ARRAY(arena, run->problem->p, double);
    run->cohort = FED_ARRAY(arena, run->problem->clients, size_t);
    if (run->theta == NULL || run->mean == NULL || run->gradient == NULL || run->cohort == NULL)
        return fed_nomem(error);
    run->active = run->problem->clients;
    for (size_t m = 0; m < run->active; m++)
        run->cohort[m] = m;
    TRY(check_analysable(run));
    return fed_run_start(run);
}

static fed_status analyse(fed_run *run)
{
    const char *const *names;
    const size_t count = fed_config_strings(run->config, "analysis", &names);

    for (size_t k = 0; k < count; k++)
        TRY(((const fed_analysis *)fed_entry_find(fed_analyses, names[k]))->analyse(run));
    return FED_OK;
}

static const char *form_of(const fed_run *run)
{
    if (run->problem->data->kernel)
        return "a kernel's matrix";
    if (run->problem->gram != NULL && run->batch == 0)
        return "Gram matrices of the clients";
    if (run->problem->pack != NULL && run->batch == 0)
        return "data packed by columns";
    return run->problem->data->x != NULL ? "rows of the data" : "sparse rows of the data";
}

static double *copy_of(fed_arena *arena, const double *x, size_t n)
{
    double *copy = FED_ARRAY(arena, n, double);

    if (copy != NULL)
        memcpy(copy, x, n * sizeof *copy);
    return copy;
}

/* What run.yaml says of the data: enough to read the parameters by. */
static fed_status keep_features(const fed_dataset *data, fed_result *result, fed_error *error)
{
    if (data->names != NULL && data->d <= FED_CSV_COLUMNS) {
        const char **names = FED_ARRAY(&result->arena, data->d, const char *);

        for (size_t j = 0; names != NULL && j < data->d; j++)
            if ((names[j] = fed_strdup(&result->arena, data->names[j])) == NULL)
                names = NULL;
        if (names == NULL)
            return fed_nomem(error);
        result->names = names;
        result->features = data->d;
    }
    if (data->scaled > 0 && data->scaled <= FED_CSV_COLUMNS) {
        result->scaled = data->scaled;
        result->mean = copy_of(&result->arena, data->mean, data->scaled);
        result->scale = copy_of(&result->arena, data->scale, data->scaled);
        if (result->mean == NULL || result->scale == NULL)
            return fed_nomem(error);
    }
    return FED_OK;
}

static fed_status keep_result(const fed_run *run, fed_result *result)
{
    const size_t size = run->models * run->problem->p;

    if ((result->theta = copy_of(&result->arena, run->theta, size)) == NULL)
        return fed_nomem(run->error);
    if (run->replicate == 0)
        TRY(keep_features(run->problem->data, result, run->error));
    result->scheme = run->problem->part->scheme;
    result->form = form_of(run);
    result->outcome = run->outcome;
    memcpy(result->reason, run->reason, sizeof result->reason);
    memcpy(result->warning, run->warning, sizeof result->warning);
    memcpy(result->remark, run->remark, sizeof result->remark);
    memcpy(result->data_hash, run->problem->data->hash, sizeof result->data_hash);
    result->decentralised = run->algorithm->decentralised;
    result->models = run->models;
    result->p = run->problem->p;
    result->samples = run->problem->samples;
    result->clients = run->problem->clients;
    result->records = run->records;
    result->recorded = run->recorded;
    result->tables = run->tables;
    result->scalars = run->scalars;
    result->counts = run->counts;
    result->seconds = omp_get_wtime() - run->started;
    if (run->graph != NULL)
        TRY(fed_graph_describe(run->graph, run->replicate == 0, &result->graph, run->error));
    return FED_OK;
}

fed_status fed_job_run(const fed_job *job, fed_bench *bench, const fed_study *study, fed_result *result,
                       fed_error *error)
{
    fed_arena arena = {NULL};
    fed_status status;
    fed_run run;

    status = make_run(job, bench, &arena, &run, error);
    if (status == FED_OK) {
        run.result_arena = &result->arena;
        run.stop = study->stop;
        run.tick = study->tick;
        run.tick_context = study->context;
        status = fed_solve(&run);
    }
    if (status == FED_OK)
        status = analyse(&run);
    if (status == FED_OK)
        status = keep_result(&run, result);
    fed_arena_free(&arena);
    return status;
}

static fed_status check_whole(const fed_job *job, fed_bench *bench, fed_error *error)
{
    fed_arena arena = {NULL};
    fed_run run;
    fed_status status = make_run(job, bench, &arena, &run, error);

    if (status == FED_OK) {
        run.result_arena = &arena;
        status = fed_record_begin(&run);
    }
    if (status == FED_OK)
        status = run.algorithm->setup(&run);
    fed_arena_free(&arena);
    return status;
}

/* The network of as many clients as are asked for. */
static fed_status check_graph(const fed_job *job, fed_error *error)
{
    const int64_t clients = fed_config_int(job->config, "partition.clients");
    const fed_graph *graph;
    fed_arena arena = {NULL};
    fed_status status = FED_OK;

    if (algorithm_of(job->config)->decentralised && clients > 0)
        status = fed_graph_make(&arena, job->config, (uint64_t)fed_config_int(job->config, "seed"),
                                job->replicate, (size_t)clients, &graph, error);
    fed_arena_free(&arena);
    return status;
}

static fed_status check_rates(const fed_job *job, fed_error *error)
{
    const fed_curvature any = {1.0, 1.0, 1.0, false};
    fed_schedule schedule;

    for (const fed_param *row = algorithm_of(job->config)->entry.params;
         row != NULL && row->key != NULL; row++) {
        char path[64];

        snprintf(path, sizeof path, "algorithm.%s", row->key);
        if (row->type == FED_RATE)
            TRY(fed_schedule_read_curved(job->config, path, rounds_of(job->config), &any, &schedule,
                                         error));
    }
    return FED_OK;
}

void fed_job_check(const fed_job *job, fed_bench *bench, bool data, fed_error found[FED_JOB_CHECKS])
{
    if (data && check_whole(job, bench, &found[0]) == FED_OK)
        return;
    check_analyses(job->config, &found[1]);
    check_loss(job->config, &found[2]);
    check_graph(job, &found[3]);
    check_rates(job, &found[4]);
}

void fed_bench_free(fed_bench *bench)
{
    fed_arena_free(&bench->data_kept.arena);
    fed_arena_free(&bench->problem_kept.arena);
}
