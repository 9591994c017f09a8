/* survey.h -- what stands in the columns of a CSV file, before its numbers are taken. */
#ifndef FED_SURVEY_H
#define FED_SURVEY_H

#include "datasets/csv_scan.h"
#include "datasets/dialect.h"
#include "datasets/words.h"

#define FED_CATEGORIES_MAX 256 /* words of a column that are told apart as categories */

#define FED_TOTAL_NOTE "line %zu, the last, looks like a total; delete it if it is no sample"

typedef struct fed_surveyed { /* one column */
    size_t numbers, words, dates, missing;
    fed_words blank; /* dashes and the like, if it is one of words; else they are missing */
    size_t blanks;   /* of them, until all rows are read */
    size_t bad;      /* of the numbers, that cannot be read; the first of them: */
    size_t bad_line;
    char bad_cell[48];
    const char *fault; /* why */
    double low, high;  /* of the numbers */
    bool whole;        /* all are integers */
    fed_words set;     /* words and, below the same limit, numbers as they are written */
    char sample[48];   /* the first date, or else the first word */
    size_t sample_line;
} fed_surveyed;

typedef struct fed_survey {
    fed_dialect dialect;
    const char *const *names; /* count of them, NULL without a header */
    size_t count, rows;
    size_t total;         /* the last line, where it begins with a word as Total; or 0 */
    size_t spare;         /* columns without a name after them, all of whose cells are empty */
    fed_surveyed *column; /* count */
} fed_survey;

/* Opens the file in its dialect, at the first row; the header is read. */
fed_status fed_survey_open(fed_arena *arena, fed_input *file, const fed_layout *layout,
                           fed_csv *csv, fed_survey *survey, fed_error *error);

/* Reads all rows but the cells of columns left out (role FED_COLUMN_DROPPED; NULL: none are).
 * A row of another width is told to `fault`, which may go on. */
fed_status fed_survey_rows(fed_arena *arena, fed_csv *csv, const int64_t *role, fed_survey *survey,
                           fed_status (*fault)(void *context, const char *text), void *context,
                           fed_error *error);

/* Is the column one of words, rather than of numbers with some words among them? */
bool fed_surveyed_words(const fed_surveyed *column);

/* Of a column of numbers: how many cells are none, or cannot be read. */
size_t fed_surveyed_unreadable(const fed_surveyed *column);

/* Does it have another word in every row, of several? */
bool fed_surveyed_unique(const fed_surveyed *column, size_t rows);

#endif
