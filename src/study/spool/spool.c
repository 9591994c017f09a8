/* spool.c -- finished jobs: kept, brought to the disk, fetched. */
#include "study/spool/spool.h"

#include "study/spool/identity.h"
#include "study/spool/image.h"
#include "study/spool/index.h"
#include "study/spool/segment.h"
#include "study/spool/checkpoint.h"
#include "config/points.h"
#include "study/life.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double FLUSH_EVERY = 1.0;           /* seconds */
static const double CREDIT = 0.1;                /* seconds of checkpoints at the start */
enum { APPEND_SIZE = 1 << 19, BATCH_HEAD = 16 }; /* bytes in memory, but for one image */

void fed_spool_head(const fed_spool *spool, const char kind[8], char head[FED_SPOOL_HEAD])
{
    const uint32_t version = FED_SPOOL_VERSION;

    memset(head, 0, FED_SPOOL_HEAD);
    memcpy(head, kind, 8);
    memcpy(head + 8, &version, sizeof version);
    memcpy(head + 12, spool->identity, 64);
}

bool fed_spool_is_head(const fed_spool *spool, const char kind[8], const char head[FED_SPOOL_HEAD])
{
    char expected[FED_SPOOL_HEAD];

    fed_spool_head(spool, kind, expected);
    return memcmp(head, expected, sizeof expected) == 0;
}

static fed_status load(fed_spool *spool, fed_error *error)
{
    const fed_study *study = spool->study;

    spool->marks = fed_alloc(&spool->arena, fed_config_marks(study->config) + 8, 1);
    spool->segments = fed_grow(&spool->arena, NULL, 0, sizeof *spool->segments);
    spool->readers = FED_ARRAY(&spool->arena, (size_t)study->threads, int);
    if (spool->segments == NULL || spool->marks == NULL || spool->readers == NULL)
        return fed_nomem(error);
    for (int t = 0; t < study->threads; t++)
        spool->readers[t] = -1;
    spool->segments[0] = (fed_segment){.fd = -1};
    spool->segment_count = 1;
    spool->length = FED_SPOOL_HEAD + BATCH_HEAD;
    TRY(fed_index_open(spool, error));
    TRY(fed_identity_make(spool, error));
    TRY(fed_identity_check(spool, error));
    if (study->part) { /* others may be beginning, too */
        TRY(fed_identity_write(spool, error));
        TRY(fed_identity_check(spool, error));
    }
    return fed_segments_load(spool, error);
}

fed_status fed_spool_open(fed_spool **made, const fed_folder *folder, const fed_study *study,
                          fed_spool_warn *warn, fed_log *log, fed_error *error)
{
    fed_spool *spool = *made = calloc(1, sizeof *spool);
    fed_status status;

    if (spool == NULL)
        return fed_nomem(error);
    spool->folder = folder;
    spool->study = study;
    spool->warn = warn;
    spool->log = log;
    spool->index = -1;
    spool->every = fed_config_float(study->config, "checkpoint.every_seconds");
    spool->keep = fed_config_bool(study->config, "checkpoint.keep");
    spool->flushed = omp_get_wtime();
    spool->credit = CREDIT;
    omp_init_lock(&spool->lock);
    omp_init_lock(&spool->disk);
    status = load(spool, error);
    if (status != FED_OK) {
        fed_spool_free(spool);
        *made = NULL;
    }
    return status;
}

struct fed_nameless *fed_spool_replaced(fed_spool *spool)
{
    return &spool->replaced;
}

/* Segments have no names any more where the study is complete; then they are as long as what it
 * replaces. */
static void close_files(fed_spool *spool)
{
    const int threads = spool->replaced.count > 0 ? spool->study->threads : 1;

    for (int t = 0; spool->readers != NULL && t < spool->study->threads; t++)
        if (spool->readers[t] >= 0)
            close(spool->readers[t]);
    for (size_t k = 0; k < spool->segment_count; k++)
        fed_nameless_add(&spool->replaced, spool->segments[k].fd);
    fed_nameless_leave(&spool->replaced, threads);
}

void fed_spool_free(fed_spool *spool)
{
    if (spool == NULL)
        return;
    close_files(spool);
    omp_destroy_lock(&spool->lock);
    omp_destroy_lock(&spool->disk);
    fed_bytes_free(&spool->pending);
    fed_bytes_free(&spool->leaving);
    free(spool->waiting);
    fed_index_close(spool);
    free(spool->words);
    fed_arena_free(&spool->arena);
    free(spool);
}

bool fed_spool_has(const fed_spool *spool, size_t job)
{
    return fed_index_has(spool, job);
}

