/* npy.c -- NumPy's array files, versions 1 to 3: the first dimension counts rows, the others are
 * flattened. */
#include "datasets/npy.h"

#include "datasets/elements.h"
#include "datasets/format.h"
#include "datasets/columns.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST = 8 }; /* dimensions */

typedef struct npy {
    const char *path;
    fed_element element;
    size_t dimensions, size[MOST];
    size_t rows, cols;
    bool fortran;
    const char *data;
} npy;

static const char *skip(const char *p)
{
    while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

/* Takes the literal text at *p, blanks before it left aside. */
static bool take(const char **p, const char *text)
{
    const char *at = skip(*p);

    if (strncmp(at, text, strlen(text)) != 0)
        return false;
    *p = at + strlen(text);
    return true;
}

/* '<f8' and the like. */
static bool parse_type(const char **p, fed_element *element)
{
    static const char *const known[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                        "i8", "u1", "u2", "u4", "u8", "b1"};
    const char *at = skip(*p);
    char quote = *at;

    if ((quote != '\'' && quote != '"') || strchr("<>|=", at[1]) == NULL || at[1] == '\0')
        return false;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strncmp(at + 2, known[k], 2) == 0 && at[4] == quote) {
            *element = (fed_element){known[k][0], (size_t)(known[k][1] - '0'), at[1] == '>'};
            *p = at + 5;
            return true;
        }
    return false;
}

/* (3, 4) or (3,) */
static bool parse_shape(const char **p, npy *out)
{
    if (!take(p, "("))
        return false;
    for (out->dimensions = 0; !take(p, ")"); out->dimensions++) {
        size_t value = 0;

        *p = skip(*p);
        if (out->dimensions == MOST || !isdigit((unsigned char)**p))
            return false;
        for (; isdigit((unsigned char)**p); (*p)++) {
            value = 10 * value + (size_t)(**p - '0');
            if (value > (size_t)1 << 40)
                return false;
        }
        out->size[out->dimensions] = value;
        if (!take(p, ",") && *skip(*p) != ')')
            return false;
    }
    return out->dimensions > 0;
}

/* Rows of the first dimension; 0 columns where there are too many. */
static void flatten(npy *out)
{
    out->rows = out->size[0];
    out->cols = 1;
    for (size_t k = 1; k < out->dimensions; k++)
        out->cols = out->size[k] == 0 || out->cols > FED_FEATURES_MAX
                        ? out->cols * (out->size[k] > 0)
                        : out->cols * out->size[k];
}

/* {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } with the keys in any order. */
static fed_status parse_header(const char *p, npy *out, fed_error *error)
{
    unsigned seen = 0;

    if (!take(&p, "{"))
        return fed_fail(error, FED_DATA, "%s: npy header is not a dictionary", out->path);
    while (!take(&p, "}")) {
        if (take(&p, "'descr':") && (seen & 1) == 0) {
            seen |= 1;
            if (!parse_type(&p, &out->element))
                return fed_fail(
                    error, FED_DATA,
                    "%s: unsupported element type; expected f2, f4, f8, i1 to i8, u1 to "
                    "u8 or b1",
                    out->path);
        } else if (take(&p, "'fortran_order':") && (seen & 2) == 0) {
            seen |= 2;
            out->fortran = take(&p, "True");
            if (!out->fortran && !take(&p, "False"))
                return fed_fail(error, FED_DATA,
                                "%s: npy header: fortran_order must be True or False", out->path);
        } else if (take(&p, "'shape':") && (seen & 4) == 0) {
            seen |= 4;
            if (!parse_shape(&p, out))
                return fed_fail(error, FED_DATA,
                                "%s: npy header: shape must have one to %d dimensions", out->path,
                                MOST);
        } else {
            return fed_fail(error, FED_DATA, "%s: npy header has an unknown or repeated key",
                            out->path);
        }
        if (!take(&p, ",") && *skip(p) != '}')
            return fed_fail(error, FED_DATA, "%s: npy header lacks a comma", out->path);
    }
    if (seen != 7 || *skip(p) != '\0')
        return fed_fail(error, FED_DATA,
                        "%s: npy header must have descr, fortran_order and shape, and "
                        "nothing else",
                        out->path);
    return FED_OK;
}

static fed_status parse(fed_input *file, npy *out, fed_error *error)
{
    const unsigned char *b = (const unsigned char *)file->text;
    size_t head, length, bytes;
    char *header = file->text;
    fed_status status;
    char after;

    out->path = file->path;
    if (file->size < 12 || memcmp(b, "\x93NUMPY", 6) != 0 || b[6] < 1 || b[6] > 3)
        return fed_fail(error, FED_DATA, "%s: not an npy file of version 1, 2 or 3", file->path);
    head = b[6] == 1 ? 10 : 12;
    length = b[8] | (size_t)b[9] << 8;
    if (b[6] > 1)
        length |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
    if (length > file->size - head)
        return fed_fail(error, FED_DATA, "%s: npy header truncated: %zu bytes of %zu", file->path,
                        file->size - head, length);
    header += head;
    after = header[length];
    header[length] = '\0'; /* for the time of parsing */
    status = parse_header(header, out, error);
    header[length] = after;
    TRY(status);
    flatten(out);
    if (out->fortran && out->dimensions > 2)
        return fed_fail(error, FED_DATA,
                        "%s: %zu dimensions in Fortran order, expected "
                        "C order",
                        file->path, out->dimensions);
    out->data = header + length;
    bytes = file->size - head - length;
    if (out->rows == 0 || out->cols == 0)
        return fed_fail(error, FED_DATA, "%s: no rows", file->path);
    if (out->cols > FED_FEATURES_MAX)
        return fed_fail(error, FED_DATA, "%s: more than %d features", file->path, FED_FEATURES_MAX);
    if (out->rows > bytes || bytes != out->rows * out->cols * out->element.size)
        return fed_fail(error, FED_DATA, "%s: %zu bytes of elements, expected %zu x %zu of %zu",
                        file->path, bytes, out->rows, out->cols, out->element.size);
    return FED_OK;
}

