/* tables.c -- NAME.csv for every table that runs leave beside their metrics. */
#include "writers/tables.h"

#include "study/cursor.h"
#include "study/extent.h"
#include "writers/writer.h"

#include <string.h>

static const fed_table *find(const fed_result *result, const char *name)
{
    const fed_table *table = result->tables;

    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    return table;
}

void fed_table_begin(const fed_study *study, const char *name, FILE *stream)
{
    const fed_table *widest = fed_extent_table(study, name);

    fputs("run,replicate", stream);
    for (size_t j = 0; j < widest->column_count; j++)
        fprintf(stream, ",%s", widest->columns[j]);
    fputs(widest->labels != NULL ? ",name\n" : "\n", stream);
}

fed_status fed_table_points(const fed_span *span, const char *name, FILE *stream, fed_error *error)
{
    const fed_study *study = span->study;
    const fed_table *widest = fed_extent_table(study, name);
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    for (size_t k = span->first * study->replicates; k < span->last * study->replicates; k++) {
        const fed_table *table = NULL;

        if ((result = fed_cursor_at(&cursor, k)) == NULL)
            break;
        table = find(result, name);
        for (size_t i = 0; table != NULL && i < table->rows; i++) {
            fprintf(stream, "%zu,%zu", k / study->replicates, k % study->replicates);
            for (size_t j = 0; j < widest->column_count; j++) {
                fputc(',', stream);
                fed_put_number(stream, j < table->column_count
                                           ? table->cells[i * table->column_count + j]
                                           : NAN);
            }
            if (widest->labels != NULL)
                fputc(',', stream);
            if (table->labels != NULL)
                fed_put_cell(stream, table->labels[i]);
            fputc('\n', stream);
        }
    }
    return fed_cursor_end(&cursor);
}
