/* segment.c -- files of batches of finished jobs. A segment is a head and batches: mark, checksum,
 * size, then the jobs, each with its number, the rounds it was asked for, the size of its image and
 * the image. Only its own process appends to it; a batch that is cut off at the end was being
 * written when that process ended. */
#include "study/spool/segment.h"

#include "core/draft.h"
#include "config/points.h"
#include "study/life.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char KIND[8] = "fedjobs", PREFIX[] = "jobs-";
static const uint32_t MARK = 0x68637462; /* "btch" */

typedef struct batch_head {
    uint32_t mark, checksum;
    uint64_t size;
} batch_head;

/* All of it, in as many calls as it takes: into `in`, or from `out`. */
static bool move_at(int fd, char *in, const char *out, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        const off_t at = (off_t)(offset + done);
        const ssize_t moved = in != NULL ? pread(fd, in + done, size - done, at)
                                         : pwrite(fd, out + done, size - done, at);

        if (moved <= 0 && !(moved < 0 && errno == EINTR))
            return false;
        done += moved > 0 ? (size_t)moved : 0;
    }
    return true;
}

static bool read_at(int fd, void *bytes, size_t size, uint64_t offset)
{
    return move_at(fd, bytes, NULL, size, offset);
}

static bool write_at(int fd, const void *bytes, size_t size, uint64_t offset)
{
    return move_at(fd, NULL, bytes, size, offset);
}

/* A job that ended because its rounds were over has not ended when more are asked for now. */
static bool counts(const fed_spool *spool, uint64_t job, uint64_t rounds, const char *image)
{
    const fed_study *study = spool->study;
    fed_outcome outcome;

    memcpy(&outcome, image, sizeof outcome);
    return outcome != FED_ROUNDS ||
           rounds ==
               fed_life_rounds(fed_config_point(study->config, (size_t)job / study->replicates));
}

/* Notes where the jobs of a batch stand; false when it is not one. */
static bool index_batch(fed_spool *spool, size_t segment, const char *bytes, size_t size,
                        uint64_t offset)
{
    fed_reader reader = {bytes, size, false};
    const uint64_t jobs = spool->study->points * spool->study->replicates;

    while (reader.left > 0) {
        const uint64_t job = fed_get_count(&reader), rounds = fed_get_count(&reader),
                       image = fed_get_count(&reader);
        fed_spot *spot = job < jobs ? &spool->spots[job] : NULL;

        if (job == FED_SPOOL_MARKS && image <= reader.left &&
            image >= fed_config_marks(spool->study->config)) {
            fed_config_add_marks(spool->study->config, reader.at);
            reader.at += image;
            reader.left -= (size_t)image;
            continue;
        }
        if (reader.spoilt || spot == NULL || image > reader.left || image % 8 != 0 ||
            image < sizeof(fed_outcome) || image / 8 > UINT32_MAX)
            return false;
        if (spot->size == 0 && counts(spool, job, rounds, reader.at)) {
            *spot = (fed_spot){offset + (uint64_t)(reader.at - bytes), (uint32_t)segment,
                               (uint32_t)(image / 8)};
            spool->count++;
        }
        reader.at += image;
        reader.left -= (size_t)image;
    }
    return true;
}

static void complain(const fed_spool *spool, const char *name)
{
    char text[4400];

    snprintf(text, sizeof text, "%s/" FED_FOLDER_ROOM "/%s: damaged; its jobs run again",
             spool->folder->path, name);
    spool->warn(text);
    fed_log_line(spool->log, "warning: %s", text);
}

/* Batch after batch; after a damaged one the next may still be good. */
static fed_status index_segment(fed_spool *spool, size_t segment, fed_error *error)
{
    const int fd = spool->segments[segment].fd;
    char head[FED_SPOOL_HEAD], *bytes = NULL;
    uint64_t at = sizeof head;
    struct stat info;
    bool good = true;
    batch_head batch;

    if (fstat(fd, &info) != 0 || !read_at(fd, head, sizeof head, 0) ||
        !fed_spool_is_head(spool, KIND, head)) {
        complain(spool, spool->segments[segment].name);
        return FED_OK;
    }
    while (at + sizeof batch <= (uint64_t)info.st_size && read_at(fd, &batch, sizeof batch, at)) {
        at += sizeof batch;
        if (batch.mark == 0 && batch.checksum == 0 && batch.size == 0)
            break; /* the head is written last: another process is writing this one, or was */
        if (batch.mark != MARK) {
            good = false;
            break;
        }
        if (batch.size > (uint64_t)info.st_size - at)
            break; /* cut off */
        if ((bytes = malloc((size_t)batch.size + 1)) == NULL)
            return fed_nomem(error);
        if (!read_at(fd, bytes, (size_t)batch.size, at) ||
            fed_checksum(bytes, (size_t)batch.size) != batch.checksum ||
            !index_batch(spool, segment, bytes, (size_t)batch.size, at))
            good = false;
        free(bytes);
        at += batch.size;
    }
    if (!good)
        complain(spool, spool->segments[segment].name);
    return FED_OK;
}

