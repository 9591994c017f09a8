/* findings.c -- ranks kept and lost, and the theorems beside the run. */
#include "algorithms/lowrank/findings.h"

#include "algorithms/lowrank/bounds.h"

static const double far_above = 10.0; /* times the rank used */

void fed_lrgd_warn(fed_run *run, const fed_lowrank *low)
{
    const size_t p = low->moved;
    size_t rows = 0, coordinates = 0, worst = 0;

    for (size_t i = 0; i < p; i++) {
        rows += low->lost[i];
        coordinates += low->lost[i] > 0;
        worst = low->lost[i] > low->lost[worst] ? i : worst;
    }
    if (rows > 0)
        snprintf(run->warning, sizeof run->warning,
                 "features that are 0 in the server's samples remove rows from the "
                 "matrices of %zu of %zu coordinates; coordinate %zu keeps rank %zu of "
                 "%zu",
                 coordinates, p, low->coordinate[worst], low->kept[worst], low->rank);
}

static fed_status report_ranks(fed_run *run, const fed_lrgd *state)
{
    const fed_lowrank *low = &state->low;
    size_t least = low->kept[0], most = 0, lost = 0;
    double sum = 0.0, inverse = 0.0; /* the largest |G_i^+|, at most r^alpha by assumption */

    for (size_t i = 0; i < low->moved; i++) {
        least = low->kept[i] < least ? low->kept[i] : least;
        most = low->kept[i] > most ? low->kept[i] : most;
        lost += low->lost[i];
        sum += (double)low->kept[i];
        inverse = fmax(inverse, low->inverse[i]);
    }
    TRY(fed_run_scalar(run, "fedlrgd", "rank", (double)low->rank));
    TRY(fed_run_scalar(run, "fedlrgd", "probes", (double)low->probes));
    TRY(fed_run_scalar(run, "fedlrgd", "smoothness", state->l1));
    TRY(fed_run_scalar(run, "fedlrgd", "rank_kept_least", (double)least));
    TRY(fed_run_scalar(run, "fedlrgd", "rank_kept_mean", sum / (double)low->moved));
    TRY(fed_run_scalar(run, "fedlrgd", "rank_kept_most", (double)most));
    TRY(fed_run_scalar(run, "fedlrgd", "inverse_norm", inverse));
    TRY(fed_run_scalar(run, "fedlrgd", "alpha",
                       low->rank > 1 ? log(inverse) / log((double)low->rank) : NAN));
    return fed_run_scalar(run, "fedlrgd", "rows_lost", (double)lost);
}

fed_theory fed_lrgd_theory(const fed_config *config)
{
    return (fed_theory){.epsilon = fed_config_float(config, "algorithm.theory.epsilon"),
                        .order = fed_config_float(config, "algorithm.theory.order"),
                        .holder = fed_config_float(config, "algorithm.theory.holder"),
                        .alpha = fed_config_float(config, "algorithm.theory.alpha"),
                        .bound = fed_config_float(config, "algorithm.theory.bound")};
}

static fed_theory constants(const fed_run *run, const fed_lrgd *state, size_t samples)
{
    const fed_problem *problem = run->problem;
    fed_theory t = state->theory;

    t.p = (double)problem->p;
    t.d = (double)problem->data->d + 1.0;
    t.l1 = state->l1;
    t.mu = fed_all_penalised(&problem->model) ? problem->l2 : 0.0;
    t.gap = run->records[0].value[FED_METRIC_gap];
    t.phi = run->phi;
    t.clients = (double)problem->clients;
    t.samples = (double)samples;
    for (size_t i = 0; i < state->low.moved && state->theory.bound == 0.0; i++)
        t.bound = fmax(t.bound, problem->scale * state->low.largest[i]);
    return t;
}

/* log r as digits, or as a power of ten when there are too many. */
static void put_rank(char *text, size_t size, double log_r)
{
    if (log_r < log(1e6))
        snprintf(text, size, "%.0f", ceil(exp(log_r)));
    else
        snprintf(text, size, "10^%.1f", log_r / log(10.0));
}

static fed_status report_theory(fed_run *run, const fed_lrgd *state, size_t samples)
{
    const fed_theory t = constants(run, state, samples);
    double order, log_r, least;
    char text[32];

    if (!(t.mu > 0.0) || !(t.l1 > t.mu) || !isfinite(t.gap))
        return FED_OK; /* Theorem 2 does not apply */
    order = fed_theory_order(&t);
    log_r = fed_theory_log_rank(&t, order);
    TRY(fed_run_scalar(run, "theory", "epsilon", t.epsilon));
    TRY(fed_run_scalar(run, "theory", "order", order));
    TRY(fed_run_scalar(run, "theory", "bound", t.bound));
    TRY(fed_run_scalar(run, "theory", "log10_rank", log_r / log(10.0)));
    TRY(fed_run_scalar(run, "theory", "iterations", fed_theory_iterations(&t)));
    TRY(fed_run_scalar(run, "theory", "log10_gamma", fed_theory_log_gamma(&t) / log(10.0)));
    TRY(fed_run_scalar(run, "theory", "gamma_averaging_order", fed_theory_gamma_averaging(&t)));
    TRY(fed_run_scalar(run, "theory", "averaging_batch", fed_theory_averaging_least(&t, &least)));
    TRY(fed_run_scalar(run, "theory", "gamma_averaging", least));
    TRY(fed_run_scalar(run, "theory", "log10_ratio", /* Proposition 1: to -infinity with m */
                       (fed_theory_log_gamma(&t) - log(fed_theory_gamma_averaging(&t))) /
                           log(10.0)));
    TRY(fed_run_scalar(run, "theory", "log10_tail",
                       fed_theory_log_tail(&t, order, (double)state->low.rank) / log(10.0)));
    put_rank(text, sizeof text, log_r);
    if (log_r > log(far_above * (double)state->low.rank))
        snprintf(run->remark, sizeof run->remark,
                 "for a gap of %g Theorem 2 requires rank %s, far above the %zu used; "
                 "find the necessary rank by experiment, not from the theorem",
                 t.epsilon, text, state->low.rank);
    return FED_OK;
}

fed_status fed_lrgd_report(fed_run *run, size_t samples)
{
    const fed_lrgd *state = run->state;

    TRY(report_ranks(run, state));
    return report_theory(run, state, samples);
}
