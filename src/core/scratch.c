/* scratch.c -- a file without a name, and files that are read and written at any place. */
#include "core/scratch.h"

#include "core/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

fed_status fed_scratch_fault(const fed_folder *folder, fed_error *error)
{
    return fed_fail(error, FED_OUTPUT, "%s/" FED_FOLDER_ROOM ": %s", folder->path, strerror(errno));
}

/* A directory that was removed has no room for files. */
static int open_elsewhere(void)
{
    FILE *stream = tmpfile();
    const int fd = stream != NULL ? fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0) : -1;

    if (stream != NULL)
        fclose(stream);
    return fd;
}

/* A draft that loses its name at once. */
fed_status fed_scratch_open(int *fd, const fed_folder *folder, fed_error *error)
{
    fed_draft draft;

    *fd = fed_folder_is_gone(folder) ? open_elsewhere() : -1;
    if (*fd >= 0)
        return FED_OK;
    TRY(fed_draft_open(&draft, folder, FED_FOLDER_ROOM, error));
    *fd = openat(folder->room, draft.name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (*fd < 0)
        fed_scratch_fault(folder, error);
    fed_draft_drop(&draft);
    return error->status;
}

/* Counts what one call moved; false when it failed, or there is no more. */
static bool has_moved(ssize_t moved, size_t *done)
{
    *done += moved > 0 ? (size_t)moved : 0;
    return moved > 0 || (moved < 0 && errno == EINTR);
}

bool fed_read_at(int fd, void *bytes, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;)
        if (!has_moved(pread(fd, (char *)bytes + done, size - done, (off_t)(offset + done)), &done))
            return false;
    return true;
}

void fed_send_at(int fd, size_t size, uint64_t offset)
{
#ifdef SYNC_FILE_RANGE_WRITE
    (void)sync_file_range(fd, (off_t)offset, (off_t)size, SYNC_FILE_RANGE_WRITE);
#else
    (void)fd, (void)size, (void)offset;
#endif
}

bool fed_write_at(int fd, const void *bytes, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;)
        if (!has_moved(pwrite(fd, (const char *)bytes + done, size - done, (off_t)(offset + done)),
                       &done))
            return false;
    return true;
}
