/* exact.c -- clients send A_i W_i A_i' and A_i (W_i mu_i - x_i), the server solves by Cholesky; and
 * the third naive model, which does the same from the data themselves. */
#include "algorithms/ipm/ipm.h"

static fed_status setup(fed_ipm *ipm)
{
    (void)ipm;
    return FED_OK;
}

static void solve(fed_ipm *ipm)
{
    fed_collect(ipm->run, (fed_message){"A W mu", ipm->d});
    fed_broadcast(ipm->run, (fed_message){"dy", ipm->d}, ipm->dy);
    fed_normal_solve(&ipm->normal, ipm->g, ipm->dy);
}

static bool exact_prepare(fed_ipm *ipm)
{
    if (ipm->normal.sparse != NULL)
        for (size_t m = 0; m < ipm->run->problem->clients; m++)
            fed_send(ipm->run, m, (fed_message){"A W A'", ipm->entries[m]});
    else
        fed_collect(ipm->run, (fed_message){"A W A'", ipm->d * (ipm->d + 1) / 2});
    return fed_normal_factor(ipm->run->team, &ipm->normal);
}

/* The data once, then W_i and h_i; back come dx and ds. */
static bool model_prepare(fed_ipm *ipm)
{
    const fed_partition *part = ipm->rows->part;
    const size_t w = ipm->client.block->pair ? 3 : 1;

    for (size_t m = 0; m < ipm->run->problem->clients; m++) {
        const size_t n = fed_held(part, m), variables = fed_ipm_variables(ipm, m);

        fed_send(
            ipm->run, m,
            (fed_message){"A, W, h", (ipm->run->round == 0 ? n * ipm->d : 0) + w * n + variables});
        fed_answer(ipm->run, m, (fed_message){"dx, ds", 2 * variables});
    }
    return fed_normal_factor(ipm->run->team, &ipm->normal);
}

static void model_solve(fed_ipm *ipm)
{
    fed_normal_solve(&ipm->normal, ipm->g, ipm->dy);
}

const fed_system fed_system_exact = {
    .entry = {"exact", "clients send A W A', the server solves by Cholesky", NULL},
    .gathers = true,
    .dense = true,
    .exact = true,
    .patience = 150,
    .setup = setup,
    .prepare = exact_prepare,
    .solve = solve,
};

const fed_system fed_system_model3 = {
    .entry = {"model3", "naive model 3: clients send their data, then W and h", NULL},
    .gathers = true,
    .patience = 150,
    .setup = setup,
    .prepare = model_prepare,
    .solve = model_solve,
};
