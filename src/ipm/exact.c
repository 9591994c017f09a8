/* exact.c -- clients send A_i W_i A_i' and A_i (W_i mu_i - x_i), the server solves by Cholesky. */
#include "core/linalg.h"
#include "ipm/solver.h"

#include <string.h>

static fed_status setup(fed_ipm *ipm)
{
    (void)ipm;
    return FED_OK;
}

static bool solve(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    fed_count_reduce(ipm->run, d * (d + 1) / 2 + d);
    fed_count_broadcast(ipm->run, d);
    if (!fed_normal_factor(ipm))
        return false;
    fed_normal_solve(ipm, ipm->g, ipm->dy);
    for (size_t i = 0; i < d; i++)
        ipm->dy[i] *= ipm->t;
    return true;
}

const fed_system fed_system_exact = {
    .entry = {"exact", "clients send A W A', the server solves by Cholesky", NULL},
    .gathers = true,
    .patience = 150,
    .setup = setup,
    .solve = solve,
};
