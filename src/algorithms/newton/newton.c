/* newton.c -- what the second-order methods on the primal share: a damped step and when to stop. */
#include "algorithms/newton/newton.h"

#include "core/linalg.h"
#include "core/lapack.h"
#include "problem/objective.h"
#include "problem/separated.h"

#include <string.h>

fed_status fed_newton_init(fed_run *run, fed_newton *newton)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    double **vectors[] = {&newton->step, &newton->trial, &newton->scale, &newton->diagonal};

    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if ((*vectors[k] = FED_ARRAY(run->arena, p, double)) == NULL)
            return fed_nomem(run->error);
    newton->hessian = FED_ARRAY(run->arena, p * p, double);
    newton->gradient = fed_keep(run, "gradient", p, sizeof(double));
    if (newton->hessian == NULL || newton->gradient == NULL || !FED_KEEP(run, newton->value))
        return fed_nomem(run->error);
    if (fed_outputs_kept(problem) > 0 &&
        (newton->eta = FED_ARRAY(run->arena, fed_outputs_kept(problem), double)) == NULL)
        return fed_nomem(run->error);
    newton->tolerance = fed_config_float(run->config, "algorithm.tolerance");
    if (problem->convex && fed_all_penalised(&problem->model))
        newton->least = problem->l2;
    newton->most = (double)fed_held_most(problem->part);
    return FED_OK;
}

fed_status fed_newton_start(fed_run *run)
{
    fed_newton_evaluate(run, run->state);
    return FED_OK;
}

void fed_newton_evaluate(fed_run *run, fed_newton *newton)
{
    newton->value = fed_sum_objective(run, (fed_message){"value", 0}, run->theta, newton->gradient,
                                      newton->eta);
    newton->norm = fed_norm(run->problem->p, newton->gradient);
    newton->evaluated = true;
}

/* The Hessian again, of whose lower half a factor was tried, with a ridge. */
static void restore(size_t p, const double *diagonal, double ridge, double *h)
{
    for (size_t i = 0; i < p; i++) {
        for (size_t j = 0; j < i; j++)
            h[i * p + j] = h[j * p + i];
        h[i * (p + 1)] = diagonal[i] + ridge;
    }
}

/* A singular Hessian gets a ridge, ten times larger until it can be factored. */
static bool factor(fed_team *team, size_t p, fed_newton *newton)
{
    double *h = newton->hessian, *diagonal = newton->diagonal, largest = 0.0;

    for (size_t j = 0; j < p; j++) {
        diagonal[j] = h[j * (p + 1)];
        largest = fmax(largest, diagonal[j]);
    }
    if (!(largest > 0.0) || !isfinite(largest))
        return false;
    for (double ridge = 1e-12; ridge < 1.0; ridge *= 10.0) {
        if (fed_spd_factor(team, p, newton->least, h, newton->scale))
            return true;
        if (fed_lapack_starved())
            return fed_team_starve(team), false;
        restore(p, diagonal, ridge * largest, h);
    }
    return false;
}

static void judge(fed_run *run, fed_newton *newton)
{
    if (run->problem->loss->asymptotic && fed_separated(run->problem, newton->value))
        fed_without_answer(
            run, FED_NO_OPTIMUM,
            "the classes are separated and there is no penalty: the loss has no minimum");
    else if (fed_one_class(run->problem))
        fed_without_answer(run, FED_NO_OPTIMUM,
                           "all labels are the same: the intercept is unbounded");
    else if (newton->norm < newton->tolerance)
        run->outcome = FED_TOLERANCE;
}

void fed_newton_step(fed_run *run, fed_newton *newton)
{
    const size_t p = run->problem->p;
    const double value = newton->value, rounding = 1e-14 * fabs(value);
    double slope;

    if (!factor(run->team, p, newton)) {
        fed_diverged(run, "the Hessian is not positive definite in round %zu", run->round + 1);
        return;
    }
    memcpy(newton->step, newton->gradient, p * sizeof *newton->step);
    fed_spd_solve(p, newton->hessian, newton->scale, newton->step);
    slope = fed_dot(p, newton->step, newton->gradient);
    memcpy(newton->trial, run->theta, p * sizeof *newton->trial);
    for (run->rate = 1.0; run->rate > 1e-12; run->rate *= 0.5) {
        for (size_t j = 0; j < p; j++)
            run->theta[j] = newton->trial[j] - run->rate * newton->step[j];
        fed_newton_evaluate(run, newton); /* the value is a scalar; the gradient is sent once */
        fed_control(run, 2.0 * (double)run->active);
        if (newton->value <= value - 1e-4 * run->rate * slope + rounding)
            break;
    }
    judge(run, newton);
}