/* Row i to out, cols numbers. */
static fed_status read_row(const npy *in, size_t i, double *out, fed_error *error)
{
    size_t size = in->element.size;
    const char *from = in->data + (in->fortran ? i : i * in->cols) * size;
    size_t bad =
        fed_elements_read(in->element, from, in->fortran ? in->rows * size : size, in->cols, out);

    if (bad < in->cols)
        return fed_fail(error, FED_DATA, "%s: row %zu, column %zu: not a finite number", in->path,
                        i, bad);
    return FED_OK;
}

fed_status fed_npy_matrix(fed_arena *arena, fed_input *file, size_t *rows, size_t *cols,
                          const double **values, fed_error *error)
{
    double *out;
    npy in;

    TRY(parse(file, &in, error));
    while (in.dimensions > 1 && in.size[0] == 1 && !in.fortran) {
        memmove(in.size, in.size + 1, --in.dimensions * sizeof *in.size);
        flatten(&in);
    }
    if (in.dimensions > 2)
        return fed_fail(error, FED_DATA, "%s: %zu dimensions longer than 1, expected one or two",
                        file->path, in.dimensions);
    if (in.dimensions == 1) { /* a vector is a row */
        in.cols = in.rows;
        in.rows = 1;
        in.fortran = false;
    }
    if ((out = FED_ARRAY(arena, in.rows * in.cols, double)) == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < in.rows; i++)
        TRY(read_row(&in, i, out + i * in.cols, error));
    *rows = in.rows;
    *cols = in.cols;
    *values = out;
    return FED_OK;
}

static fed_status read_target(fed_arena *arena, fed_input *target, size_t rows, const double **y,
                              fed_error *error)
{
    npy in;
    double *values;

    TRY(parse(target, &in, error));
    if (in.cols != 1 || in.rows != rows)
        return fed_fail(error, FED_DATA, "%s: %zu x %zu responses, expected %zu x 1", target->path,
                        in.rows, in.cols, rows);
    values = FED_ARRAY(arena, rows, double);
    if (values == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < rows; i++)
        TRY(read_row(&in, i, &values[i], error));
    *y = values;
    return FED_OK;
}

static fed_status spread_row(const npy *in, const fed_columns *columns, const double *row, size_t i,
                             double *x, double *y, int64_t *client, fed_error *error)
{
    for (size_t j = 0; j < columns->count; j++) {
        if (columns->role[j] >= 0) {
            x[i * columns->features + (size_t)columns->role[j]] = row[j];
        } else if (columns->role[j] == FED_COLUMN_TARGET) {
            y[i] = row[j];
        } else if (columns->role[j] == FED_COLUMN_CLIENT) {
            if (row[j] != floor(row[j]) || fabs(row[j]) >= 0x1p53)
                return fed_fail(error, FED_DATA,
                                "%s: row %zu, column %zu: %.17g is not an integer of 53 bits",
                                in->path, i, j, row[j]);
            client[i] = (int64_t)row[j];
        }
    }
    return FED_OK;
}

static fed_status read_rows(fed_arena *arena, const npy *in, const fed_columns *columns,
                            fed_dataset *data, fed_error *error)
{
    double *x = FED_ARRAY(arena, in->rows * columns->features, double);
    double *y = data->y == NULL ? FED_ARRAY(arena, in->rows, double) : NULL;
    double *row = FED_ARRAY(arena, in->cols, double);
    int64_t *client = columns->client ? FED_ARRAY(arena, in->rows, int64_t) : NULL;

    if (x == NULL || row == NULL || (y == NULL && data->y == NULL) ||
        (client == NULL && columns->client))
        return fed_nomem(error);
    for (size_t i = 0; i < in->rows; i++) {
        TRY(read_row(in, i, row, error));
        TRY(spread_row(in, columns, row, i, x, y, client, error));
    }
    data->n = in->rows;
    data->d = columns->features;
    data->x = x;
    data->client = client;
    if (y != NULL)
        data->y = y;
    return FED_OK;
}

static fed_status npy_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                           fed_input *target, fed_dataset *data, fed_error *error)
{
    fed_columns columns;
    npy in;

    TRY(parse(file, &in, error));
    TRY(fed_columns_find(arena, layout, file->path, NULL, in.cols, target == NULL, &columns,
                         error));
    TRY(fed_layout_width(layout, file->path, columns.features, error));
    if (target != NULL)
        TRY(read_target(arena, target, in.rows, &data->y, error));
    return read_rows(arena, &in, &columns, data, error);
}

static const char *const suffixes[] = {".npy", NULL};

const fed_format fed_format_npy = {
    .entry = {"npy", "NumPy arrays: a row for each sample", NULL},
    .suffixes = suffixes,
    .target_column = true,
    .target_file = true,
    .read = npy_read,
};
