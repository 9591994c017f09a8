/* cells.c -- numbers, words and sweep columns of the CSV files. */
#include "writers/writer.h"

#include <string.h>

const char *const fed_metric_names[FED_METRIC_COUNT] = {
#define FED_METRIC_NAME(name, doc) #name,
    FED_METRICS(FED_METRIC_NAME)
#undef FED_METRIC_NAME
};

void fed_put_number(FILE *stream, double x)
{
    if (!isnan(x))
        fprintf(stream, "%.17g", x);
}

void fed_put_cell(FILE *stream, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
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
