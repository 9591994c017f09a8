/* dialect.h -- how a CSV file is written: what stands between cells, how its numbers look. */
#ifndef FED_DIALECT_H
#define FED_DIALECT_H

#include "datasets/format.h"

typedef struct fed_dialect {
    char delimiter;
    char decimal;   /* '.' or ','; other marks of it are between thousands */
    bool settled;   /* decimal was given or seen: 1,234 is not ambiguous */
    size_t header;  /* bytes of a line "sep=;" before the table */
    char doubt[48]; /* "1.234", read with a decimal point, where all numbers are like it; or "" */
    size_t doubt_line;
} fed_dialect;

typedef enum fed_cell {
    FED_CELL_MISSING, /* empty, NA, N/A, #N/A, #NV, NaN, null, ?, #DIV/0! */
    FED_CELL_BLANK,   /* a dash, a point or none: missing, unless in a column of words */
    FED_CELL_NUMBER,
    FED_CELL_BAD, /* would be a number in another dialect, or is not finite */
    FED_CELL_DATE,
    FED_CELL_WORD
} fed_cell;

/* As the layout says or, where it says nothing, as the first records show. */
fed_status fed_dialect_find(fed_input *file, const fed_layout *layout, fed_dialect *dialect,
                            fed_error *error);

/* What a cell is; *value of a number; *fault says why anything else is none. */
fed_cell fed_dialect_read(const fed_dialect *dialect, const char *cell, size_t length,
                          double *value, const char **fault);

/* A note on the decimal mark that is assumed where doubt is not empty; NULL: no memory. */
const char *fed_dialect_doubt(fed_arena *arena, const fed_dialect *dialect);

#endif
