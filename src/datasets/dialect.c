/* dialect.c -- how a CSV file is written, told from its first records. */
#include "datasets/dialect.h"

#include "datasets/csv_scan.h"
#include "datasets/decimal.h"

#include <string.h>
#include <strings.h>

enum { SAMPLE = 1000, LONGEST = 64 }; /* records looked at; characters of a number */

static bool is_one_of(const char *const *words, const char *cell, size_t length)
{
    for (; *words != NULL; words++)
        if (length == strlen(*words) && strncasecmp(cell, *words, length) == 0)
            return true;
    return false;
}

/* Spreadsheets write what is not available as #N/A, #N/D, #NV, and errors as #NAME! or #NAME?, in
 * the language of their user. */
static bool is_missing(const char *cell, size_t length)
{
    static const char *const words[] = {"", "na", "n/a", "nan", "null", "?", "#nv", NULL};
    const bool error = length > 2 && cell[0] == '#' &&
                       (strchr("!?", cell[length - 1]) != NULL || (length == 4 && cell[2] == '/'));

    return error || is_one_of(words, cell, length);
}

/* Stands for a missing value among numbers, and may be a category among words. */
static bool is_blank(const char *cell, size_t length)
{
    static const char *const words[] = {"-",
                                        "--",
                                        "\xe2\x80\x93",
                                        "\xe2\x80\x94", /* U+2013, U+2014 */
                                        ".",
                                        "none",
                                        NULL};

    return is_one_of(words, cell, length);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of a mark between thousands: the other of . and , an apostrophe, or a space that does
 * not break (U+00A0, U+202F); 0: none. */
static size_t group_mark(const char *p, size_t left, char decimal)
{
    if (*p == '\'' || *p == ' ' || *p == (decimal == ',' ? '.' : ','))
        return 1;
    if (left >= 2 && memcmp(p, "\xc2\xa0", 2) == 0)
        return 2;
    return left >= 3 && memcmp(p, "\xe2\x80\xaf", 3) == 0 ? 3 : 0;
}

/* [+-]digits, perhaps in groups of three, [decimal digits][e...], as a number of the C locale.
 * Groups do not begin with 0, nor go with an exponent. */
static bool normalise(const char *cell, size_t length, char decimal, char out[LONGEST])
{
    size_t n = 0, k = 0, run = 0, sign;
    bool grouped = false;

    if (length == 0 || length >= LONGEST)
        return false;
    if (cell[0] == '+' || cell[0] == '-') {
        out[n++] = cell[k++];
    } else if (length > 3 && memcmp(cell, "\xe2\x88\x92", 3) == 0) { /* U+2212 */
        out[n++] = '-';
        k = 3;
    }
    sign = n;
    while (k < length) {
        const size_t mark = group_mark(cell + k, length - k, decimal);

        if (is_digit(cell[k])) {
            out[n++] = cell[k++];
            run++;
        } else if (mark > 0 && (grouped ? run == 3 : run >= 1 && run <= 3)) {
            k += mark;
            run = 0;
            grouped = true;
        } else {
            break;
        }
    }
    if (grouped && (run != 3 || out[sign] == '0'))
        return false;
    for (bool point = false; k < length; k++) {
        if (cell[k] == decimal && !point) {
            out[n++] = '.';
            point = true;
        } else if (is_digit(cell[k]) || (!grouped && strchr("eE+-", cell[k]) != NULL)) {
            out[n++] = cell[k];
        } else {
            return false;
        }
    }
    out[n] = '\0';
    return true;
}

static bool is_number(const char *cell, size_t length, char decimal, double *value)
{
    char text[LONGEST];
    const char *fault;

    return normalise(cell, length, decimal, text) &&
           fed_decimal_cell(text, strlen(text), value, &fault);
}

/* A number with a sign of per cent or of a currency before or after it. */
static bool is_amount(const char *cell, size_t length)
{
    static const char *const signs[] = {"%", "$", "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5"};
    double value;

    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        const size_t n = strlen(signs[k]);
        size_t first = 0, last = length;

        if (length > n && memcmp(cell, signs[k], n) == 0)
            first = n;
        else if (length > n && memcmp(cell + length - n, signs[k], n) == 0)
            last -= n;
        else
            continue;
        while (first < last && cell[first] == ' ')
            first++;
        while (first < last && cell[last - 1] == ' ')
            last--;
        return is_number(cell + first, last - first, '.', &value) ||
               is_number(cell + first, last - first, ',', &value);
    }
    return false;
}

/* A number in parentheses, which accounts use for a minus. */
static bool is_bracketed(const char *cell, size_t length)
{
    double value;

    return length > 2 && cell[0] == '(' && cell[length - 1] == ')' &&
           (is_number(cell + 1, length - 2, '.', &value) ||
            is_number(cell + 1, length - 2, ',', &value));
}

