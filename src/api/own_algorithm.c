/* own_algorithm.c -- a caller's algorithm as one of the library's: its memory, its rounds, what it
 * costs. What passes between clients is counted here for it. */
#include "api/own_algorithm.h"

#include "api/view.h"

#include "core/simd.h"

static fed_status translate(fed_run *run, fedomp_status status, const char *step)
{
    if (status == FEDOMP_OK)
        return FED_OK;
    if (status == FEDOMP_NOANSWER) { /* this replicate has none; the others may */
        if (run->outcome != FED_GIVEN_UP)
            fed_without_answer(run, FED_GIVEN_UP, "%s: its %s found none",
                               run->algorithm->entry.name, step);
        return FED_OK;
    }
    if ((unsigned)status > FEDOMP_STOPPED)
        status = FEDOMP_INTERNAL;
    return fed_fail(run->error, (fed_status)status, "%s: its %s failed", run->algorithm->entry.name,
                    step);
}

/* The most of one client is what the others wait for. */
static void count_round(fedomp_run *view)
{
    fed_run *run = view->run;
    double sum = 0.0, most = 0.0;

    for (size_t m = 0; m < run->problem->clients; m++) {
        sum += view->counted[m];
        most = fmax(most, view->counted[m]);
        view->counted[m] = 0.0;
    }
    fed_compute_all(run, sum, most);
    fed_epoch(run);
}

static fed_status own_round(fed_run *run)
{
    fedomp_run *view = run->state;

    if (run->graph == NULL)
        fed_cohort_draw(run, &view->cohort);
    TRY(translate(run, view->own->round(view), "round"));
    count_round(view);
    return FED_OK;
}

static fed_status take_memory(fedomp_run *view)
{
    fed_run *run = view->run;
    const size_t p = run->problem->p, clients = run->problem->clients;

    view->counted = FED_ARRAY(run->arena, clients, double);
    run->next = FED_ARRAY(run->arena, clients * p, double);
    view->memory = fed_keep(run, "memory", view->own->memory * p, sizeof(double));
    view->client_memory =
        fed_keep_clients(run, "client_memory", view->own->client_memory * p, sizeof(double));
    if (view->counted == NULL || run->next == NULL || view->memory == NULL ||
        view->client_memory == NULL)
        return fed_nomem(run->error);
    view->scratch = view->own->scratch * p;
    fed_run_room(run, view->scratch + FED_ROUND_UP(run->batch, 8));
    return FED_OK;
}

static fed_status own_setup(fed_run *run)
{
    const fed_problem *problem = run->problem;
    fedomp_run *view = run->state = FED_NEW(run->arena, fedomp_run);

    if (view == NULL)
        return fed_nomem(run->error);
    view->run = run;
    view->own = &((const fed_own_algorithm *)run->algorithm)->own;
    TRY(fed_schedule_read(run->config, "algorithm.learning_rate", run->rounds, &run->schedule,
                          run->error));
    if (run->graph == NULL)
        TRY(fed_cohort_setup(run, &view->cohort));
    TRY(take_memory(view));
    view->cost = 10.0 * (double)problem->samples / (double)problem->clients * (double)problem->p;
    return view->own->setup == NULL ? FED_OK : translate(run, view->own->setup(view), "setup");
}

#define STEP_ROWS                                                                           \
    {"learning_rate", FED_RATE, "0.01", 0, INFINITY, NULL, "step, a number or a schedule"}, \
    {                                                                                       \
        "batch", FED_INT, "0", 0, 1e9, NULL,                                                \
            "batch size of a client's gradient, drawn with replacement; 0 uses "            \
            "all samples"                                                                   \
    }

const fed_param *fed_own_algorithm_rows(bool decentralised)
{
    static const fed_param peers[] = {STEP_ROWS, FED_END};
    static const fed_param server[] = {STEP_ROWS, FED_COHORT_ROWS, FED_END};

    return decentralised ? peers : server;
}

void fed_own_algorithm_fill(fed_own_algorithm *own)
{
    own->algorithm.decentralised = own->own.decentralised != 0;
    own->algorithm.setup = own_setup;
    own->algorithm.round = own_round;
}
