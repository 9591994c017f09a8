/* fednewton.c -- federated Newton: clients send gradients and Hessians, the server a damped step.
 */
#include "algorithms/newton/newton.h"

static fed_status setup(fed_run *run)
{
    fed_newton *newton = run->state = FED_NEW(run->arena, fed_newton);

    if (newton == NULL)
        return fed_nomem(run->error);
    TRY(fed_newton_init(run, newton));
    return FED_OK;
}

static fed_status one_round(fed_run *run)
{
    const size_t p = run->problem->p;
    fed_newton *newton = run->state;

    fed_sum_hessian(run, (fed_message){"Hessian and gradient", p * (p + 1) / 2 + p},
                    fed_broadcast(run, (fed_message){"model", p}, run->theta),
                    newton->evaluated ? newton->eta : NULL, newton->hessian);
    /* a gradient and p columns of the Hessian */
    fed_compute_all(run, (double)(p + 1) * (double)run->problem->samples,
                    (double)(p + 1) * newton->most);
    fed_epoch(run);
    fed_newton_step(run, newton);
    return FED_OK;
}

static const fed_param params[] = {
    {"rounds", FED_INT, "100", 0, 4e9, NULL, "maximum number of Newton steps"},
    {"tolerance", FED_FLOAT, "1e-10", 0, 1, NULL,
     "stop if the norm of the gradient is "
     "smaller"},
    FED_END};

const fed_algorithm fed_algorithm_fednewton = {
    .entry = {"fednewton", "federated Newton: clients send gradients and Hessians", params},
    .own_tolerance = true,
    .hessians = true,
    .refuses = FED_TRAIT_NO_HESSIAN | FED_TRAIT_MANY,
    .setup = setup,
    .start = fed_newton_start,
    .round = one_round,
};
