/* parts.h -- a study in parts: --points, --point, --replicates, --merge. */
#ifndef FED_CLI_PARTS_H
#define FED_CLI_PARTS_H

#include "cli/app.h"

/* K or A-B, from 0: the first and one past the last. */
bool fed_range_read(const char *text, size_t *from, size_t *to);

/* Prints the number of points; with -v their keys. */
int fed_app_points(const fed_app *app, const fed_config *config);
/* What of the study this process runs; FED_USAGE when it is not there. */
fed_status fed_app_choose(const fed_app *app, fed_study *study, fed_error *error);
/* What is missing of a study that is to be merged: FED_SIGNAL, it can be resumed. */
fed_status fed_app_missing(const fed_study *study, fed_error *error);
/* The end of a part, in words. */
void fed_app_part_done(const fed_study *study);

#endif
