/* gain.c -- what a client gains by joining: the error of its own minimum-norm least squares over
 * that of the common model, at the end of the run and in the limit. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "core/svd.h"
#include "local/affine.h"
#include "losses/rows.h"

#include <string.h>

static const double CUT = 1e-10; /* singular values below this share of the largest are rounding */

enum { CLIENT, SAMPLES, LOCAL, FINAL, LIMIT, NORM, RISK, LIMIT_NORM, LIMIT_RISK, COLUMNS };
static const char *const columns[] = {"client",      "samples",     "local_error",
                                      "final_error", "limit_error", "norm",
                                      "risk",        "limit_norm",  "limit_risk"};

typedef struct workspace {
    size_t most;             /* samples of a client */
    double *x, *inverse, *y; /* most x p, p x most, most */
    double *room, *theta;    /* of the SVD; p */
} workspace;

static fed_status check(const fed_run *run)
{
    const fed_problem *problem = run->problem;
    const int64_t *chosen;
    const size_t count = fed_config_ints(run->config, "gain.clients", &chosen);

    if (problem->truth == NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'gain' needs data with a truth");
    if (run->models > 1 || problem->loss->link == NULL || !problem->loss->affine ||
        problem->intercept)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'gain' needs a server's model, least squares and no intercept");
    for (size_t k = 0; k < count; k++)
        if ((size_t)chosen[k] >= problem->clients)
            return fed_config_fault(run->config, run->error, FED_CONFIG, "gain.clients",
                                    "client %lld of %zu", (long long)chosen[k], problem->clients);
    return fed_affine_known(run) ? fed_affine_check(run, "gain") : FED_OK;
}

static fed_status make_room(fed_run *run, workspace *w)
{
    const fed_problem *problem = run->problem;
    const size_t *start = problem->part->start, p = problem->p;

    w->most = 0;
    for (size_t m = 0; m < problem->clients; m++)
        w->most = start[m + 1] - start[m] > w->most ? start[m + 1] - start[m] : w->most;
    w->x = FED_ARRAY(run->arena, w->most * p, double);
    w->inverse = FED_ARRAY(run->arena, w->most * p, double);
    w->y = FED_ARRAY(run->arena, w->most, double);
    w->room = FED_ARRAY(run->arena, fed_svd_room(w->most, p), double);
    w->theta = FED_ARRAY(run->arena, p, double);
    return w->x == NULL || w->inverse == NULL || w->y == NULL || w->room == NULL || w->theta == NULL
               ? fed_nomem(run->error)
               : FED_OK;
}

/* theta = X_j^+ y_j */
static bool fit_alone(const fed_run *run, size_t client, workspace *w)
{
    const fed_problem *problem = run->problem;
    const size_t first = problem->part->start[client], n = problem->part->start[client + 1] - first,
                 p = problem->p;
    size_t kept;

    for (size_t i = 0; i < n; i++) {
        fed_row_copy(problem->data, problem->part->row[first + i], w->x + i * p);
        w->y[i] = problem->y[problem->part->row[first + i]];
    }
    if (!fed_pseudo_inverse(n, p, w->x, CUT, w->inverse, &kept, w->room))
        return false;
    fed_gemv(p, n, 1.0, w->inverse, n, w->y, 0.0, w->theta);
    return true;
}

static double apart(size_t p, const double *x, const double *y)
{
    double square = 0.0;

    for (size_t j = 0; j < p; j++)
        square += (x[j] - y[j]) * (x[j] - y[j]);
    return sqrt(square);
}

/* The client's own truth, where clients are those of the data. */
static const double *truth_of(const fed_run *run, size_t client)
{
    const fed_dataset *data = run->problem->data;
    const bool given = strcmp(fed_config_string(run->config, "partition.scheme"), "given") == 0;

    return data->truths != NULL && given && client < data->clients
               ? data->truths + client * run->problem->p
               : run->problem->truth;
}

/* The limit in closed form where there is one, else NULL. */
static fed_status find_limit(fed_run *run, const double **limit)
{
    const size_t p = run->problem->p;
    double *a, *values, *x;
    fed_affine affine;
    bool converges;

    *limit = NULL;
    if (!fed_affine_known(run))
        return FED_OK;
    a = FED_ARRAY(run->arena, p * p, double);
    values = FED_ARRAY(run->arena, p, double);
    x = FED_ARRAY(run->arena, p, double);
    if (a == NULL || values == NULL || x == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, "gain", &affine));
    if (!fed_affine_plain(run))
        return FED_OK;
    TRY(fed_affine_limit(run, &affine, a, values, x, &converges));
    *limit = converges ? x : NULL;
    return FED_OK;
}

static fed_status evaluate(fed_run *run, size_t client, const double *limit, workspace *w,
                           double *row)
{
    const size_t p = run->problem->p, *start = run->problem->part->start;
    const double *truth = truth_of(run, client);

    if (!fit_alone(run, client, w))
        return fed_fail(run->error, FED_INTERNAL, "no singular values of client %zu's samples",
                        client);
    row[CLIENT] = (double)client;
    row[SAMPLES] = (double)(start[client + 1] - start[client]);
    row[LOCAL] = apart(p, w->theta, truth);
    row[FINAL] = apart(p, run->theta, truth);
    row[LIMIT] = limit != NULL ? apart(p, limit, truth) : NAN;
    row[NORM] = row[LOCAL] / row[FINAL];
    row[RISK] = row[NORM] * row[NORM];
    row[LIMIT_NORM] = row[LOCAL] / row[LIMIT];
    row[LIMIT_RISK] = row[LIMIT_NORM] * row[LIMIT_NORM];
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const size_t clients = run->problem->clients;
    const double *limit;
    const int64_t *chosen;
    const size_t count = fed_config_ints(run->config, "gain.clients", &chosen);
    fed_table *table;
    workspace w;

    TRY(make_room(run, &w));
    TRY(find_limit(run, &limit));
    table = fed_run_table(run, "gain", columns, COLUMNS, count > 0 ? count : clients);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < table->rows; k++)
        TRY(evaluate(run, count > 0 ? (size_t)chosen[k] : k, limit, &w,
                     table->cells + k * COLUMNS));
    TRY(fed_run_scalar(run, "gain", "first_norm", table->cells[NORM]));
    return fed_run_scalar(run, "gain", "first_limit_norm", table->cells[LIMIT_NORM]);
}

const fed_param fed_gain_params[] = {
    {"clients", FED_INTS, "[]", 0, 1e9, NULL,
     "clients whose federation gain is wanted; all when none is named"},
    FED_END};

const fed_analysis fed_analysis_gain = {{"gain",
                                         "federation gain of each client over its own minimum-norm "
                                         "least squares, as a ratio of norms and of risks",
                                         NULL},
                                        analyse,
                                        check};
