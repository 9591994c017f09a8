/* cursor.c -- the results of a study one at a time. */
#include "study/cursor.h"

#include <stdlib.h>
#include <string.h>

fed_cursor fed_cursor_begin(const fed_study *study, fed_error *error)
{
    return (fed_cursor){.study = study, .error = error, .view.spool = study->spool};
}

fed_cursor fed_cursor_models(const fed_study *study, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);

    cursor.models = true;
    return cursor;
}

const fed_result *fed_cursor_at(fed_cursor *cursor, size_t job)
{
    if (cursor->study->results != NULL)
        return &cursor->study->results[job];
    fed_arena_free(&cursor->room.arena);
    memset(&cursor->room, 0, sizeof cursor->room);
    return fed_spool_fetch(&cursor->view, job, cursor->models, &cursor->room, cursor->error) ==
                   FED_OK
               ? &cursor->room
               : NULL;
}

static bool count_records(fed_cursor *cursor, size_t job, size_t *count)
{
    if (cursor->study->results == NULL)
        return fed_spool_recorded(&cursor->view, job, count, cursor->error) == FED_OK;
    *count = cursor->study->results[job].recorded;
    return true;
}

static const fed_record *records_at(fed_cursor *cursor, size_t job, size_t first, size_t count)
{
    if (cursor->study->results != NULL)
        return cursor->study->results[job].records + first;
    if (count > cursor->most) {
        free(cursor->records);
        cursor->records = malloc(count * sizeof *cursor->records);
        cursor->most = cursor->records != NULL ? count : 0;
        if (cursor->records == NULL) {
            fed_nomem(cursor->error);
            return NULL;
        }
    }
    return fed_spool_records(&cursor->view, job, first, count, cursor->records, cursor->error) ==
                   FED_OK
               ? cursor->records
               : NULL;
}

const fed_record *fed_cursor_last(fed_cursor *cursor, size_t job)
{
    size_t all;

    return count_records(cursor, job, &all) ? records_at(cursor, job, all - 1, 1) : NULL;
}

/* The last record at or before the round. */
static bool find_round(fed_cursor *cursor, size_t job, size_t all, size_t round, size_t *place)
{
    const fed_record *record;
    size_t low = 0, high = all; /* the rounds: of low <= round < of high */

    for (size_t middle = *place; high - low > 1; middle = low + (high - low) / 2) {
        if (middle <= low || middle >= high) /* a guess, and no good one */
            continue;
        if ((record = records_at(cursor, job, middle, 1)) == NULL)
            return false;
        if (record->round == round)
            low = middle, high = middle + 1;
        else if (record->round < round)
            low = middle;
        else
            high = middle;
    }
    *place = low;
    return true;
}

const fed_record *fed_cursor_records(fed_cursor *cursor, size_t job, size_t round, size_t guess,
                                     size_t most, size_t *count)
{
    size_t all, place = guess;

    if (!count_records(cursor, job, &all) || !find_round(cursor, job, all, round, &place))
        return NULL;
    *count = all - place < most ? all - place : most;
    return records_at(cursor, job, place, *count);
}

fed_status fed_cursor_end(fed_cursor *cursor)
{
    fed_spool_view_close(&cursor->view);
    free(cursor->records);
    fed_arena_free(&cursor->room.arena);
    return cursor->error->status;
}
