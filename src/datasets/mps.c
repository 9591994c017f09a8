/* mps.c -- linear programs in MPS: NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, ENDATA;
 * fields between blanks, or, where names hold blanks, in the fixed columns of old. */
#include "datasets/mps.h"

#include "datasets/decimal.h"
#include "datasets/names.h"
#include "datasets/program.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { FIELDS = 6 };

typedef struct mps {
    const char *path;
    size_t line;
    fed_names rows, columns; /* row 0 of the file may be free; objective: -1 */
    char *kind;              /* of a row: N, E, L, G */
    size_t objective;        /* the first N row, or SIZE_MAX */
    double *rhs, *range, *cost, *lower, *upper;
    bool *ranged;
    fed_coefficients entries;
    double constant;
    bool maximise, fixed;
    fed_arena *arena;
    fed_error *error;
} mps;

static fed_status fault(const mps *in, const char *what, const char *word)
{
    return fed_fail(in->error, FED_DATA, "%s:%zu: %s '%.40s'", in->path, in->line, what, word);
}

static fed_status number(const mps *in, const char *word, double *value)
{
    const char *why;

    if (!fed_decimal_cell(word, strlen(word), value, &why))
        return fault(in, "expected a number, found", word);
    return FED_OK;
}

static fed_status row_line(mps *in, char **field, size_t count)
{
    size_t at;
    bool is_new;

    if (count != 2 || strlen(field[0]) != 1 || strchr("NELG", field[0][0]) == NULL)
        return fault(in, "expected N, E, L or G and a name, found", field[0]);
    TRY(fed_names_add(&in->rows, field[1], &at, &is_new, in->error));
    if (!is_new)
        return fault(in, "a second row", field[1]);
    in->kind[at] = field[0][0];
    if (field[0][0] == 'N' && in->objective == SIZE_MAX)
        in->objective = at;
    return FED_OK;
}

static fed_status row_of(mps *in, const char *name, size_t *at)
{
    if (!fed_names_find(&in->rows, name, at))
        return fault(in, "no such row:", name);
    return FED_OK;
}

static fed_status column_line(mps *in, char **field, size_t count)
{
    size_t column, row;
    double value;
    bool is_new;

    if (count >= 3 && strcmp(field[1], "'MARKER'") == 0)
        return fault(in, "integer columns are not supported:", field[2]);
    if (count != 3 && count != 5)
        return fault(in, "expected a column and one or two pairs of row and number after",
                     field[0]);
    TRY(fed_names_add(&in->columns, field[0], &column, &is_new, in->error));
    if (is_new)
        in->upper[column] = INFINITY;
    for (size_t k = 1; k < count; k += 2) {
        TRY(row_of(in, field[k], &row));
        TRY(number(in, field[k + 1], &value));
        if (row == in->objective)
            in->cost[column] += value;
        else if (in->kind[row] != 'N' && value != 0.0)
            TRY(fed_coefficients_add(&in->entries, row, column, value, in->error));
    }
    return FED_OK;
}

/* RHS and RANGES; the vector's name may be absent. */
static fed_status side_line(mps *in, char **field, size_t count, bool range)
{
    size_t row;
    double value;

    for (size_t k = count % 2; k + 1 < count; k += 2) {
        TRY(row_of(in, field[k], &row));
        TRY(number(in, field[k + 1], &value));
        if (range) {
            in->range[row] = value;
            in->ranged[row] = true;
        } else if (row == in->objective) {
            in->constant = -value;
        } else {
            in->rhs[row] = value;
        }
    }
    return FED_OK;
}

