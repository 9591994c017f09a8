/* solve.c -- the round loop, written once for every method. */
#include "run/solve.h"

#include "core/simd.h"
#include "run/clock.h"
#include "run/outcome.h"
#include "run/record.h"
#include "run/stop.h"
#include "run/together.h"

#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

enum { GUARD_EVERY = 16 }; /* rounds between two looks for divergence */

/* Whether all are at most bound; none is a NaN then. */
FED_CLONES static bool within(size_t n, const double *x, double bound)
{
    int64_t beyond = 0;

#pragma omp simd reduction(| : beyond)
    for (size_t i = 0; i < n; i++)
        beyond |= fabs(x[i]) <= bound ? 0 : 1;
    return beyond == 0;
}

/* A parameter that is not finite or beyond algorithm.divergence ends the replicate. */
static void guard(fed_run *run, double bound)
{
    const size_t p = run->problem->p, n = run->models * p;

    if (within(n, run->theta, bound))
        return;
    for (size_t i = 0; i < n; i++)
        if (!(fabs(run->theta[i]) <= bound)) {
            if (run->models == 1)
                fed_diverged(run, "parameter %zu is %g after %zu rounds", i, run->theta[i],
                             run->round);
            else
                fed_diverged(run, "client %zu's parameter %zu is %g after %zu rounds", i / p, i % p,
                             run->theta[i], run->round);
            return;
        }
}

/* |x(t+1) - x(t)| <= tolerance (1 + |x(t)|) */
static bool settled(const fed_run *run, double tolerance)
{
    double moved = 0.0, size = 0.0;

    for (size_t i = 0; i < run->models * run->problem->p; i++) {
        double step = run->theta[i] - run->before[i];

        moved += step * step;
        size += run->before[i] * run->before[i];
    }
    return sqrt(moved) <= tolerance * (1.0 + sqrt(size));
}

static bool due(const fed_run *run, size_t every)
{
    return run->outcome != FED_RUNNING || run->round % every == 0 || run->round == run->rounds;
}

fed_status fed_solve_setup(fed_run *run)
{
    const size_t size = run->models * run->problem->p;

    run->started = omp_get_wtime();
    TRY(fed_stop_check(run->config, run->error));
    TRY(fed_record_begin(run));
    TRY(fed_clock_begin(run));
    TRY(run->algorithm->setup(run));
    run->bound = INFINITY;
    if (!run->algorithm->own_tolerance) { /* else it knows the units, this does not */
        run->tolerance = fed_config_float(run->config, "algorithm.tolerance");
        run->bound = fed_config_float(run->config, "algorithm.divergence");
    }
    if (run->tolerance > 0.0 && (run->before = FED_ARRAY(run->arena, size, double)) == NULL)
        return fed_nomem(run->error);
    return fed_team_starved(run->team) ? fed_nomem(run->error) : FED_OK;
}

fed_status fed_solve_start(fed_run *run)
{
    fed_stop rule;

    if (run->algorithm->start != NULL)
        TRY(run->algorithm->start(run));
    fed_record_now(&run, 1);
    rule = fed_stop_read(run->config);
    TRY(fed_stop_look(run, &rule));
    return fed_team_starved(run->team) ? fed_nomem(run->error) : FED_OK;
}

/* What a run reads of its configuration in every round. */
typedef struct pace {
    size_t every;
    fed_stop rule;
} pace;

static void enter(fed_run *run)
{
    if (run->before != NULL)
        memcpy(run->before, run->theta, run->models * run->problem->p * sizeof *run->before);
    /* or the method sets it */
    run->rate = run->schedule.rate != NULL ? fed_rate(&run->schedule, run->round) : NAN;
    if (run->further != NULL)
        run->further->cohort = NAN; /* of a round that draws no clients */
}

static void leave(fed_run *run, const pace *own)
{
    run->round++;
    if (run->outcome == FED_RUNNING && (run->round % GUARD_EVERY == 0 || due(run, own->every)))
        guard(run, run->bound);
    if (run->outcome == FED_RUNNING && run->before != NULL && settled(run, run->tolerance))
        run->outcome = FED_TOLERANCE;
}

/* Those that are due, together. */
static fed_status record(fed_run *const *runs, size_t count, const pace *own)
{
    fed_run *now[FED_TOGETHER];
    const pace *of[FED_TOGETHER];
    size_t some = 0;

    for (size_t k = 0; k < count; k++)
        if (due(runs[k], own[k].every)) {
            of[some] = &own[k];
            now[some++] = runs[k];
        }
    fed_record_now(now, some);
    if (some > 0 && fed_team_hurried(runs[0]->team)) /* before a record is in a checkpoint */
        return fed_fail(runs[0]->error, FED_SIGNAL, "stopped by a signal within a record");
    for (size_t k = 0; k < some; k++)
        TRY(fed_stop_look(now[k], &of[k]->rule));
    return FED_OK;
}

bool fed_solve_goes_on(const fed_run *run)
{
    return run->outcome == FED_RUNNING && run->round < run->rounds;
}

fed_status fed_solve_rounds(fed_run *const *runs, size_t count, size_t most)
{
    fed_team *team = runs[0]->team;
    fed_error *error = runs[0]->error;
    pace own[FED_TOGETHER];
    bool all = true;

    for (size_t k = 0; k < count; k++)
        own[k] = (pace){(size_t)fed_config_int(runs[k]->config, "output.every"),
                        fed_stop_read(runs[k]->config)};
    fed_together_begin(runs, count);
    for (; most > 0 && all; most--) {
        if (fed_team_asked(team))
            return fed_fail(error, FED_SIGNAL, "stopped by a signal");
        for (size_t k = 0; k < count; k++)
            enter(runs[k]);
        TRY(fed_round_together(runs, count));
        if (fed_team_hurried(team))
            return fed_fail(error, FED_SIGNAL, "stopped by a signal within a round");
        if (fed_team_starved(team))
            return fed_nomem(error);
        for (size_t k = 0; k < count; k++)
            leave(runs[k], &own[k]);
        TRY(record(runs, count, own));
        for (size_t k = 0; k < count; k++) {
            if (runs[k]->tick != NULL)
                runs[k]->tick(runs[k]->tick_context, runs[k]);
            all = all && fed_solve_goes_on(runs[k]);
        }
    }
    return FED_OK;
}

fed_status fed_solve_finish(fed_run *run)
{
    if (run->outcome == FED_RUNNING)
        run->outcome = FED_ROUNDS;
    if (run->algorithm->finish != NULL) { /* what it sends belongs to the last record */
        TRY(run->algorithm->finish(run));
        run->recorded--;
        fed_record_now(&run, 1);
    }
    return FED_OK;
}