/* Two marks of -, / or . between one to four digits, and perhaps a time after them. */
static bool is_date(const char *cell, size_t length)
{
    size_t part = 0, digits = 0, k = 0;
    char mark = '\0';

    for (; k < length && part < 3; k++) {
        if (is_digit(cell[k])) {
            if (++digits > 4)
                return false;
            continue;
        }
        if (digits == 0 || part == 2)
            break;
        if (part == 0 && strchr("-/.", cell[k]) == NULL)
            return false;
        if (part == 1 && cell[k] != mark)
            return false;
        mark = cell[k];
        part++;
        digits = 0;
    }
    return part == 2 && digits > 0 && (k == length || cell[k] == ' ' || cell[k] == 'T');
}

fed_cell fed_dialect_read(const fed_dialect *dialect, const char *cell, size_t length,
                          double *value, const char **fault)
{
    const bool marked = length > 0 && memchr(cell, dialect->decimal == ',' ? '.' : ',', length);

    if (is_missing(cell, length))
        return FED_CELL_MISSING;
    if (is_blank(cell, length))
        return FED_CELL_BLANK;
    if (!(dialect->decimal == ',' && marked) && fed_decimal_cell(cell, length, value, fault))
        return FED_CELL_NUMBER;
    if (is_number(cell, length, dialect->decimal, value)) {
        if (dialect->settled || !marked || memchr(cell, dialect->decimal, length) != NULL)
            return FED_CELL_NUMBER;
        *fault = "may have a decimal mark or a thousands separator (set data.decimal = "
                 "\"comma\" or \"point\")";
        return FED_CELL_BAD;
    }
    *fault = "is not a number";
    if (is_date(cell, length))
        return FED_CELL_DATE;
    fed_decimal_cell(cell, length, value, fault);
    if (strcmp(*fault, "is not a number") != 0) /* but an infinity */
        return FED_CELL_BAD;
    if (is_amount(cell, length)) {
        *fault = "is not a plain number (the sign of its unit must go)";
        return FED_CELL_BAD;
    }
    if (is_bracketed(cell, length)) {
        *fault = "is not a plain number (a negative number has a minus, not parentheses)";
        return FED_CELL_BAD;
    }
    if (!is_number(cell, length, dialect->decimal == ',' ? '.' : ',', value))
        return FED_CELL_WORD;
    *fault = dialect->decimal == ','
                 ? "is not a number (data.decimal = \"point\" reads a decimal point)"
                 : "is not a number (data.decimal = \"comma\" reads a decimal comma)";
    return FED_CELL_BAD;
}

/* How often each candidate stands between cells in the first records: the one that does so equally
 * often in all of them, and most surely is no part of a number. */
static char guess_delimiter(const char *p, const char *end)
{
    static const char candidates[] = "\t;|,";
    size_t first[4] = {0}, count[4] = {0}, records = 0;
    bool same[4] = {true, true, true, true}, quoted = false;

    for (; p <= end && records < 20; p++) {
        const char *at = p < end && *p != '\0' ? strchr(candidates, *p) : NULL;

        if (p < end && *p == '"')
            quoted = !quoted;
        else if (at != NULL && !quoted)
            count[at - candidates]++;
        if ((p == end && p[-1] != '\n') || (p < end && *p == '\n' && !quoted)) {
            if (p < end && p[-1] == '\n') /* a blank line */
                continue;
            for (size_t k = 0; k < 4; k++) {
                if (records == 0)
                    first[k] = count[k];
                same[k] = same[k] && count[k] == first[k] && count[k] > 0;
                count[k] = 0;
            }
            records++;
        }
    }
    for (size_t k = 0; k < 4; k++)
        if (same[k] && records > 0)
            return candidates[k];
    for (size_t k = 0, most = 3;; k++) { /* none is even: the header's most frequent */
        if (k == 4)
            return first[most] > 0 ? candidates[most] : ',';
        most = first[k] > first[most] ? k : most;
    }
}

/* What a number with a mark shows of the decimal mark. */
enum { POINT, COMMA, POINT_OR_GROUPS, COMMA_OR_GROUPS, SHOWN };

/* The first number of each kind in the first records. */
typedef struct evidence {
    size_t line[SHOWN]; /* 0: none */
    char cell[SHOWN][48];
} evidence;