static fed_status add_segment(fed_spool *spool, const char *name, fed_error *error)
{
    fed_segment *list =
        fed_grow(&spool->arena, spool->segments, spool->segment_count, sizeof *list);
    fed_segment *one;

    if (list == NULL)
        return fed_nomem(error);
    spool->segments = list;
    one = &list[spool->segment_count];
    snprintf(one->name, sizeof one->name, "%.31s", name);
    one->fd = openat(spool->folder->room, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (one->fd < 0) {
        complain(spool, name);
        return FED_OK;
    }
    return index_segment(spool, spool->segment_count++, error);
}

fed_status fed_segments_load(fed_spool *spool, fed_error *error)
{
    const int fd = openat(spool->folder->room, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    fed_status status = FED_OK;

    for (struct dirent *entry;
         stream != NULL && status == FED_OK && (entry = readdir(stream)) != NULL;) {
        bool known = false;

        for (size_t k = 0; k < spool->segment_count; k++)
            known = known || strcmp(spool->segments[k].name, entry->d_name) == 0;
        if (!known && strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0)
            status = add_segment(spool, entry->d_name, error);
    }
    if (stream != NULL)
        closedir(stream);
    return status;
}

bool fed_segment_read(const fed_spool *spool, const fed_spot *spot, char *bytes, size_t size)
{
    return read_at(spool->segments[spot->segment].fd, bytes, size, spot->offset);
}

/* Made as a draft, so that it is there with its head or not at all. */
static fed_status make_own(fed_spool *spool, fed_error *error)
{
    const fed_folder *folder = spool->folder;
    fed_segment *own = &spool->segments[0];
    char head[FED_SPOOL_HEAD];
    fed_draft draft;
    fed_status status;

    fed_spool_head(spool, KIND, head);
    TRY(fed_draft_open(&draft, folder, FED_FOLDER_ROOM, error));
    snprintf(own->name, sizeof own->name, "%s%.16s", PREFIX, strchr(draft.name, '-') + 1);
    fwrite(head, 1, sizeof head, draft.stream);
    status = fed_draft_seal(&draft, folder, FED_FOLDER_ROOM, error);
    if (status == FED_OK)
        status = fed_draft_rename(&draft, folder, folder->room, own->name, error);
    if (status == FED_OK) {
        fed_draft_sync(folder->room);
        own->fd = openat(folder->room, own->name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
        if (own->fd < 0)
            status = fed_fail(error, FED_OUTPUT, "%s/" FED_FOLDER_ROOM "/%s: %s", folder->path,
                              own->name, strerror(errno));
    }
    fed_draft_drop(&draft);
    return status;
}

fed_status fed_segment_append(fed_spool *spool, fed_error *error)
{
    fed_segment *own = &spool->segments[0];
    const fed_bytes *pending = &spool->pending;
    const uint64_t at = spool->length - sizeof(batch_head);
    const batch_head batch = {MARK, fed_checksum(pending->at, pending->size), pending->size};

    if (own->fd < 0)
        TRY(make_own(spool, error));
    if (write_at(own->fd, pending->at, pending->size, spool->length) &&
        write_at(own->fd, &batch, sizeof batch, at) && fdatasync(own->fd) == 0)
        return FED_OK;
    fed_tell(error, FED_OUTPUT, "%s/" FED_FOLDER_ROOM "/%s: %s; earlier results are kept",
             spool->folder->path, own->name, strerror(errno));
    if (ftruncate(own->fd, (off_t)at) != 0)
        return error->status; /* a batch that is cut off is recognised as such */
    return error->status;
}
