/* warnings.h -- what a user would want to know of a study that ended well. */
#ifndef FED_CLI_WARNINGS_H
#define FED_CLI_WARNINGS_H

#include "cli/app.h"

#include <stdio.h>

/* A line each. */
fed_status fed_app_warn(const fed_study *study, FILE *stream, fed_error *error);
void fed_warn_ignored(const fed_study *study, FILE *stream); /* keys without effect alone */

#endif
