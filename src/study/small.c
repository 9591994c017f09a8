/* small.c -- the work of a study told by its configuration, where that can be done. */
#include "study/small.h"

#include "config/value.h"
#include "config/points.h"
#include "config/print.h"
#include "datasets/dataset.h"

#include <string.h>

static const double SMALL = 1e4; /* of what is multiplied below */

/* Every count may be one of things done for each of the others: samples, rounds, steps, clients,
 * parameters. What is not of the run itself is left out. */
static void multiply(void *context, const char *path, const fed_node *value)
{
    static const char *const apart[] = {"seed",  "threads", "output.", "checkpoint.",
                                        "cost.", "gain.",   "rank.",   NULL};
    double *product = context;

    for (const char *const *a = apart; *a != NULL; a++)
        if (strncmp(path, *a, strlen(*a)) == 0)
            return;
    if (value->kind == NODE_INT && value->i > 1)
        *product *= (double)value->i;
    for (size_t k = 0; value->kind == NODE_LIST && k < value->count; k++)
        multiply(context, path, value->items[k]);
    if (value->kind == NODE_LIST && value->count > 1)
        *product *= (double)value->count;
}

bool fed_study_is_small(const fed_study *study)
{
    const fed_config *point = fed_config_point(study->config, 0);
    const char *const *analyses;
    double product = 1.0;

    if (study->spool == NULL || study->points * study->replicates != 1 ||
        !fed_dataset_random(point) || fed_config_strings(point, "analysis", &analyses) > 0 ||
        strcmp(fed_config_string(point, "model.type"), "linear") != 0 ||
        strcmp(fed_config_string(point, "features.type"), "none") != 0)
        return false;
    return fed_config_visit(point, multiply, &product) && product <= SMALL;
}
