/* schedule.c -- a rate read from the configuration, and its value with warm-up. */
#include "schedules/schedule.h"

#include "schedules/types.h"

#include <string.h>

const fed_param fed_rate_params[] = {
    {"schedule", FED_NAME, "constant", FED_ANY, NULL, "schedule of the rate"},
    {"warmup", FED_INT, "0", 0, 1e12, NULL,
     "number k of warm-up updates: update t < k "
     "uses (t+1)/k of the rate"},
    FED_END};

/* Every key without default must be there. */
static fed_status ask(const fed_config *config, const char *path, const fed_schedule_type *type,
                      fed_error *error)
{
    for (const fed_param *row = type->entry.params; row->key != NULL; row++) {
        char full[FED_RATE_PATH];

        snprintf(full, sizeof full, "%s.%s", path, row->key);
        if (row->def == NULL && !fed_config_given(config, full))
            return fed_config_fault(config, error, FED_CONFIG, full,
                                    "needed by the schedule \"%s\"", type->entry.name);
    }
    return FED_OK;
}

static fed_status read_group(const fed_config *config, const char *path,
                             const fed_curvature *curvature, fed_schedule *schedule,
                             fed_error *error)
{
    char name[FED_RATE_PATH], warmup[FED_RATE_PATH];
    const fed_schedule_type *type;

    snprintf(name, sizeof name, "%s.schedule", path);
    snprintf(warmup, sizeof warmup, "%s.warmup", path);
    type =
        (const fed_schedule_type *)fed_entry_find(fed_schedules, fed_config_string(config, name));
    if (type->curvature && curvature == NULL)
        return fed_config_fault(config, error, FED_CONFIG, name,
                                "\"%s\" is for methods with local steps; this one has none",
                                type->entry.name);
    if (curvature != NULL)
        schedule->curvature = *curvature;
    schedule->rate = type->rate;
    schedule->warmup = (size_t)fed_config_int(config, warmup);
    TRY(ask(config, path, type, error));
    fed_config_numbers(config, path, type->entry.params, schedule->key);
    return type->read != NULL ? type->read(config, path, schedule, error) : FED_OK;
}

fed_status fed_schedule_read_curved(const fed_config *config, const char *path, size_t rounds,
                                    const fed_curvature *curvature, fed_schedule *schedule,
                                    fed_error *error)
{
    *schedule = (fed_schedule){.rounds = rounds};
    if (fed_config_is_group(config, path))
        return read_group(config, path, curvature, schedule, error);
    schedule->rate = fed_schedule_constant.rate;
    schedule->key[0] = fed_config_float(config, path);
    if (!(schedule->key[0] >= 0.0) || isinf(schedule->key[0]))
        return fed_config_fault(config, error, FED_CONFIG, path,
                                "%g is not a rate: finite and 0 or more", schedule->key[0]);
    return FED_OK;
}

fed_status fed_schedule_read(const fed_config *config, const char *path, size_t rounds,
                             fed_schedule *schedule, fed_error *error)
{
    return fed_schedule_read_curved(config, path, rounds, NULL, schedule, error);
}

double fed_rate(const fed_schedule *schedule, size_t t)
{
    double rate = schedule->rate(schedule, t);

    return t < schedule->warmup ? rate * ((double)(t + 1) / (double)schedule->warmup) : rate;
}
