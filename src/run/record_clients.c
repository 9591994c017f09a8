/* record_clients.c -- rows of clients.csv: the client's loss at its own model, or at the server's.
 */
#include "run/record_clients.h"

#include "core/linalg.h"
#include "problem/client.h"
#include "problem/errors.h"
#include "run/keep.h"
#include "run/tables.h"

enum {
    ROUND,
    CLIENT,
    SAMPLES,
    LOSS,
    GRAD_NORM,
    ACCURACY,
    TEST_ERROR,
    DISTANCE,
    ACTIVE,
    WORDS,
    COLUMNS
};

static const char *const columns[COLUMNS] = {"round",     "client",   "samples",    "loss",
                                             "grad_norm", "accuracy", "test_error", "distance",
                                             "active",    "words"};

fed_status fed_clients_begin(fed_run *run, size_t most)
{
    const size_t clients = run->problem->clients;

    if (!fed_config_bool(run->config, "output.clients"))
        return FED_OK;
    if (run->problem->data->program != NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "output.clients",
                                "the clients of a linear program have no losses");
    run->words = fed_keep_clients(run, "clients' words", 1, sizeof(double));
    run->clients_table = most <= SIZE_MAX / clients / COLUMNS
                             ? fed_run_table(run, "clients", columns, COLUMNS, most * clients)
                             : NULL;
    if (run->clients_table == NULL || run->words == NULL)
        return fed_nomem(run->error);
    run->clients_table->rows = 0;
    return FED_OK;
}

static const double *model_of(const fed_run *run, size_t client)
{
    return run->theta + (run->models > 1 ? client * run->problem->p : 0);
}

typedef struct scan {
    fed_run *run;
    double *rows; /* of this record, clients x COLUMNS */
} scan;

/* work: [gradient][the problem's] */
static void fill_rows(void *context, size_t first, size_t last, double *work)
{
    const scan *s = context;
    const fed_problem *problem = s->run->problem;
    double *gradient = work, *rest = work + problem->p;

    for (size_t m = first; m < last; m++) {
        const double *theta = model_of(s->run, m);
        double *row = s->rows + m * COLUMNS;

        row[LOSS] = fed_client_value(problem, m, theta, rest);
        fed_client_gradient(problem, m, theta, gradient, rest);
        row[GRAD_NORM] = fed_norm(problem->p, gradient);
        row[ACCURACY] = 1.0 - fed_client_error(problem, m, theta, rest);
    }
}

void fed_clients_record(fed_run *run, const double *centre)
{
    const fed_problem *problem = run->problem;
    fed_table *table = run->clients_table;
    scan s = {run, NULL};
    double shared;

    if (table == NULL)
        return;
    s.rows = table->cells + table->rows * COLUMNS;
    shared = run->models > 1 ? NAN : fed_problem_errors(problem, run->team, true, run->theta, 1);
    for (size_t m = 0; m < problem->clients; m++) {
        const double *theta = model_of(run, m);
        double *row = s.rows + m * COLUMNS;

        row[ROUND] = (double)run->round;
        row[CLIENT] = (double)m;
        row[SAMPLES] = (double)fed_held(problem->part, m);
        row[TEST_ERROR] =
            run->models > 1 ? fed_problem_errors(problem, run->team, true, theta, 1) : shared;
        row[DISTANCE] = fed_distance(problem->p, theta, centre);
        row[ACTIVE] = 0.0;
        row[WORDS] = run->words[m];
    }
    for (size_t k = 0; run->round > 0 && k < run->active; k++)
        s.rows[run->cohort[k] * COLUMNS + ACTIVE] = 1.0;
    fed_each(run->team, problem->clients,
             6.0 * (double)problem->p * (double)(problem->samples / problem->clients + 1),
             problem->p + problem->work, fill_rows, &s);
    table->rows += problem->clients;
}
