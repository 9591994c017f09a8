/* run_yaml.c -- run.yaml, and run.json: what was run, on what, and what came of it. */
#include "config.h"
#include "config/text.h"
#include "core/threads.h"
#include "study/cursor.h"
#include "study/spool/spool.h"
#include "study/statistics.h"
#include "writers/writer.h"
#include "writers/yaml.h"
#include "config/points.h"
#include "config/print.h"

#include <string.h>
#include <sys/utsname.h>
#include <time.h>

static void put_value(fed_yaml *yaml, const char *key, const fed_node *value);

static bool always(const fed_study *study)
{
    (void)study;
    return true;
}

static bool on_request(const fed_study *study)
{
    return fed_config_bool(study->config, "output.json");
}

/* Labels set one by one may be no names: then they are pairs. */
static void put_group(fed_yaml *yaml, const char *key, const fed_node *group)
{
    fed_arena arena = {NULL};
    const char *text = fed_text_plain(&arena, group);

    yaml->good = yaml->good && text != NULL;
    if (text != NULL && *text == '{') {
        fed_yaml_plain(yaml, key, text);
    } else if (text != NULL) {
        fed_yaml_list(yaml, key);
        for (size_t k = 0; k < group->count; k++) {
            fed_yaml_list(yaml, NULL);
            fed_yaml_text(yaml, NULL, group->items[k]->name);
            put_value(yaml, NULL, group->items[k]);
            fed_yaml_close_list(yaml);
        }
        fed_yaml_close_list(yaml);
    }
    fed_arena_free(&arena);
}

static void put_value(fed_yaml *yaml, const char *key, const fed_node *value)
{
    char text[40];

    switch (value->kind) {
    case NODE_BOOL: fed_yaml_bool(yaml, key, value->i != 0); break;
    case NODE_STRING:
        fed_yaml_text(yaml, key, value->absolute != NULL ? value->absolute : value->s);
        break;
    case NODE_INT:
        snprintf(text, sizeof text, "%lld", (long long)value->i);
        fed_yaml_plain(yaml, key, text);
        break;
    case NODE_FLOAT:
        fed_text_double(text, value->f);
        if (key == NULL && strpbrk(text, ".e") == NULL) /* in a list, floats look like floats */
            strcat(text, ".0");
        fed_yaml_plain(yaml, key, text);
        break;
    case NODE_LIST:
        fed_yaml_list(yaml, key);
        for (size_t k = 0; k < value->count; k++)
            put_value(yaml, NULL, value->items[k]);
        fed_yaml_close_list(yaml);
        break;
    case NODE_GROUP: put_group(yaml, key, value); break;
    }
}

typedef struct visitor {
    fed_yaml *yaml;
    bool output; /* the keys of that group, or the others */
} visitor;

static void put_key(void *context, const char *path, const fed_node *value)
{
    const visitor *v = context;
    const bool own = strncmp(path, "output.", 7) == 0,
               output = own || strncmp(path, "checkpoint.", 11) == 0;

    if (strcmp(path, "threads") != 0 && strcmp(path, "output.dir") != 0 && output == v->output)
        put_value(v->yaml, own ? path + 7 : path, value);
}

static fed_status put_configuration(fed_yaml *yaml, const fed_study *study, fed_error *error)
{
    char hash[65];
    visitor inputs = {yaml, false}, outputs = {yaml, true};

    if (fed_config_hash(study->config, hash) != FED_OK)
        return fed_nomem(error);
    fed_yaml_text(yaml, "hash", hash);
    fed_yaml_map(yaml, "configuration");
    yaml->good = fed_config_visit(study->config, put_key, &inputs) && yaml->good;
    fed_yaml_close_map(yaml);
    fed_yaml_map(yaml, "output");
    if (study->dir != NULL)
        fed_yaml_text(yaml, "dir", study->dir);
    yaml->good = fed_config_visit(study->config, put_key, &outputs) && yaml->good;
    fed_yaml_close_map(yaml);
    fed_yaml_list(yaml, "ignored");
    for (size_t k = 0; k < study->ignored_count; k++)
        fed_yaml_text(yaml, NULL, study->ignored[k].path);
    fed_yaml_close_list(yaml);
    return FED_OK;
}

/* What run.yaml says of all replicates of a point. */
typedef struct replicates {
    size_t count;
    uint64_t outcomes[FED_OUTCOME_COUNT];
    size_t failed; /* the first without answer; count: none */
    char reason[256];
    double se;        /* sum */
    fed_summary time; /* simulated */
} replicates;

