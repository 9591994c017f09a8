/* extent.c -- how wide a study's results are, from one look at all of them. */
#include "study/extent.h"

#include "study/cursor.h"

#include <string.h>

static fed_table *find(fed_table *table, const char *name)
{
    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    return table;
}

const fed_table *fed_extent_table(const fed_study *study, const char *name)
{
    return find(study->extent.tables, name);
}

/* Names and columns are copied: what they came from may be read only once. */
static fed_status widen(fed_study *study, const fed_table *table, fed_error *error)
{
    fed_extent *extent = &study->extent;
    fed_table *widest = find(extent->tables, table->name);
    const char **columns;

    if (widest != NULL && widest->column_count >= table->column_count &&
        (widest->labels != NULL || table->labels == NULL))
        return FED_OK;
    if (widest == NULL) {
        widest = FED_NEW(&study->arena, fed_table);
        if (widest == NULL || (widest->name = fed_strdup(&study->arena, table->name)) == NULL)
            return fed_nomem(error);
        widest->next = extent->tables;
        extent->tables = widest;
    }
    if ((columns = FED_ARRAY(&study->arena, table->column_count, const char *)) == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < table->column_count; j++)
        if ((columns[j] = fed_strdup(&study->arena, table->columns[j])) == NULL)
            return fed_nomem(error);
    if (widest->column_count < table->column_count) {
        widest->columns = columns;
        widest->column_count = table->column_count;
    }
    if (table->labels != NULL)
        widest->labels = widest->columns; /* that there are some */
    return FED_OK;
}

fed_status fed_extent_measure(fed_study *study, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    fed_extent *extent = &study->extent;
    const fed_result *result;

    *extent = (fed_extent){.answered = true};
    for (size_t k = 0; k < study->points * study->replicates; k++) {
        if ((result = fed_cursor_at(&cursor, k)) == NULL)
            break;
        extent->p = result->p > extent->p ? result->p : extent->p;
        extent->models = result->models > extent->models ? result->models : extent->models;
        extent->seconds += result->seconds;
        extent->answered = extent->answered && fed_outcome_is_answer(result->outcome);
        for (const fed_table *table = result->tables; table != NULL; table = table->next)
            if (widen(study, table, error) != FED_OK)
                break;
        if (study->look != NULL && study->look(study->look_context, k, result, error) != FED_OK)
            break;
    }
    return fed_cursor_end(&cursor);
}
