/* status.c -- messages and exit codes from the one list. */
#include "core/status.h"

#include "core/printable.h"

#include <stdio.h>

static const struct {
    int code;
    const char *text;
} table[] = {
#define FED_STATUS_ROW(name, code, text) {code, text},
    FED_STATUS(FED_STATUS_ROW)
#undef FED_STATUS_ROW
};

int fed_status_exit(fed_status status)
{
    return table[status].code;
}

const char *fed_status_text(fed_status status)
{
    return table[status].text;
}

void fed_tell(fed_error *error, fed_status status, const char *format, ...)
{
    char raw[sizeof error->text];
    va_list args;

    if (error->status != FED_OK)
        return;
    error->status = status;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    fed_printable(error->text, sizeof error->text, raw); /* names may hold anything */
}
