/* degenerate.c -- certificates that there is no optimum to converge to: a separating plane,
 * contradicting rows, a Farkas multiplier, a ray along which a program's objective falls for ever.
 */
#include "algorithms/ipm/degenerate.h"

#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "problem/separated.h"

static const double tiny = 1e-7;

/* sums: [max of (A'y)'x over the finite bounds][what infinite bounds forbid][the first's sizes] */
static void farkas_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    double *e = work;

    (void)client;
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, e, work);
    for (size_t i = 0; i < n; i++) {
        const double bound = e[i] > 0.0 ? u->upper[first + i] : u->lower[first + i];

        if (isfinite(bound)) {
            sums[0] += e[i] * bound;
            sums[2] += fabs(e[i] * bound);
        } else {
            sums[1] += fabs(e[i]);
        }
    }
}

/* b'y > max of y'Ax over the bounds, up to what only an x of more than 1e8 (in the scale of the
 * right-hand sides) could make up for: no x within them has Ax = b */
static bool infeasible_program(fed_ipm *ipm)
{
    const double product = fed_dot(ipm->d, ipm->b, ipm->y);
    double margin, size = 0.0;

    for (size_t i = 0; i < ipm->d; i++)
        size += fabs(ipm->b[i] * ipm->y[i]);
    fed_ipm_pass(ipm, farkas_body, 3);
    margin = product - ipm->sums[0];
    return margin > 1e-6 * (size + ipm->sums[2]) && ipm->sums[1] <= 1e-8 * margin;
}

/* x is large, Ax = b and c'x falls: x is nearly a ray of the feasible set */
static bool unbounded_program(fed_ipm *ipm)
{
    double largest = 0.0, costs = 0.0;

    for (size_t i = 0; i < ipm->client.n; i++) {
        largest = fmax(largest, fabs(ipm->client.a[i]));
        costs += fabs(ipm->client.ca[i] * ipm->client.a[i]);
    }
    return largest > 1e8 && ipm->residual <= 1e-8 * largest && fed_ipm_cost(ipm) < -1e-4 * costs;
}

/* The rows kept hold, and a row they explain does not. */
static bool contradiction(const fed_ipm *ipm, size_t *row)
{
    double kept = 0.0;
    const double limit = 1e-8 * (1.0 + ipm->norm_b) + ipm->rounding;

    for (size_t i = 0; i < ipm->d; i++)
        if (!ipm->normal.dropped[i])
            kept = fmax(kept, fabs(ipm->r[i]));
    for (*row = 0; *row < ipm->d; ++*row)
        if (ipm->normal.dropped[*row] && fabs(ipm->r[*row]) > 10.0 * limit)
            return kept <= limit;
    return false;
}

/* (2y-1) x'theta of every sample, in the clients' scratch; labels are 0 and 1 */
static void margin_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    const fed_problem *problem = ipm->run->problem;

    (void)client, (void)sums;
    if (u != &ipm->client)
        return;
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, u->trial_a + first, work);
    for (size_t i = first; i < first + n; i++) {
        const double y = problem->y[ipm->rows->part->row[i]];

        u->trial_a[i] *= (2.0 * y - 1.0) / u->factor[i];
    }
}

/* Two classes that nothing penalises, each on its side of the plane: logistic and exponential
 * losses fall for ever, while a longer theta makes the hinge loss 0. A plane that touches some
 * counts too. */
static bool separated(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    double least = INFINITY, most = -INFINITY;

    if (problem->classes != 2 || problem->l2 > 0.0 || problem->l1 > 0.0)
        return false;
    fed_ipm_lift(ipm, ipm->y);
    fed_ipm_pass(ipm, margin_body, 0);
    for (size_t i = 0; i < ipm->client.n; i++) {
        least = fmin(least, ipm->client.trial_a[i]);
        most = fmax(most, ipm->client.trial_a[i]);
    }
    if (problem->loss->asymptotic)
        return most > 0.0 && least >= -(most > 30.0 ? 1e-6 : 0.0) * most; /* exp(-30) is nothing */
    if (least > 0.0) {
        for (size_t i = 0; i < ipm->d; i++)
            ipm->y[i] *= fmax(1.0, (1.0 + tiny) / least);
        ipm->run->outcome = FED_TOLERANCE;
        snprintf(ipm->run->warning, sizeof ipm->run->warning,
                 "the classes are separated: the minimum is 0 and its minimiser is not "
                 "unique");
    }
    return false;
}

bool fed_ipm_certificate(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    size_t row;

    if (ipm->normal.rank > 0 && contradiction(ipm, &row))
        fed_without_answer(run, FED_INFEASIBLE,
                           "row %zu depends on other rows, but its right-hand side does not", row);
    else if (!ipm->program && separated(ipm))
        fed_without_answer(
            run, FED_NO_OPTIMUM,
            "the classes are separated and there is no penalty: the loss has no minimum");
    else if (run->outcome == FED_RUNNING && !ipm->program && fed_one_class(run->problem))
        fed_without_answer(run, FED_NO_OPTIMUM,
                           "all labels are the same: the intercept is unbounded");
    else if (ipm->program && infeasible_program(ipm))
        fed_without_answer(run, FED_INFEASIBLE,
                           "a combination of the rows contradicts the bounds (round %zu)",
                           run->round + 1);
    else if (ipm->program && unbounded_program(ipm))
        fed_without_answer(run, FED_UNBOUNDED,
                           "c'x is unbounded below along a ray of the feasible set "
                           "(round %zu)",
                           run->round + 1);
    return run->outcome != FED_RUNNING;
}
