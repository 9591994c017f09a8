/* status.c -- messages and exit codes from the one list. */
#include "core/status.h"

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
    va_list args;

    if (error->status != FED_OK)
        return;
    error->status = status;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
}
