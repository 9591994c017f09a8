/* spool.h -- the finished jobs of a study on disk as they come, below its output directory: at most
 * a second of them is in memory alone. */
#ifndef FED_SPOOL_H
#define FED_SPOOL_H

#include "core/log.h"
#include "core/window.h"
#include "study/study.h"

typedef struct fed_spool fed_spool;

/* What is there of the study is read; FED_OUTPUT, with the keys that differ, when it is of another.
 * Damaged files are told of by `warn`, and their jobs run again. log: what happens, or NULL. */
typedef void fed_spool_warn(const char *text);
fed_status fed_spool_open(fed_spool **spool, const fed_folder *folder, const fed_study *study,
                          fed_spool_warn *warn, fed_log *log, fed_error *error);
void fed_spool_free(fed_spool *spool); /* NULL is fine; what is on disk stays */

/* What loses its name to a file of the study goes with the spool, when that is freed. */
struct fed_nameless *fed_spool_replaced(fed_spool *spool);

bool fed_spool_has(const fed_spool *spool, size_t job);
size_t fed_spool_count(const fed_spool *spool);                        /* jobs that it has */
size_t fed_spool_checkpoints(const fed_spool *spool, double *seconds); /* written, in how many */
bool fed_spool_is_mixed(const fed_spool *spool);                       /* made on unlike machines */

/* From any thread. The result may be freed afterwards. */
fed_status fed_spool_keep(fed_spool *spool, size_t job, const fed_result *result, fed_error *error);
/* Brings to the disk what is in memory alone: at once, or when it is due. */
fed_status fed_spool_flush(fed_spool *spool, bool now, fed_error *error);

/* What a thread reads of jobs that were all kept before. */
typedef struct fed_spool_view {
    const fed_spool *spool;
    fed_window spots, images;
} fed_spool_view;

/* Into result->arena, with the models or without. */
fed_status fed_spool_fetch(fed_spool_view *view, size_t job, bool models, fed_result *result,
                           fed_error *error);
/* How long the image of a job is. */
fed_status fed_spool_bytes(fed_spool_view *view, size_t job, size_t *bytes, fed_error *error);
/* How many records a job has, and some of them. */
fed_status fed_spool_recorded(fed_spool_view *view, size_t job, size_t *recorded, fed_error *error);
fed_status fed_spool_records(fed_spool_view *view, size_t job, size_t first, size_t count,
                             fed_record *records, fed_error *error);
void fed_spool_view_close(fed_spool_view *view);

#endif
