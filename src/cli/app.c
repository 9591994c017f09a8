/* app.c -- the way through, in order: configuration, study, outputs, summary. The only part of
 * fedomp that prints. */
#include "config.h"
#include "cli/app.h"

#include "core/printable.h"
#include "core/threads.h"
#include "datasets/dataset.h"
#include "cli/parts.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "study/cursor.h"
#include "study/registry.h"
#include "study/room.h"
#include "study/spool/identity.h"
#include "study/spool/spool.h"
#include "cli/summary.h"
#include "cli/trial.h"
#include "writers/writer.h"
#include "cli/examples.h"
#include "cli/warnings.h"
#include "cli/model.h"
#include "config/explain.h"
#include "config/open.h"
#include "config/print.h"
#include "datasets/list.h"
#include "datasets/source_file.h"
#include "writers/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* A line on standard error; names of files and keys may hold anything. */
static void say(const char *prefix, const char *text)
{
    char shown[4400];

    fed_printable(shown, sizeof shown, text);
    fprintf(stderr, "fedomp: %s%s\n", prefix, shown);
}

/* Where memory ran out, what the process had. */
static int complain(const fed_error *error)
{
    struct rusage usage;

    if (error->status == FED_NOMEM && getrusage(RUSAGE_SELF, &usage) == 0)
        fprintf(stderr, "fedomp: %s: the process had %.0f MB; fedomp --check tells what it needs\n",
                error->text, (double)usage.ru_maxrss * 1024.0 / 1e6);
    else
        say("", error->text);
    return fed_status_exit(error->status);
}

/* As the configuration says, or the name of its file. */
static const char *study_name(const fed_app *app, const fed_config *config, fed_arena *arena)
{
    const char *name = fed_config_string(config, "name"), *slash = strrchr(app->file, '/');
    const char *base = slash == NULL ? app->file : slash + 1, *dot = strrchr(base, '.');

    if (name[0] != '\0')
        return name;
    return fed_sprintf(arena, "%.*s",
                       dot == NULL || dot == base ? (int)strlen(base) : (int)(dot - base), base);
}

/* -o, output.dir, or results/NAME. */
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
    fed_error error = {FED_OK, ""};
    fed_cursor cursor = fed_cursor_begin(study, &error);
    const fed_result *first;

    fprintf(stderr, "fedomp: %d thread%s\n", study->threads, study->threads == 1 ? "" : "s");
    for (size_t point = 0; point < study->points; point++) {
        if ((first = fed_cursor_at(&cursor, point * study->replicates)) == NULL)
            break;
        fprintf(stderr,
                "fedomp: run %zu: %zu samples, %zu clients (partition %s), %zu parameters; "
                "gradients from %s\n",
                point, first->samples, first->clients, first->scheme, first->p, first->form);
    }
    fed_cursor_end(&cursor);
}

/* Tells of the first replicate of each point that has no answer. */
static fed_status judge(const fed_study *study, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    for (size_t k = 0; !study->extent.answered && k < study->points * study->replicates;) {
        const size_t point = k / study->replicates, r = k % study->replicates;

        if ((result = fed_cursor_at(&cursor, k)) == NULL)
            break;
        k++;
        if (!fed_outcome_is_answer(result->outcome)) {
            fprintf(stderr, "fedomp: run %zu, replicate %zu: %s: %s\n", point, r,
                    fed_outcome_text(result->outcome), result->reason);
            k = (point + 1) * study->replicates;
        }
    }
    TRY(fed_cursor_end(&cursor));
    return study->extent.answered ||
                   strcmp(fed_config_string(study->config, "on_divergence"), "record") == 0
               ? FED_OK
               : FED_NOANSWER;
}

static void warn(const char *text)
{
    say("warning: ", text);
}

/* One line that says how to go on. */
static void tell_resume(const fed_app *app)
{
    if (app->command != NULL)
        fprintf(stderr, "fedomp: to continue: %s%s\n", app->command,
                app->resume ? "" : " --resume");
}

static fed_status solve(const fed_app *app, fed_study *study, fed_error *error)
{
    fed_progress progress;
    fed_status status;

    fed_signals_limit(app->seconds);
    fed_progress_attach(&progress, study, app->verbose);
    if (app->quiet)
        study->done = NULL, study->tick = NULL;
    status = fed_study_run(study, error);
    fed_progress_clear(&progress);
    fed_signals_hold(); /* what is done is written, whatever comes */
    return status;
}

/* The outputs, warnings among them: those are on the terminal too, unless quiet. */
static fed_status write_outputs(const fed_app *app, fed_study *study, const fed_folder *folder,
                                fed_findings *findings, fed_error *error)
{
    char *warnings = NULL;
    size_t size;
    FILE *stream = open_memstream(&warnings, &size);
    fed_status status;

    if (stream == NULL)
        return fed_nomem(error);
    status = fed_app_warn(findings, stream, error);
    if (fclose(stream) != 0 || warnings == NULL) {
        free(warnings);
        return fed_nomem(error);
    }
    study->warnings = warnings;
    if (status == FED_OK)
        status = fed_output_write(study, folder, error);
    if (status == FED_OK && !app->quiet)
        fputs(warnings, stderr);
    study->warnings = NULL;
    free(warnings);
    return status;
}

