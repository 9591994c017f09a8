/* warnings.c -- what a user would want to know of a study that ended well. */
#include "app.h"

#include "datasets/dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Conditions of the theory that do not hold, each once where points share it. */
static void warn_theory(const fed_study *study)
{
    for (size_t point = 0; point < study->points; point++) {
        const fed_result *first = &study->results[point * study->replicates];

        if (first->warning[0] != '\0' &&
            (point == 0 || strcmp(first->warning, study->results[(point - 1) * study->replicates].warning) != 0))
            fprintf(stderr, "fedomp: warning: run %zu: %s\n", point, first->warning);
    }
}

/* Tells of the first point whose swept keys, of another variant, change nothing. */
static void warn_twins(const fed_study *study)
{
    enum { MOST = 1000 };
    char(*hash)[65] = study->points > 1 && study->points <= MOST ? malloc(study->points * sizeof *hash) : NULL;

    for (size_t point = 0; hash != NULL && point < study->points; point++) {
        if (fed_config_hash(fed_config_point(study->config, point), hash[point]) != FED_OK)
            break;
        for (size_t k = 0; k < point; k++)
            if (strcmp(hash[k], hash[point]) == 0) {
                fprintf(stderr, "fedomp: warning: run %zu is run %zu again: what is swept between them has no effect\n",
                        point, k);
                free(hash);
                return;
            }
    }
    free(hash);
}

/* A rate that is too large need not diverge; the loss is then above that of the starting point. */
static void warn_worse(const fed_study *study)
{
    for (size_t k = 0; k < study->points * study->replicates; k++) {
        const fed_result *result = &study->results[k];
        const double before = result->records[0].value[FED_METRIC_loss];
        const double after = result->records[result->recorded - 1].value[FED_METRIC_loss];
        const fed_algorithm *algorithm = (const fed_algorithm *)fed_config_entry(
            fed_config_point(study->config, k / study->replicates), "algorithm.name");

        if (algorithm->programs) /* starts where no constraint holds yet */
            continue;
        if (fed_outcome_is_answer(result->outcome) && after > before + 0.01 * fabs(before)) {
            fprintf(stderr,
                    "fedomp: warning: run %zu, replicate %zu: the loss ended at %.5g, above the %.5g it began with; "
                    "a smaller rate or data.standardize may help\n",
                    k / study->replicates, k % study->replicates, after, before);
            return;
        }
    }
}

/* File data with nothing drawn: the statistics over replicates are those of one. */
static void warn_same(const fed_study *study)
{
    const fed_result *one = study->results, *other = one + 1;

    if (study->replicates > 1 && !fed_dataset_random(study->config) && one->recorded > 1 &&
        one->models * one->p == other->models * other->p &&
        memcmp(one->theta, other->theta, one->models * one->p * sizeof *one->theta) == 0)
        fprintf(stderr, "fedomp: warning: replicates 0 and 1 are the same: nothing in this study is random\n");
}

void fed_app_warn(const fed_study *study)
{
    warn_theory(study);
    warn_twins(study);
    warn_worse(study);
    warn_same(study);
}
