/* stopping.c -- the early stopping time (23) and the noise it needs to know. */
#include "theory/stopping.h"

#include "theory/alone.h"
#include "theory/local_spectrum.h"

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

static bool beyond_radius(const fed_spectrum *spectrum, double sigma, double e)
{
    double sum = 0.0;

    for (size_t k = 0; k < spectrum->count; k++)
        sum += fmin(fmax(spectrum->lambda[k], 0.0), e * e);
    return sqrt(sum / (double)spectrum->samples) <= e * e / (sqrt(2.0 * M_E) * sigma);
}

/* R(e)/e falls and e grows: there is one crossing. */
double fed_spectrum_radius(const fed_spectrum *spectrum, double sigma)
{
    double low = 0.0, high = 1.0;

    if (!(sigma > 0.0))
        return NAN;
    while (!beyond_radius(spectrum, sigma, high))
        high *= 2.0;
    while (high - low > 1e-12 * high) {
        const double middle = 0.5 * (low + high);

        if (beyond_radius(spectrum, sigma, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

fed_status fed_noise(fed_run *run, double *sigma)
{
    const fed_problem *problem = run->problem;
    const double n = (double)problem->samples, p = (double)problem->p;
    double square = NAN, apart;

    *sigma = fed_config_float(run->config, "algorithm.sigma");
    if (*sigma > 0.0)
        return FED_OK;
    if (problem->data->noise > 0.0) {
        *sigma = problem->data->noise;
        return FED_OK;
    }
    if (!problem->functions)
        TRY(fed_alone_scatter(run, NULL, &square, &apart));
    if (isnan(square) && problem->optimum != NULL && problem->l2 == 0.0 && problem->by_samples &&
        n > p) /* every client has too few: residuals of the common fit over n - p */
        square = 2.0 * problem->optimum_value / problem->scale * n / (n - p);
    *sigma = sqrt(square);
    return FED_OK;
}

fed_status fed_stop_early(fed_run *run)
{
    fed_spectrum spectrum;
    double rounds, sigma;

    if (!fed_config_bool(run->config, "algorithm.early_stopping"))
        return FED_OK;
    TRY(fed_spectrum_make(run, "early_stopping", &spectrum));
    TRY(fed_noise(run, &sigma));
    if (isnan(sigma))
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.early_stopping",
                                "the noise of the responses is unknown: set "
                                "algorithm.sigma");
    rounds = fed_spectrum_stop(&spectrum, sigma);
    if (rounds < (double)run->rounds)
        run->rounds = (size_t)rounds;
    return FED_OK;
}