/* What can be resumed is on disk when this returns; of a study that cannot be run nothing is. */
static fed_status run_and_write(const fed_app *app, fed_study *study, const fed_folder *folder,
                                fed_findings *findings, fed_error *error)
{
    const bool keep = fed_config_bool(study->config, "checkpoint.keep");
    fed_error later = {FED_OK, ""};
    fed_status status = solve(app, study, error);

    if ((status == FED_CONFIG || status == FED_DATA) && !study->part)
        fed_folder_clear(folder, !app->resume);
    else if ((status != FED_OK || keep || study->part || fed_folder_has_spool(folder)) &&
             fed_spool_flush(study->spool, true, &later) != FED_OK && status == FED_OK)
        fed_tell(error, status = later.status, "%s", later.text);
    TRY(status);
    if (study->part) {
        if (!app->quiet)
            fed_app_part_done(study);
        return FED_OK;
    }
    TRY(write_outputs(app, study, folder, findings, error));
    if (keep)
        fed_folder_clear(folder, false);
    else
        fed_identity_discard(folder);
    if (app->verbose)
        print_choices(study);
    if (!app->quiet)
        TRY(fed_report(study, folder->path, stdout, error));
    return judge(study, error);
}

static fed_status run_and_find(const fed_app *app, fed_study *study, const fed_folder *folder,
                               fed_error *error)
{
    fed_findings *findings;
    fed_status status;

    TRY(fed_findings_begin(&findings, study, error));
    status = run_and_write(app, study, folder, findings, error);
    fed_findings_free(findings);
    return status;
}

/* A study that was finished before. */
static fed_status tell_finished(const fed_folder *folder, bool same, fed_error *error)
{
    if (!same)
        return fed_fail(error, FED_OUTPUT,
                        "%s: contains the results of another "
                        "configuration",
                        folder->path);
    printf("%s: finished before\n", folder->path);
    return FED_OK;
}

