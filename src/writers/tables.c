/* tables.c -- NAME.csv for every table that runs leave beside their metrics. */
#include "writers/writer.h"

#include <string.h>

static const fed_table *find(const fed_result *result, const char *name)
{
    const fed_table *table = result->tables;

    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    return table;
}

const fed_table *fed_table_widest(const fed_study *study, const char *name)
{
    const fed_table *widest = NULL;

    for (size_t k = 0; k < study->points * study->replicates; k++) {
        const fed_table *table = find(&study->results[k], name);

        if (table != NULL && (widest == NULL || table->column_count > widest->column_count))
            widest = table;
    }
    return widest;
}

fed_status fed_table_write(const fed_study *study, const char *name, FILE *stream)
{
    const fed_table *widest = fed_table_widest(study, name);

    fputs("run,replicate", stream);
    for (size_t j = 0; j < widest->column_count; j++)
        fprintf(stream, ",%s", widest->columns[j]);
    fputc('\n', stream);
    for (size_t k = 0; k < study->points * study->replicates; k++) {
        const fed_table *table = find(&study->results[k], name);

        for (size_t i = 0; table != NULL && i < table->rows; i++) {
            fprintf(stream, "%zu,%zu", k / study->replicates, k % study->replicates);
            for (size_t j = 0; j < widest->column_count; j++) {
                fputc(',', stream);
                fed_put_number(stream, j < table->column_count ? table->cells[i * table->column_count + j] : NAN);
            }
            fputc('\n', stream);
        }
    }
    return FED_OK;
}