static void weigh(const fed_dialect *dialect, const char *cell, size_t length, size_t line,
                  evidence *seen)
{
    fed_dialect comma = *dialect, point = *dialect;
    const char *fault;
    double value;
    bool as_comma, as_point;
    size_t kind;

    comma.decimal = ',';
    comma.settled = point.settled = true;
    if (length == 0 || (memchr(cell, ',', length) == NULL && memchr(cell, '.', length) == NULL))
        return;
    as_comma = fed_dialect_read(&comma, cell, length, &value, &fault) == FED_CELL_NUMBER;
    as_point = fed_dialect_read(&point, cell, length, &value, &fault) == FED_CELL_NUMBER;
    if (as_comma && as_point)
        kind = memchr(cell, '.', length) != NULL ? POINT_OR_GROUPS : COMMA_OR_GROUPS;
    else
        kind = as_comma ? COMMA : POINT;
    if ((as_comma || as_point) && seen->line[kind] == 0) {
        seen->line[kind] = line;
        fed_decimal_show(cell, length, seen->cell[kind]);
    }
}

/* A comma is decimal where cells say 1,5 and none says 1.5. Where all say 1.234, or all 1,234, the
 * mark is taken for the decimal one, in doubt. Between commas, numbers have a point. */
static fed_status judge_decimal(const fed_input *file, const evidence *seen, fed_dialect *dialect,
                                fed_error *error)
{
    const bool sure = seen->line[POINT] + seen->line[COMMA] > 0;
    const size_t a = sure ? POINT : POINT_OR_GROUPS, b = sure ? COMMA : COMMA_OR_GROUPS;

    if (seen->line[a] > 0 && seen->line[b] > 0)
        return fed_fail(error, FED_DATA,
                        "%s: found both '%s' (line %zu) and '%s' (line %zu); set "
                        "data.decimal to the decimal mark, \"comma\" or \"point\"",
                        file->path, seen->cell[b], seen->line[b], seen->cell[a], seen->line[a]);
    if (seen->line[b] > 0) {
        dialect->decimal = ',';
        dialect->settled = true;
    }
    if (!sure && seen->line[a] + seen->line[b] > 0) {
        memcpy(dialect->doubt, seen->cell[seen->line[b] > 0 ? b : a], sizeof dialect->doubt);
        dialect->doubt_line = seen->line[a] + seen->line[b];
    }
    return FED_OK;
}

static fed_status guess_decimal(fed_input *file, fed_dialect *dialect, fed_error *error)
{
    evidence seen = {{0}, {""}};
    fed_csv csv;
    bool found;

    fed_csv_open(&csv, file, dialect->delimiter);
    csv.p += dialect->header;
    csv.line += dialect->header > 0;
    TRY(fed_csv_record(&csv, &found, error));
    for (size_t records = 0; found && records < SAMPLE; records++) {
        for (size_t column = 0; csv.more; column++) {
            const char *cell;
            size_t length;

            TRY(fed_csv_cell(&csv, column, &cell, &length, error));
            weigh(dialect, cell, length, csv.line, &seen);
        }
        TRY(fed_csv_record(&csv, &found, error));
    }
    return dialect->delimiter != ',' ? judge_decimal(file, &seen, dialect, error) : FED_OK;
}

fed_status fed_dialect_find(fed_input *file, const fed_layout *layout, fed_dialect *dialect,
                            fed_error *error)
{
    const size_t mark = file->size >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    const char *text = file->text + mark;
    const size_t left = file->size - mark;

    *dialect = (fed_dialect){.delimiter = layout->delimiter,
                             .decimal = layout->decimal != '\0' ? layout->decimal : '.',
                             .settled = layout->decimal != '\0'};
    if (left >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0 ||
                      memchr(text, '\0', left < 64 ? left : 64) != NULL))
        return fed_fail(error, FED_DATA,
                        "%s: not text in UTF-8 (UTF-16 or binary); save it as \"CSV UTF-8\"",
                        file->path);
    if (memchr(text, '\r', left) != NULL && memchr(text, '\n', left) == NULL)
        return fed_fail(error, FED_DATA,
                        "%s: its lines end in carriage returns alone; save it as \"CSV UTF-8\"",
                        file->path);
    if (left > 5 && strncasecmp(text, "sep=", 4) == 0) {
        const char *end = memchr(text, '\n', left);

        if (end != NULL && end - text <= 6) {
            dialect->header = (size_t)(end + 1 - text);
            dialect->delimiter = dialect->delimiter != '\0' ? dialect->delimiter : text[4];
        }
    }
    if (dialect->delimiter == '\0')
        dialect->delimiter = guess_delimiter(text + dialect->header, file->text + file->size);
    return layout->decimal == '\0' ? guess_decimal(file, dialect, error) : FED_OK;
}

const char *fed_dialect_doubt(fed_arena *arena, const fed_dialect *dialect)
{
    const bool comma = dialect->decimal == ',';

    return fed_sprintf(arena,
                       "'%s' (line %zu) is read with a decimal %s; if it has a thousands "
                       "separator, set data.decimal = \"%s\"",
                       dialect->doubt, dialect->doubt_line, comma ? "comma" : "point",
                       comma ? "point" : "comma");
}
