/* theta_file.c -- parameters in theta.csv's columns: [run,replicate,]client,theta_0,theta_1,...; or
 * rows of an npy file. */
#include "datasets/theta_file.h"

#include "datasets/csv_scan.h"
#include "datasets/dataset.h"
#include "datasets/decimal.h"
#include "datasets/npy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    fed_csv csv;
    size_t lead; /* columns before client: 0, or 2 */
    size_t p, rows;
    double run, replicate; /* of the first row */
    int64_t *client;
    double *theta;
} reader;

static fed_status read_header(fed_arena *scratch, reader *in, fed_error *error)
{
    const char *const *names;
    size_t count;
    bool found;

    TRY(fed_csv_record(&in->csv, &found, error));
    if (!found)
        return fed_fail(error, FED_DATA, "%s: no rows", in->csv.path);
    TRY(fed_csv_header(scratch, &in->csv, &names, &count, error));
    in->lead =
        count > 2 && strcmp(names[0], "run") == 0 && strcmp(names[1], "replicate") == 0 ? 2 : 0;
    if (count < in->lead + 2 || strcmp(names[in->lead], "client") != 0)
        return fed_fail(error, FED_DATA,
                        "%s:1: expected the columns [run,replicate,]client,theta_0,...",
                        in->csv.path);
    in->p = count - in->lead - 1;
    for (size_t j = 0; j < in->p; j++) {
        char wanted[32];

        snprintf(wanted, sizeof wanted, "theta_%zu", j);
        if (strcmp(names[in->lead + 1 + j], wanted) != 0)
            return fed_fail(error, FED_DATA, "%s:1: column %zu is '%.40s', expected '%s'",
                            in->csv.path, in->lead + 1 + j, names[in->lead + 1 + j], wanted);
    }
    return FED_OK;
}

static fed_status put_cell(reader *in, size_t column, double value, const char *shown,
                           fed_error *error)
{
    if (column < in->lead) {
        double *first = column == 0 ? &in->run : &in->replicate;

        if (in->rows == 0)
            *first = value;
        if (*first != value)
            return fed_fail(error, FED_DATA,
                            "%s:%zu: column %zu: a second %s; keep the rows of one", in->csv.path,
                            in->csv.line, column, column == 0 ? "run" : "replicate");
    } else if (column > in->lead) {
        in->theta[in->rows * in->p + column - in->lead - 1] = value;
    } else {
        if (value != floor(value) || value < -1.0 || value > 0x1p53)
            return fed_fail(error, FED_DATA,
                            "%s:%zu: column %zu (client): '%s' is not a client's number",
                            in->csv.path, in->csv.line, column, shown);
        in->client[in->rows] = (int64_t)value;
    }
    return FED_OK;
}

static fed_status read_record(reader *in, fed_error *error)
{
    size_t column = 0, width = in->lead + 1 + in->p;

    for (; in->csv.more; column++) {
        const char *cell, *fault;
        size_t length;
        double value;
        char shown[48];

        TRY(fed_csv_cell(&in->csv, column, &cell, &length, error));
        if (column >= width)
            continue;
        fed_decimal_show(cell, length, shown);
        if (!fed_decimal_cell(cell, length, &value, &fault))
            return fed_fail(error, FED_DATA, "%s:%zu: column %zu: '%s' %s", in->csv.path,
                            in->csv.line, column, shown, fault);
        TRY(put_cell(in, column, value, shown, error));
    }
    if (column != width)
        return fed_fail(error, FED_DATA, "%s:%zu: %zu cells, expected %zu", in->csv.path,
                        in->csv.line, column, width);
    in->rows++;
    return FED_OK;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static fed_status check_clients(fed_arena *scratch, const reader *in, fed_error *error)
{
    int64_t *sorted = FED_ARRAY(scratch, in->rows, int64_t);

    if (sorted == NULL)
        return fed_nomem(error);
    memcpy(sorted, in->client, in->rows * sizeof *sorted);
    qsort(sorted, in->rows, sizeof *sorted, compare);
    for (size_t i = 1; i < in->rows; i++)
        if (sorted[i] == sorted[i - 1])
            return fed_fail(error, FED_DATA, "%s: client %lld has two rows", in->csv.path,
                            (long long)sorted[i]);
    return FED_OK;
}

static fed_status read_file(fed_arena *arena, fed_arena *scratch, reader *in, fed_error *error)
{
    size_t most;
    bool found;

    TRY(read_header(scratch, in, error));
    most = fed_csv_most_records(&in->csv, in->lead + 1 + in->p);
    in->client = FED_ARRAY(arena, most, int64_t);
    in->theta = FED_ARRAY(arena, most * in->p, double);
    if (in->client == NULL || in->theta == NULL)
        return fed_nomem(error);
    for (;;) {
        TRY(fed_csv_record(&in->csv, &found, error));
        if (!found)
            break;
        TRY(read_record(in, error));
    }
    if (in->rows == 0)
        return fed_fail(error, FED_DATA, "%s: no rows after the header", in->csv.path);
    return check_clients(scratch, in, error);
}

/* Rows of an npy file: one for all clients, or one for each. */
static fed_status read_npy(fed_arena *arena, fed_input *input, fed_theta_file *file,
                           fed_error *error)
{
    int64_t *client;

    TRY(fed_npy_matrix(arena, input, &file->rows, &file->p, &file->theta, error));
    if ((client = FED_ARRAY(arena, file->rows, int64_t)) == NULL)
        return fed_nomem(error);
    for (size_t r = 0; r < file->rows; r++)
        client[r] = file->rows == 1 ? -1 : (int64_t)r;
    file->client = client;
    return FED_OK;
}

static bool is_npy(const fed_input *input)
{
    return input->size > 6 && memcmp(input->text, "\x93NUMPY", 6) == 0;
}

fed_status fed_theta_read(fed_arena *arena, const char *path, fed_theta_file *file,
                          fed_error *error)
{
    fed_arena scratch = {NULL};
    fed_file wanted = {path, NULL, 0};
    fed_input input;
    reader in = {.rows = 0};
    fed_status status = fed_input_read(&scratch, &wanted, FED_INPUT_MAX, &input, error);

    if (status == FED_OK && is_npy(&input)) {
        status = read_npy(arena, &input, file, error);
        fed_arena_free(&scratch);
        return status;
    }
    if (status == FED_OK) {
        fed_csv_open(&in.csv, &input, ',');
        status = read_file(arena, &scratch, &in, error);
    }
    fed_arena_free(&scratch);
    *file = (fed_theta_file){in.rows, in.p, in.client, in.theta};
    return status;
}
