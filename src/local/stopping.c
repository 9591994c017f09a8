/* stopping.c -- the early stopping time (23) and the noise it needs to know. */
#include "local/spectrum.h"

/* R(1/sqrt(u)) <= 1/(sqrt(2e) sigma u) at u = eta t s, with R(e)^2 = sum min(lambda, e^2) / N */
static bool bias_rules(const fed_spectrum *spectrum, double sigma, double t)
{
    const double u = spectrum->rate * t * (double)spectrum->steps;
    double sum = 0.0;

    for (size_t k = 0; k < spectrum->count; k++)
        sum += fmin(fmax(spectrum->lambda[k], 0.0), 1.0 / u);
    return sqrt(sum / (double)spectrum->samples) <= 1.0 / (sqrt(2.0 * M_E) * sigma * u);
}

/* u R(1/sqrt(u)) grows with u, so that t can be found by halving. */
double fed_spectrum_stop(const fed_spectrum *spectrum, double sigma)
{
    double low = 0.0, high = 1.0;

    if (!(sigma > 0.0) || !(spectrum->rate > 0.0))
        return INFINITY;
    while (bias_rules(spectrum, sigma, high)) {
        low = high;
        high *= 2.0;
        if (high > 0x1p52)
            return INFINITY;
    }
    while (high - low > 1.0) {
        const double middle = floor((low + high) / 2.0);

        if (bias_rules(spectrum, sigma, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

double fed_noise(const fed_run *run)
{
    const fed_problem *problem = run->problem;
    const double n = (double)problem->samples, p = (double)problem->p;

    if (problem->data->noise > 0.0)
        return problem->data->noise;
    if (problem->optimum == NULL || problem->l2 > 0.0 || !problem->by_samples || n <= p)
        return NAN;
    return sqrt(2.0 * problem->optimum_value / problem->scale * n /
                (n - p)); /* residuals over n - p */
}

fed_status fed_stop_early(fed_run *run)
{
    fed_spectrum spectrum;
    double rounds;

    if (!fed_config_bool(run->config, "algorithm.early_stopping"))
        return FED_OK;
    if (isnan(fed_noise(run)))
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.early_stopping",
                                "the noise of the responses is not known");
    TRY(fed_spectrum_make(run, "early_stopping", &spectrum));
    rounds = fed_spectrum_stop(&spectrum, fed_noise(run));
    if (rounds < (double)run->rounds)
        run->rounds = (size_t)rounds;
    return FED_OK;
}
