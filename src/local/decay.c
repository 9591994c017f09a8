/* decay.c -- when to lower the rates: the mean of the last W losses has not been Delta below the least such
 * mean before it for P rounds on end, and the C rounds after the start or the last decay are over. */
#include "local/decay.h"

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
                                   "algorithm.decay.client",   "algorithm.decay.server"};

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
                         .least = INFINITY,
                         .client = 1.0,
                         .server = 1.0};
    decay->resting = decay->cooldown;
    decay->on = fed_decay_given(config);
    if (decay->on && (decay->losses = FED_ARRAY(run->arena, decay->window, double)) == NULL)
        return fed_nomem(run->error);
    return FED_OK;
}

void fed_decay_watch(fed_decay *decay, double loss)
{
    const bool resting = decay->resting > 0;
    double mean = 0.0;

    decay->losses[decay->seen++ % decay->window] = loss;
    decay->resting -= resting;
    if (decay->seen < decay->window)
        return;
    for (size_t k = 0; k < decay->window; k++) /* oldest first */
        mean += decay->losses[(decay->seen + k) % decay->window];
    mean /= (double)decay->window;
    decay->counter = mean <= decay->least - decay->delta ? 0 : decay->counter + 1;
    decay->least = fmin(decay->least, mean);
    if (decay->counter >= decay->patience && !resting) {
        decay->client *= decay->alpha;
        decay->server *= decay->beta;
        decay->counter = 0;
        decay->resting = decay->cooldown;
        decay->times++;
    }
}
