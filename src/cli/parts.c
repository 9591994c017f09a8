/* parts.c -- a study in parts: --points, --point, --replicates, --merge. */
#include "cli/parts.h"

#include "config/points.h"
#include "study/spool/spool.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fed_range_read(const char *text, size_t *from, size_t *to)
{
    unsigned long long first, last;
    char *end;

    if (!isdigit((unsigned char)text[0]))
        return false;
    first = last = strtoull(text, &end, 10);
    if (*end == '-' && isdigit((unsigned char)end[1]))
        last = strtoull(end + 1, &end, 10);
    if (*end != '\0' || last < first || last >= 1ULL << 40)
        return false;
    *from = (size_t)first;
    *to = (size_t)last + 1;
    return true;
}

int fed_app_points(const fed_app *app, const fed_config *config)
{
    const size_t points = fed_config_points(config);

    printf("%zu\n", points);
    for (size_t point = 0; app->verbose && point < points; point++) {
        printf("%zu", point);
        for (size_t k = 0; k < fed_config_sweep_count(config); k++)
            printf("  %s=%s", fed_config_sweep_key(config, k),
                   fed_config_sweep_value(config, point, k));
        putchar('\n');
    }
    return 0;
}

fed_status fed_app_choose(const fed_app *app, fed_study *study, fed_error *error)
{
    study->part = app->points_to > 0 || app->replicates_to > 0;
    if (app->points_to > study->points)
        return fed_fail(error, FED_USAGE, "--point: the last of %zu points is %zu", study->points,
                        study->points - 1);
    if (app->replicates_to > study->replicates)
        return fed_fail(error, FED_USAGE, "--replicates: the last of %zu is %zu", study->replicates,
                        study->replicates - 1);
    if (app->points_to > 0) {
        study->points_from = app->points_from;
        study->points_to = app->points_to;
    }
    if (app->replicates_to > 0) {
        study->replicates_from = app->replicates_from;
        study->replicates_to = app->replicates_to;
    }
    return FED_OK;
}

static bool has_point(const fed_study *study, size_t point)
{
    for (size_t r = 0; r < study->replicates; r++)
        if (!fed_spool_has(study->spool, point * study->replicates + r))
            return false;
    return true;
}

/* Ranges of points, as many as there is room for. */
static size_t list_missing(const fed_study *study, char *list, size_t room)
{
    size_t missing = 0, used = 0;

    for (size_t point = 0, last; point < study->points; point = last + 1) {
        last = point;
        if (has_point(study, point))
            continue;
        while (last + 1 < study->points && !has_point(study, last + 1))
            last++;
        missing += last - point + 1;
        if (used + 60 > room)
            continue;
        used += (size_t)snprintf(list + used, room - used, "%s%zu", used > 0 ? ", " : "", point);
        if (last > point)
            used += (size_t)snprintf(list + used, room - used, "-%zu", last);
        if (used + 60 > room)
            snprintf(list + used, room - used, ", ...");
    }
    return missing;
}

fed_status fed_app_missing(const fed_study *study, fed_error *error)
{
    char list[400] = "";
    const size_t missing = list_missing(study, list, sizeof list);

    return missing == 0
               ? FED_OK
               : fed_fail(error, FED_SIGNAL, "%s: not complete, %zu of %zu points are missing: %s",
                          study->dir, missing, study->points, list);
}

void fed_app_part_done(const fed_study *study)
{
    size_t done = 0, count = 0;

    for (size_t point = study->points_from; point < study->points_to; point++)
        for (size_t r = study->replicates_from; r < study->replicates_to; r++, count++)
            done += fed_spool_has(study->spool, point * study->replicates + r);
    printf("%zu of %zu replicates of this part complete in %s", done, count, study->dir);
    if (done < count)
        printf(", others claimed by other processes");
    printf("; --merge writes the results of all parts\n");
}
