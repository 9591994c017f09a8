/* assemble.c -- the Fenchel dual of the objective as units: min sum l_j*(a_j) + R*(v) subject to
 * sum_j k_j a_j x_j + v = 0, whose multiplier is the model. Internally losses are summed: the objective
 * times N/scale, k_j = w_m N/n_m. */
#include "ipm/ipm.h"

#include <string.h>

typedef struct loss_form {
    const char *loss;
    const fed_block *block;
    bool response; /* the response is the cost of a */
} loss_form;

static const loss_form forms[] = {
    {"linear", &fed_block_quadratic, true}, /* l* = a^2/2 + y a */
    {"logistic", &fed_block_entropy,
     false}, /* l* = h(a + y): with a + y for a, the response is in b */
    {"hinge", &fed_block_interval, false},   /* l* = -q with a = -(2y-1) q, q in [0,1] */
    {"quantile", &fed_block_interval, true}, /* l* = y a on [-tau, 1-tau] */
    {"pnorm", &fed_block_power, true},       /* l* = |a|^q/q + y a */
};

static const loss_form *form_of(const fed_problem *problem)
{
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (strcmp(forms[k].loss, problem->loss->entry.name) == 0)
            return &forms[k];
    return NULL;
}

static fed_status bounds(fed_ipm *ipm, fed_units *u, double lower, double upper)
{
    double *low = FED_ARRAY(ipm->run->arena, u->n, double),
           *high = FED_ARRAY(ipm->run->arena, u->n, double);

    if (low == NULL || high == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t i = 0; i < u->n; i++) {
        low[i] = lower;
        high[i] = upper;
    }
    u->lower = low;
    u->upper = high;
    return FED_OK;
}

static fed_status client_units(fed_ipm *ipm, const loss_form *form)
{
    const fed_problem *problem = ipm->run->problem;
    const fed_partition *part = problem->part;
    const bool hinge = strcmp(form->loss, "hinge") == 0;
    fed_units *u = &ipm->client;
    double *ca, *cz, *factor;

    u->n = part->start[problem->clients];
    u->block = form->block;
    u->shape = form->block == &fed_block_power ? problem->power / (problem->power - 1.0) : 1.0;
    ca = FED_ARRAY(ipm->run->arena, u->n, double);
    cz = FED_ARRAY(ipm->run->arena, u->n, double);
    factor = FED_ARRAY(ipm->run->arena, u->n, double);
    if (ca == NULL || cz == NULL || factor == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t m = 0; m < problem->clients; m++) {
        const double size = (double)(part->start[m + 1] - part->start[m]);
        const double k =
            problem->by_samples ? 1.0 : problem->weight[m] * (double)problem->samples / size;

        for (size_t i = part->start[m]; i < part->start[m + 1]; i++) {
            const double y = problem->y[part->row[i]];

            factor[i] = hinge ? -(2.0 * y - 1.0) * k : k;
            ca[i] = form->response ? k * y : hinge ? -k : 0.0;
            cz[i] = k;
        }
    }
    u->ca = ca;
    u->cz = u->block->pair ? cz : NULL;
    u->factor = factor;
    if (u->block == &fed_block_interval)
        TRY(bounds(ipm, u, hinge ? 0.0 : -problem->tau, hinge ? 1.0 : 1.0 - problem->tau));
    return fed_units_alloc(ipm->run->arena, u, ipm->run->error);
}

/* v_k of every penalised parameter: t >= v^2/(2 l2) for the ridge, |v| <= l1 for the lasso; with both v
 * is the sum of two such, for (f + g)* is the infimal convolution of f* and g*. */
static fed_status server_units(fed_ipm *ipm, const fed_block *block, double size)
{
    fed_units *u = &ipm->server[ipm->servers++];
    double *zeros, *ones;

    u->n = ipm->run->problem->d;
    u->block = block;
    u->sign = 1.0;
    u->shape = size;
    zeros = FED_ARRAY(ipm->run->arena, u->n, double);
    ones = FED_ARRAY(ipm->run->arena, u->n, double);
    if (zeros == NULL || ones == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t i = 0; i < u->n; i++)
        ones[i] = 1.0;
    u->ca = zeros;
    u->cz = block->pair ? ones : NULL;
    if (!block->pair)
        TRY(bounds(ipm, u, -size, size));
    return fed_units_alloc(ipm->run->arena, u, ipm->run->error);
}

/* b = sum k_j y_j x_j */
static void response_side(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    const fed_dataset *data = problem->data;
    double *b = ipm->b;

    for (size_t i = 0; i < ipm->client.n; i++) {
        const size_t row = problem->part->row[i];
        const double k = ipm->client.factor[i] * problem->y[row];

        if (data->x != NULL)
            for (size_t j = 0; j < data->d; j++)
                b[j] += k * data->x[row * data->d + j];
        else
            for (size_t e = data->ptr[row]; e < data->ptr[row + 1]; e++)
                b[data->col[e]] += k * data->val[e];
        if (problem->intercept)
            b[data->d] += k;
    }
}

fed_status fed_ipm_assemble(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    const loss_form *form = form_of(problem);
    const double total = (double)problem->samples / problem->scale;

    if (form == NULL)
        return fed_config_fault(
            ipm->run->config, ipm->run->error, FED_CONFIG, "loss.type",
            "fedipm has no barrier for '%s', expected linear, logistic, hinge, quantile or pnorm",
            problem->loss->entry.name);
    ipm->rows = problem;
    ipm->scaling = total;
    ipm->d = problem->p;
    if ((ipm->b = FED_ARRAY(ipm->run->arena, ipm->d, double)) == NULL)
        return fed_nomem(ipm->run->error);
    TRY(client_units(ipm, form));
    if (problem->l2 > 0.0)
        TRY(server_units(ipm, &fed_block_quadratic, problem->l2 * total));
    if (problem->l1 > 0.0)
        TRY(server_units(ipm, &fed_block_interval, problem->l1 * total));
    if (form->block == &fed_block_entropy)
        response_side(ipm);
    return FED_OK;
}
