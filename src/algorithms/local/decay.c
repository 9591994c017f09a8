/* decay.c -- when to lower the rates: the mean of the last W losses has not been Delta below the
 * least such mean before it for P rounds on end, and the C rounds after the start or the last decay
 * are over. In the authors' program patience begins anew after those, and the mean to be beaten
 * moves only when it is beaten by Delta. */
#include "algorithms/local/decay.h"

#include <string.h>

static double number(const fed_config *config, const char *path, double otherwise)
{
    return fed_config_given(config, path) ? fed_config_float(config, path) : otherwise;
}

static size_t count(const fed_config *config, const char *path)
{
    return fed_config_given(config, path) ? (size_t)fed_config_int(config, path) : 100;
}

static const char *const keys[] = {"algorithm.decay.window",   "algorithm.decay.patience",
                                   "algorithm.decay.cooldown", "algorithm.decay.delta",
                                   "algorithm.decay.client",   "algorithm.decay.server",
                                   "algorithm.decay.rule"};

bool fed_decay_given(const fed_config *config)
{
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (fed_config_given(config, keys[k]))
            return true;
    return false;
}

fed_status fed_decay_setup(fed_run *run, fed_decay *decay)
{
    const fed_config *config = run->config;

    *decay = (fed_decay){.window = count(config, keys[0]),
                         .patience = count(config, keys[1]),
                         .cooldown = count(config, keys[2]),
                         .delta = number(config, keys[3], 1e-4),
                         .alpha = number(config, keys[4], 0.1),
                         .beta = number(config, keys[5], 0.9),
                         .released = fed_config_given(config, keys[6]) &&
                                     strcmp(fed_config_string(config, keys[6]), "released") == 0,
                         .now = {.least = INFINITY, .client = 1.0, .server = 1.0}};
    decay->now.resting = decay->cooldown;
    decay->on = fed_decay_given(config);
    if (!decay->on)
        return FED_OK;
    decay->losses = fed_keep(run, "losses", decay->window, sizeof(double));
    return decay->losses == NULL || !FED_KEEP(run, decay->now) ? fed_nomem(run->error) : FED_OK;
}

/* The mean of the window, infinite before it is full. */
static double windowed(fed_decay *decay, double loss)
{
    fed_decay_memory *now = &decay->now;
    double mean = 0.0;

    decay->losses[now->seen++ % decay->window] = loss;
    if (now->seen < decay->window)
        return INFINITY;
    for (size_t k = 0; k < decay->window; k++) /* oldest first */
        mean += decay->losses[(now->seen + k) % decay->window];
    return mean / (double)decay->window;
}

static void lower(fed_decay *decay)
{
    decay->now.client *= decay->alpha;
    decay->now.server *= decay->beta;
    decay->now.counter = 0;
    decay->now.resting = decay->cooldown;
}

static void watch_released(fed_decay *decay, double mean)
{
    fed_decay_memory *now = &decay->now;

    if (now->resting > 0) {
        now->resting--;
        now->counter = 0;
    }
    if (mean < now->least - decay->delta) {
        now->least = mean;
        now->counter = 0;
    } else if (now->resting == 0 && ++now->counter >= decay->patience) {
        lower(decay);
    }
}

void fed_decay_watch(fed_decay *decay, double loss)
{
    fed_decay_memory *now = &decay->now;
    const double mean = windowed(decay, loss);
    const bool resting = now->resting > 0;

    if (decay->released) {
        watch_released(decay, mean);
        return;
    }
    now->resting -= resting;
    if (now->seen < decay->window)
        return;
    now->counter = mean <= now->least - decay->delta ? 0 : now->counter + 1;
    now->least = fmin(now->least, mean);
    if (now->counter >= decay->patience && !resting)
        lower(decay);
}
