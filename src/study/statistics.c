/* statistics.c -- the values of all replicates of a point. */
#include "study/statistics.h"

#include "study/cursor.h"
#include "study/spool/parts.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 1 << 16 }; /* values in memory */

fed_status fed_point_open(fed_columns *columns, const fed_study *study, size_t width,
                          fed_error *error)
{
    return fed_columns_open(columns, study->spool != NULL ? study->spool->folder : NULL, width,
                            study->replicates, AT_ONCE, error);
}

size_t fed_point_most(const fed_study *study)
{
    const size_t one = study->replicates * FED_METRIC_ALL; /* values of a round */

    return one < AT_ONCE ? AT_ONCE / one : 1;
}

typedef struct round_list { /* increasing */
    size_t *at, count, room;
} round_list;

static fed_status insert(round_list *list, size_t round, fed_error *error)
{
    size_t low = 0, high = list->count; /* it belongs between them, both inclusive */
    size_t *more;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (list->at[middle] < round)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < list->count && list->at[low] == round)
        return FED_OK;
    if (list->count == list->room) {
        if ((more = realloc(list->at, (2 * list->room + 64) * sizeof *more)) == NULL)
            return fed_nomem(error);
        list->at = more;
        list->room = 2 * list->room + 64;
    }
    memmove(list->at + low + 1, list->at + low, (list->count - low) * sizeof *list->at);
    list->at[low] = round;
    list->count++;
    return FED_OK;
}

/* The last rounds of all replicates, and which of these ran longest, the first of them. */
static fed_status list_ends(fed_cursor *cursor, size_t point, round_list *list, size_t *longest)
{
    const size_t replicates = cursor->study->replicates;
    const fed_record *last;
    size_t most = 0;

    *longest = 0;
    for (size_t r = 0; r < replicates; r++) {
        if ((last = fed_cursor_last(cursor, point * replicates + r)) == NULL)
            break;
        TRY(insert(list, last->round, cursor->error));
        if (last->round > most) {
            most = last->round;
            *longest = r;
        }
    }
    return cursor->error->status;
}

static fed_status list_rounds(fed_cursor *cursor, size_t point, round_list *list)
{
    const fed_result *result;
    size_t longest;

    TRY(list_ends(cursor, point, list, &longest));
    result = fed_cursor_at(cursor, point * cursor->study->replicates + longest);
    for (size_t k = 0; result != NULL && k < result->recorded; k++)
        TRY(insert(list, result->records[k].round, cursor->error));
    return cursor->error->status;
}

fed_status fed_point_rounds(fed_cursor *cursor, size_t point, fed_arena *arena,
                            const size_t **rounds, size_t *count)
{
    round_list list = {NULL, 0, 0};
    fed_status status = list_rounds(cursor, point, &list);
    size_t *copy = status == FED_OK ? FED_ARRAY(arena, list.count, size_t) : NULL;

    if (copy != NULL && list.at != NULL)
        memcpy(copy, list.at, list.count * sizeof *copy);
    else if (status == FED_OK)
        status = fed_nomem(cursor->error);
    *rounds = copy;
    *count = list.count;
    free(list.at);
    return status;
}

/* What a replicate recorded, from the first of the rounds on. */
static void set_row(fed_columns *columns, const fed_record *record, size_t count,
                    const size_t *rounds, size_t first, size_t last)
{
    for (size_t k = first; k < last; k++) {
        while (count > 1 && record[1].round <= rounds[k])
            record++, count--;
        for (size_t metric = 0; metric < FED_METRIC_ALL; metric++)
            fed_columns_set(columns, (k - first) * FED_METRIC_ALL + metric, record->value[metric]);
    }
}

fed_status fed_point_values(fed_cursor *cursor, size_t point, const size_t *rounds, size_t first,
                            size_t last, fed_columns *columns)
{
    const size_t replicates = cursor->study->replicates;
    const fed_record *record;
    size_t count;

    fed_columns_clear(columns);
    for (size_t r = 0; r < replicates; r++) {
        record = fed_cursor_records(cursor, point * replicates + r, rounds[first], first,
                                    last - first + 1, &count);
        if (record == NULL)
            break;
        TRY(fed_columns_row(columns, cursor->error));
        set_row(columns, record, count, rounds, first, last);
    }
    return cursor->error->status;
}

fed_status fed_point_last(fed_cursor *cursor, size_t point, size_t *round, fed_columns *columns)
{
    const size_t replicates = cursor->study->replicates;
    const fed_record *last;

    *round = 0;
    fed_columns_clear(columns);
    for (size_t r = 0; r < replicates; r++) {
        if ((last = fed_cursor_last(cursor, point * replicates + r)) == NULL)
            break;
        TRY(fed_columns_row(columns, cursor->error));
        *round = last->round > *round ? last->round : *round;
        for (size_t metric = 0; metric < FED_METRIC_ALL; metric++)
            fed_columns_set(columns, metric, last->value[metric]);
    }
    return cursor->error->status;
}
