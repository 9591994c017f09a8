/* draft.c -- a file that is there whole or not at all. */
#include "core/draft.h"

#include "core/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define PREFIX "draft-"

static fed_status complain(fed_error *error, const fed_folder *folder, const char *file)
{
    return fed_fail(error, FED_OUTPUT, "%s/%s: %s", folder->path, file, strerror(errno));
}

fed_status fed_draft_open(fed_draft *draft, const fed_folder *folder, const char *file,
                          fed_error *error)
{
    uint64_t number;
    int fd = -1;

    *draft = (fed_draft){.room = folder->room};
    for (int tries = 0; tries < 100 && fd < 0; tries++) {
        if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
            return complain(error, folder, file);
        snprintf(draft->name, sizeof draft->name, PREFIX "%016llx", (unsigned long long)number);
        fd = openat(folder->room, draft->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        draft->name[0] = '\0';
        return complain(error, folder, file);
    }
    if ((draft->stream = fdopen(fd, "w")) != NULL)
        return FED_OK;
    close(fd);
    fed_draft_drop(draft);
    return fed_nomem(error);
}

fed_status fed_draft_put(const fed_draft *draft, const fed_folder *folder, const char *file,
                         const void *bytes, size_t size, fed_error *error)
{
    return fwrite(bytes, 1, size, draft->stream) == size ? FED_OK : complain(error, folder, file);
}

fed_status fed_draft_flush(const fed_draft *draft, const fed_folder *folder, const char *file,
                           fed_error *error)
{
    return fflush(draft->stream) == 0 ? FED_OK : complain(error, folder, file);
}

void fed_draft_send(const fed_draft *draft, size_t offset, size_t size)
{
    fed_send_at(fileno(draft->stream), size, offset);
}

fed_status fed_draft_seal(fed_draft *draft, const fed_folder *folder, const char *file,
                          fed_error *error)
{
    FILE *stream = draft->stream;
    fed_status status = FED_OK;

    draft->stream = NULL;
    if (fflush(stream) != 0 || ferror(stream) || fsync(fileno(stream)) != 0)
        status = complain(error, folder, file);
    if (fclose(stream) != 0 && status == FED_OK)
        status = complain(error, folder, file);
    return status;
}

fed_status fed_draft_rename(fed_draft *draft, const fed_folder *folder, int dir, const char *file,
                            fed_error *error)
{
    if (renameat(draft->room, draft->name, dir, file) != 0)
        return complain(error, folder, file);
    draft->name[0] = '\0';
    return FED_OK;
}

void fed_draft_drop(fed_draft *draft)
{
    if (draft->stream != NULL)
        fclose(draft->stream);
    if (draft->name[0] != '\0')
        unlinkat(draft->room, draft->name, 0);
    *draft = (fed_draft){.room = -1};
}

bool fed_draft_is(const char *name)
{
    return strncmp(name, PREFIX, strlen(PREFIX)) == 0;
}

void fed_draft_sync(int dir)
{
    fsync(dir); /* some file systems have nothing to synchronize, and say so by an error */
}