static fed_status bound_line(mps *in, char **field, size_t count)
{
    static const char *const without[] = {"FR", "MI", "PL", NULL};
    const char *type = field[0];
    bool valued = true;
    double value = 0.0;
    size_t column;

    for (const char *const *w = without; *w != NULL; w++)
        valued = valued && strcmp(type, *w) != 0;
    if (strcmp(type, "BV") == 0 || strcmp(type, "LI") == 0 || strcmp(type, "UI") == 0 ||
        strcmp(type, "SC") == 0)
        return fault(in, "integer columns are not supported: bound", type);
    if (count < (valued ? 3u : 2u) || count > 4)
        return fault(in, "expected a bound's type, a column and a number, found", type);
    if (valued)
        TRY(number(in, field[count - 1], &value));
    if (!fed_names_find(&in->columns, field[valued ? count - 2 : count == 2 ? 1 : 2], &column))
        return fault(in, "no such column:", field[valued ? count - 2 : count == 2 ? 1 : 2]);
    if (strcmp(type, "UP") == 0) {
        in->upper[column] = value;
        if (value < 0.0 && in->lower[column] == 0.0)
            in->lower[column] = -INFINITY;
    } else if (strcmp(type, "LO") == 0) {
        in->lower[column] = value;
    } else if (strcmp(type, "FX") == 0) {
        in->lower[column] = in->upper[column] = value;
    } else if (strcmp(type, "FR") == 0) {
        in->lower[column] = -INFINITY;
        in->upper[column] = INFINITY;
    } else if (strcmp(type, "MI") == 0) {
        in->lower[column] = -INFINITY;
    } else if (strcmp(type, "PL") == 0) {
        in->upper[column] = INFINITY;
    } else {
        return fault(in, "unknown bound", type);
    }
    return FED_OK;
}

static fed_status section_line(mps *in, const char *section, char **field, size_t count)
{
    if (strcmp(section, "ROWS") == 0)
        return row_line(in, field, count);
    if (strcmp(section, "COLUMNS") == 0)
        return column_line(in, field, count);
    if (strcmp(section, "RHS") == 0)
        return side_line(in, field, count, false);
    if (strcmp(section, "RANGES") == 0)
        return side_line(in, field, count, true);
    if (strcmp(section, "BOUNDS") == 0)
        return bound_line(in, field, count);
    if (strcmp(section, "OBJSENSE") == 0) {
        in->maximise = strncasecmp(field[0], "MAX", 3) == 0;
        return FED_OK;
    }
    return fault(in, "a line outside any section, or in an unknown one:", section);
}

static size_t split(char *line, char **field)
{
    size_t count = 0;

    for (char *save, *word = strtok_r(line, " \t\r", &save); word != NULL && count < FIELDS;
         word = strtok_r(NULL, " \t\r", &save))
        field[count++] = word;
    return count;
}

/* Fields in the columns 2-3, 5-12, 15-22, 25-36, 40-47, 50-61; empty ones are left out. */
static size_t split_fixed(char *line, char **field)
{
    static const size_t first[] = {1, 4, 14, 24, 39, 49}, last[] = {3, 12, 22, 36, 47, 61};
    const size_t length = strcspn(line, "\r");
    size_t count = 0;

    for (size_t k = 0; k < FIELDS && first[k] < length; k++) {
        size_t at = first[k], end = last[k] < length ? last[k] : length;

        while (at < end && line[at] == ' ')
            at++;
        while (end > at && line[end - 1] == ' ')
            end--;
        if (end == at)
            continue;
        line[end] = '\0'; /* a blank, or the end */
        field[count++] = line + at;
    }
    return count;
}

static fed_status read_lines(mps *in, char *text)
{
    char section[16] = "", *field[FIELDS], *line;

    for (char *rest = text; (line = strsep(&rest, "\n")) != NULL;) {
        const bool head = line[0] != ' ' && line[0] != '\t';
        size_t count;

        in->line++;
        if (line[0] == '*')
            continue;
        count = in->fixed && !head ? split_fixed(line, field) : split(line, field);
        if (count == 0)
            continue;
        if (!head) {
            TRY(section_line(in, section, field, count));
            continue;
        }
        if (strcmp(field[0], "ENDATA") == 0)
            return FED_OK;
        snprintf(section, sizeof section, "%.15s", field[0]);
        if (strcmp(section, "OBJSENSE") == 0 && count > 1)
            in->maximise = strncasecmp(field[1], "MAX", 3) == 0;
    }
    return fed_fail(in->error, FED_DATA, "%s: no ENDATA", in->path);
}

