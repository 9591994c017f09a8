/* output.c -- the files of a run, all or nothing: written under temporary names, then renamed. */
#include "writers/writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One file of the directory: a writer's, or a table's. */
typedef struct out_file {
    char name[64];
    const fed_writer *writer;
    const char *table;
} out_file;

enum { MOST_FILES = 64 };

static size_t add_table(out_file *files, size_t count, const char *table)
{
    if (table == NULL)
        return count;
    snprintf(files[count].name, sizeof files[count].name, "%s.csv", table);
    files[count].table = table;
    return count + 1;
}

/* Everything fedomp may write, run.yaml last. */
static size_t list_files(out_file *files)
{
    static const fed_writer *const writers[] = {&fed_write_metrics, &fed_write_summary, &fed_write_theta_csv,
                                                &fed_write_theta_npy, &fed_write_run_yaml};
    const size_t last = sizeof writers / sizeof *writers - 1;
    size_t count = 0;

    memset(files, 0, MOST_FILES * sizeof *files);
    for (const fed_entry *const *entry = fed_analyses; *entry != NULL; entry++)
        count = add_table(files, count, (*entry)->name);
    for (const fed_entry *const *entry = fed_algorithms; *entry != NULL; entry++)
        count = add_table(files, count, ((const fed_algorithm *)*entry)->table);
    count = add_table(files, count, "clock");
    count = add_table(files, count, "trajectory");
    for (size_t k = 0; k <= last; k++, count++) {
        snprintf(files[count].name, sizeof files[count].name, "%s", writers[k]->file);
        files[count].writer = writers[k];
    }
    return count;
}

static bool is_wanted(const fed_study *study, const out_file *file)
{
    return file->writer != NULL ? file->writer->wanted(study) : fed_table_widest(study, file->table) != NULL;
}

static fed_status complain(fed_error *error, const char *path)
{
    return fed_fail(error, FED_OUTPUT, "%s: %s", path, strerror(errno));
}

static bool is_empty(const char *dir)
{
    DIR *stream = opendir(dir);
    bool empty = true;

    for (struct dirent *entry; stream != NULL && empty && (entry = readdir(stream)) != NULL;)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (stream != NULL)
        closedir(stream);
    return empty;
}

/* The directory and its parents; *made counts those at the end of the path that were not there. */
static fed_status make_directories(const char *dir, size_t *made, fed_error *error)
{
    const size_t length = strlen(dir);
    char path[4096];

    if (length == 0)
        return fed_fail(error, FED_OUTPUT, "the name of the output directory is empty");
    if (length >= sizeof path)
        return fed_fail(error, FED_OUTPUT, "%.60s...: the name is too long", dir);
    memcpy(path, dir, length + 1);
    for (size_t k = 1; k <= length; k++) {
        if ((dir[k] != '/' && dir[k] != '\0') || dir[k - 1] == '/')
            continue;
        path[k] = '\0';
        if (mkdir(path, 0777) == 0)
            ++*made;
        else if (errno == EEXIST)
            *made = 0;
        else
            return complain(error, path);
        path[k] = dir[k];
    }
    return FED_OK;
}

fed_status fed_output_prepare(const char *dir, bool force, size_t *made, fed_error *error)
{
    struct stat info;

    *made = 0;
    TRY(make_directories(dir, made, error));
    if (stat(dir, &info) != 0)
        return complain(error, dir);
    if (!S_ISDIR(info.st_mode))
        return fed_fail(error, FED_OUTPUT, "%s: not a directory", dir);
    if (!force && !is_empty(dir))
        return fed_fail(error, FED_OUTPUT, "%s: not empty (--force replaces fedomp's own files)", dir);
    if (access(dir, W_OK | X_OK) != 0)
        return complain(error, dir);
    return FED_OK;
}

void fed_output_discard(const char *dir, size_t made)
{
    char path[4096];
    size_t end = made > 0 ? strlen(dir) : 0;

    while (made > 0 && end > 0) {
        memcpy(path, dir, end);
        path[end] = '\0';
        if (rmdir(path) == 0)
            made--;
        else if (errno != ENOENT)
            return; /* it stays when something is in it */
        for (; end > 0 && dir[end - 1] == '/'; end--)
            ;
        for (; end > 0 && dir[end - 1] != '/'; end--)
            ;
        for (; end > 1 && dir[end - 1] == '/'; end--)
            ;
    }
}

static int path_of(char *path, size_t size, const char *dir, const char *prefix, const char *file)
{
    return snprintf(path, size, "%s/%s%.63s", dir, prefix, file);
}

/* Writes one file under its temporary name, down to the disk. */
static fed_status write_aside(const fed_study *study, const out_file *file, const char *dir, fed_error *error)
{
    char path[4200];
    FILE *stream;
    fed_status status;

    path_of(path, sizeof path, dir, ".tmp-", file->name);
    stream = fopen(path, "w");
    if (stream == NULL)
        return complain(error, path);
    status = file->writer != NULL ? file->writer->write(study, stream, error)
                                  : fed_table_write(study, file->table, stream);
    if (status == FED_OK && (ferror(stream) || fflush(stream) != 0 || fsync(fileno(stream)) != 0))
        status = fed_fail(error, FED_OUTPUT, "%s/%s: %s", dir, file->name, strerror(errno));
    if (fclose(stream) != 0 && status == FED_OK)
        status = fed_fail(error, FED_OUTPUT, "%s/%s: %s", dir, file->name, strerror(errno));
    return status;
}

static void remove_file(const char *dir, const char *prefix, const char *file)
{
    char path[4200];

    path_of(path, sizeof path, dir, prefix, file);
    unlink(path);
}

/* The old run.yaml goes first and the new one comes last, so that a directory in between is not
 * mistaken for a complete run. */
static fed_status rename_all(const fed_study *study, const out_file *files, size_t count, const char *dir,
                             fed_error *error)
{
    char from[4200], to[4200];
    int fd;

    remove_file(dir, "", files[count - 1].name);
    for (size_t k = 0; k < count; k++) {
        if (!is_wanted(study, &files[k])) {
            remove_file(dir, "", files[k].name);
            continue;
        }
        path_of(from, sizeof from, dir, ".tmp-", files[k].name);
        path_of(to, sizeof to, dir, "", files[k].name);
        if (rename(from, to) != 0)
            return complain(error, to);
    }
    fd = open(dir, O_RDONLY | O_DIRECTORY);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    return FED_OK;
}

fed_status fed_output_write(const fed_study *study, const char *dir, fed_error *error)
{
    out_file files[MOST_FILES];
    const size_t count = list_files(files);
    fed_status status = FED_OK;

    for (size_t k = 0; k < count && status == FED_OK; k++)
        if (is_wanted(study, &files[k]))
            status = write_aside(study, &files[k], dir, error);
    if (status == FED_OK)
        status = rename_all(study, files, count, dir, error);
    for (size_t k = 0; k < count && status != FED_OK; k++)
        remove_file(dir, ".tmp-", files[k].name);
    return status;
}
