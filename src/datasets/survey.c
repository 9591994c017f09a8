/* survey.c -- one pass over a CSV file: how many numbers, words, dates and gaps a column has. */
#include "datasets/survey.h"

#include "core/printable.h"
#include "datasets/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A first line whose cells are mostly numbers, other than 0,1,.. or 1,2,.., is a row, which must
 * not be lost. */
static fed_status check_header(const char *path, const fed_survey *survey, fed_error *error)
{
    bool numbered = true;
    size_t numbers = 0;
    double value, first = 0.0;

    for (size_t j = 0; j < survey->count; j++) {
        const char *name = survey->names[j], *fault;

        if (!fed_is_utf8(name, strlen(name)))
            return fed_fail(error, FED_DATA,
                            "%s:1: column %zu: its name is not UTF-8; save the file as \"CSV "
                            "UTF-8\"",
                            path, j + 1);
        if (fed_dialect_read(&survey->dialect, name, strlen(name), &value, &fault) !=
            FED_CELL_NUMBER) {
            numbered = numbered && *name == '\0' && j == 0; /* before the numbers of pandas */
            continue;
        }
        if (numbers++ == 0)
            first = value;
        numbered =
            numbered && value == first + (double)(numbers - 1) && (first == 0.0 || first == 1.0);
    }
    if (!numbered && numbers > 0 && 2 * numbers >= survey->count)
        return fed_fail(error, FED_DATA,
                        "%s:1: the header has %s numbers (header = false reads it as a row)", path,
                        numbers == survey->count ? "only" : "mostly");
    return FED_OK;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static fed_status check_twins(fed_arena *arena, const char *path, const fed_survey *survey,
                              fed_error *error)
{
    const char **sorted = FED_ARRAY(arena, survey->count, const char *);

    if (sorted == NULL)
        return fed_nomem(error);
    memcpy(sorted, survey->names, survey->count * sizeof *sorted);
    qsort(sorted, survey->count, sizeof *sorted, compare_names);
    for (size_t k = 1; k < survey->count; k++)
        if (strcmp(sorted[k - 1], sorted[k]) == 0) {
            size_t first = 0, second;

            while (strcmp(survey->names[first], sorted[k]) != 0)
                first++;
            for (second = first + 1; strcmp(survey->names[second], sorted[k]) != 0;)
                second++;
            return fed_fail(error, FED_DATA,
                            "%s:1: columns %zu and %zu are both called '%s'; rename one%s", path,
                            first + 1, second + 1, sorted[k],
                            *sorted[k] == '\0' ? ", or delete them" : "");
        }
    return FED_OK;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Has the record at hand cells, of whatever delimiter? A comma between digits may be decimal. */
static bool has_cells(const fed_csv *csv)
{
    for (const char *p = csv->p; p < csv->end && *p != '\n'; p++)
        if (strchr(";\t|", *p) != NULL ||
            (*p == ',' && !(p > csv->p && is_digit(p[-1]) && p + 1 < csv->end && is_digit(p[1]))))
            return true;
    return false;
}

fed_status fed_survey_open(fed_arena *arena, fed_input *file, const fed_layout *layout,
                           fed_csv *csv, fed_survey *survey, fed_error *error)
{
    bool found;

    *survey = (fed_survey){.rows = 0};
    TRY(fed_dialect_find(file, layout, &survey->dialect, error));
    fed_csv_open(csv, file, survey->dialect.delimiter);
    csv->p += survey->dialect.header;
    csv->line += survey->dialect.header > 0;
    TRY(fed_csv_record(csv, &found, error));
    if (!found)
        return fed_fail(error, FED_DATA, "%s: no rows", csv->path);
    if (layout->header) {
        TRY(fed_csv_header(arena, csv, &survey->names, &survey->count, error));
        while (survey->count > 1 && *survey->names[survey->count - 1] == '\0') {
            survey->count--;
            survey->spare++;
        }
        TRY(check_header(csv->path, survey, error));
        TRY(check_twins(arena, csv->path, survey, error));
        TRY(fed_csv_record(csv, &found, error));
    } else {
        survey->count = fed_csv_width(csv);
    }
    if (survey->count + survey->spare == 1 && layout->header && found && has_cells(csv))
        return fed_fail(error, FED_DATA,
                        "%s:1: one cell, but line %zu has several; lines before the header, as "
                        "titles and comments, must go",
                        csv->path, csv->line);
    if (survey->count + survey->spare == 1)
        return fed_fail(error, FED_DATA,
                        "%s: only one column; put commas, semicolons or tabs between cells, or set "
                        "data.delimiter (\" \" for spaces)",
                        csv->path);
    survey->column = FED_ARRAY(arena, survey->count, fed_surveyed);
    if (survey->column == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < survey->count; j++)
        survey->column[j] = (fed_surveyed){.low = INFINITY, .high = -INFINITY, .whole = true};
    return found ? FED_OK : fed_fail(error, FED_DATA, "%s: no rows after the header", csv->path);
}

static fed_status note_cell(fed_arena *arena, const fed_csv *csv, const fed_survey *survey,
                            fed_surveyed *column, const char *cell, size_t length, fed_error *error)
{
    const char *fault;
    double value;
    bool first = false; /* worth showing */

    switch (fed_dialect_read(&survey->dialect, cell, length, &value, &fault)) {
    case FED_CELL_MISSING: column->missing++; return FED_OK;
    case FED_CELL_NUMBER:
        column->numbers++;
        column->low = value < column->low ? value : column->low;
        column->high = value > column->high ? value : column->high;
        column->whole = column->whole && value == floor(value);
        break;
    case FED_CELL_BLANK:
        column->blanks++;
        return fed_words_add(arena, &column->blank, cell, length, FED_CATEGORIES_MAX, error);
    case FED_CELL_BAD:
        column->numbers++;
        if (column->bad++ == 0) {
            column->bad_line = csv->line;
            column->fault = fault;
            fed_decimal_show(cell, length, column->bad_cell);
        }
        break;
    case FED_CELL_DATE: first = column->dates++ == 0; break;
    case FED_CELL_WORD: first = column->words++ == 0 && column->dates == 0; break;
    }
    if (first) {
        column->sample_line = csv->line;
        fed_decimal_show(cell, length, column->sample);
    }
    /* numbers matter only beside words: a long column of them has too many to keep */
    if (column->set.full || (column->words == 0 && column->set.count > 20))
        column->set.full = true;
    else
        TRY(fed_words_add(arena, &column->set, cell, length, FED_CATEGORIES_MAX, error));
    return FED_OK;
}

/* A dash is a category among words, a missing value among numbers. */
static fed_status settle_blanks(fed_arena *arena, fed_surveyed *column, fed_error *error)
{
    if (!fed_surveyed_words(column)) {
        column->missing += column->blanks;
        return FED_OK;
    }
    column->words += column->blanks;
    for (size_t k = 0; k < column->blank.count && !column->set.full; k++)
        TRY(fed_words_add(arena, &column->set, column->blank.word[k], strlen(column->blank.word[k]),
                          FED_CATEGORIES_MAX, error));
    return FED_OK;
}

/* What spreadsheets write below a table, in some languages. */
static bool is_total(const char *cell, size_t length)
{
    static const char *const words[] = {"total",      "totals", "grand total", "sum",
                                        "average",    "mean",   "summe",       "gesamt",
                                        "mittelwert", "somme",  "moyenne"};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (length == strlen(words[k]) && strncasecmp(cell, words[k], length) == 0)
            return true;
    return false;
}

fed_status fed_survey_rows(fed_arena *arena, fed_csv *csv, const int64_t *role, fed_survey *survey,
                           fed_status (*fault)(void *context, const char *text), void *context,
                           fed_error *error)
{
    for (bool found = true; found; survey->rows++) {
        size_t column = 0, beyond = 0;

        for (; csv->more; column++) {
            const char *cell;
            size_t length;

            TRY(fed_csv_cell(csv, column, &cell, &length, error));
            if (column == 0)
                survey->total = is_total(cell, length) ? csv->line : 0;
            if (column >= survey->count && column < survey->count + survey->spare && length > 0)
                beyond = beyond > 0 ? beyond : column + 1;
            if (column < survey->count && (role == NULL || role[column] != FED_COLUMN_DROPPED))
                TRY(note_cell(arena, csv, survey, &survey->column[column], cell, length, error));
        }
        if (beyond > 0 || (column != survey->count && column != survey->count + survey->spare)) {
            char text[512];

            if (beyond > 0)
                snprintf(text, sizeof text,
                         "%.360s:%zu: column %zu has no name in line 1; lines before the header, "
                         "as titles, must go",
                         csv->path, csv->line, beyond);
            else
                snprintf(text, sizeof text, "%.400s:%zu: %zu cells, expected %zu", csv->path,
                         csv->line, column, survey->count + survey->spare);
            TRY(fault(context, text));
        }
        TRY(fed_csv_record(csv, &found, error));
    }
    for (size_t j = 0; j < survey->count; j++)
        TRY(settle_blanks(arena, &survey->column[j], error));
    return FED_OK;
}

bool fed_surveyed_words(const fed_surveyed *column)
{
    return column->words > column->numbers;
}

size_t fed_surveyed_unreadable(const fed_surveyed *column)
{
    return fed_surveyed_words(column) ? 0 : column->bad + column->words + column->dates;
}

bool fed_surveyed_unique(const fed_surveyed *column, size_t rows)
{
    return rows > 3 && fed_surveyed_words(column) && !column->set.full &&
           column->set.count + column->missing == rows;
}
