/* refuse.c -- what a method or an analysis cannot handle, told before anything is computed. */
#include "study/refuse.h"

#include "config/suggest.h"

const fed_algorithm *fed_job_algorithm(const fed_config *config)
{
    return (const fed_algorithm *)fed_config_entry(config, "algorithm.name");
}

fed_status fed_refuse_analyses(const fed_config *config, fed_error *error)
{
    const char *const *names;
    const size_t count = fed_config_strings(config, "analysis", &names);

    for (size_t k = 0; k < count; k++) {
        const char *known[64] = {NULL}, *near;

        if (fed_entry_find(fed_analyses, names[k]) != NULL)
            continue;
        for (size_t j = 0; j < 63 && fed_analyses[j] != NULL; j++)
            known[j] = fed_analyses[j]->name;
        near = fed_suggest(names[k], known);
        return fed_config_fault(config, error, FED_CONFIG, "analysis",
                                "unknown analysis '%s'%s%s%s; fedomp --list=analyses "
                                "lists them",
                                names[k], near != NULL ? " (did you mean '" : "",
                                near != NULL ? near : "", near != NULL ? "'?)" : "");
    }
    return FED_OK;
}

/* The traits that the configured method refuses. */
static unsigned refused(const fed_algorithm *algorithm)
{
    return (FED_TRAITS_HARD & ~algorithm->takes) | algorithm->refuses;
}

fed_status fed_refuse_early(const fed_config *config, fed_error *error)
{
    const fed_algorithm *algorithm = fed_job_algorithm(config);

    return fed_refuse_loss((const fed_loss *)fed_config_entry(config, "loss.type"),
                           fed_config_float(config, "loss.l1"), config, algorithm->entry.name,
                           refused(algorithm), error);
}

fed_status fed_refuse_problem(const fed_problem *problem, const fed_config *config,
                              fed_error *error)
{
    const fed_algorithm *algorithm = fed_job_algorithm(config);
    const size_t held = problem->part->server_count;

    TRY(fed_refuse(problem, config, NULL, algorithm->entry.name, refused(algorithm), error));
    if (held > 0 && !algorithm->server_samples)
        return fed_fail(error, FED_DATA,
                        "%zu samples belong to the server (client -1), which %s does not "
                        "support",
                        held, algorithm->entry.name);
    return FED_OK;
}

fed_status fed_refuse_analysable(const fed_run *run)
{
    const char *const *names;
    const size_t count = fed_config_strings(run->config, "analysis", &names);

    for (size_t k = 0; k < count; k++) {
        const fed_analysis *analysis = (const fed_analysis *)fed_entry_find(fed_analyses, names[k]);

        if (analysis->check != NULL)
            TRY(analysis->check(run));
        TRY(fed_refuse(run->problem, run->config, "analysis", names[k], analysis->refuses,
                       run->error));
    }
    return FED_OK;
}
