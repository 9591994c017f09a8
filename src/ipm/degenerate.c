/* degenerate.c -- certificates that there is no optimum to converge to: a separating plane, contradicting
 * rows, a Farkas multiplier, a ray along which a program's objective falls for ever. */
#include "core/linalg.h"
#include "ipm/columns.h"

static const double tiny = 1e-7;

/* sums: [max of (A'y)'x over the finite bounds][what infinite bounds forbid][sum |A'y|] */
static void farkas_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    double *e = work;

    (void)client;
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, e, work);
    for (size_t i = 0; i < n; i++) {
        const double bound = e[i] > 0.0 ? u->upper[first + i] : u->lower[first + i];

        if (isfinite(bound))
            sums[0] += e[i] * bound;
        else
            sums[1] += fabs(e[i]);
        sums[2] += fabs(e[i]);
    }
}

/* b'y > max of y'Ax over the bounds: no x within them has Ax = b */
static bool infeasible_program(fed_ipm *ipm)
{
    const double product = fed_dot(ipm->d, ipm->b, ipm->y), size = fed_norm(ipm->d, ipm->y);
    double margin;

    fed_ipm_pass(ipm, farkas_body, 3);
    margin = product - ipm->sums[0];
    return size > 0.0 && ipm->sums[1] <= tiny * margin &&
           margin > tiny * (fabs(product) + size * (1.0 + ipm->norm_b));
}

/* x is large, Ax = b and c'x falls: x is nearly a ray of the feasible set */
static bool unbounded_program(fed_ipm *ipm)
{
    double largest = 0.0, costs = 0.0;

    for (size_t i = 0; i < ipm->client.n; i++) {
        largest = fmax(largest, fabs(ipm->client.a[i]));
        costs = fmax(costs, fabs(ipm->client.ca[i]));
    }
    return largest > 1e8 * (1.0 + ipm->norm_b) && ipm->residual <= tiny * largest &&
           fed_ipm_cost(ipm) < -tiny * costs * largest;
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

/* (2y-1) x'theta of every sample, in the clients' scratch */
static void margin_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    const fed_problem *problem = ipm->run->problem;

    (void)client, (void)sums;
    if (u != &ipm->client)
        return;
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, u->trial_a + first, work);
    for (size_t i = first; i < first + n; i++) {
        const double y = problem->y[problem->part->row[i]];

        u->trial_a[i] *= (2.0 * y - 1.0) / u->factor[i];
        if (y != 0.0 && y != 1.0) /* soft labels have a side of their own */
            u->trial_a[i] = -INFINITY;
    }
}

/* Two classes that nothing penalises, each on its side of the plane: the logistic loss falls for ever,
 * while a longer theta makes the hinge loss 0. A plane that touches both counts once y has grown long. */
static bool separated(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    double least = INFINITY, most = -INFINITY;

    if (problem->classes != 2 || problem->l2 > 0.0 || problem->l1 > 0.0)
        return false;
    fed_ipm_pass(ipm, margin_body, 0);
    for (size_t i = 0; i < ipm->client.n; i++) {
        least = fmin(least, ipm->client.trial_a[i]);
        most = fmax(most, ipm->client.trial_a[i]);
    }
    if (ipm->client.block == &fed_block_entropy)
        return least > 0.0 || (ipm->steps_at_t >= 40 && most > 1e3 && least > -1e-3 * most);
    if (least > 0.0) {
        for (size_t i = 0; i < ipm->d; i++)
            ipm->y[i] *= fmax(1.0, (1.0 + tiny) / least);
        ipm->run->outcome = FED_TOLERANCE;
        snprintf(ipm->run->warning, sizeof ipm->run->warning,
                 "the classes are separated: the minimum 0 is reached, by more than one theta");
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
            "the classes are separated by theta and nothing penalises it: the loss falls for ever");
    else if (run->outcome == FED_RUNNING && !ipm->program && fed_one_class(run->problem))
        fed_without_answer(run, FED_NO_OPTIMUM,
                           "all labels are the same: the intercept grows for ever");
    else if (ipm->program && infeasible_program(ipm))
        fed_without_answer(run, FED_INFEASIBLE,
                           "a combination of the rows contradicts the bounds (round %zu)",
                           run->round + 1);
    else if (ipm->program && unbounded_program(ipm))
        fed_without_answer(run, FED_UNBOUNDED,
                           "c'x falls for ever along a ray of the feasible set (round %zu)",
                           run->round + 1);
    return run->outcome != FED_RUNNING;
}
