/* csv.c -- tables as text: numbers, and words that become categories, labels or client numbers. */
#include "datasets/csv_reader.h"

#include "datasets/decimal.h"
#include "datasets/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_category(fed_csv_reader *in, size_t role, size_t word)
{
    double *row = in->x + in->rows * in->d;

    for (size_t k = in->coding->offset[role]; k < in->coding->offset[role + 1]; k++)
        row[k] = !in->coding->one_hot ? (double)word : word == k - in->coding->offset[role] + 1;
}

static fed_status put_client(fed_csv_reader *in, size_t column, const char *cell, size_t length)
{
    const char *fault;

    if (in->client_word == NULL)
        return fed_decimal_integer(cell, length, &in->client[in->rows], &fault)
                   ? FED_OK
                   : fed_csv_bad_cell(in, in->csv.line, column, cell, length, fault);
    in->client_word[in->rows] = fed_sprintf(in->scratch, "%.*s", (int)length, cell);
    return in->client_word[in->rows] == NULL ? fed_nomem(in->error) : FED_OK;
}

/* Whether a dash or the like is a word of its column, rather than a missing value. */
static bool takes_word(const fed_csv_reader *in, int64_t role, const fed_words *words,
                       const char *cell, size_t length)
{
    const char *fault;
    double value;

    if (role == FED_COLUMN_CLIENT)
        return in->client_word != NULL;
    return (words != NULL && words->count > 0) ||
           (role == FED_COLUMN_TARGET &&
            fed_layout_response(in->layout, cell, length, &value, &fault));
}

/* *kept is false for a cell that is missing where it is needed. */
static fed_status put_cell(fed_csv_reader *in, size_t column, const char *cell, size_t length,
                           bool *gap, bool *kept)
{
    const int64_t role = in->columns.role[column];
    const fed_words *words = role >= 0                   ? &in->coding->words[role]
                             : role == FED_COLUMN_TARGET ? &in->coding->target
                                                         : NULL;
    const char *fault = "does not occur in the training set";
    double value = NAN;
    size_t word;
    const fed_cell kind = fed_dialect_read(&in->survey.dialect, cell, length, &value, &fault);

    if (kind == FED_CELL_MISSING ||
        (kind == FED_CELL_BLANK && !takes_word(in, role, words, cell, length))) {
        *gap = true;
        *kept = *kept && role >= 0 && in->layout->missing == FED_MISSING_MEAN;
        if (in->layout->missing == FED_MISSING_ERROR)
            return fed_csv_bad_cell(
                in, in->csv.line, column, cell, length,
                "is a missing value (data.missing = \"drop\" leaves out such rows, "
                "\"mean\" uses the mean of the column)");
        for (size_t k = 0; role >= 0 && k < in->coding->offset[role + 1] - in->coding->offset[role];
             k++)
            in->x[in->rows * in->d + in->coding->offset[role] + k] = NAN;
        return FED_OK;
    }
    if (role == FED_COLUMN_CLIENT)
        return put_client(in, column, cell, length);
    if (words != NULL && words->count > 0) {
        if ((word = fed_words_find(words, cell, length)) == words->count)
            return fed_csv_bad_cell(in, in->csv.line, column, cell, length,
                                    "does not occur in the training set");
        if (role >= 0)
            put_category(in, (size_t)role, word);
        else
            in->y[in->rows] = (double)word;
        return FED_OK;
    }
    if (role == FED_COLUMN_TARGET && in->layout->word_count > 0) {
        if (!fed_layout_response(in->layout, cell, length, &value, &fault))
            return fed_csv_bad_cell(in, in->csv.line, column, cell, length, fault);
    } else if (kind != FED_CELL_NUMBER) {
        return fed_csv_bad_cell(in, in->csv.line, column, cell, length,
                                kind == FED_CELL_DATE ? "looks like a date, among numbers" : fault);
    }
    if (role == FED_COLUMN_TARGET)
        in->y[in->rows] = value;
    else
        in->x[in->rows * in->d + in->coding->offset[role]] = value;
    return FED_OK;
}

