/* assemble.c -- the Fenchel dual of the objective as units: min sum l_j*(a_j) + R*(v) subject to
 * sum_j k_j a_j x_j + v = 0, whose multiplier is the model. Internally losses are summed, k_j = w_m
 * N/n_m, and responses are divided by their size u (their root mean square), which divides the
 * model too: the objective times N/(scale u^degree). */
#include "algorithms/ipm/assemble.h"

#include "algorithms/fedipm.h"
#include "algorithms/ipm/ipm.h"
#include "problem/codes.h"
#include "losses/keys.h"
#include "algorithms/ipm/units.h"

#include <string.h>

typedef struct loss_form {
    const char *loss;
    const fed_block *block;
    /* the response is the cost of a; then the loss is homogeneous in response and model, */
    bool response;
    double degree; /*   of this degree, 0: that of the p-norm */
    bool sides;    /* a is along -(2y-1) x, for two classes */
    bool shifted;  /* a stands for a + y, the response in b */
} loss_form;

static const loss_form forms[] = {
    {"linear", &fed_block_quadratic, .response = true, .degree = 2.0}, /* l* = a^2/2 + y a */
    {"logistic", &fed_block_entropy, .shifted = true},                 /* l* = h(a + y) */
    {"poisson", &fed_block_exponential, .shifted = true},              /* l* = h(a + y) */
    {"exponential", &fed_block_exponential, .sides = true}, /* l* = h(q), a = -(2y-1) q, q >= 0 */
    {"hinge", &fed_block_interval, .sides = true},          /* l* = -q, q in [0,1] */
    {"quantile", &fed_block_interval, .response = true, .degree = 1.0}, /* y a on [-tau, 1-tau] */
    {"pnorm", &fed_block_power, .response = true},                      /* |a|^q/q + y a */
};

static const loss_form *form_of(const fed_problem *problem)
{
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (strcmp(forms[k].loss, problem->loss->entry.name) == 0)
            return &forms[k];
    return NULL;
}

static double power_of(const fed_problem *problem)
{
    return ((const fed_pnorm_keys *)problem->keys.values)->power;
}

static double tau_of(const fed_problem *problem)
{
    return ((const fed_quantile_keys *)problem->keys.values)->tau;
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
    const fed_partition *part = ipm->rows->part;
    const bool hinge = form->sides && !form->block->pair;
    const double hair = problem->l2 > 0.0 || problem->l1 > 0.0 ? 0.0 : 1e-8;
    fed_units *u = &ipm->client;
    double *ca, *cz, *factor;

    u->n = part->start[problem->clients];
    u->shape =
        form->block == &fed_block_power ? power_of(problem) / (power_of(problem) - 1.0) : 1.0;
    ca = FED_ARRAY(ipm->run->arena, u->n, double);
    cz = FED_ARRAY(ipm->run->arena, u->n, double);
    factor = FED_ARRAY(ipm->run->arena, u->n, double);
    if (ca == NULL || cz == NULL || factor == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t m = 0; m < problem->clients; m++) {
        const double size = (double)fed_held(part, m);
        const double k =
            problem->by_samples ? 1.0 : problem->weight[m] * (double)problem->samples / size;

        for (size_t i = part->start[m]; i < part->start[m + 1]; i++) {
            const double y = problem->y[part->row[i]];

            factor[i] = form->sides ? -(2.0 * y - 1.0) * k : k;
            ca[i] = form->response ? k * y / ipm->unit : hinge ? -k : 0.0;
            cz[i] = k;
        }
    }
    u->ca = ca;
    u->cz = u->block->pair ? cz : NULL;
    u->factor = factor;
    u->boxed = u->block == &fed_block_entropy;
    u->plain = problem->by_samples && !form->sides;
    u->free = !form->response && !hinge;
    if (hinge) /* without penalty the dual may have no interior: a hair more */
        TRY(bounds(ipm, u, 0.0 - hair, 1.0 + hair));
    else if (u->block == &fed_block_interval)
        TRY(bounds(ipm, u, -tau_of(problem), 1.0 - tau_of(problem)));
    else if (u->block == &fed_block_entropy)
        TRY(bounds(ipm, u, 0.0, 1.0));
    else if (u->block == &fed_block_exponential)
        TRY(bounds(ipm, u, 0.0, INFINITY));
    return fed_units_alloc(ipm->run->arena, u, ipm->run->error);
}

/* v_k of every penalised parameter: t >= v^2/(2 l2) for the ridge, |v| <= l1 for the lasso; with
 * both v is the sum of two such, for (f + g)* is the infimal convolution of f* and g*. */
static fed_status server_units(fed_ipm *ipm, const fed_block *block, double size)
{
    fed_units *u = &ipm->server[ipm->servers++];
    double *zeros, *ones;

    u->n = ipm->run->problem->model.penalised;
    u->block = block;
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
        const size_t row = ipm->rows->part->row[i];
        const double k = ipm->client.factor[i] * problem->y[row];

        fed_row_add(&data->matrix, row, k, b);
        if (!fed_all_penalised(&problem->model))
            b[data->d] += k;
    }
}

/* The root mean square of the responses, 1 where they are classes or all 0. */
static double size_of_responses(const fed_problem *problem, const loss_form *form)
{
    const fed_partition *part = problem->part;
    const size_t n = part->start[problem->clients];
    double sum = 0.0, size;

    for (size_t i = 0; form->response && i < n; i++)
        sum += problem->y[part->row[i]] * problem->y[part->row[i]];
    size = sqrt(sum / (double)n);
    return size > 0.0 && isfinite(size) ? size : 1.0;
}

fed_status fed_ipm_assemble(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    const loss_form *form = form_of(problem);
    const double total = (double)problem->samples / problem->scale;
    double degree;

    if (form == NULL)
        return fed_config_fault(ipm->run->config, ipm->run->error, FED_CONFIG, "loss.type",
                                "fedipm has no barrier for '%s', expected linear, logistic, "
                                "poisson, exponential, hinge, quantile or pnorm",
                                problem->loss->entry.name);
    ipm->client.block = form->block; /* tells whether codes serve */
    ipm->codes = fed_ipm_obstacle(ipm) == NULL && ipm->predictor && ipm->system->gathers
                     ? problem->codes
                     : NULL;
    ipm->rows = ipm->codes != NULL ? &ipm->codes->inner : problem;
    degree = form->degree > 0.0                ? form->degree
             : form->block == &fed_block_power ? power_of(problem)
                                               : 2.0;
    ipm->unit = size_of_responses(problem, form);
    ipm->one = pow(ipm->unit, degree);
    ipm->scaling = total / ipm->one;
    ipm->d = problem->p;
    if ((ipm->b = FED_ARRAY(ipm->run->arena, ipm->d, double)) == NULL)
        return fed_nomem(ipm->run->error);
    TRY(client_units(ipm, form));
    if (problem->l2 > 0.0)
        TRY(server_units(ipm, &fed_block_quadratic,
                         ipm->scaling * problem->l2 * ipm->unit * ipm->unit));
    if (problem->l1 > 0.0)
        TRY(server_units(ipm, &fed_block_interval, ipm->scaling * problem->l1 * ipm->unit));
    if (form->shifted)
        response_side(ipm);
    return FED_OK;
}
