/* fits.h -- what is too large for this machine, told by its key before it is asked for. */
#ifndef FED_CONFIG_FITS_H
#define FED_CONFIG_FITS_H

#include "config/config.h"

/* FED_OK, or FED_CONFIG at the key: "WHAT take BYTES bytes, and this machine has ...". The system
 * may promise more than it has. */
fed_status fed_config_fits(const fed_config *config, const char *key, double bytes,
                           fed_error *error, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