static fed_status look(fed_cursor *cursor, size_t point, fed_columns *times, replicates *all)
{
    const size_t count = cursor->study->replicates;
    const fed_result *result;

    *all = (replicates){.count = count, .failed = count};
    fed_columns_clear(times);
    for (size_t r = 0; r < count; r++) {
        if ((result = fed_cursor_at(cursor, point * count + r)) == NULL)
            return cursor->error->status;
        TRY(fed_columns_row(times, cursor->error));
        all->outcomes[result->outcome]++;
        if (!fed_outcome_is_answer(result->outcome) && all->failed == all->count) {
            all->failed = r;
            memcpy(all->reason, result->reason, sizeof all->reason);
        }
        all->se += result->graph.se;
        fed_columns_set(times, 0, result->counts.computing + result->counts.sending);
    }
    return fed_columns_summary(times, 0, &all->time, cursor->error);
}

static void put_graph(fed_yaml *yaml, const fed_result *first, const replicates *all)
{
    const fed_graph_info *info = &first->graph;

    fed_yaml_map(yaml, "graph");
    fed_yaml_number(yaml, "se", info->se);
    fed_yaml_number(yaml, "se_mean", all->se / (double)all->count);
    fed_yaml_number(yaml, "spectral_gap", info->spectral_gap);
    fed_yaml_number(yaml, "sigma_max_w", info->sigma_max);
    fed_yaml_number(yaml, "sigma_min_i_minus_w", info->sigma_min);
    fed_yaml_count(yaml, "in_degree_min", info->in_min);
    fed_yaml_count(yaml, "in_degree_max", info->in_max);
    fed_yaml_count(yaml, "out_degree_min", info->out_min);
    fed_yaml_count(yaml, "out_degree_max", info->out_max);
    fed_yaml_bool(yaml, "strongly_connected", info->strongly_connected);
    fed_yaml_close_map(yaml);
}

/* The numbers of replicate 0; every replicate's are in the analyses' tables. */
static void put_analyses(fed_yaml *yaml, const fed_scalar *scalar)
{
    const char *group = NULL;

    if (scalar == NULL)
        return;
    fed_yaml_map(yaml, "analyses");
    for (; scalar != NULL; scalar = scalar->next) {
        if (group == NULL || strcmp(group, scalar->group) != 0) {
            if (group != NULL)
                fed_yaml_close_map(yaml);
            group = scalar->group;
            fed_yaml_map(yaml, group);
        }
        fed_yaml_number(yaml, scalar->name, scalar->value);
    }
    fed_yaml_close_map(yaml);
    fed_yaml_close_map(yaml);
}

static void put_numbers(fed_yaml *yaml, const char *key, const double *x, size_t n)
{
    fed_yaml_list(yaml, key);
    for (size_t j = 0; j < n; j++)
        fed_yaml_number(yaml, NULL, x[j]);
    fed_yaml_close_list(yaml);
}

/* The columns behind the parameters, and (x - mean) / scale where they are standardized. */
static void put_features(fed_yaml *yaml, const fed_result *first)
{
    if (first->features > 0) {
        fed_yaml_list(yaml, "features");
        for (size_t j = 0; j < first->features; j++)
            fed_yaml_text(yaml, NULL, first->names[j]);
        fed_yaml_close_list(yaml);
    }
    if (first->note_count > 0) {
        fed_yaml_list(yaml, "data_notes");
        for (size_t j = 0; j < first->note_count; j++)
            fed_yaml_text(yaml, NULL, first->notes[j]);
        fed_yaml_close_list(yaml);
    }
    if (first->scaled > 0) {
        put_numbers(yaml, "feature_means", first->mean, first->scaled);
        put_numbers(yaml, "feature_scales", first->scale, first->scaled);
    }
}

/* Epochs of Definition 1's three types and the time they take, over the replicates when drawn. */
static void put_cost(fed_yaml *yaml, const fed_result *first, const replicates *all)
{
    const bool drawn = first->counts.computing + first->counts.sending > 0.0;
    const fed_summary *s = &all->time;

    fed_yaml_map(yaml, "cost");
    fed_yaml_number(yaml, "gamma", first->counts.gamma);
    fed_yaml_number(yaml, "epochs_compute_and_send", first->counts.epochs[0]);
    fed_yaml_number(yaml, "epochs_compute", first->counts.epochs[1]);
    fed_yaml_number(yaml, "epochs_send", first->counts.epochs[2]);
    fed_yaml_number(yaml, "expected_time", first->counts.expected);
    if (drawn) {
        fed_yaml_map(yaml, "simulated_time");
        fed_yaml_count(yaml, "n", s->n);
        fed_yaml_number(yaml, "mean", s->mean);
        fed_yaml_number(yaml, "sd", s->sd);
        fed_yaml_number(yaml, "q05", s->q05);
        fed_yaml_number(yaml, "q25", s->q25);
        fed_yaml_number(yaml, "median", s->median);
        fed_yaml_number(yaml, "q75", s->q75);
        fed_yaml_number(yaml, "q95", s->q95);
        fed_yaml_close_map(yaml);
    }
    fed_yaml_close_map(yaml);
}