static fed_status fill(fed_csv_reader *in)
{
    const size_t most = in->survey.rows;

    in->x = FED_ARRAY(in->arena, most * in->d, double);
    in->y = FED_ARRAY(in->arena, most, double);
    in->client = in->columns.client ? FED_ARRAY(in->arena, most, int64_t) : NULL;
    if (in->x == NULL || in->y == NULL || (in->columns.client && in->client == NULL))
        return fed_nomem(in->error);
    for (bool found = true; found;) {
        bool gap = false, kept = true;

        for (size_t column = 0; in->csv.more; column++) {
            const char *cell;
            size_t length;

            TRY(fed_csv_cell(&in->csv, column, &cell, &length, in->error));
            if (column < in->columns.count && in->columns.role[column] != FED_COLUMN_DROPPED)
                TRY(put_cell(in, column, cell, length, &gap, &kept));
        }
        in->rows += kept;
        in->gaps += gap;
        TRY(fed_csv_record(&in->csv, &found, in->error));
    }
    return FED_OK;
}

/* Missing values become their feature's mean, a test set's that of the training set. */
static fed_status fill_gaps(fed_csv_reader *in)
{
    double *mean = FED_ARRAY(in->arena, in->d, double);
    size_t *count = FED_ARRAY(in->scratch, in->d, size_t);

    if (mean == NULL || count == NULL)
        return fed_nomem(in->error);
    for (size_t i = 0; i < in->rows; i++)
        for (size_t k = 0; k < in->d; k++)
            if (!isnan(in->x[i * in->d + k])) {
                mean[k] += in->x[i * in->d + k];
                count[k]++;
            }
    for (size_t k = 0; k < in->d; k++)
        mean[k] = count[k] > 0 ? mean[k] / (double)count[k] : 0.0;
    if (in->layout->like == NULL || in->coding->mean == NULL)
        in->coding->mean = mean;
    for (size_t i = 0; i < in->rows * in->d; i++)
        if (isnan(in->x[i]))
            in->x[i] = in->coding->mean[i % in->d];
    return FED_OK;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Client ids that are words become numbers in increasing order of the words. */
static fed_status number_words(fed_csv_reader *in)
{
    const char **sorted = FED_ARRAY(in->scratch, in->rows, const char *);
    size_t distinct = 0;
    char shown[400];

    if (sorted == NULL)
        return fed_nomem(in->error);
    memcpy(sorted, in->client_word, in->rows * sizeof *sorted);
    qsort(sorted, in->rows, sizeof *sorted, compare_words);
    for (size_t i = 0; i < in->rows; i++)
        if (distinct == 0 || strcmp(sorted[i], sorted[distinct - 1]) != 0)
            sorted[distinct++] = sorted[i];
    for (size_t i = 0; i < in->rows; i++) {
        const char **found =
            bsearch(&in->client_word[i], sorted, distinct, sizeof *sorted, compare_words);

        in->client[i] = found - sorted;
    }
    return fed_csv_tell(in, fed_sprintf(in->arena, "%zu clients by name: %s", distinct,
                                        fed_csv_show_words(sorted, distinct, shown)));
}

static fed_status tell_dialect(fed_csv_reader *in)
{
    const fed_dialect *d = &in->survey.dialect;

    if (in->layout->delimiter == '\0' && d->delimiter != ',')
        TRY(fed_csv_tell(in, fed_sprintf(in->arena, "cells are separated by %s",
                                         d->delimiter == '\t'  ? "tabs"
                                         : d->delimiter == ';' ? "semicolons"
                                                               : "vertical bars")));
    if (in->layout->decimal == '\0' && d->decimal == ',')
        TRY(fed_csv_tell(in, fed_strdup(in->arena, "the decimal mark is a comma")));
    if (in->survey.total > 0)
        TRY(fed_csv_tell(in, fed_sprintf(in->arena, FED_TOTAL_NOTE, in->survey.total)));
    if (d->doubt[0] != '\0')
        TRY(fed_csv_tell(in, fed_dialect_doubt(in->arena, d)));
    return FED_OK;
}

static fed_status finish(fed_csv_reader *in)
{
    const size_t dropped = in->survey.rows - in->rows;

    if (in->faults.count > 0)
        return FED_DATA;
    if (in->rows == 0)
        return fed_fail(in->error, FED_DATA, "%s: every row has a missing value", in->csv.path);
    if (in->layout->missing == FED_MISSING_MEAN)
        TRY(fill_gaps(in));
    if (in->client_word != NULL)
        TRY(number_words(in));
    if (in->gaps > 0)
        TRY(fed_csv_tell(
            in, fed_sprintf(in->arena,
                            "%zu of %zu rows have missing values: %zu left out, %zu filled "
                            "with the means of their columns",
                            in->gaps, in->survey.rows, dropped, in->gaps - dropped)));
    return FED_OK;
}

static fed_status read_table(fed_csv_reader *in)
{
    const char *where = in->file->path;

    TRY(fed_survey_open(in->scratch, in->file, in->layout, &in->csv, &in->survey, in->error));
    if (in->survey.names != NULL && (where = fed_sprintf(in->scratch, "%s:1", where)) == NULL)
        return fed_nomem(in->error);
    TRY(fed_columns_find(in->scratch, in->layout, where, in->survey.names, in->survey.count, true,
                         &in->columns, in->error));
    const fed_csv rows = in->csv; /* where the second reading begins */
    TRY(fed_survey_rows(in->arena, &in->csv, in->columns.role, &in->survey, fed_csv_note, in,
                        in->error));
    TRY(tell_dialect(in));
    TRY(fed_csv_judge(in));
    TRY(fed_layout_width(in->layout, where, in->d, in->error));
    for (size_t j = 0; j < in->columns.count; j++)
        if (in->columns.role[j] == FED_COLUMN_CLIENT &&
            in->survey.column[j].words + in->survey.column[j].dates > 0 &&
            (in->client_word = FED_ARRAY(in->scratch, in->survey.rows, const char *)) == NULL)
            return fed_nomem(in->error);
    in->csv = rows;
    TRY(fill(in));
    return finish(in);
}

static fed_status csv_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                           fed_input *target, fed_dataset *data, fed_error *error)
{
    fed_arena scratch = {NULL}; /* the header, the words */
    fed_csv_reader *in = FED_NEW(&scratch, fed_csv_reader);
    fed_status status = FED_OK;

    (void)target;
    if (in == NULL)
        return fed_nomem(error);
    *in = (fed_csv_reader){
        .arena = arena, .scratch = &scratch, .file = file, .layout = layout, .error = error};
    in->csv.path = file->path;
    in->note = FED_ARRAY(arena, FED_CSV_NOTES, const char *);
    in->coding = FED_NEW(arena, fed_coding);
    status = in->note == NULL || in->coding == NULL ? fed_nomem(error) : read_table(in);
    if (status == FED_OK)
        status = fed_csv_names(in, &data->names);
    if (in->faults.count > 1 && layout->faults == NULL && error->status == FED_DATA)
        snprintf(error->text + strlen(error->text), sizeof error->text - strlen(error->text),
                 " (and %zu more faults; --check lists them)", in->faults.count - 1);
    for (size_t k = 0; layout->faults != NULL && k < in->faults.count; k++)
        layout->faults->text[layout->faults->count++] = fed_strdup(arena, in->faults.text[k]);
    data->n = in->rows;
    data->d = in->d;
    data->x = in->x;
    data->y = in->y;
    data->client = in->client;
    data->coding = in->coding;
    data->notes = in->note;
    data->note_count = in->notes;
    fed_arena_free(&scratch);
    return status;
}

static const char *const suffixes[] = {".csv", ".tsv", NULL};

const fed_format fed_format_csv = {
    .entry = {"csv", "a table of numbers and words, with a header line", NULL},
    .suffixes = suffixes,
    .target_column = true,
    .read = csv_read,
};
