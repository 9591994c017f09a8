/* exact.c -- clients send A_i W_i A_i' and A_i (W_i mu_i - x_i), the server solves by Cholesky; and the
 * third naive model, which does the same from the data themselves. */
#include "ipm/ipm.h"

static fed_status setup(fed_ipm *ipm)
{
    (void)ipm;
    return FED_OK;
}

static bool factor_and_solve(fed_ipm *ipm)
{
    if (!fed_normal_factor(&ipm->normal))
        return false;
    fed_normal_solve(&ipm->normal, ipm->g, ipm->dy);
    for (size_t i = 0; i < ipm->d; i++)
        ipm->dy[i] *= ipm->t;
    return true;
}

static bool exact_solve(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    fed_count_reduce(ipm->run, d * (d + 1) / 2 + d);
    fed_count_broadcast(ipm->run, d);
    return factor_and_solve(ipm);
}

/* The data once, then W_i and h_i; back come dx and ds. */
static bool model_solve(fed_ipm *ipm)
{
    const size_t *start = ipm->run->problem->part->start;
    const size_t w = ipm->client.block->pair ? 3 : 1;

    for (size_t m = 0; m < ipm->run->problem->clients; m++) {
        const size_t n = start[m + 1] - start[m], variables = fed_ipm_variables(ipm, m);

        fed_count_sent(ipm->run, (ipm->run->round == 0 ? n * ipm->d : 0) + w * n + variables);
        fed_count_received(ipm->run, 2 * variables);
    }
    return factor_and_solve(ipm);
}

const fed_system fed_system_exact = {
    .entry = {"exact", "clients send A W A', the server solves by Cholesky", NULL},
    .gathers = true,
    .patience = 150,
    .setup = setup,
    .solve = exact_solve,
};

const fed_system fed_system_model3 = {
    .entry = {"model3", "naive model 3: clients send their data, then W and h", NULL},
    .gathers = true,
    .patience = 150,
    .setup = setup,
    .solve = model_solve,
};
