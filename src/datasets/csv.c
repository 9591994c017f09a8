/* csv.c -- comma-separated values: numeric cells under a header, words allowed in the target. */
#include "datasets/csv_scan.h"
#include "datasets/decimal.h"
#include "datasets/format.h"

#include <string.h>

typedef struct reader {
    fed_csv csv;
    const fed_layout *layout;
    fed_columns columns;
    size_t rows;
    double *x, *y;
    int64_t *client;
} reader;

static fed_status bad_cell(const reader *in, size_t column, const char *cell, size_t length,
                           const char *fault, fed_error *error)
{
    char name[80], shown[48];

    return fed_fail(error, FED_DATA, "%s:%zu: %s: '%s' %s", in->csv.path, in->csv.line,
                    fed_columns_show(&in->columns, column, name),
                    fed_decimal_show(cell, length, shown), fault);
}

static fed_status put_cell(reader *in, size_t column, const char *cell, size_t length,
                           fed_error *error)
{
    int64_t role = in->columns.role[column];
    const char *fault;
    double value;

    if (role == FED_COLUMN_TARGET) {
        if (!fed_layout_response(in->layout, cell, length, &in->y[in->rows], &fault))
            return bad_cell(in, column, cell, length, fault, error);
    } else if (role == FED_COLUMN_CLIENT) {
        if (!fed_decimal_integer(cell, length, &in->client[in->rows], &fault))
            return bad_cell(in, column, cell, length, fault, error);
    } else if (!fed_decimal_cell(cell, length, &value, &fault)) {
        return bad_cell(in, column, cell, length, fault, error);
    } else {
        in->x[in->rows * in->columns.features + (size_t)role] = value;
    }
    return FED_OK;
}

/* One record; its row is kept unless a cell is missing and such rows are dropped. */
static fed_status read_record(reader *in, fed_error *error)
{
    size_t column = 0;
    bool missing = false;

    for (; in->csv.more; column++) {
        const char *cell;
        size_t length;
        char name[80];

        TRY(fed_csv_cell(&in->csv, column, &cell, &length, error));
        if (column >= in->columns.count || in->columns.role[column] == FED_COLUMN_DROPPED)
            continue;
        if (length > 0) {
            TRY(put_cell(in, column, cell, length, error));
            continue;
        }
        if (!in->layout->drop_missing)
            return fed_fail(
                error, FED_DATA, "%s:%zu: %s: empty cell (missing = \"drop\" leaves such rows out)",
                in->csv.path, in->csv.line, fed_columns_show(&in->columns, column, name));
        missing = true;
    }
    if (column != in->columns.count)
        return fed_fail(error, FED_DATA, "%s:%zu: %zu cells, expected %zu", in->csv.path,
                        in->csv.line, column, in->columns.count);
    in->rows += !missing;
    return FED_OK;
}

/* A first line of numbers other than 0,1,.. or 1,2,.. is a row, which must not be lost. */
static fed_status check_header(const reader *in, const char *const *names, size_t count,
                               fed_error *error)
{
    bool numbered = true;
    double value, first = 0.0;

    for (size_t j = 0; j < count; j++) {
        const char *fault;

        if (!fed_decimal_cell(names[j], strlen(names[j]), &value, &fault))
            return FED_OK;
        if (j == 0)
            first = value;
        numbered = numbered && value == first + (double)j && (first == 0.0 || first == 1.0);
    }
    if (numbered)
        return FED_OK;
    return fed_fail(error, FED_DATA,
                    "%s:1: the header has only numbers (header = false reads it as a row)",
                    in->csv.path);
}

static fed_status read_columns(fed_arena *scratch, reader *in, fed_error *error)
{
    const fed_layout *layout = in->layout;
    const char *const *names = NULL;
    const char *where = in->csv.path;
    size_t count;
    bool found;

    TRY(fed_csv_record(&in->csv, &found, error));
    if (!found)
        return fed_fail(error, FED_DATA, "%s: no rows", in->csv.path);
    if (layout->header) {
        TRY(fed_csv_header(scratch, &in->csv, &names, &count, error));
        TRY(check_header(in, names, count, error));
        where = fed_sprintf(scratch, "%s:1", in->csv.path);
        if (where == NULL)
            return fed_nomem(error);
        TRY(fed_csv_record(&in->csv, &found, error));
    } else {
        count = fed_csv_width(&in->csv);
    }
    TRY(fed_columns_find(scratch, layout, where, names, count, true, &in->columns, error));
    if (!found)
        return fed_fail(error, FED_DATA, "%s: no rows after the header", in->csv.path);
    return FED_OK;
}

static fed_status read_rows(fed_arena *arena, reader *in, fed_error *error)
{
    size_t most = fed_csv_most_records(&in->csv, in->columns.count);
    bool found = true;

    in->x = FED_ARRAY(arena, most * in->columns.features, double);
    in->y = FED_ARRAY(arena, most, double);
    in->client = in->columns.client ? FED_ARRAY(arena, most, int64_t) : NULL;
    if (in->x == NULL || in->y == NULL || (in->columns.client && in->client == NULL))
        return fed_nomem(error);
    while (found) {
        TRY(read_record(in, error));
        TRY(fed_csv_record(&in->csv, &found, error));
    }
    if (in->rows == 0)
        return fed_fail(error, FED_DATA, "%s: every row has an empty cell", in->csv.path);
    return FED_OK;
}

static fed_status csv_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                           fed_input *target, fed_dataset *data, fed_error *error)
{
    fed_arena scratch = {NULL}; /* the header */
    reader in = {.layout = layout};
    fed_status status;

    (void)target;
    fed_csv_open(&in.csv, file, layout->delimiter);
    status = read_columns(&scratch, &in, error);
    if (status == FED_OK)
        status = read_rows(arena, &in, error);
    if (status == FED_OK)
        status = fed_columns_names(arena, &in.columns, &data->names, error);
    fed_arena_free(&scratch);
    data->n = in.rows;
    data->d = in.columns.features;
    data->x = in.x;
    data->y = in.y;
    data->client = in.client;
    return status;
}

static const char *const suffixes[] = {".csv", NULL};

const fed_format fed_format_csv = {
    .entry = {"csv", "comma-separated values, a header line and numeric cells", NULL},
    .suffixes = suffixes,
    .target_column = true,
    .read = csv_read,
};
