/* run_yaml.c -- run.yaml: what was run, on what, and what came of it. */
#include "config.h"
#include "core/threads.h"
#include "metrics/summary.h"
#include "writers/writer.h"
#include "writers/yaml.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool wanted(const fed_study *study)
{
    (void)study;
    return true;
}

static void put_value(fed_yaml *yaml, const char *key, char *text);

/* A string of libconfig without its quotes and escapes. */
static void take_string(char *text)
{
    char *to = text, *from = text + 1;

    for (; *from != '"' && *from != '\0'; from++) {
        if (*from != '\\') {
            *to++ = *from;
        } else if (*++from == 'x') {
            const char digits[] = {from[1], from[2], '\0'};

            *to++ = (char)strtol(digits, NULL, 16);
            from += 2;
        } else {
            *to++ = *from == 'n' ? '\n' : *from;
        }
    }
    *to = '\0';
}

/* The elements between two brackets, at the commas that stand in no inner ones. */
static void put_list(fed_yaml *yaml, const char *key, char *text)
{
    int depth = 0;
    bool quoted = false;
    char *start = text + 1;

    fed_yaml_list(yaml, key);
    for (char *c = text + 1; *c != '\0' && depth >= 0; c++) {
        if (*c == '\\' && quoted)
            c++;
        else if (*c == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*c == '[' || *c == '(') - (*c == ']' || *c == ')');
        if (!quoted && ((*c == ',' && depth == 0) || depth < 0)) {
            *c = '\0';
            start += strspn(start, " ");
            if (*start != '\0')
                put_value(yaml, NULL, start);
            start = c + 1;
        }
    }
    fed_yaml_close_list(yaml);
}

/* A value in libconfig syntax becomes YAML: quotes go, lists open up. */
static void put_value(fed_yaml *yaml, const char *key, char *text)
{
    if (text[0] == '"') {
        take_string(text);
        fed_yaml_text(yaml, key, text);
    } else if (text[0] == '[' || text[0] == '(') {
        put_list(yaml, key, text);
    } else {
        fed_yaml_plain(yaml, key, text);
    }
}

static void put_copy(fed_yaml *yaml, const char *key, const char *text)
{
    char *copy = strdup(text);

    if (copy == NULL)
        yaml->good = false;
    else
        put_value(yaml, key, copy);
    free(copy);
}

typedef struct visitor {
    fed_yaml *yaml;
    bool output; /* the keys that do not determine results, or the others */
} visitor;

static void put_key(void *context, const char *path, const char *text, bool word)
{
    const visitor *v = context;
    const bool output = strncmp(path, "output.", 7) == 0;

    if (strcmp(path, "threads") == 0 || strcmp(path, "output.dir") == 0 || output != v->output)
        return;
    if (word)
        fed_yaml_text(v->yaml, output ? path + 7 : path, text);
    else
        put_copy(v->yaml, output ? path + 7 : path, text);
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
    return FED_OK;
}

static void put_graph(fed_yaml *yaml, const fed_result *first, size_t replicates)
{
    const fed_graph_info *info = &first->graph;
    double se = 0.0;

    for (size_t r = 0; r < replicates; r++)
        se += first[r].graph.se;
    fed_yaml_map(yaml, "graph");
    fed_yaml_number(yaml, "se", info->se);
    fed_yaml_number(yaml, "se_mean", se / (double)replicates);
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
    if (first->scaled > 0) {
        put_numbers(yaml, "feature_means", first->mean, first->scaled);
        put_numbers(yaml, "feature_scales", first->scale, first->scaled);
    }
}

/* Epochs of Definition 1's three types and the time they take, over the replicates when drawn. */
static void put_cost(fed_yaml *yaml, const fed_study *study, const fed_result *first, double *room)
{
    const bool drawn = first->counts.computing + first->counts.sending > 0.0;
    fed_summary s;

    fed_yaml_map(yaml, "cost");
    fed_yaml_number(yaml, "gamma", first->counts.gamma);
    fed_yaml_number(yaml, "epochs_compute_and_send", first->counts.epochs[0]);
    fed_yaml_number(yaml, "epochs_compute", first->counts.epochs[1]);
    fed_yaml_number(yaml, "epochs_send", first->counts.epochs[2]);
    fed_yaml_number(yaml, "expected_time", first->counts.expected);
    for (size_t r = 0; drawn && r < study->replicates; r++)
        room[r] = first[r].counts.computing + first[r].counts.sending;
    if (drawn) {
        s = fed_summarise(room, study->replicates);
        fed_yaml_map(yaml, "simulated_time");
        fed_yaml_count(yaml, "n", s.n);
        fed_yaml_number(yaml, "mean", s.mean);
        fed_yaml_number(yaml, "sd", s.sd);
        fed_yaml_number(yaml, "q05", fed_quantile(room, s.n, 0.05));
        fed_yaml_number(yaml, "q25", s.q25);
        fed_yaml_number(yaml, "median", s.median);
        fed_yaml_number(yaml, "q75", s.q75);
        fed_yaml_number(yaml, "q95", fed_quantile(room, s.n, 0.95));
        fed_yaml_close_map(yaml);
    }
    fed_yaml_close_map(yaml);
}