static void put_outcomes(fed_yaml *yaml, const replicates *all)
{
    fed_yaml_map(yaml, "outcomes");
    for (int outcome = FED_ROUNDS; outcome < FED_OUTCOME_COUNT; outcome++)
        if (all->outcomes[outcome] > 0)
            fed_yaml_count(yaml, fed_outcome_text((fed_outcome)outcome), all->outcomes[outcome]);
    fed_yaml_close_map(yaml);
    if (all->failed < all->count) {
        fed_yaml_count(yaml, "first_failure", all->failed);
        fed_yaml_text(yaml, "reason", all->reason);
    }
}

static void put_run(fed_yaml *yaml, const fed_study *study, size_t point, const fed_result *first,
                    const replicates *all)
{
    fed_yaml_map(yaml, NULL);
    fed_yaml_count(yaml, "run", point);
    for (size_t k = 0; k < fed_config_sweep_count(study->config); k++)
        fed_yaml_value(yaml, fed_config_sweep_key(study->config, k),
                       fed_config_sweep_value(study->config, point, k));
    put_outcomes(yaml, all);
    fed_yaml_map(yaml, "counts");
    fed_yaml_count(yaml, "samples", first->samples);
    fed_yaml_count(yaml, "clients", first->clients);
    fed_yaml_count(yaml, "parameters", first->p);
    fed_yaml_count(yaml, "rounds", first->records[first->recorded - 1].round);
    fed_yaml_number(yaml, "words_up", first->counts.words_up);
    fed_yaml_number(yaml, "words_down", first->counts.words_down);
    fed_yaml_number(yaml, "words_peer", first->counts.words_peer);
    fed_yaml_number(yaml, "control_scalars", first->counts.scalars);
    fed_yaml_close_map(yaml);
    put_cost(yaml, first, all);
    if (first->data_hash[0] != '\0')
        fed_yaml_text(yaml, "data_sha256", first->data_hash);
    put_features(yaml, first);
    if (first->decentralised)
        put_graph(yaml, first, all);
    put_analyses(yaml, first->scalars);
    if (first->warning[0] != '\0')
        fed_yaml_text(yaml, "warning", first->warning);
    if (first->remark[0] != '\0')
        fed_yaml_text(yaml, "remark", first->remark);
    fed_yaml_close_map(yaml);
}

static fed_status put_runs(fed_yaml *yaml, const fed_span *span, fed_error *error)
{
    const fed_study *study = span->study;
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *first;
    fed_columns times;
    replicates all;

    fed_point_open(&times, study, 1, error);
    for (size_t point = span->first; point < span->last && error->status == FED_OK; point++) {
        if (look(&cursor, point, &times, &all) != FED_OK ||
            (first = fed_cursor_at(&cursor, point * study->replicates)) == NULL)
            break;
        put_run(yaml, study, point, first, &all);
    }
    fed_columns_close(&times);
    return fed_cursor_end(&cursor);
}

/* When, where and by which command. */
static void put_occasion(fed_yaml *yaml, const fed_study *study)
{
    const time_t now = (time_t)study->ended;
    struct utsname machine;
    struct tm utc;
    char text[32];

    if (gmtime_r(&now, &utc) != NULL && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0)
        fed_yaml_plain(yaml, "date", text);
    if (uname(&machine) == 0)
        fed_yaml_text(yaml, "host", machine.nodename);
    if (study->command != NULL)
        fed_yaml_text(yaml, "command", study->command);
}

static void put_timings(fed_yaml *yaml, const fed_study *study)
{
    fed_yaml_map(yaml, "timings");
    fed_yaml_number(yaml, "seconds", study->seconds);
    fed_yaml_number(yaml, "seconds_in_rounds", study->extent.seconds);
    fed_yaml_close_map(yaml);
}

static void put_shape(fed_yaml *yaml, const fed_study *study)
{
    fed_yaml_map(yaml, "theta_npy");
    fed_yaml_text(yaml, "axes", "run, replicate, model, parameter");
    fed_yaml_count(yaml, "runs", study->points);
    fed_yaml_count(yaml, "replicates", study->replicates);
    fed_yaml_count(yaml, "models", study->extent.models);
    fed_yaml_count(yaml, "parameters", study->extent.p);
    fed_yaml_close_map(yaml);
}

