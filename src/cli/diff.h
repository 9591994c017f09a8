/* diff.h -- --diff: what differs between two results directories. */
#ifndef FED_CLI_DIFF_H
#define FED_CLI_DIFF_H

#include "cli/app.h"

int fed_app_diff(const char *a, const char *b); /* --diff A B: the exit status */

#endif
