/* local.c -- naive models 1 and 2: every client projects with its own P_i, which is not a block of
 * P. Both take the same steps; they differ in what is sent. */
#include "algorithms/ipm/columns.h"

#include "core/linalg.h"
#include "algorithms/ipm/passes.h"

#include <string.h>

typedef struct local {
    fed_normal normal;
    double *g;
} local;

static fed_status setup(fed_ipm *ipm)
{
    local *state = ipm->state = FED_NEW(ipm->run->arena, local);

    ipm->local_dy = FED_ARRAY(ipm->run->arena, (ipm->run->problem->clients + 1) * ipm->d, double);
    if (state == NULL || ipm->local_dy == NULL ||
        (state->g = FED_ARRAY(ipm->run->arena, ipm->d * (ipm->d + 1), double)) == NULL)
        return fed_nomem(ipm->run->error);
    return fed_normal_alloc(ipm->run->arena, ipm->d, &state->normal, ipm->run->error);
}

/* dy_i = (A_i W_i A_i')^+ A_i W_i mu_i; message: [A_i W_i A_i'][A_i W_i mu_i] */
static void project(fed_ipm *ipm, size_t client)
{
    local *state = ipm->state;
    const size_t d = ipm->d, square = d * d;
    double *message = state->g, *dy = ipm->local_dy + client * d;

    memset(message, 0, (square + d) * sizeof *message);
    if (client < ipm->run->problem->clients) {
        double *work = fed_take(ipm->run->team, ipm->run->room);

        if (work != NULL)
            fed_ipm_client(ipm, client, fed_ipm_message, message, work);
        fed_give(ipm->run->team, work);
    } else {
        fed_ipm_server(ipm, fed_ipm_message, message);
    }
    memcpy(state->normal.matrix, message, square * sizeof *message);
    memset(state->normal.dropped, 0, d * sizeof *state->normal.dropped);
    state->normal.rank = 0;
    memset(dy, 0, d * sizeof *dy);
    if (fed_normal_factor(ipm->run->team, &state->normal))
        fed_normal_solve(&state->normal, message + square, dy);
}

/* There is no common multiplier: the clients' are averaged by their samples. */
static void solve_all(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;

    memset(ipm->dy, 0, ipm->d * sizeof *ipm->dy);
    for (size_t m = 0; m < problem->clients; m++) {
        project(ipm, m);
        fed_axpy(ipm->d, (double)fed_held(ipm->rows->part, m) / (double)ipm->client.n,
                 ipm->local_dy + m * ipm->d, ipm->dy);
    }
    project(ipm, problem->clients);
}

static void solve_first(fed_ipm *ipm)
{
    for (size_t m = 0; m < ipm->run->problem->clients; m++)
        fed_send(ipm->run, m, (fed_message){"dx, ds", 2 * fed_ipm_variables(ipm, m)});
    solve_all(ipm);
}

static void solve_second(fed_ipm *ipm)
{
    for (size_t m = 0; m < ipm->run->problem->clients; m++) {
        fed_send(
            ipm->run, m,
            (fed_message){"inverse, h", ipm->d * (ipm->d + 1) / 2 + fed_ipm_variables(ipm, m)});
        fed_answer(ipm->run, m, (fed_message){"dx, ds", 2 * fed_ipm_variables(ipm, m)});
    }
    solve_all(ipm);
}

const fed_system fed_system_model1 = {
    .entry = {"model1", "naive model 1: clients project alone and send dx, ds", NULL},
    .dense = true,
    .local = true,
    .doubtful = true,
    .patience = 60,
    .setup = setup,
    .solve = solve_first,
};

const fed_system fed_system_model2 = {
    .entry = {"model2", "naive model 2: clients send the inverse of their A W A'", NULL},
    .dense = true,
    .local = true,
    .doubtful = true,
    .patience = 60,
    .setup = setup,
    .solve = solve_second,
};