/* Rows of kind N are left out; an inequality is a range with one end at infinity. */
static fed_status finish(mps *in, fed_dataset *data)
{
    const size_t rows = in->rows.count;
    fed_program *program = FED_NEW(in->arena, fed_program);
    double *low = FED_ARRAY(in->arena, rows, double), *high = FED_ARRAY(in->arena, rows, double);
    size_t *number_of = FED_ARRAY(in->arena, rows, size_t), kept = 0;
    const char **names = FED_ARRAY(in->arena, rows, const char *);

    if (program == NULL || low == NULL || high == NULL || number_of == NULL || names == NULL)
        return fed_nomem(in->error);
    for (size_t i = 0; i < rows; i++) {
        const double b = in->rhs[i], r = fabs(in->range[i]);

        if (in->kind[i] == 'N')
            continue;
        low[kept] = in->kind[i] == 'L' ? (in->ranged[i] ? b - r : -INFINITY) : b;
        high[kept] = in->kind[i] == 'G' ? (in->ranged[i] ? b + r : INFINITY) : b;
        if (in->kind[i] == 'E' && in->ranged[i]) {
            low[kept] = in->range[i] < 0.0 ? b - r : b;
            high[kept] = in->range[i] < 0.0 ? b : b + r;
        }
        names[kept] = in->rows.word[i];
        number_of[i] = kept++;
    }
    for (size_t k = 0; k < in->entries.count; k++)
        in->entries.at[k].row = (uint32_t)number_of[in->entries.at[k].row];
    data->d = kept;
    data->n = in->columns.count;
    if (data->d == 0 || data->n == 0)
        return fed_fail(in->error, FED_DATA, "%s: no rows or no columns", in->path);
    for (size_t j = 0; j < data->n; j++) {
        in->cost[j] = in->maximise ? -in->cost[j] : in->cost[j];
        if (!(in->lower[j] <= in->upper[j]))
            return fed_fail(in->error, FED_DATA, "%s: column %zu: the bounds %g, %g leave no value",
                            in->path, j, in->lower[j], in->upper[j]);
    }
    *program = (fed_program){.low = low,
                             .high = high,
                             .lower = in->lower,
                             .upper = in->upper,
                             .constant = in->maximise ? -in->constant : in->constant,
                             .maximise = in->maximise,
                             .row_names = names,
                             .column_names = in->columns.word};
    data->y = in->cost;
    data->program = program;
    return fed_coefficients_sort(in->arena, &in->entries, in->path, data, in->error);
}

static fed_status read_text(mps *in, char *text, size_t lines)
{
    double **vectors[] = {&in->rhs, &in->range, &in->cost, &in->lower, &in->upper};

    TRY(fed_names_init(in->arena, lines, &in->rows, in->error));
    TRY(fed_names_init(in->arena, lines, &in->columns, in->error));
    in->kind = FED_ARRAY(in->arena, lines, char);
    in->ranged = FED_ARRAY(in->arena, lines, bool);
    if (in->kind == NULL || in->ranged == NULL)
        return fed_nomem(in->error);
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if ((*vectors[k] = FED_ARRAY(in->arena, lines, double)) == NULL)
            return fed_nomem(in->error);
    return read_lines(in, text);
}

/* Free first; what that cannot read may be fixed. The fault told is the first. */
fed_status fed_program_mps(fed_arena *arena, const char *path, fed_dataset *data, fed_error *error)
{
    const fed_file file = {path, NULL, 0};
    const mps blank = {.path = path,
                       .objective = SIZE_MAX,
                       .arena = arena,
                       .error = error,
                       .entries = {.arena = arena}};
    mps in = blank;
    fed_error again = {FED_OK, ""};
    fed_input input;
    fed_status status;
    size_t lines = 2;
    char *copy;

    TRY(fed_input_read(arena, &file, FED_INPUT_MAX, &input, error));
    for (size_t k = 0; k < input.size; k++)
        lines += input.text[k] == '\n';
    if ((copy = fed_strdup(arena, input.text)) == NULL)
        return fed_nomem(error);
    status = read_text(&in, input.text, lines);
    if (status == FED_DATA) {
        in = blank;
        in.fixed = true;
        in.error = &again;
        if (read_text(&in, copy, lines) != FED_OK)
            return status;
        in.error = error;
        *error = (fed_error){FED_OK, ""};
    } else if (status != FED_OK) {
        return status;
    }
    memcpy(data->hash, input.sha256, sizeof data->hash);
    return finish(&in, data);
}