size_t fed_spool_checkpoints(const fed_spool *spool, double *seconds)
{
    *seconds = spool->spent;
    return spool->checkpoints;
}

size_t fed_spool_count(const fed_spool *spool)
{
    return spool->count;
}

bool fed_spool_is_mixed(const fed_spool *spool)
{
    return spool->mixed;
}

/* What the jobs of a batch have read of the configuration stands at its end. */
static fed_status put_marks(fed_spool *spool, fed_error *error)
{
    const fed_config *config = spool->study->config;
    const size_t size = (fed_config_marks(config) + 7) / 8 * 8;
    fed_bytes *pending = &spool->pending;

    fed_config_get_marks(config, spool->marks);
    fed_put_count(pending, FED_SPOOL_MARKS);
    fed_put_count(pending, 0);
    fed_put_count(pending, size);
    fed_put(pending, spool->marks, size);
    return pending->spoilt ? fed_nomem(error) : FED_OK;
}

/* With the disk's lock. One that cannot be written stays, and is tried again before the next. */
static fed_status write_leaving(fed_spool *spool, fed_error *error)
{
    if (spool->leaving.size == 0)
        return FED_OK;
    TRY(fed_segment_append(spool, error));
    if (spool->leaving.room > 4 * APPEND_SIZE)
        fed_bytes_free(&spool->leaving);
    spool->leaving.size = 0;
    return FED_OK;
}

/* With both locks. */
static void let_leave(fed_spool *spool)
{
    const fed_bytes empty = spool->leaving;

    spool->leaving = spool->pending;
    spool->left_at = spool->length;
    spool->pending = empty;
    spool->length += spool->leaving.size + BATCH_HEAD;
    spool->unsynced = true;
}

/* With the lock, and all that is pending on disk when it returns. */
static fed_status append(fed_spool *spool, fed_error *error)
{
    fed_status status = FED_OK;

    if (spool->pending.size > 0) {
        TRY(put_marks(spool, error));
        TRY(fed_identity_write(spool, error));
    }
    omp_set_lock(&spool->disk);
    status = write_leaving(spool, error);
    if (status == FED_OK && spool->pending.size > 0) {
        let_leave(spool);
        status = write_leaving(spool, error);
    }
    omp_unset_lock(&spool->disk);
    return status;
}

/* The same, but others may go on while it is written: the lock is left meanwhile. */
static fed_status append_aside(fed_spool *spool, fed_error *error)
{
    fed_status status;

    TRY(put_marks(spool, error));
    TRY(fed_identity_write(spool, error));
    omp_set_lock(&spool->disk);
    status = write_leaving(spool, error);
    if (status == FED_OK) {
        let_leave(spool);
        omp_unset_lock(&spool->lock);
        status = write_leaving(spool, error);
        omp_unset_lock(&spool->disk);
        omp_set_lock(&spool->lock);
        return status;
    }
    omp_unset_lock(&spool->disk);
    return status;
}

/* With the lock. Checkpoints of jobs that are on disk have done their duty. */
static fed_status flush(fed_spool *spool, fed_error *error)
{
    spool->flushed = omp_get_wtime();
    TRY(append(spool, error));
    if (!spool->unsynced)
        return FED_OK;
    TRY(fed_segment_sync(spool, error));
    spool->unsynced = false;
    if (!spool->keep)
        for (size_t k = 0; k < spool->waiting_count; k++)
            fed_checkpoint_remove(spool, spool->waiting[k]);
    spool->waiting_count = 0;
    return FED_OK;
}

static bool is_due(const fed_spool *spool)
{
    return omp_get_wtime() - spool->flushed > FLUSH_EVERY;
}

fed_status fed_spool_flush(fed_spool *spool, bool now, fed_error *error)
{
    fed_status status = FED_OK;

    omp_set_lock(&spool->lock);
    if (now || is_due(spool))
        status = flush(spool, error);
    omp_unset_lock(&spool->lock);
    return status;
}

