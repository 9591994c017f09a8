/* cursor.h -- the results of a study one at a time, wherever they stand: in memory, or in the
 * spool.
 */
#ifndef FED_CURSOR_H
#define FED_CURSOR_H

#include "study/spool/spool.h"

typedef struct fed_cursor {
    const fed_study *study;
    bool models; /* theta too; else it may be NULL */
    fed_error *error;
    fed_spool_view view;
    fed_result room;     /* one that was read from the spool */
    fed_record *records; /* or some of its records, */
    size_t most;         /*   for which there is room */
} fed_cursor;

fed_cursor fed_cursor_begin(const fed_study *study, fed_error *error);
fed_cursor fed_cursor_models(const fed_study *study, fed_error *error); /* with theta */
/* Of job = point * replicates + replicate: good until the next call. NULL when it cannot be read,
 * and *error says why. */
const fed_result *fed_cursor_at(fed_cursor *cursor, size_t job);
/* The last record of a job: as good, as long. */
const fed_record *fed_cursor_last(fed_cursor *cursor, size_t job);
/* The record of a job at a round, or else the last one before it, and those that follow: `most` or
 * *count of them. It is looked for at place `guess` first. */
const fed_record *fed_cursor_records(fed_cursor *cursor, size_t job, size_t round, size_t guess,
                                     size_t most, size_t *count);
fed_status fed_cursor_end(fed_cursor *cursor); /* the first fault, or FED_OK */

#endif
