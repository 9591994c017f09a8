/* fednewton.c -- federated Newton: clients send gradients and Hessians, the server a damped step. */
#include "newton/newton.h"

static fed_status setup(fed_run *run)
{
    const size_t p = run->problem->p;
    fed_newton *newton = run->state = FED_NEW(run->arena, fed_newton);
    double **spare;

    if (newton == NULL ||
        (newton->state = spare = FED_ARRAY(run->arena, (size_t)run->threads, double *)) == NULL)
        return fed_nomem(run->error);
    TRY(fed_newton_init(run, newton));
    TRY(fed_run_work(run, p * p));
    for (int k = 0; k < run->threads; k++)
        spare[k] = run->work[k] + run->problem->work;
    fed_newton_evaluate(run, newton);
    return FED_OK;
}

static fed_status one_round(fed_run *run)
{
    const size_t p = run->problem->p;
    fed_newton *newton = run->state;

    fed_problem_hessian(run->problem, run->theta, newton->hessian, newton->state, run->work,
                        run->threads);
    fed_count_broadcast(run, p);
    fed_count_reduce(run, p * (p + 1) / 2 + p);
    fed_count_epoch(run, newton->most, run->active);
    run->counts.gradients += (double)run->problem->samples;
    fed_newton_step(run, newton);
    return FED_OK;
}

static const fed_param params[] = {
    {"rounds", FED_INT, "100", 0, 4e9, NULL, "Newton steps at most"},
    {"tolerance", FED_FLOAT, "1e-10", 0, 1, NULL, "stop when the norm of the gradient is below it"},
    FED_END};

const fed_algorithm fed_algorithm_fednewton = {
    .entry = {"fednewton", "federated Newton: clients send gradients and Hessians", params},
    .own_tolerance = true,
    .setup = setup,
    .round = one_round,
};
