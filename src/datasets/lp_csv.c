/* lp_csv.c -- a linear program in a directory: A.csv (row,column,value), b.csv, c.csv, bounds.csv
 * (lower,upper) and owner.csv (the client of each column). Rows and columns count from 0. */
#include "datasets/lp_csv.h"

#include "core/sha256.h"
#include "datasets/csv_scan.h"
#include "datasets/decimal.h"
#include "datasets/format.h"
#include "datasets/program.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WIDEST = 3 };

typedef struct lp_table {
    fed_input input;
    fed_csv csv;
    size_t width;  /* cells of a row */
    bool infinite; /* cells may be infinite, or empty */
} lp_table;

static bool cell_number(const lp_table *table, const char *cell, size_t length, double *value,
                        const char **fault)
{
    const bool minus = length > 0 && cell[0] == '-';
    const char *word = cell + (length > 0 && (cell[0] == '-' || cell[0] == '+'));

    if (table->infinite && length == 0) {
        *value = NAN; /* the caller knows which end */
        return true;
    }
    if (table->infinite && (strcasecmp(word, "inf") == 0 || strcasecmp(word, "infinity") == 0)) {
        *value = minus ? -INFINITY : INFINITY;
        return true;
    }
    return fed_decimal_cell(cell, length, value, fault);
}

/* One record; *numbers is false when a cell is no number, which a header's may be. */
static fed_status read_record(lp_table *table, double *row, bool header, bool *numbers,
                              fed_error *error)
{
    size_t count = 0;

    *numbers = true;
    for (; table->csv.more; count++) {
        const char *cell, *fault = NULL;
        char text[64], shown[48];
        size_t length;

        TRY(fed_csv_cell(&table->csv, count, &cell, &length, error));
        if (count >= WIDEST)
            return fed_fail(error, FED_DATA, "%s:%zu: more than %d cells", table->csv.path,
                            table->csv.line, WIDEST);
        snprintf(text, sizeof text, "%.*s", (int)(length < 63 ? length : 63), cell);
        if (!cell_number(table, text, strlen(text), &row[count], &fault)) {
            if (!header)
                return fed_fail(error, FED_DATA, "%s:%zu: column %zu: '%s' %s", table->csv.path,
                                table->csv.line, count, fed_decimal_show(cell, length, shown),
                                fault);
            *numbers = false;
        }
    }
    if (table->width == 0)
        table->width = count;
    if (count != table->width)
        return fed_fail(error, FED_DATA, "%s:%zu: %zu cells, expected %zu", table->csv.path,
                        table->csv.line, count, table->width);
    return FED_OK;
}

static fed_status next_row(lp_table *table, double *row, bool *found, fed_error *error)
{
    const bool first = table->width == 0;
    bool numbers;

    TRY(fed_csv_record(&table->csv, found, error));
    if (!*found)
        return FED_OK;
    TRY(read_record(table, row, first, &numbers, error));
    if (numbers)
        return FED_OK;
    TRY(fed_csv_record(&table->csv, found, error)); /* that was the header */
    return *found ? read_record(table, row, false, &numbers, error) : FED_OK;
}

static fed_status open_table(fed_arena *arena, const char *path, const char *name,
                             struct sha256_ctx *hash, lp_table *table, fed_error *error)
{
    const fed_file file = {fed_sprintf(arena, "%s/%s", path, name), NULL, 0};

    if (file.path == NULL)
        return fed_nomem(error);
    table->width = 0;
    TRY(fed_input_read(arena, &file, FED_INPUT_MAX, &table->input, error));
    sha256_update(hash, 64, (const uint8_t *)table->input.sha256);
    fed_csv_open(&table->csv, &table->input, ',');
    return FED_OK;
}

/* `want` numbers a line, in order, or after the number of the row they belong to; their count. */
static fed_status read_vectors(fed_arena *arena, lp_table *table, size_t want, size_t most,
                               double *out[2], size_t *count, fed_error *error)
{
    const size_t room = fed_csv_most_records(&table->csv, want) + 1;
    double row[WIDEST] = {0};
    bool found, *seen = FED_ARRAY(arena, room, bool);

    for (size_t k = 0; k < want; k++)
        if ((out[k] = FED_ARRAY(arena, room, double)) == NULL || seen == NULL)
            return fed_nomem(error);
    for (*count = 0;; ++*count) {
        size_t at = *count, lead;

        TRY(next_row(table, row, &found, error));
        if (!found)
            break;
        lead = table->width - want;
        if (table->width < want || lead > 1)
            return fed_fail(error, FED_DATA,
                            "%s:%zu: %zu cells, expected %zu or, after the index, %zu",
                            table->csv.path, table->csv.line, table->width, want, want + 1);
        if (lead == 1)
            at = row[0] >= 0.0 && row[0] == floor(row[0]) && row[0] < (double)room ? (size_t)row[0]
                                                                                   : room;
        if (at >= room || seen[at] || (most > 0 && at >= most))
            return fed_fail(error, FED_DATA, "%s:%zu: %s", table->csv.path, table->csv.line,
                            at < room && seen[at] ? "the index is given twice"
                                                  : "an index beyond the program's size");
        seen[at] = true;
        for (size_t k = 0; k < want; k++)
            out[k][at] = row[lead + k];
    }
    if (*count == 0 || (most > 0 && *count != most))
        return fed_fail(error, FED_DATA, "%s: %zu rows, expected %zu", table->csv.path, *count,
                        most > 0 ? most : 1);
    for (size_t i = 0; i < *count; i++)
        if (!seen[i])
            return fed_fail(error, FED_DATA, "%s: index %zu is missing", table->csv.path, i);
    return FED_OK;
}

