/* app.c -- the way through, in order: configuration, study, outputs, summary. The only part of
 * fedomp that prints. */
#include "app.h"

#include "core/threads.h"
#include "datasets/dataset.h"
#include "progress.h"
#include "registry.h"
#include "report.h"
#include "writers/writer.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal)
{
    (void)signal;
    stop_requested = 1;
}

/* An interrupt ends the study between two rounds; a full file system is an error, not a signal. */
static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    struct sigaction action = {.sa_handler = request_stop};

    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        sigaction(signals[k], &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
}

static int complain(const fed_error *error)
{
    fprintf(stderr, "fedomp: %s\n", error->text);
    return fed_status_exit(error->status);
}

/* -o, output.dir, or results/NAME. */
/* As the configuration says, or the name of its file. */
static const char *study_name(const fed_app *app, const fed_config *config, fed_arena *arena)
{
    const char *name = fed_config_string(config, "name"), *slash = strrchr(app->file, '/');
    const char *base = slash == NULL ? app->file : slash + 1, *dot = strrchr(base, '.');

    if (name[0] != '\0')
        return name;
    return fed_sprintf(arena, "%.*s", dot == NULL || dot == base ? (int)strlen(base) : (int)(dot - base), base);
}

static const char *output_dir(const fed_app *app, const fed_study *study, fed_arena *arena)
{
    if (app->dir != NULL)
        return app->dir;
    if (fed_config_given(study->config, "output.dir"))
        return fed_config_string(study->config, "output.dir");
    return fed_sprintf(arena, "results/%s", study->name);
}

static void print_choices(const fed_study *study)
{
    fprintf(stderr, "fedomp: %d thread%s, %s\n", study->threads, study->threads == 1 ? "" : "s",
            fed_study_side_by_side(study) ? "replicates side by side" : "one replicate after the other");
    for (size_t point = 0; point < study->points; point++) {
        const fed_result *first = &study->results[point * study->replicates];

        fprintf(stderr, "fedomp: run %zu: %zu samples, %zu clients (partition %s), %zu parameters; gradients from %s\n",
                point, first->samples, first->clients, first->scheme, first->p, first->form);
    }
}

/* Tells of the first replicate of each point that has no answer. */
static fed_status judge(const fed_study *study)
{
    if (fed_study_answered(study))
        return FED_OK;
    for (size_t point = 0; point < study->points; point++)
        for (size_t r = 0; r < study->replicates; r++) {
            const fed_result *result = &study->results[point * study->replicates + r];

            if (!fed_outcome_is_answer(result->outcome)) {
                fprintf(stderr, "fedomp: run %zu, replicate %zu: %s: %s\n", point, r,
                        fed_outcome_text(result->outcome), result->reason);
                break;
            }
        }
    return strcmp(fed_config_string(study->config, "on_divergence"), "record") == 0 ? FED_OK : FED_NOANSWER;
}

static fed_status run_and_write(const fed_app *app, fed_study *study, const char *dir, fed_error *error)
{
    fed_progress progress;
    fed_status status;

    catch_signals();
    study->stop = &stop_requested;
    study->dir = dir;
    fed_progress_attach(&progress, study);
    if (app->quiet)
        study->done = NULL, study->tick = NULL;
    status = fed_study_run(study, error);
    fed_progress_clear(&progress);
    TRY(status);
    TRY(fed_output_write(study, dir, error));
    if (app->verbose)
        print_choices(study);
    if (!app->quiet) {
        fed_app_warn(study);
        TRY(fed_report(study, dir, stdout, error));
    }
    return judge(study);
}

static int run(const fed_app *app, fed_study *study, fed_arena *arena, fed_error *error)
{
    const char *dir = NULL;
    size_t made = 0;
    fed_status status;

    if ((study->name = study_name(app, study->config, arena)) != NULL)
        dir = output_dir(app, study, arena);
    if (dir == NULL)
        status = fed_nomem(error);
    else if ((status = fed_output_prepare(dir, app->force, &made, error)) == FED_OK)
        status = run_and_write(app, study, dir, error);
    if (status != FED_OK && status != FED_NOANSWER) {
        fed_output_discard(dir, made);
        return complain(error);
    }
    return fed_status_exit(status);
}

