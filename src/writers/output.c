/* output.c -- the files of a run, all or nothing: written as drafts, then renamed. */
#include "writers/output.h"

#include "algorithms/table.h"
#include "core/nameless.h"
#include "study/spool/spool.h"
#include "study/extent.h"
#include "writers/drafts.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 64, MANY_JOBS = 1000 };

static size_t add_table(fed_out_file *files, size_t count, const char *table)
{
    if (table == NULL)
        return count;
    snprintf(files[count].name, sizeof files[count].name, "%s.csv", table);
    files[count].table = table;
    return count + 1;
}

/* Everything fedomp may write, run.yaml last. */
static size_t list_files(fed_out_file *files)
{
    static const fed_writer *const writers[] = {&fed_write_metrics,   &fed_write_summary,
                                                &fed_write_theta_csv, &fed_write_theta_npy,
                                                &fed_write_run_json,  &fed_write_run_yaml};
    const size_t last = sizeof writers / sizeof *writers - 1;
    size_t count = 0;

    memset(files, 0, MOST_FILES * sizeof *files);
    for (const fed_entry *const *entry = fed_analyses; *entry != NULL; entry++) {
        count = add_table(files, count, (*entry)->name);
        count = add_table(files, count, ((const fed_analysis *)*entry)->table);
    }
    for (const fed_entry *const *entry = fed_algorithms; *entry != NULL; entry++)
        count = add_table(files, count, ((const fed_algorithm *)*entry)->table);
    count = add_table(files, count, "clock");
    count = add_table(files, count, "multipliers");
    count = add_table(files, count, "solution");
    count = add_table(files, count, "trajectory");
    count = add_table(files, count, "clients");
    count = add_table(files, count, "partition");
    for (size_t k = 0; k <= last; k++, count++) {
        snprintf(files[count].name, sizeof files[count].name, "%s", writers[k]->file);
        files[count].writer = writers[k];
    }
    return count;
}

static bool is_wanted(const fed_study *study, const fed_out_file *file)
{
    return file->writer != NULL ? file->writer->wanted(study)
                                : fed_extent_table(study, file->table) != NULL;
}

bool fed_output_is_complete(const fed_folder *folder, char hash[65])
{
    const int fd = openat(folder->dir, fed_write_run_yaml.file, O_RDONLY | O_CLOEXEC);
    FILE *stream = fd >= 0 ? fdopen(fd, "r") : NULL;
    char line[256];

    hash[0] = '\0';
    if (stream == NULL) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    while (hash[0] == '\0' && fgets(line, sizeof line, stream) != NULL)
        if (strncmp(line, "hash: ", 6) == 0)
            snprintf(hash, 65, "%.64s", line + 6);
    fclose(stream);
    return true;
}

/* Killed while files were renamed: run.yaml, which comes last, is still a draft. */
static bool is_half_renamed(const fed_folder *folder)
{
    char hash[65];

    return fed_folder_has_drafts(folder) && !fed_output_is_complete(folder, hash);
}

static fed_status refuse(const fed_folder *folder, fed_output_mode mode, fed_error *error)
{
    char hash[65];

    if (mode == FED_OUTPUT_FORCE || fed_folder_is_empty(folder))
        return FED_OK;
    if (mode == FED_OUTPUT_PART && faccessat(folder->dir, "manifest", F_OK, 0) == 0 &&
        !fed_output_is_complete(folder, hash))
        return FED_OK; /* the parts of a sweep, by fedomp-sweep */
    if (fed_folder_has_spool(folder) || is_half_renamed(folder))
        return mode == FED_OUTPUT_RESUME || mode == FED_OUTPUT_PART
                   ? FED_OK
                   : fed_fail(error, FED_OUTPUT,
                              "%s: contains an incomplete study (--resume continues it, "
                              "--force starts again)",
                              folder->path);
    return mode == FED_OUTPUT_RESUME && fed_output_is_complete(folder, hash)
               ? FED_OK
               : fed_fail(error, FED_OUTPUT,
                          "%s: not empty (--force replaces fedomp's "
                          "own files)",
                          folder->path);
}

/* Before its drafts are, which tell of it. */
static void clear_half_renamed(const fed_folder *folder)
{
    fed_out_file files[MOST_FILES];
    const size_t count = is_half_renamed(folder) ? list_files(files) : 0;

    for (size_t k = 0; k < count; k++)
        unlinkat(folder->dir, files[k].name, 0);
}