static fed_status read_matrix(fed_arena *arena, lp_table *table, fed_dataset *data,
                              fed_error *error)
{
    fed_coefficients entries = {.arena = arena};
    double row[WIDEST] = {0};
    bool found;

    for (;;) {
        TRY(next_row(table, row, &found, error));
        if (!found)
            break;
        if (table->width != 3)
            return fed_fail(error, FED_DATA, "%s:%zu: %zu cells, expected row,column,value",
                            table->csv.path, table->csv.line, table->width);
        if (!(row[0] >= 0.0 && row[0] < (double)data->d && row[0] == floor(row[0])) ||
            !(row[1] >= 0.0 && row[1] < (double)data->n && row[1] == floor(row[1])))
            return fed_fail(error, FED_DATA,
                            "%s:%zu: row %g, column %g: expected integers below %zu and %zu",
                            table->csv.path, table->csv.line, row[0], row[1], data->d, data->n);
        TRY(fed_coefficients_add(&entries, (size_t)row[0], (size_t)row[1], row[2], error));
    }
    return fed_coefficients_sort(arena, &entries, table->csv.path, data, error);
}

/* An empty cell is no bound. */
static fed_status read_bounds(fed_arena *arena, lp_table *table, const fed_dataset *data,
                              fed_program *program, fed_error *error)
{
    double *ends[2];
    size_t count;

    table->infinite = true;
    TRY(read_vectors(arena, table, 2, data->n, ends, &count, error));
    for (size_t j = 0; j < data->n; j++) {
        ends[0][j] = isnan(ends[0][j]) || ends[0][j] <= -1e30 ? -INFINITY : ends[0][j];
        ends[1][j] = isnan(ends[1][j]) || ends[1][j] >= 1e30 ? INFINITY : ends[1][j];
        if (!(ends[0][j] <= ends[1][j]) || ends[0][j] == INFINITY || ends[1][j] == -INFINITY)
            return fed_fail(error, FED_DATA, "%s: column %zu: the bounds %g, %g leave no value",
                            table->csv.path, j, ends[0][j], ends[1][j]);
    }
    program->lower = ends[0];
    program->upper = ends[1];
    return FED_OK;
}

static fed_status read_owners(fed_arena *arena, lp_table *table, fed_dataset *data,
                              fed_error *error)
{
    int64_t *client = FED_ARRAY(arena, data->n, int64_t);
    double *owner[2];
    size_t count;

    TRY(read_vectors(arena, table, 1, data->n, owner, &count, error));
    if (client == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < data->n; j++) {
        if (owner[0][j] != floor(owner[0][j]) || fabs(owner[0][j]) >= 0x1p53 || owner[0][j] == -1.0)
            return fed_fail(error, FED_DATA, "%s: column %zu: %g is not a client", table->csv.path,
                            j, owner[0][j]);
        client[j] = (int64_t)owner[0][j];
    }
    data->client = client;
    return fed_number_clients(arena, data, error);
}

static bool exists(const char *path, const char *name)
{
    char file[PATH_MAX];

    return snprintf(file, sizeof file, "%s/%s", path, name) < (int)sizeof file &&
           access(file, F_OK) == 0;
}

static fed_status default_bounds(fed_arena *arena, const fed_dataset *data, fed_program *program,
                                 fed_error *error)
{
    double *lower = FED_ARRAY(arena, data->n, double), *upper = FED_ARRAY(arena, data->n, double);

    if (lower == NULL || upper == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < data->n; j++)
        upper[j] = INFINITY;
    program->lower = lower;
    program->upper = upper;
    return FED_OK;
}

fed_status fed_program_csv(fed_arena *arena, const char *path, fed_dataset *data, fed_error *error)
{
    fed_program *program = FED_NEW(arena, fed_program);
    lp_table table = {.infinite = false};
    double *vector[2];
    struct sha256_ctx hash;

    if (program == NULL)
        return fed_nomem(error);
    sha256_init(&hash);
    TRY(open_table(arena, path, "b.csv", &hash, &table, error));
    TRY(read_vectors(arena, &table, 1, 0, vector, &data->d, error));
    program->low = program->high = vector[0];
    TRY(open_table(arena, path, "c.csv", &hash, &table, error));
    TRY(read_vectors(arena, &table, 1, 0, vector, &data->n, error));
    data->y = vector[0];
    TRY(open_table(arena, path, "A.csv", &hash, &table, error));
    TRY(read_matrix(arena, &table, data, error));
    TRY(default_bounds(arena, data, program, error));
    if (exists(path, "owner.csv")) {
        TRY(open_table(arena, path, "owner.csv", &hash, &table, error));
        TRY(read_owners(arena, &table, data, error));
    }
    if (exists(path, "bounds.csv")) {
        TRY(open_table(arena, path, "bounds.csv", &hash, &table, error));
        TRY(read_bounds(arena, &table, data, program, error));
    }
    fed_sha256_hex(&hash, data->hash);
    data->program = program;
    return FED_OK;
}