static int check(fed_study *study, fed_error *error)
{
    fed_faults faults = {NULL, 0};
    const fed_status status = fed_study_check(study, &faults, error);

    for (size_t k = 0; k < faults.count; k++)
        fprintf(stderr, "fedomp: %s\n", faults.text[k]);
    if (status != FED_OK && faults.count == 0)
        return complain(error);
    if (status == FED_OK)
        printf("%zu point%s, %zu replicate%s: no fault found\n", study->points, study->points == 1 ? "" : "s",
               study->replicates, study->replicates == 1 ? "" : "s");
    return fed_status_exit(status);
}

static int with_config(const fed_app *app, const fed_config *config, fed_arena *arena, fed_error *error)
{
    const int threads = fed_threads_choose(app->threads, (int)fed_config_int(config, "threads"));
    fed_study study;
    int code;

    fed_threads_begin(threads);
    if (fed_study_init(&study, config, threads, error) != FED_OK)
        code = complain(error);
    else if (app->check)
        code = check(&study, error);
    else
        code = run(app, &study, arena, error);
    fed_study_free(&study);
    return code;
}

/* The hash comes first, as a comment: it names the results before there are any. */
static int print_config(const fed_config *config, fed_error *error)
{
    char hash[65];

    if (fed_config_hash(config, hash) != FED_OK) {
        fed_nomem(error);
        return complain(error);
    }
    printf("# hash: %s\n", hash);
    return fed_config_print(config, stdout, false) == FED_OK ? 0 : 2;
}

int fed_app_run(const fed_app *app)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_faults faults = {NULL, 0};
    fed_config *config = NULL;
    char path[4200];
    int code;

    if (!fed_app_find(app->file, path, sizeof path)) {
        fprintf(stderr, "fedomp: %s: No such file or directory, nor an example; fedomp --list=examples shows those\n",
                app->file);
        return fed_status_exit(FED_CONFIG);
    }
    if (fed_config_open(&arena, path, fed_sections, app->overrides, app->override_count, &config, &faults,
                        &error) != FED_OK) {
        for (size_t k = 0; app->check && k < faults.count; k++)
            fprintf(stderr, "fedomp: %s\n", faults.text[k]);
        code = app->check && faults.count > 0 ? fed_status_exit(error.status) : complain(&error);
    } else if (app->print_config) {
        code = print_config(config, &error);
    } else {
        code = with_config(app, config, &arena, &error);
    }
    fed_arena_free(&arena);
    return code;
}

int fed_app_explain(const char *path)
{
    fed_error error = {FED_OK, ""};

    return fed_config_explain(fed_sections, path, stdout, &error) == FED_OK ? 0 : complain(&error);
}

static void list_entries(const fed_entry *const *entries)
{
    for (; *entries != NULL; entries++)
        printf("%-16s %s\n", (*entries)->name, (*entries)->summary);
}

int fed_app_list(const char *kind)
{
    fed_error error = {FED_OK, ""};

    if (kind == NULL) {
        for (const fed_kind *k = fed_kinds; k->name != NULL; k++)
            printf("%s\n", k->name);
        printf("datasets\nexamples\n");
        return 0;
    }
    if (strcmp(kind, "datasets") == 0)
        return fed_dataset_list(stdout, &error) == FED_OK ? 0 : complain(&error);
    if (strcmp(kind, "examples") == 0)
        return fed_app_examples();
    for (const fed_kind *k = fed_kinds; k->name != NULL; k++)
        if (strcmp(kind, k->name) == 0) {
            list_entries(k->entries);
            return 0;
        }
    fprintf(stderr, "fedomp: --list: no kind '%s'; fedomp --list shows them\n", kind);
    return 2;
}