/* What was worth a warning, without the program's name. */
static fed_status put_warnings(fed_yaml *yaml, const char *text, fed_arena *arena, fed_error *error)
{
    char *line, *rest = NULL, *copy;

    if (text == NULL || *text == '\0')
        return FED_OK;
    if ((copy = fed_strdup(arena, text)) == NULL)
        return fed_nomem(error);
    fed_yaml_list(yaml, "warnings");
    for (line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        fed_yaml_text(yaml, NULL, strncmp(line, "fedomp: ", 8) == 0 ? line + 8 : line);
    fed_yaml_close_list(yaml);
    return FED_OK;
}

/* A stream that failed tells of it itself. */
static fed_status status_of(bool good, fed_status status, FILE *stream, fed_error *error)
{
    return good || status != FED_OK || ferror(stream) ? status : fed_nomem(error);
}

/* What there is to say before the runs, whose list is left open. */
static fed_status begin(const fed_study *study, FILE *stream, bool as_json, fed_error *error)
{
    fed_arena arena = {NULL};
    fed_status status;
    fed_yaml yaml;

    fed_yaml_begin(&yaml, stream, as_json);
    fed_yaml_text(&yaml, "program", PACKAGE_NAME);
    fed_yaml_text(&yaml, "version", PACKAGE_VERSION);
    if (study->name != NULL)
        fed_yaml_text(&yaml, "name", study->name);
    fed_yaml_text(&yaml, "status",
                  study->extent.answered ? "complete" : "some replicates without answer");
    status = put_configuration(&yaml, study, error);
    fed_yaml_count(&yaml, "seed", (uint64_t)fed_config_int(study->config, "seed"));
    fed_yaml_count(&yaml, "replicates", study->replicates);
    if (status == FED_OK)
        status = put_warnings(&yaml, study->warnings, &arena, error);
    fed_yaml_list(&yaml, "runs");
    fed_arena_free(&arena);
    return status_of(fed_yaml_leave(&yaml), status, stream, error);
}

static fed_status go_on(const fed_span *span, FILE *stream, bool as_json, fed_error *error)
{
    fed_status status;
    fed_yaml yaml;

    fed_yaml_go_on(&yaml, stream, as_json, span->first > 0);
    status = put_runs(&yaml, span, error);
    return status_of(fed_yaml_leave(&yaml), status, stream, error);
}

static fed_status end(const fed_study *study, FILE *stream, bool as_json, fed_error *error)
{
    fed_arena arena = {NULL};
    const char *cpu = fed_cpu_name(&arena);
    fed_yaml yaml;

    if (cpu == NULL) {
        fed_arena_free(&arena);
        return fed_nomem(error);
    }
    fed_yaml_go_on(&yaml, stream, as_json, true);
    fed_yaml_close_list(&yaml);
    if (fed_write_theta_npy.wanted(study))
        put_shape(&yaml, study);
    fed_yaml_count(&yaml, "threads", (uint64_t)study->threads);
    fed_yaml_map(&yaml, "machine");
    fed_yaml_text(&yaml, "cpu", cpu);
    fed_yaml_text(&yaml, "blis_version", fed_blis_version());
    fed_yaml_text(&yaml, "blis_kernel", fed_blis_kernel());
    if (study->spool != NULL && fed_spool_is_mixed(study->spool))
        fed_yaml_bool(&yaml, "mixed", true); /* resumed on another machine or build */
    put_occasion(&yaml, study);
    fed_yaml_close_map(&yaml);
    put_timings(&yaml, study);
    fed_arena_free(&arena);
    return status_of(fed_yaml_end(&yaml), FED_OK, stream, error);
}

static fed_status begin_yaml(const fed_study *study, FILE *stream, fed_error *error)
{
    return begin(study, stream, false, error);
}

static fed_status go_on_yaml(const fed_span *span, FILE *stream, fed_error *error)
{
    return go_on(span, stream, false, error);
}

static fed_status end_yaml(const fed_study *study, FILE *stream, fed_error *error)
{
    return end(study, stream, false, error);
}

static fed_status begin_json(const fed_study *study, FILE *stream, fed_error *error)
{
    return begin(study, stream, true, error);
}

static fed_status go_on_json(const fed_span *span, FILE *stream, fed_error *error)
{
    return go_on(span, stream, true, error);
}

static fed_status end_json(const fed_study *study, FILE *stream, fed_error *error)
{
    return end(study, stream, true, error);
}

const fed_writer fed_write_run_yaml = {"run.yaml", always, begin_yaml, go_on_yaml, end_yaml};
const fed_writer fed_write_run_json = {"run.json", on_request, begin_json, go_on_json, end_json};
