/* columns.h -- statistics of columns of values that come row by row. What does not fit in memory is
 * sorted in runs, which stand in a file without a name and are merged. */
#ifndef FED_COLUMNS_H
#define FED_COLUMNS_H

#include "core/folder.h"
#include "study/summary.h"

typedef struct fed_columns {
    const fed_folder *folder; /* where the file is */
    size_t width, room;       /* columns, and rows in memory */
    double *values;           /* column by column */
    size_t held;              /* rows there now */
    int fd;                   /* the file, once there is one: run by run, column by column, */
    size_t runs;              /*   how many there are, */
    size_t *counts;           /*   and how many values of each column each has */
} fed_columns;

/* For columns of `rows` values at most, of which memory may hold `most` doubles; without a folder
 * it holds all of them. */
fed_status fed_columns_open(fed_columns *columns, const fed_folder *folder, size_t width,
                            size_t rows, size_t most, fed_error *error);
void fed_columns_close(fed_columns *columns);                       /* half-built is fine */
void fed_columns_clear(fed_columns *columns);                       /* of all rows */
fed_status fed_columns_row(fed_columns *columns, fed_error *error); /* begins one */
void fed_columns_set(fed_columns *columns, size_t column, double value);
/* Of the values of a column that are not NAN, once; a clear comes before further rows. */
fed_status fed_columns_summary(fed_columns *columns, size_t column, fed_summary *summary,
                               fed_error *error);

#endif
