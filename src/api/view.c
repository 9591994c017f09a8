/* view.c -- what an algorithm of a session may see and do. */
#include "api/view.h"

#include "core/rng.h"
#include "run/exchange.h"
#include "problem/client.h"

#include <string.h>

void *fedomp_run_context(const fedomp_run *view)
{
    return view->own->context;
}

size_t fedomp_run_clients(const fedomp_run *view)
{
    return view->run->problem->clients;
}

size_t fedomp_run_parameters(const fedomp_run *view)
{
    return view->run->problem->p;
}

size_t fedomp_run_round(const fedomp_run *view)
{
    return view->run->round;
}

double fedomp_run_rate(const fedomp_run *view)
{
    return view->run->rate;
}

double fedomp_run_key(const fedomp_run *view, const char *name)
{
    char path[80];

    for (const fed_param *row = view->run->algorithm->entry.params; row->key != NULL; row++)
        if (row->type == FED_FLOAT && strcmp(row->key, name) == 0) {
            snprintf(path, sizeof path, "algorithm.%s", name);
            return fed_config_float(view->run->config, path);
        }
    return NAN;
}

size_t fedomp_run_samples(const fedomp_run *view, size_t client)
{
    return fed_held(view->run->problem->part, client);
}

double fedomp_run_weight(const fedomp_run *view, size_t client)
{
    return view->run->problem->weight[client];
}

double *fedomp_run_theta(fedomp_run *view, size_t client)
{
    return view->run->theta + (view->run->models == 1 ? 0 : client * view->run->problem->p);
}

double *fedomp_run_row(fedomp_run *view, size_t client)
{
    return view->run->next + client * view->run->problem->p;
}

double *fedomp_run_memory(fedomp_run *view, size_t k)
{
    return view->memory + k * view->run->problem->p;
}

double *fedomp_run_client_memory(fedomp_run *view, size_t client, size_t k)
{
    return view->client_memory + (client * view->own->client_memory + k) * view->run->problem->p;
}

static void call_body(fed_run *run, size_t client, double *work)
{
    fedomp_run *view = run->state;

    view->body(view, client, work);
}

void fedomp_each(fedomp_run *view, void (*body)(fedomp_run *run, size_t client, double *scratch))
{
    view->body = body;
    fed_each_client(view->run, view->cost, call_body);
}

/* scratch: [the algorithm's][rows of a batch][the loss's] */
void fedomp_gradient(fedomp_run *view, size_t client, size_t step, const double *theta,
                     double *gradient, double *scratch)
{
    const fed_run *run = view->run;
    double *rest = scratch + view->scratch;

    if (run->batch == 0) {
        fed_client_gradient(run->problem, client, theta, gradient, rest);
        view->counted[client] += (double)fedomp_run_samples(view, client);
    } else {
        size_t *rows = (size_t *)(void *)rest;

        fed_batch_draw(run, client, step, rows);
        fed_batch_gradient(run->problem, rows, run->batch, (double)run->batch, theta, gradient,
                           rest + FED_ROUND_UP(run->batch, 8));
        view->counted[client] += (double)run->batch;
    }
}

void fedomp_neighbours(const fedomp_run *view, size_t client, double *out)
{
    const size_t p = view->run->problem->p;
    const double *mean = fed_hear(view->run, client, p, out);

    if (mean != out)
        memcpy(out, mean, p * sizeof *out);
}

void fedomp_uniforms(const fedomp_run *view, size_t client, size_t n, double *out)
{
    const fed_run *run = view->run;
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_OWN, run->replicate, client, run->round);

    for (size_t k = 0; k < n; k++)
        out[k] = fed_rng_uniform(&rng);
}

void fedomp_average(fedomp_run *view, double *out)
{
    fed_run *run = view->run;
    const size_t p = run->problem->p;

    memset(out, 0, p * sizeof *out);
    for (size_t k = 0; k < run->active; k++) {
        const double *restrict row = fedomp_run_row(view, run->cohort[k]);
        const double share = view->cohort.share[k];

        for (size_t j = 0; j < p; j++)
            out[j] += share * row[j];
    }
    fed_collect(run, (fed_message){"row", p});
}

void fedomp_exchange(fedomp_run *view)
{
    double *swap = view->run->theta;

    view->run->theta = view->run->next;
    view->run->next = swap;
    fed_spread(view->run, (fed_message){"theta", view->run->problem->p});
}

void fedomp_count(fedomp_run *view, size_t words_up, size_t words_down)
{
    if (words_up > 0)
        fed_collect(view->run, (fed_message){"message", words_up});
    fed_broadcast(view->run, (fed_message){"message", words_down}, view->run->theta);
}

void fedomp_finish(fedomp_run *view)
{
    view->run->outcome = FED_STOPPED;
}

fedomp_status fedomp_fail(fedomp_run *view, fedomp_status status, const char *text)
{
    if (status == FEDOMP_OK || (unsigned)status > FEDOMP_STOPPED)
        status = FEDOMP_INTERNAL;
    if (text == NULL)
        text = fed_status_text((fed_status)status);
    if (status == FEDOMP_NOANSWER)
        fed_without_answer(view->run, FED_GIVEN_UP, "%s", text);
    else
        fed_tell(view->run->error, (fed_status)status, "%s", text);
    return status;
}