/* With the lock. */
static fed_status keep(fed_spool *spool, size_t job, size_t rounds, const fed_bytes *image,
                       fed_spot *spot, fed_error *error)
{
    fed_bytes *pending = &spool->pending;
    size_t *waiting, before;

    for (bool whole = spool->study->part; /* once aside: others would fill it again and again */
         pending->size > 0 && pending->size + image->size > APPEND_SIZE; whole = true)
        TRY(whole ? append(spool, error) : append_aside(spool, error));
    before = pending->size;
    waiting = spool->waiting;
    if ((spool->waiting_count & (spool->waiting_count + 1)) == 0)
        waiting = realloc(waiting, (2 * spool->waiting_count + 1) * sizeof *waiting);
    if (waiting == NULL)
        return fed_nomem(error);
    spool->waiting = waiting;
    fed_put_count(pending, job);
    fed_put_count(pending, rounds);
    fed_put_count(pending, image->size);
    fed_put(pending, image->at, image->size);
    if (pending->spoilt) {
        pending->size = before;
        pending->spoilt = false;
        return fed_nomem(error);
    }
    spot->offset = spool->length + pending->size - image->size;
    spool->count++;
    waiting[spool->waiting_count++] = job;
    return is_due(spool) ? flush(spool, error) : FED_OK;
}

fed_status fed_spool_keep(fed_spool *spool, size_t job, const fed_result *result, fed_error *error)
{
    const size_t rounds =
        fed_life_rounds(fed_config_point(spool->study->config, job / spool->study->replicates));
    fed_bytes image = {NULL, 0, 0, false};
    fed_spot spot = {.segment = 0};
    fed_status status;

    fed_image_put(&image, result);
    fed_put_padding(&image);
    if (image.spoilt || image.size / 8 > UINT32_MAX) {
        fed_bytes_free(&image);
        return fed_nomem(error);
    }
    spot.size = (uint32_t)(image.size / 8);
    fed_image_records(image.at, image.size, &spot);
    omp_set_lock(&spool->lock);
    status = keep(spool, job, rounds, &image, &spot, error);
    omp_unset_lock(&spool->lock);
    if (status == FED_OK)
        status = fed_index_put(spool, job, &spot, error);
    fed_bytes_free(&image);
    return status;
}

static fed_status complain(const fed_spool *spool, const fed_spot *spot, const char *what,
                           fed_error *error)
{
    return fed_fail(error, FED_OUTPUT, "%s/" FED_FOLDER_ROOM "/%s: %s", spool->folder->path,
                    spool->segments[spot->segment].name, what);
}

/* From the first bytes of a job's image, as many as asked. */
static fed_status fetch(fed_spool_view *view, const fed_spot *spot, size_t size, bool models,
                        fed_result *result, fed_error *error)
{
    fed_status status = FED_OK;
    char *bytes = malloc(size);
    fed_reader reader = {bytes, size, false};

    if (bytes == NULL)
        return fed_nomem(error);
    if (!fed_segment_read(view, spot, 0, size, bytes))
        status = complain(view->spool, spot, "cannot be read again", error);
    errno = 0;
    if (status == FED_OK && !fed_image_get(&reader, models, result))
        status = errno == ENOMEM ? fed_nomem(error) : complain(view->spool, spot, "damaged", error);
    free(bytes);
    return status;
}

fed_status fed_spool_fetch(fed_spool_view *view, size_t job, bool models, fed_result *result,
                           fed_error *error)
{
    enum { ENOUGH = 1 << 16 }; /* for most images without their models */
    fed_error first = {FED_OK, ""};
    fed_spot spot;

    TRY(fed_index_get(view, job, &spot, error));
    if (!models && (size_t)spot.size * 8 > ENOUGH) {
        if (fetch(view, &spot, ENOUGH, false, result, &first) == FED_OK)
            return FED_OK;
        fed_arena_free(&result->arena);
        memset(result, 0, sizeof *result);
    }
    return fetch(view, &spot, (size_t)spot.size * 8, models, result, error);
}

fed_status fed_spool_bytes(fed_spool_view *view, size_t job, size_t *bytes, fed_error *error)
{
    fed_spot spot;

    TRY(fed_index_get(view, job, &spot, error));
    *bytes = (size_t)spot.size * 8;
    return FED_OK;
}

fed_status fed_spool_recorded(fed_spool_view *view, size_t job, size_t *recorded, fed_error *error)
{
    fed_spot spot;

    TRY(fed_index_get(view, job, &spot, error));
    *recorded = (size_t)spot.recorded;
    return FED_OK;
}

fed_status fed_spool_records(fed_spool_view *view, size_t job, size_t first, size_t count,
                             fed_record *records, fed_error *error)
{
    fed_spot spot;

    TRY(fed_index_get(view, job, &spot, error));
    return fed_segment_read(view, &spot, spot.records + first * sizeof *records,
                            count * sizeof *records, (char *)records)
               ? FED_OK
               : complain(view->spool, &spot, "cannot be read again", error);
}

void fed_spool_view_close(fed_spool_view *view)
{
    fed_window_close(&view->spots);
    fed_window_close(&view->images);
}