static void put_outcomes(fed_yaml *yaml, const fed_result *first, size_t replicates)
{
    fed_yaml_map(yaml, "outcomes");
    for (int outcome = FED_ROUNDS; outcome <= FED_NO_OPTIMUM; outcome++) {
        uint64_t count = 0;

        for (size_t r = 0; r < replicates; r++)
            count += first[r].outcome == (fed_outcome)outcome;
        if (count > 0)
            fed_yaml_count(yaml, fed_outcome_text((fed_outcome)outcome), count);
    }
    fed_yaml_close_map(yaml);
    for (size_t r = 0; r < replicates; r++)
        if (!fed_outcome_is_answer(first[r].outcome)) {
            fed_yaml_count(yaml, "first_failure", r);
            fed_yaml_text(yaml, "reason", first[r].reason);
            break;
        }
}

static void put_run(fed_yaml *yaml, const fed_study *study, size_t point, double *room)
{
    const fed_result *first = &study->results[point * study->replicates];

    fed_yaml_map(yaml, NULL);
    fed_yaml_count(yaml, "run", point);
    for (size_t k = 0; k < fed_config_sweep_count(study->config); k++)
        fed_yaml_value(yaml, fed_config_sweep_key(study->config, k),
                       fed_config_sweep_value(study->config, point, k));
    put_outcomes(yaml, first, study->replicates);
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
    put_cost(yaml, study, first, room);
    if (first->data_hash[0] != '\0')
        fed_yaml_text(yaml, "data_sha256", first->data_hash);
    put_features(yaml, first);
    if (first->decentralised)
        put_graph(yaml, first, study->replicates);
    put_analyses(yaml, first->scalars);
    if (first->warning[0] != '\0')
        fed_yaml_text(yaml, "warning", first->warning);
    if (first->remark[0] != '\0')
        fed_yaml_text(yaml, "remark", first->remark);
    fed_yaml_close_map(yaml);
}

static void put_timings(fed_yaml *yaml, const fed_study *study)
{
    double sum = 0.0;

    for (size_t k = 0; k < study->points * study->replicates; k++)
        sum += study->results[k].seconds;
    fed_yaml_map(yaml, "timings");
    fed_yaml_number(yaml, "seconds", study->seconds);
    fed_yaml_number(yaml, "seconds_in_rounds", sum);
    fed_yaml_close_map(yaml);
}

static void put_shape(fed_yaml *yaml, const fed_study *study)
{
    size_t models = 0, width = 0;

    for (size_t k = 0; k < study->points * study->replicates; k++) {
        models = study->results[k].models > models ? study->results[k].models : models;
        width = study->results[k].p > width ? study->results[k].p : width;
    }
    fed_yaml_map(yaml, "theta_npy");
    fed_yaml_text(yaml, "axes", "run, replicate, model, parameter");
    fed_yaml_count(yaml, "runs", study->points);
    fed_yaml_count(yaml, "replicates", study->replicates);
    fed_yaml_count(yaml, "models", models);
    fed_yaml_count(yaml, "parameters", width);
    fed_yaml_close_map(yaml);
}

static fed_status write_yaml(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_arena arena = {NULL};
    const char *cpu = fed_cpu_name(&arena);
    double *room = FED_ARRAY(&arena, study->replicates, double);
    fed_status status;
    fed_yaml yaml;

    if (cpu == NULL || room == NULL) {
        fed_arena_free(&arena);
        return fed_nomem(error);
    }

    fed_yaml_begin(&yaml, stream);
    fed_yaml_text(&yaml, "program", PACKAGE_NAME);
    fed_yaml_text(&yaml, "version", PACKAGE_VERSION);
    if (study->name != NULL)
        fed_yaml_text(&yaml, "name", study->name);
    fed_yaml_text(&yaml, "status", fed_study_answered(study) ? "complete" : "some replicates without answer");
    status = put_configuration(&yaml, study, error);
    fed_yaml_count(&yaml, "seed", (uint64_t)fed_config_int(study->config, "seed"));
    fed_yaml_count(&yaml, "replicates", study->replicates);
    fed_yaml_list(&yaml, "runs");
    for (size_t point = 0; point < study->points; point++)
        put_run(&yaml, study, point, room);
    fed_yaml_close_list(&yaml);
    if (fed_write_theta_npy.wanted(study))
        put_shape(&yaml, study);
    fed_yaml_count(&yaml, "threads", (uint64_t)study->threads);
    fed_yaml_map(&yaml, "machine");
    fed_yaml_text(&yaml, "cpu", cpu);
    fed_yaml_text(&yaml, "blis_version", fed_blis_version());
    fed_yaml_text(&yaml, "blis_kernel", fed_blis_kernel());
    fed_yaml_close_map(&yaml);
    put_timings(&yaml, study);
    if (!fed_yaml_end(&yaml) && status == FED_OK && !ferror(stream))
        status = fed_nomem(error);
    fed_arena_free(&arena);
    return status;
}

const fed_writer fed_write_run_yaml = {"run.yaml", wanted, write_yaml};