/* The parts of a study may be many files. */
static void open_many(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* The beginning of a run in its log: what, by what, on what. */
static void log_start(const fed_app *app, const fed_study *study, fed_log *log)
{
    fed_log_line(log, "%s (%s), BLIS %s %s: %s", PACKAGE_STRING, FED_COMMIT, fed_blis_version(),
                 fed_blis_kernel(), app->command != NULL ? app->command : "");
    fed_log_line(log,
                 "%zu points of %zu replicates on %d threads; %zu jobs already "
                 "complete",
                 study->points, study->replicates, study->threads, fed_spool_count(study->spool));
}

static void log_end(const fed_study *study, fed_status status, const fed_error *error, fed_log *log)
{
    double seconds;
    const size_t checkpoints = fed_spool_checkpoints(study->spool, &seconds);

    if (status == FED_OK || status == FED_NOANSWER || status == FED_SIGNAL)
        fed_log_keep(log);
    if (checkpoints > 0)
        fed_log_line(log, "checkpoints: %zu, %.3f s", checkpoints, seconds);
    if (status == FED_OK || status == FED_NOANSWER)
        fed_log_line(log, "%s after %.2f s%s", study->part ? "part done" : "complete",
                     study->seconds,
                     status == FED_NOANSWER ? "; some replicates without answer" : "");
    else
        fed_log_line(log, "%s (status %d)", error->text, fed_status_exit(status));
}

static fed_status go_on(const fed_app *app, fed_study *study, const fed_folder *folder,
                        fed_log *log, fed_error *error)
{
    char hash[65], own[65];
    const bool complete = (app->resume || app->merge) && fed_output_is_complete(folder, hash);
    fed_status status = fed_config_hash(study->config, own);
    bool same;

    if (status != FED_OK)
        return fed_nomem(error);
    same = complete && strcmp(own, hash) == 0; /* the results are of this configuration */

    open_many();
    study->dir = folder->path;
    study->command = app->command;
    if (complete && !fed_identity_is_there(folder)) {
        fed_identity_discard(folder);
        return tell_finished(folder, same, error);
    }
    TRY(fed_room_check_disk(study, folder, error));
    TRY(fed_spool_open(&study->spool, folder, study, warn, log, error));
    log_start(app, study, log);
    if (same && fed_spool_count(study->spool) == study->points * study->replicates)
        status = tell_finished(folder, same, error);
    else if (!app->merge || (status = fed_app_missing(study, error)) == FED_OK)
        status = run_and_find(app, study, folder, error);
    log_end(study, status, error, log);
    fed_spool_free(study->spool);
    study->spool = NULL;
    return status;
}

static int run(const fed_app *app, fed_study *study, fed_arena *arena, fed_error *error)
{
    const fed_output_mode mode = app->force                  ? FED_OUTPUT_FORCE
                                 : study->part               ? FED_OUTPUT_PART
                                 : app->resume || app->merge ? FED_OUTPUT_RESUME
                                                             : FED_OUTPUT_NEW;
    const char *dir = NULL;
    fed_folder folder = FED_NO_FOLDER;
    fed_status status;
    fed_log log;

    if ((study->name = study_name(app, study->config, arena)) != NULL)
        dir = output_dir(app, study, arena);
    if (dir == NULL)
        status = fed_nomem(error);
    else if ((status = fed_output_open(&folder, dir, mode, error)) == FED_OK) {
        fed_log_begin(&log, &folder);
        status = go_on(app, study, &folder, &log, error);
        fed_log_end(&log);
    }
    if (status == FED_OK || status == FED_NOANSWER) {
        fed_folder_close(&folder);
        return fed_status_exit(status);
    }
    complain(error);
    if (!app->merge &&
        (status == FED_SIGNAL || (folder.room >= 0 && fed_folder_has_spool(&folder))))
        tell_resume(app);
    fed_folder_close(&folder);
    return fed_status_exit(status);
}

static void print_bytes(const char *what, double bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB"};
    size_t k = 0;

    for (bytes /= 1e3; bytes >= 1e3 && k + 1 < sizeof units / sizeof *units; k++)
        bytes /= 1e3;
    printf("%s about %.*f %s", what, bytes < 10.0 ? 1 : 0, bytes, units[k]);
}

/* What it takes; the time only when it is asked for, since it takes some to tell. */
static fed_status estimate(const fed_study *study, bool time, fed_error *error)
{
    double seconds;

    print_bytes("memory", study->room.memory);
    print_bytes(", disk", study->room.disk);
    putchar('\n');
    if (!time)
        return FED_OK;
    TRY(fed_trial(study, &seconds, error));
    printf("time about %.*f %s on %d thread%s\n", seconds < 10.0 ? 1 : 0,
           seconds < 600.0     ? seconds
           : seconds < 36000.0 ? seconds / 60.0
                               : seconds / 3600.0,
           seconds < 600.0     ? "s"
           : seconds < 36000.0 ? "min"
                               : "h",
           study->threads, study->threads == 1 ? "" : "s");
    return FED_OK;
}

static int check(fed_study *study, bool time, fed_error *error)
{
    fed_faults faults = {NULL, 0}, more = {NULL, 0};
    const fed_status status = fed_study_check(study, &faults, error);

    if (status == FED_DATA)
        fed_dataset_faults(&study->arena, study->config, &more);
    for (size_t k = 0; k < faults.count; k++) /* a file's first fault stands for all of them */
        if (more.count == 0 || strncmp(faults.text[k], more.text[0], strlen(more.text[0])) != 0)
            say("", faults.text[k]);
    for (size_t k = 0; k < more.count; k++)
        say("", more.text[k]);
    if (status != FED_OK && faults.count == 0)
        return complain(error);
    if (status == FED_OK)
        fed_warn_ignored(study, stderr);
    if (status == FED_OK)
        printf("%zu point%s, %zu replicate%s: no errors found\n", study->points,
               study->points == 1 ? "" : "s", study->replicates, study->replicates == 1 ? "" : "s");
    if (status == FED_OK && estimate(study, time, error) != FED_OK)
        return complain(error);
    return fed_status_exit(status);
}

static int with_config(const fed_app *app, const fed_config *config, fed_arena *arena,
                       fed_error *error)
{
    const int threads = fed_threads_choose(app->threads, (int)fed_config_int(config, "threads"));
    fed_study study;
    int code;

    if (fed_study_init(&study, config, threads, error) != FED_OK)
        code = complain(error);
    else if (fed_app_choose(app, &study, error) != FED_OK)
        code = complain(error);
    else if (study.stop = fed_signals_flag(), app->check)
        code = check(&study, app->check_time, error);
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

    fed_signals_catch();
    if (!fed_app_find(app->file, path, sizeof path)) {
        fed_printable(path, sizeof path, app->file);
        fprintf(stderr,
                "fedomp: %s: No such file or directory, and no example has this name; "
                "fedomp --list=examples lists the examples\n",
                path);
        return fed_status_exit(FED_CONFIG);
    }
    if (fed_config_open(&arena, path, fed_sections, app->overrides, app->override_count, &config,
                        &faults, &error) != FED_OK) {
        for (size_t k = 0; app->check && k < faults.count; k++)
            say("", faults.text[k]);
        code = app->check && faults.count > 0 ? fed_status_exit(error.status) : complain(&error);
    } else if (app->points) {
        code = fed_app_points(app, config);
    } else if (app->print_config) {
        code = print_config(config, &error);
    } else if (app->explain != NULL) {
        code = fed_model_table(config, stdout, &error) == FED_OK ? 0 : complain(&error);
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
    say("--list: fedomp --list lists the kinds; unknown kind ", kind);
    return 2;
}
