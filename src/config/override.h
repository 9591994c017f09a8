/* override.h -- "path=value" from the command line. */
#ifndef FED_CONFIG_OVERRIDE_H
#define FED_CONFIG_OVERRIDE_H

#include "config/types.h"

fed_status fed_override_usage(const char *text, fed_error *error);
fed_status fed_override(fed_build *build, const char *text);

#endif
