/* solve.c -- the round loop, written once for every method. */
#include "run.h"

#include <omp.h>
#include <stdarg.h>
#include <string.h>

enum { GUARD_EVERY = 16 }; /* rounds between two looks for divergence */

typedef struct stop_rule {
    int metric; /* -1: none */
    double below;
} stop_rule;

const char *fed_outcome_text(fed_outcome outcome)
{
    static const char *const text[] = {
#define FED_OUTCOME_TEXT(name, words, answer) words,
        FED_OUTCOMES(FED_OUTCOME_TEXT)
#undef FED_OUTCOME_TEXT
    };
    return text[outcome];
}

bool fed_outcome_is_answer(fed_outcome outcome)
{
    static const bool answer[] = {
#define FED_OUTCOME_ANSWER(name, words, yes) yes,
        FED_OUTCOMES(FED_OUTCOME_ANSWER)
#undef FED_OUTCOME_ANSWER
    };
    return answer[outcome];
}

void fed_without_answer(fed_run *run, fed_outcome outcome, const char *format, ...)
{
    va_list args;

    run->outcome = outcome;
    va_start(args, format);
    vsnprintf(run->reason, sizeof run->reason, format, args);
    va_end(args);
}

/* A parameter that is not finite or beyond algorithm.divergence ends the replicate. */
static void guard(fed_run *run, double bound)
{
    const size_t p = run->problem->p;

    for (size_t i = 0; i < run->models * p; i++)
        if (!(fabs(run->theta[i]) <= bound)) {
            if (run->models == 1)
                fed_diverged(run, "parameter %zu is %g after %zu rounds", i, run->theta[i], run->round);
            else
                fed_diverged(run, "client %zu's parameter %zu is %g after %zu rounds", i / p, i % p,
                             run->theta[i], run->round);
            return;
        }
}

/* |x(t+1) - x(t)| <= tolerance (1 + |x(t)|) */
static bool settled(const fed_run *run, const double *before, double tolerance)
{
    double moved = 0.0, size = 0.0;

    for (size_t i = 0; i < run->models * run->problem->p; i++) {
        double step = run->theta[i] - before[i];

        moved += step * step;
        size += before[i] * before[i];
    }
    return sqrt(moved) <= tolerance * (1.0 + sqrt(size));
}

static bool due(const fed_run *run, size_t every)
{
    return run->outcome != FED_RUNNING || run->round % every == 0 || run->round == run->rounds;
}

static stop_rule read_stop(const fed_config *config)
{
    static const char *const names[] = {
#define FED_METRIC_NAME(name, doc) #name,
        FED_METRICS(FED_METRIC_NAME)
#undef FED_METRIC_NAME
    };
    stop_rule rule = {-1, fed_config_float(config, "algorithm.stop.below")};

    if (fed_config_given(config, "algorithm.stop.metric"))
        for (int k = 0; k < FED_METRIC_COUNT; k++)
            if (strcmp(names[k], fed_config_string(config, "algorithm.stop.metric")) == 0)
                rule.metric = k;
    return rule;
}

static void check_stop(fed_run *run, stop_rule rule)
{
    if (rule.metric >= 0 && run->outcome == FED_RUNNING &&
        run->records[run->recorded - 1].value[rule.metric] < rule.below)
        run->outcome = FED_STOPPED;
}

/* The flag may be set by a signal handler or by another thread. */
static bool asked_to_stop(const fed_run *run)
{
    sig_atomic_t stop = 0;

    if (run->stop != NULL) {
#pragma omp atomic read
        stop = *run->stop;
    }
    return stop != 0;
}

fed_status fed_solve(fed_run *run)
{
    const fed_config *config = run->config;
    const size_t size = run->models * run->problem->p;
    const size_t every = (size_t)fed_config_int(config, "output.every");
    const double tolerance = run->algorithm->own_tolerance ? 0.0 : fed_config_float(config, "algorithm.tolerance");
    const double bound = fed_config_float(config, "algorithm.divergence");
    const stop_rule rule = read_stop(config);
    double *before = NULL;

    TRY(fed_record_begin(run));
    if (tolerance > 0.0)
        before = FED_ARRAY(run->arena, size, double);
    if (tolerance > 0.0 && before == NULL)
        return fed_nomem(run->error);
    TRY(fed_clock_begin(run));
    run->started = omp_get_wtime();
    TRY(run->algorithm->setup(run));
    fed_record_now(run);
    check_stop(run, rule);
    while (run->outcome == FED_RUNNING && run->round < run->rounds) {
        if (asked_to_stop(run))
            return fed_fail(run->error, FED_SIGNAL, "stopped by a signal");
        if (before != NULL)
            memcpy(before, run->theta, size * sizeof *before);
        run->rate = run->schedule.rate != NULL ? fed_rate(&run->schedule, run->round) : NAN; /* or the method sets it */
        TRY(run->algorithm->round(run));
        run->round++;
        if (run->outcome == FED_RUNNING && (run->round % GUARD_EVERY == 0 || due(run, every)))
            guard(run, bound);
        if (run->outcome == FED_RUNNING && before != NULL && settled(run, before, tolerance))
            run->outcome = FED_TOLERANCE;
        if (due(run, every)) {
            fed_record_now(run);
            check_stop(run, rule);
        }
        if (run->tick != NULL)
            run->tick(run->tick_context, run);
    }
    if (run->outcome == FED_RUNNING)
        run->outcome = FED_ROUNDS;
    if (run->algorithm->finish != NULL) { /* what it sends belongs to the last record */
        TRY(run->algorithm->finish(run));
        run->recorded--;
        fed_record_now(run);
    }
    return FED_OK;
}
