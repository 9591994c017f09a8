/* segment.c -- files of batches of finished jobs. A segment is a head and batches: mark, checksum,
 * size, then the jobs, each with its number, the rounds it was asked for, the size of its image and
 * the image. Only its own process appends to it; a batch that is cut off at the end was being
 * written when that process ended. */
#include "study/spool/segment.h"

#include "core/draft.h"
#include "core/scratch.h"
#include "config/points.h"
#include "study/life.h"
#include "study/spool/checkpoint.h"
#include "study/spool/image.h"
#include "study/spool/index.h"

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

/* Notes where a job's image stands, unless that of another batch does, or it is not what it should
 * be: *good. */
static fed_status index_job(fed_spool *spool, uint64_t job, uint64_t rounds, const char *image,
                            fed_spot spot, bool *good, fed_error *error)
{
    if (job >= spool->study->points * spool->study->replicates ||
        !fed_image_records(image, (size_t)spot.size * 8, &spot)) {
        *good = false;
        return FED_OK;
    }
    if (fed_index_has(spool, (size_t)job) || !counts(spool, job, rounds, image))
        return FED_OK;
    TRY(fed_index_put(spool, (size_t)job, &spot, error));
    spool->count++;
    return FED_OK;
}

/* Notes where the jobs of a batch stand; what is not one is not good. */
static fed_status index_batch(fed_spool *spool, size_t segment, const char *bytes, size_t size,
                              uint64_t offset, bool *good, fed_error *error)
{
    fed_reader reader = {bytes, size, false};

    while (reader.left > 0 && *good) {
        const uint64_t job = fed_get_count(&reader), rounds = fed_get_count(&reader),
                       image = fed_get_count(&reader);

        if (reader.spoilt || image > reader.left || image % 8 != 0 || image / 8 > UINT32_MAX) {
            *good = false;
        } else if (job == FED_SPOOL_MARKS) {
            *good = image >= fed_config_marks(spool->study->config);
            if (*good)
                fed_config_add_marks(spool->study->config, reader.at);
        } else {
            const fed_spot spot = {.offset = offset + (uint64_t)(reader.at - bytes),
                                   .segment = (uint32_t)segment,
                                   .size = (uint32_t)(image / 8)};

            TRY(index_job(spool, job, rounds, reader.at, spot, good, error));
        }
        reader.at += *good ? image : 0;
        reader.left -= *good ? (size_t)image : 0;
    }
    return FED_OK;
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
    bool good = true, whole;
    fed_status status;
    batch_head batch;

    if (fstat(fd, &info) != 0 || !fed_read_at(fd, head, sizeof head, 0) ||
        !fed_spool_is_head(spool, KIND, head)) {
        complain(spool, spool->segments[segment].name);
        return FED_OK;
    }
    while (at + sizeof batch <= (uint64_t)info.st_size &&
           fed_read_at(fd, &batch, sizeof batch, at)) {
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
        whole = fed_read_at(fd, bytes, (size_t)batch.size, at) &&
                fed_checksum(bytes, (size_t)batch.size) == batch.checksum;
        status = whole ? index_batch(spool, segment, bytes, (size_t)batch.size, at, &whole, error)
                       : FED_OK;
        free(bytes);
        TRY(status);
        good = good && whole;
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
    if (one->fd < 0 && (errno == EMFILE || errno == ENFILE))
        return fed_fail(error, FED_OUTPUT, "%s/" FED_FOLDER_ROOM "/%s: %s (ulimit -n)",
                        spool->folder->path, name, strerror(errno));
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

    if (stream == NULL || spool->study->part)
        atomic_store(&spool->states, true);
    for (struct dirent *entry;
         stream != NULL && status == FED_OK && (entry = readdir(stream)) != NULL;) {
        bool known = false;

        if (fed_checkpoint_is(entry->d_name))
            atomic_store(&spool->states, true);
        for (size_t k = 0; k < spool->segment_count; k++)
            known = known || strcmp(spool->segments[k].name, entry->d_name) == 0;
        if (!known && strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0)
            status = add_segment(spool, entry->d_name, error);
    }
    if (stream != NULL)
        closedir(stream);
    return status;
}

/* The descriptor that a thread reads a segment through. Of this process's own segment each has one:
 * the system counts the users of a descriptor at every read, and threads that share it wait for
 * that number. Where it cannot be opened, they do. */
static int reader_of(const fed_spool *spool, size_t segment)
{
    const int thread = omp_get_thread_num(), threads = spool->study->threads;
    const fed_segment *own = &spool->segments[segment];

    if (segment > 0 || threads == 1 || thread >= threads)
        return own->fd;
    if (spool->readers[thread] < 0)
        spool->readers[thread] =
            openat(spool->folder->room, own->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return spool->readers[thread] < 0 ? own->fd : spool->readers[thread];
}

bool fed_segment_read(fed_spool_view *view, const fed_spot *spot, uint64_t from, size_t size,
                      char *bytes)
{
    const fed_spool *spool = view->spool;

    if (spot->segment == 0 && spot->offset >= spool->length) { /* not on disk yet */
        memcpy(bytes, spool->pending.at + (spot->offset + from - spool->length), size);
        return true;
    }
    return fed_window_read(&view->images, reader_of(spool, spot->segment), spot->offset,
                           (uint64_t)spot->size * 8, bytes, size, spot->offset + from);
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

/* What was appended before is kept. */
static fed_status complain_full(const fed_spool *spool, fed_error *error)
{
    return fed_fail(error, FED_OUTPUT, "%s/" FED_FOLDER_ROOM "/%s: %s; earlier results are kept",
                    spool->folder->path, spool->segments[0].name, strerror(errno));
}

fed_status fed_segment_append(fed_spool *spool, fed_error *error)
{
    fed_segment *own = &spool->segments[0];
    const fed_bytes *leaving = &spool->leaving;
    const uint64_t at = spool->left_at - sizeof(batch_head);
    const batch_head batch = {MARK, fed_checksum(leaving->at, leaving->size), leaving->size};

    if (own->fd < 0)
        TRY(make_own(spool, error));
    if (fed_write_at(own->fd, leaving->at, leaving->size, spool->left_at) &&
        fed_write_at(own->fd, &batch, sizeof batch, at)) {
        fed_send_at(own->fd, leaving->size, at); /* so that little is left to wait for */
        return FED_OK;
    }
    complain_full(spool, error);
    if (ftruncate(own->fd, (off_t)at) != 0)
        return error->status; /* a batch that is cut off is recognised as such */
    return error->status;
}

fed_status fed_segment_sync(fed_spool *spool, fed_error *error)
{
    return fdatasync(spool->segments[0].fd) == 0 ? FED_OK : complain_full(spool, error);
}
