/* tables.c -- tables and numbers that a run leaves beside its metrics. */
#include "run/tables.h"

fed_table *fed_run_table(fed_run *run, const char *name, const char *const *columns,
                         size_t column_count, size_t rows)
{
    fed_table *table = FED_NEW(run->result_arena, fed_table);

    if (table == NULL ||
        (table->cells = FED_ARRAY(run->result_arena, rows * column_count, double)) == NULL)
        return NULL;
    table->name = name;
    table->columns = columns;
    table->column_count = column_count;
    table->rows = table->room = rows;
    table->next = run->tables;
    run->tables = table;
    return table;
}

fed_status fed_run_scalar(fed_run *run, const char *group, const char *name, double value)
{
    fed_scalar *scalar = FED_NEW(run->result_arena, fed_scalar), **end = &run->scalars;

    if (scalar == NULL)
        return fed_nomem(run->error);
    scalar->group = group;
    scalar->name = name;
    scalar->value = value;
    while (*end != NULL)
        end = &(*end)->next;
    *end = scalar;
    return FED_OK;
}

const char *const *fed_theta_columns(fed_arena *arena, const char *first, size_t p)
{
    const char **columns = FED_ARRAY(arena, p + 1, const char *);

    if (columns == NULL)
        return NULL;
    columns[0] = first;
    for (size_t j = 0; j < p; j++)
        if ((columns[j + 1] = fed_sprintf(arena, "theta_%zu", j)) == NULL)
            return NULL;
    return columns;
}
