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

fed_status fed_fail(fed_error *error, fed_status status, const char *format, ...)
{
    if (error->status == FED_OK) {
        va_list args;

        error->status = status;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

fed_status fed_nomem(fed_error *error)
{
    return fed_fail(error, FED_NOMEM, "out of memory");
}
