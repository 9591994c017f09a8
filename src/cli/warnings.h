/* warnings.h -- what a user would want to know of a study that ended well. */
#ifndef FED_CLI_WARNINGS_H
#define FED_CLI_WARNINGS_H

#include "cli/app.h"

#include <stdio.h>

/* What is worth telling of the results: a study that is run between the two calls shows them. */
typedef struct fed_findings fed_findings;
fed_status fed_findings_begin(fed_findings **findings, fed_study *study, fed_error *error);
void fed_findings_free(fed_findings *findings);
/* A line each. */
fed_status fed_app_warn(fed_findings *findings, FILE *stream, fed_error *error);
void fed_warn_ignored(const fed_study *study, FILE *stream); /* keys without effect alone */

#endif
