/* csv_scan.c -- RFC 4180 with any one-character delimiter; lines end in LF or CR LF. */
#include "datasets/csv_scan.h"

#include <string.h>

void fed_csv_open(fed_csv *csv, fed_input *input, char delimiter)
{
    *csv = (fed_csv){.path = input->path,
                     .p = input->text,
                     .end = input->text + input->size,
                     .delimiter = delimiter};
    if (input->size >= 3 && memcmp(csv->p, "\xef\xbb\xbf", 3) == 0)
        csv->p += 3;
}

static bool is_blank(const fed_csv *csv, char c)
{
    return (c == ' ' || c == '\t') && c != csv->delimiter;
}

/* At a line's end: its length, 1 or 2; else 0. The text's end has none. */
static size_t line_end(const fed_csv *csv, const char *p)
{
    if (p < csv->end && *p == '\n')
        return 1;
    return p + 1 < csv->end && p[0] == '\r' && p[1] == '\n' ? 2 : 0;
}

/* Spaces as a delimiter stand in any number, also at the ends of a line. */
static const char *skip_spaces(const fed_csv *csv, const char *p)
{
    while (csv->delimiter == ' ' && p < csv->end && *p == ' ')
        p++;
    return p;
}

/* A line of nothing but delimiters, blanks and empty quotes: its length with its end; else 0. */
static size_t hollow(const fed_csv *csv)
{
    const char *p = csv->p;
    size_t step;

    while (p < csv->end && (*p == csv->delimiter || *p == '"' || is_blank(csv, *p)))
        p++;
    step = line_end(csv, p);
    return p == csv->end || step > 0 ? (size_t)(p - csv->p) + step : 0;
}

fed_status fed_csv_record(fed_csv *csv, bool *found, fed_error *error)
{
    size_t blank = 0, step;

    csv->line += 1 + csv->lines_in_record;
    csv->lines_in_record = 0;
    while ((step = hollow(csv)) > 0) {
        csv->p += step;
        blank++;
    }
    csv->p += skip_spaces(csv, csv->p) - csv->p;
    *found = csv->more = csv->p < csv->end;
    if (*found && blank > 0)
        return fed_fail(error, FED_DATA,
                        "%s:%zu: empty line; delete it, and lines before the header, as titles",
                        csv->path, csv->line);
    return FED_OK;
}

/* Between quotes, "" standing for one. */
static fed_status quoted_cell(fed_csv *csv, size_t column, const char **cell, size_t *length,
                              fed_error *error)
{
    char *start = csv->p + 1, *p = start;
    size_t doubled = 0, n = 0;

    for (;; p++) {
        if (p == csv->end)
            return fed_fail(error, FED_DATA, "%s:%zu: column %zu: quote without its end", csv->path,
                            csv->line, column + 1);
        if (*p == '"' && (p + 1 == csv->end || p[1] != '"'))
            break;
        doubled += *p == '"';
        p += *p == '"';
        csv->lines_in_record += *p == '\n';
    }
    *cell = start;
    *length = (size_t)(p - start);
    if (doubled > 0) {
        for (const char *from = start; from < p && n < sizeof csv->cell - 1; from++) {
            csv->cell[n++] = *from;
            from += *from == '"';
        }
        csv->cell[n] = '\0';
        *cell = csv->cell;
        *length = n;
    }
    for (p++; p < csv->end && is_blank(csv, *p);)
        p++;
    csv->p = p;
    if (p < csv->end && *p != csv->delimiter && line_end(csv, p) == 0)
        return fed_fail(error, FED_DATA,
                        "%s:%zu: column %zu: text after the closing quote (a quote in a text is "
                        "written twice)",
                        csv->path, csv->line, column + 1);
    return FED_OK;
}

fed_status fed_csv_cell(fed_csv *csv, size_t column, const char **cell, size_t *length,
                        fed_error *error)
{
    char *p = csv->p;

    while (p < csv->end && is_blank(csv, *p))
        p++;
    csv->p = p;
    if (p < csv->end && *p == '"') {
        TRY(quoted_cell(csv, column, cell, length, error));
        p = csv->p;
    } else {
        char *last;

        while (p < csv->end && *p != csv->delimiter && *p != '\n')
            p++;
        last = p;
        if (last > csv->p && p < csv->end && *p == '\n' && last[-1] == '\r')
            last--, p--;
        while (last > csv->p && is_blank(csv, last[-1]))
            last--;
        *cell = csv->p;
        *length = (size_t)(last - csv->p);
    }
    p += skip_spaces(csv, p) - p;
    csv->more = p < csv->end && line_end(csv, p) == 0;
    csv->p = p + (!csv->more ? line_end(csv, p) : csv->delimiter == ' ' ? 0 : 1);
    return FED_OK;
}

size_t fed_csv_width(const fed_csv *csv)
{
    const char *p = csv->p;

    for (size_t width = 1;; width++, p++) {
        while (p < csv->end && is_blank(csv, *p))
            p++;
        if (p < csv->end && *p == '"') /* to the closing quote, over doubled ones */
            for (p++; p < csv->end && (*p != '"' || (p + 1 < csv->end && p[1] == '"')); p++)
                p += *p == '"';
        while (p < csv->end && *p != csv->delimiter && *p != '\n')
            p++;
        p = csv->delimiter == ' ' ? skip_spaces(csv, p) : p;
        if (p >= csv->end || *p == '\n' || line_end(csv, p) > 0)
            return width;
        p -= csv->delimiter == ' ';
    }
}

fed_status fed_csv_header(fed_arena *arena, fed_csv *csv, const char *const **names, size_t *count,
                          fed_error *error)
{
    const char **list = FED_ARRAY(arena, fed_csv_width(csv), const char *);

    if (list == NULL)
        return fed_nomem(error);
    for (*count = 0; csv->more; (*count)++) {
        const char *cell = "";
        size_t length = 0;

        TRY(fed_csv_cell(csv, *count, &cell, &length, error));
        list[*count] = fed_sprintf(arena, "%.*s", (int)(length < 4096 ? length : 4096), cell);
        if (list[*count] == NULL)
            return fed_nomem(error);
    }
    *names = list;
    return FED_OK;
}

size_t fed_csv_most_records(const fed_csv *csv, size_t width)
{
    size_t bytes = (size_t)(csv->end - csv->p), lines = 1;

    for (const char *p = csv->p; (p = memchr(p, '\n', (size_t)(csv->end - p))) != NULL; p++)
        lines++;
    return lines < bytes / width + 1 ? lines
                                     : bytes / width + 1; /* a record: width bytes or more */
}
