/* cursor.h -- the results of a study one at a time, wherever they stand: in memory, or in the
 * spool.
 */
#ifndef FED_CURSOR_H
#define FED_CURSOR_H

#include "study/study.h"

typedef struct fed_cursor {
    const fed_study *study;
    bool models; /* theta too; else it may be NULL */
    fed_error *error;
    fed_result room; /* one that was read from the spool */
} fed_cursor;

fed_cursor fed_cursor_begin(const fed_study *study, fed_error *error);
fed_cursor fed_cursor_models(const fed_study *study, fed_error *error); /* with theta */
/* Of job = point * replicates + replicate: good until the next call. NULL when it cannot be read,
 * and *error says why. */
const fed_result *fed_cursor_at(fed_cursor *cursor, size_t job);
fed_status fed_cursor_end(fed_cursor *cursor); /* the first fault, or FED_OK */

#endif
