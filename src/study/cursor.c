/* cursor.c -- the results of a study one at a time. */
#include "study/cursor.h"

#include "study/spool/spool.h"

#include <string.h>

fed_cursor fed_cursor_begin(const fed_study *study, fed_error *error)
{
    return (fed_cursor){.study = study, .error = error};
}

fed_cursor fed_cursor_models(const fed_study *study, fed_error *error)
{
    return (fed_cursor){.study = study, .error = error, .models = true};
}

const fed_result *fed_cursor_at(fed_cursor *cursor, size_t job)
{
    if (cursor->study->results != NULL)
        return &cursor->study->results[job];
    fed_arena_free(&cursor->room.arena);
    memset(&cursor->room, 0, sizeof cursor->room);
    return fed_spool_fetch(cursor->study->spool, job, cursor->models, &cursor->room,
                           cursor->error) == FED_OK
               ? &cursor->room
               : NULL;
}

fed_status fed_cursor_end(fed_cursor *cursor)
{
    fed_arena_free(&cursor->room.arena);
    return cursor->error->status;
}
