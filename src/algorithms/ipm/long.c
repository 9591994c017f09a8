/* long.c -- long steps: Newton's method for one t until the decrement is below 1/4 and Ax = b, then
 * t *= 0.05. The slacks of pairs are moved to their best after every step, at the clients, for
 * nothing. */
#include "algorithms/ipm/long.h"

#include "algorithms/ipm/ipm.h"
#include "algorithms/ipm/basis.h"
#include "algorithms/ipm/degenerate.h"
#include "algorithms/ipm/path.h"

#include <string.h>

static const double close_enough = 0.25, shrink = 0.05;

/* 1/(1+dec), doubled while x stays inside and the merit falls, but not beyond Ax = b. The merit is
 * that of the multiplier just found: dx is its Newton step, feasible or not. Every trial is a
 * scalar each way per client. */
static double step_length(fed_ipm *ipm)
{
    const double most = fed_ipm_feasible(ipm) ? 1e6 : 1.0;
    double step = 1.0 / (1.0 + ipm->decrement), merit, next;

    if (ipm->decrement < close_enough)
        return 1.0;
    fed_ipm_trial(ipm, 0.0);
    merit = fed_ipm_trial(ipm, step);
    while (step < most && (next = fed_ipm_trial(ipm, fmin(2.0 * step, most))) < merit) {
        step = fmin(2.0 * step, most);
        merit = next;
        fed_control(ipm->run, 2.0 * (double)ipm->run->active);
    }
    fed_control(ipm->run, 4.0 * (double)ipm->run->active);
    return step;
}

/* A whole step should leave nothing of r + A W mu. One that leaves less than all of it, in the
 * scale of A W A', still leads to Ax = b in the end; ten in a row that leave more do not: |P~ - P|
 * is above 1, and the system solved is not that of the path. */
static bool strays(fed_ipm *ipm)
{
    double miss = 0.0, size = 0.0;

    for (size_t i = 0; i < ipm->d; i++) {
        const double w = ipm->normal.scale[i],
                     e = (ipm->r[i] - ipm->before[i]) / ipm->step + ipm->before[i];

        miss += w * w * e * e;
        size += w * w * ipm->g[i] * ipm->g[i];
    }
    if (fed_ipm_feasible(ipm) || !(miss > size))
        ipm->missed = 0;
    else
        ipm->missed++;
    return ipm->missed >= FED_STRAYED;
}

fed_status fed_ipm_long(fed_ipm *ipm)
{
    fed_ipm_gather(ipm);
    if (ipm->run->round == 0)
        TRY(fed_ipm_rebase(ipm));
    ipm->steps_at_t++;
    if (!fed_ipm_solve(ipm)) {
        ipm->singular = true;
        fed_ipm_lost(ipm);
        return FED_OK;
    }
    fed_ipm_direction(ipm);
    if (!isfinite(ipm->decrement)) {
        ipm->inside = false;
        fed_ipm_lost(ipm);
        return FED_OK;
    }
    if (ipm->decrement < close_enough && ipm->system->refine != NULL)
        fed_ipm_refine(ipm);
    memcpy(ipm->before, ipm->r, ipm->d * sizeof *ipm->r);
    fed_ipm_take(ipm, step_length(ipm));
    if (!ipm->inside || (ipm->system->doubtful && strays(ipm)))
        fed_ipm_lost(ipm);
    else if (ipm->decrement < close_enough && fed_ipm_feasible(ipm))
        fed_ipm_shrink(ipm, ipm->wants_short ? 1.0 : shrink);
    else if (ipm->steps_at_t >= ipm->system->patience)
        fed_ipm_lost(ipm);
    else if (ipm->program || ipm->steps_at_t % 8 == 0)
        fed_ipm_certificate(ipm);
    return FED_OK;
}
