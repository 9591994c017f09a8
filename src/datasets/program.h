/* program.h -- linear programs: min c'x, low <= Ax <= high, lower <= x <= upper. As a dataset the
 * columns of A are the samples (sparse rows of the dataset) and c their responses. */
#ifndef FED_PROGRAM_H
#define FED_PROGRAM_H

#include "datasets/dataset.h"
#include "datasets/input.h"

typedef struct fed_program {
    const double *low, *high;    /* d: of the rows; the same where a row is an equation */
    const double *lower, *upper; /* n: of the columns */
    double constant;             /* of the objective */
    bool maximise;               /* the file's objective is minus this one */
    const char *const *row_names, *const *column_names; /* NULL: the file has none */
} fed_program;

/* Entries of A in any order, to be sorted into columns. */
typedef struct fed_coefficients {
    size_t count, room;
    struct fed_coefficient {
        uint32_t row, column;
        double value;
    } * at;
    fed_arena *arena;
} fed_coefficients;

fed_status fed_coefficients_add(fed_coefficients *entries, size_t row, size_t column, double value,
                                fed_error *error);
/* The dataset's ptr, col, val; the same place twice is FED_DATA. */
fed_status fed_coefficients_sort(fed_arena *arena, fed_coefficients *entries, const char *path,
                                 fed_dataset *data, fed_error *error);

#endif
