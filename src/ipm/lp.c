/* lp.c -- a linear program as units: the clients' are its columns, the server's the rows that are not
 * equations, Ax - w = 0 with w between the row's bounds. */
#include "datasets/program.h"
#include "ipm/ipm.h"

/* Bounds are widened a little, so that a program whose feasible set has no interior still has a path; the
 * answer is cut back to them. */
static double widened(double bound, double direction)
{
    return bound + direction * 1e-10 * (1.0 + fabs(bound));
}

static void set_bounds(double low, double high, double *lower, double *upper)
{
    *lower = low == high ? low : widened(low, -1.0);
    *upper = low == high ? high : widened(high, 1.0);
}

static fed_status columns(fed_ipm *ipm, const fed_program *program)
{
    const fed_problem *problem = ipm->run->problem;
    fed_units *u = &ipm->client;
    double *ca, *factor, *lower, *upper;

    u->n = problem->part->start[problem->clients];
    u->block = &fed_block_interval;
    ca = FED_ARRAY(ipm->run->arena, u->n, double);
    factor = FED_ARRAY(ipm->run->arena, u->n, double);
    lower = FED_ARRAY(ipm->run->arena, u->n, double);
    upper = FED_ARRAY(ipm->run->arena, u->n, double);
    if (ca == NULL || factor == NULL || lower == NULL || upper == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t i = 0; i < u->n; i++) {
        const size_t column = problem->part->row[i];

        ca[i] = problem->y[column];
        factor[i] = 1.0;
        set_bounds(program->lower[column], program->upper[column], &lower[i], &upper[i]);
    }
    u->ca = ca;
    u->factor = factor;
    u->lower = lower;
    u->upper = upper;
    return fed_units_alloc(ipm->run->arena, u, ipm->run->error);
}

static fed_status ranges(fed_ipm *ipm, const fed_program *program)
{
    fed_units *u = &ipm->server[ipm->servers];
    double *ca, *lower, *upper;
    size_t *at;

    for (size_t i = 0; i < ipm->d; i++)
        u->n += program->low[i] != program->high[i];
    if (u->n == 0)
        return FED_OK;
    ipm->servers++;
    u->block = &fed_block_interval;
    u->sign = -1.0;
    at = FED_ARRAY(ipm->run->arena, u->n, size_t);
    ca = FED_ARRAY(ipm->run->arena, u->n, double);
    lower = FED_ARRAY(ipm->run->arena, u->n, double);
    upper = FED_ARRAY(ipm->run->arena, u->n, double);
    if (at == NULL || ca == NULL || lower == NULL || upper == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t i = 0, k = 0; i < ipm->d; i++)
        if (program->low[i] != program->high[i]) {
            at[k] = i;
            set_bounds(program->low[i], program->high[i], &lower[k], &upper[k]);
            k++;
        }
    u->at = at;
    u->ca = ca;
    u->lower = lower;
    u->upper = upper;
    return fed_units_alloc(ipm->run->arena, u, ipm->run->error);
}

fed_status fed_ipm_program(fed_ipm *ipm)
{
    const fed_program *program = ipm->run->problem->data->program;
    fed_problem *view = FED_NEW(ipm->run->arena, fed_problem);

    if (view == NULL)
        return fed_nomem(ipm->run->error);
    *view = *ipm->run->problem; /* whose model is the multipliers */
    view->p = view->d;
    ipm->rows = view;
    ipm->scaling = 1.0;
    ipm->d = view->d;
    if ((ipm->b = FED_ARRAY(ipm->run->arena, ipm->d, double)) == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t i = 0; i < ipm->d; i++)
        ipm->b[i] = program->low[i] == program->high[i] ? program->low[i] : 0.0;
    TRY(columns(ipm, program));
    return ranges(ipm, program);
}
