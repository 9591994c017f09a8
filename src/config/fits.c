/* fits.c -- what is too large for this machine, told by its key before it is asked for. */
#include "config/fits.h"

#include "core/machine.h"

#include <math.h>
#include <stdarg.h>

static const double SMALL = 1 << 20; /* bytes that any machine has: it is not asked */

fed_status fed_config_fits(const fed_config *config, const char *key, double bytes,
                           fed_error *error, const char *format, ...)
{
    const double memory = bytes <= SMALL ? INFINITY : fed_machine_memory();
    char what[200];
    va_list args;

    if (bytes <= memory)
        return FED_OK;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return fed_config_fault(config, error, FED_CONFIG, key,
                            "%s take %.0f bytes, and this machine has %.0f: lower it", what, bytes,
                            memory);
}