fed_status fed_output_open(fed_folder *folder, const char *dir, fed_output_mode mode,
                           fed_error *error)
{
    fed_status status;

    TRY(fed_folder_open(folder, dir, mode == FED_OUTPUT_PART, error));
    status = refuse(folder, mode, error);
    if (status != FED_OK) {
        fed_folder_close(folder);
    } else if (mode != FED_OUTPUT_PART) {
        clear_half_renamed(folder);
        fed_folder_clear(folder, mode == FED_OUTPUT_FORCE);
    }
    return status;
}

/* All that are wanted, by several threads where they are long. */
static fed_status write_drafts(const fed_study *study, const fed_folder *folder,
                               fed_out_file *files, size_t count, fed_error *error)
{
    const bool many = study->points * study->replicates >= MANY_JOBS;
    fed_out_file *wanted[MOST_FILES];
    size_t found = 0;

    for (size_t k = 0; k < count; k++)
        if ((files[k].wanted = is_wanted(study, &files[k])))
            wanted[found++] = &files[k];
    return fed_drafts_write(study, folder, wanted, found, many ? study->threads : 1, error);
}

/* The old run.yaml goes first and the new one comes last, so that a directory in between is not
 * mistaken for a complete run. It is there for moments only: what is replaced keeps its space. */
static fed_status rename_all(const fed_folder *folder, fed_out_file *files, size_t count,
                             fed_nameless *replaced, fed_error *error)
{
    for (size_t k = 0; k < count; k++)
        fed_nameless_hold(replaced, folder->dir, files[k].name);
    if (unlinkat(folder->dir, files[count - 1].name, 0) == 0)
        fed_draft_sync(folder->dir);
    for (size_t k = 0; k < count; k++) {
        if (k == count - 1)
            fed_draft_sync(folder->dir);
        if (files[k].wanted)
            TRY(fed_draft_rename(&files[k].draft, folder, folder->dir, files[k].name, error));
        else
            unlinkat(folder->dir, files[k].name, 0);
    }
    fed_draft_sync(folder->dir);
    return FED_OK;
}

static fed_status write_all(const fed_study *study, const fed_folder *folder, fed_error *error)
{
    fed_out_file files[MOST_FILES];
    const size_t count = list_files(files);
    fed_nameless own = {.count = 0},
                 *replaced = study->spool != NULL ? fed_spool_replaced(study->spool) : &own;
    fed_status status = write_drafts(study, folder, files, count, error);

    if (status == FED_OK)
        status = rename_all(folder, files, count, replaced, error);
    fed_nameless_leave(&own, study->threads);
    for (size_t k = 0; k < count && status != FED_OK; k++)
        if (files[k].wanted)
            fed_draft_drop(&files[k].draft);
    return status;
}

/* The first of DIR.1, DIR.2, ... that is not there. */
static fed_status open_beside(const fed_folder *folder, fed_folder *beside, fed_error *error)
{
    size_t length = strlen(folder->path);
    char path[4200];

    while (length > 1 && folder->path[length - 1] == '/')
        length--;
    for (int k = 1; k < 1000; k++) {
        snprintf(path, sizeof path, "%.*s.%d", (int)length, folder->path, k);
        if (mkdir(path, 0777) == 0)
            return fed_folder_open(beside, path, false, error);
        if (errno != EEXIST)
            break;
    }
    return fed_fail(error, FED_OUTPUT, "%s: %s", path, strerror(errno));
}

fed_status fed_output_write(const fed_study *study, const fed_folder *folder, fed_error *error)
{
    fed_folder beside = FED_NO_FOLDER;
    fed_status status = write_all(study, folder, error);

    if (status == FED_OK || !fed_folder_is_gone(folder))
        return status;
    *error = (fed_error){FED_OK, ""};
    status = open_beside(folder, &beside, error);
    if (status == FED_OK)
        status = write_all(study, &beside, error);
    if (status == FED_OK)
        status =
            fed_fail(error, FED_OUTPUT, "%s: removed during the run; the results are in %s instead",
                     folder->path, beside.path);
    fed_folder_close(&beside);
    return status;
}
