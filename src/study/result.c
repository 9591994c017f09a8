/* result.c -- what outlives a run: models, records, counts, and what run.yaml says of the data. */
#include "study/result.h"

#include "core/bytes.h"
#include "graphs/describe.h"

#include <omp.h>
#include <string.h>

static const char *form_of(const fed_run *run)
{
    if (run->problem->functions)
        return "a kernel's matrix";
    if (run->problem->gram != NULL && run->batch == 0)
        return "Gram matrices of the clients";
    if (run->problem->pack != NULL && run->batch == 0)
        return "data packed by columns";
    return run->problem->data->ptr == NULL ? "rows of the data" : "sparse rows of the data";
}

static double *copy_of(fed_arena *arena, const double *x, size_t n)
{
    double *copy = FED_ARRAY(arena, n, double);

    if (copy != NULL)
        memcpy(copy, x, n * sizeof *copy);
    return copy;
}

/* What run.yaml says of the data: enough to read the parameters by. */
static const char **texts_of(fed_arena *arena, const char *const *text, size_t count)
{
    const char **copy = FED_ARRAY(arena, count, const char *);

    for (size_t j = 0; copy != NULL && j < count; j++)
        if ((copy[j] = fed_strdup(arena, text[j])) == NULL)
            return NULL;
    return copy;
}

static fed_status keep_features(const fed_dataset *data, fed_result *result, fed_error *error)
{
    if (data->names != NULL && data->d <= FED_CSV_COLUMNS) {
        result->names = texts_of(&result->arena, data->names, data->d);
        result->features = data->d;
    }
    if (data->note_count > 0) {
        result->notes = texts_of(&result->arena, data->notes, data->note_count);
        result->note_count = data->note_count;
    }
    if ((result->features > 0 && result->names == NULL) ||
        (result->note_count > 0 && result->notes == NULL))
        return fed_nomem(error);
    if (data->scaled > 0 && data->scaled <= FED_CSV_COLUMNS) {
        result->scaled = data->scaled;
        result->mean = copy_of(&result->arena, data->mean, data->scaled);
        result->scale = copy_of(&result->arena, data->scale, data->scaled);
        if (result->mean == NULL || result->scale == NULL)
            return fed_nomem(error);
    }
    return FED_OK;
}

static fed_status keep_names(const fed_run *run, fed_result *result)
{
    const char **names;
    size_t count = 0;

    for (const fed_kept *kept = run->kept.first; kept != NULL; kept = kept->next)
        count++;
    if ((names = FED_ARRAY(&result->arena, count, const char *)) == NULL)
        return fed_nomem(run->error);
    for (const fed_kept *kept = run->kept.first; kept != NULL; kept = kept->next)
        names[result->kept++] = kept->name;
    result->kept_names = names;
    return FED_OK;
}

fed_status fed_result_keep(const fed_study *study, const fed_run *run, fed_result *result)
{
    const size_t size = run->models * run->problem->p;
    const bool told = study->spool == NULL || fed_config_bool(study->config, "output.theta");

    if (told && (result->theta = copy_of(&result->arena, run->theta, size)) == NULL)
        return fed_nomem(run->error);
    if (study->replicates > 1)
        result->checksum = fed_checksum(run->theta, size * sizeof *run->theta);
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
    TRY(keep_names(run, result));
    result->seconds = omp_get_wtime() - run->started;
    if (run->graph != NULL)
        TRY(fed_graph_describe(run->graph, run->replicate == 0, &result->graph, run->error));
    return FED_OK;
}
