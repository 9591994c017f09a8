/* folder.c -- an output directory: made, locked, looked into, left. */
#include "core/folder.h"

#include "core/draft.h"
#include "core/lock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fed_status complain(fed_error *error, const char *path)
{
    return fed_fail(error, FED_OUTPUT, "%s: %s", path, strerror(errno));
}

/* The directory and its parents; *made counts those at the end of the path that were not there. */
static fed_status make_directories(const char *dir, size_t *made, fed_error *error)
{
    const size_t length = strlen(dir);
    char path[4096];

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

/* .fedomp, made for this user alone; one that another user made is not trusted. */
static int open_room(const fed_folder *folder, fed_error *error)
{
    struct stat info;
    int room;

    if (mkdirat(folder->dir, FED_FOLDER_ROOM, 0700) != 0 && errno != EEXIST) {
        complain(error, folder->path);
        return -1;
    }
    room = openat(folder->dir, FED_FOLDER_ROOM, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (room >= 0 && (fstat(room, &info) != 0 || info.st_uid != geteuid())) {
        fed_tell(error, FED_OUTPUT, "%s/%s: made by another user, not used", folder->path,
                 FED_FOLDER_ROOM);
        close(room);
        return -1;
    }
    if (room < 0 && errno != ENOENT)
        fed_tell(error, FED_OUTPUT, "%s/%s: %s", folder->path, FED_FOLDER_ROOM, strerror(errno));
    return room;
}

/* Whoever held the lock before may have taken .fedomp away in between: then once more. */
static fed_status lock_room(fed_folder *folder, bool shared, fed_error *error)
{
    for (int tries = 0; tries < 100; tries++) {
        if ((folder->room = open_room(folder, error)) >= 0)
            folder->lock = fed_lock_take(folder->room, folder->path, shared, error);
        if (folder->lock >= 0)
            return FED_OK;
        if (folder->room >= 0)
            close(folder->room);
        folder->room = -1;
        if (error->status != FED_OK)
            return error->status;
    }
    return fed_fail(error, FED_OUTPUT, "%s: removed while it was opened", folder->path);
}

fed_status fed_folder_open(fed_folder *folder, const char *dir, bool shared, fed_error *error)
{
    fed_status status;

    *folder = FED_NO_FOLDER;
    if (dir[0] == '\0')
        return fed_fail(error, FED_OUTPUT, "the name of the output directory is empty");
    if (strlen(dir) >= sizeof folder->path)
        return fed_fail(error, FED_OUTPUT, "%.60s...: the name is too long", dir);
    strcpy(folder->path, dir);
    status = make_directories(dir, &folder->made, error);
    if (status == FED_OK && (folder->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
        status = errno == ENOTDIR ? fed_fail(error, FED_OUTPUT, "%s: not a directory", dir)
                                  : complain(error, dir);
    if (status == FED_OK)
        status = lock_room(folder, shared, error);
    if (status != FED_OK)
        fed_folder_close(folder);
    return status;
}

/* Calls look(name) for every entry until it says false, and tells whether it never did. */
static bool each_entry(int fd, bool (*look)(int fd, const char *name))
{
    const int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = copy >= 0 ? fdopendir(copy) : NULL;
    bool all = true;

    if (stream == NULL && copy >= 0)
        close(copy);
    for (struct dirent *entry; stream != NULL && all && (entry = readdir(stream)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            all = look(fd, entry->d_name);
    if (stream != NULL)
        closedir(stream);
    return all;
}

static bool is_passing(int fd, const char *name)
{
    (void)fd;
    return strcmp(name, FED_LOCK) == 0 || fed_draft_is(name);
}

static bool is_own(int fd, const char *name)
{
    (void)fd;
    return strcmp(name, FED_FOLDER_ROOM) == 0 || strcmp(name, FED_FOLDER_LOG) == 0;
}

static bool is_no_draft(int fd, const char *name)
{
    (void)fd;
    return !fed_draft_is(name);
}

bool fed_folder_has_drafts(const fed_folder *folder)
{
    return !each_entry(folder->room, is_no_draft);
}

bool fed_folder_has_spool(const fed_folder *folder)
{
    return !each_entry(folder->room, is_passing);
}

bool fed_folder_is_empty(const fed_folder *folder)
{
    return each_entry(folder->dir, is_own) && !fed_folder_has_spool(folder);
}

bool fed_folder_is_gone(const fed_folder *folder)
{
    struct stat info;

    return fstat(folder->dir, &info) == 0 && info.st_nlink == 0;
}

static bool remove_draft(int fd, const char *name)
{
    if (fed_draft_is(name))
        unlinkat(fd, name, 0);
    return true;
}

static bool remove_any(int fd, const char *name)
{
    if (strcmp(name, FED_LOCK) != 0)
        unlinkat(fd, name, 0);
    return true;
}

void fed_folder_clear(const fed_folder *folder, bool all)
{
    each_entry(folder->room, all ? remove_any : remove_draft);
}

/* From the last of the new directories upwards; one stays when something is in it. */
static void remove_made(const char *dir, size_t made)
{
    char path[4096];
    size_t end = made > 0 ? strlen(dir) : 0;

    while (made > 0 && end > 0) {
        memcpy(path, dir, end);
        path[end] = '\0';
        if (rmdir(path) != 0 && errno != ENOENT)
            return;
        made--;
        for (; end > 0 && dir[end - 1] == '/'; end--)
            ;
        for (; end > 0 && dir[end - 1] != '/'; end--)
            ;
        for (; end > 1 && dir[end - 1] == '/'; end--)
            ;
    }
}

void fed_folder_close(fed_folder *folder)
{
    if (folder->lock >= 0) {
        fed_lock_leave(folder->room, folder->lock);
        unlinkat(folder->dir, FED_FOLDER_ROOM, AT_REMOVEDIR);
    }
    if (folder->room >= 0)
        close(folder->room);
    if (folder->dir >= 0)
        close(folder->dir);
    remove_made(folder->path, folder->made);
    *folder = FED_NO_FOLDER;
}
