/* describe.h -- --describe: the columns of a CSV file, and a configuration to begin with. All but
 * the latter are comments, so that the whole is a configuration. */
#ifndef FED_CLI_DESCRIBE_H
#define FED_CLI_DESCRIBE_H

#include "cli/app.h"

int fed_app_describe(const char *path); /* --describe=path */

#endif
