/* cells.c -- numbers, words and sweep columns of the CSV files. */
#include "config.h"
#include "writers/writer.h"
#include "writers/number.h"

#include "config/points.h"

#include <stdlib.h>
#include <string.h>

void fed_put_number(FILE *stream, double x)
{
    char text[FED_NUMBER_ROOM];

    fputs_unlocked(fed_number_text(x, text), stream); /* one thread has the stream */
}

/* Words that a spreadsheet would take for a formula; -1e-3 is none. */
static bool is_formula(const char *text)
{
    char *end;

    if (*text == '\0' || strchr("=+-@", *text) == NULL)
        return false;
    strtod(text, &end);
    return end == text || *end != '\0';
}

void fed_put_cell(FILE *stream, const char *text)
{
    const char *mark = is_formula(text) ? "'" : "";

    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(mark, stream);
        fputs(text, stream);
        return;
    }
    fprintf(stream, "\"%s", mark);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

void fed_put_sweep_names(FILE *stream, const fed_config *config)
{
    for (size_t k = 0; k < fed_config_sweep_count(config); k++) {
        fed_put_cell(stream, fed_config_sweep_key(config, k));
        fputc(',', stream);
    }
}

void fed_put_sweep_values(FILE *stream, const fed_config *config, size_t point)
{
    for (size_t k = 0; k < fed_config_sweep_count(config); k++) {
        fed_put_cell(stream, fed_config_sweep_value(config, point, k));
        fputc(',', stream);
    }
}
