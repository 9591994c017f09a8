/* csv_scan.h -- the cells of a CSV text one after another. */
#ifndef FED_CSV_SCAN_H
#define FED_CSV_SCAN_H

#include "datasets/input.h"

#include <stdbool.h>

typedef struct fed_csv {
    const char *path;
    char *p, *end;
    char delimiter;
    size_t line;            /* of the record being read, counted from 1 */
    size_t lines_in_record; /* breaks inside quotes */
    bool more;              /* the record has another cell */
    char cell[4096];        /* one with doubled quotes, these undone; longer ones are cut */
} fed_csv;

/* Starts at the text's beginning, after a byte-order mark. */
void fed_csv_open(fed_csv *csv, fed_input *input, char delimiter);

/* Goes to the next record; *found is false at the end of the text, lines without content there
 * left aside. Elsewhere such a line is a fault. */
fed_status fed_csv_record(fed_csv *csv, bool *found, fed_error *error);

/* The record's next cell, blanks around it cut, quotes undone, valid until the next; column, from
 * 0, is named in messages. The text is left as it is: it may be read again. */
fed_status fed_csv_cell(fed_csv *csv, size_t column, const char **cell, size_t *length,
                        fed_error *error);

/* The header's cells as strings, which live in arena. */
fed_status fed_csv_header(fed_arena *arena, fed_csv *csv, const char *const **names, size_t *count,
                          fed_error *error);

/* Cells of the record at hand, without moving. */
size_t fed_csv_width(const fed_csv *csv);

/* No more records than these follow, each of `width` cells: a bound by the bytes that are left. */
size_t fed_csv_most_records(const fed_csv *csv, size_t width);

#endif
