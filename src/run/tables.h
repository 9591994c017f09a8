/* tables.h -- tables and numbers that a run leaves beside its metrics. */
#ifndef FED_TABLES_H
#define FED_TABLES_H

#include "run/types.h"

/* Room for a table of `rows` rows (rows may be lowered later), NULL without memory; and a number.
 * Names and columns are kept by reference. */
fed_table *fed_run_table(fed_run *run, const char *name, const char *const *columns,
                         size_t column_count, size_t rows);
fed_status fed_run_scalar(fed_run *run, const char *group, const char *name, double value);
/* The columns `first`, theta_0, theta_1, ...; NULL without memory. */
const char *const *fed_theta_columns(fed_arena *arena, const char *first, size_t p);

#endif
