/* further.c -- |f - f*|_N over the samples, losses and errors of the test samples, the clients'
 * losses before and after their local steps, and the spread of their errors. */
#include "run/further.h"

#include "problem/client.h"
#include "problem/errors.h"
#include "problem/held_out.h"
#include "problem/links.h"
#include "problem/objective.h"

#include <math.h>
#include <string.h>

const char *const fed_metric_names[FED_METRIC_ALL] = {
#define FED_METRIC_NAME(name, doc) [FED_METRIC_##name] = #name,
    FED_METRICS(FED_METRIC_NAME) FED_FURTHER(FED_METRIC_NAME)
#undef FED_METRIC_NAME
};

bool fed_metric_asked(const fed_config *config, fed_metric metric)
{
    const char *const *names;
    const size_t count = fed_config_strings(config, "output.columns", &names);

    for (size_t k = 0; k < count && metric >= FED_METRIC_COUNT; k++)
        if (strcmp(names[k], fed_metric_names[metric]) == 0)
            return true;
    return metric < FED_METRIC_COUNT;
}

typedef struct passing {
    const fed_run *run;
    const double *theta;
    const double *truth; /* to compare with, or */
    double *out;         /*   where f goes */
} passing;

static size_t block_of(const fed_problem *problem, size_t block)
{
    const size_t first = block * FED_BLOCK;

    return problem->samples - first < FED_BLOCK ? problem->samples - first : FED_BLOCK;
}

/* work: [outputs][the model's] */
static void add_square(void *context, size_t block, double *part, double *work)
{
    const passing *pass = context;
    const fed_problem *problem = pass->run->problem;
    const size_t first = block * FED_BLOCK, n = block_of(problem, block);

    fed_outputs(problem, problem->data, problem->part->row + first, n, pass->theta, work,
                work + FED_BLOCK);
    for (size_t i = 0; i < n; i++)
        if (pass->out != NULL)
            pass->out[first + i] = work[i];
        else
            *part += (work[i] - pass->truth[first + i]) * (work[i] - pass->truth[first + i]);
}

static double pass_over(const fed_run *run, passing *pass)
{
    const fed_problem *problem = run->problem;
    double sum = 0.0;

    pass->run = run;
    fed_sum(run->team, (problem->samples + FED_BLOCK - 1) / FED_BLOCK,
            2.0 * (double)FED_BLOCK * (double)problem->p, 1, FED_BLOCK + problem->model.room,
            add_square, pass, &sum);
    return sum;
}

/* f* at the samples: of the true parameters, or as the generator of a kernel's data knows it. */
static fed_status find_truth(fed_run *run, fed_further *further)
{
    const fed_problem *problem = run->problem;
    double *f = FED_ARRAY(run->arena, problem->samples, double);

    if (f == NULL)
        return fed_nomem(run->error);
    if (problem->loss->link == NULL || problem->outputs > 1)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "output.columns",
                                "function_error needs a model with one output f(x)");
    if (problem->truth != NULL)
        pass_over(run, &(passing){.theta = problem->truth, .out = f});
    else if (problem->functions && problem->data->signal != NULL)
        for (size_t i = 0; i < problem->samples; i++)
            f[i] = problem->data->signal[problem->part->row[i]];
    else
        return FED_OK;
    further->truth = f;
    return FED_OK;
}

fed_status fed_further_begin(fed_run *run)
{
    fed_further *further;
    bool any = false;

    if ((further = FED_NEW(run->arena, fed_further)) == NULL)
        return fed_nomem(run->error);
    for (int k = FED_METRIC_COUNT; k < FED_METRIC_ALL; k++)
        any |= further->asked[k] = fed_metric_asked(run->config, (fed_metric)k);
    if (!any)
        return FED_OK;
    run->further = further;
    if (further->asked[FED_METRIC_function_error])
        TRY(find_truth(run, further));
    further->cohort = NAN;
    if (!further->asked[FED_METRIC_adapted_loss] && !further->asked[FED_METRIC_cohort_loss])
        return FED_OK;
    further->losses = FED_ARRAY(run->arena, run->problem->clients, double);
    return further->losses == NULL ? fed_nomem(run->error) : FED_OK;
}

static void adapt(void *context, size_t first, size_t last, double *work)
{
    const fed_run *run = context;

    for (size_t m = first; m < last; m++)
        run->further->losses[m] = run->algorithm->adapted(run, m, work);
}

static void keep(const fed_further *further, fed_metric metric, double found, double *value)
{
    if (further->asked[metric])
        value[metric] = found;
}

/* Of the clients from place first to last of the cohort. */
static void value_cohort(void *context, size_t first, size_t last, double *work)
{
    const fed_run *run = context;

    for (size_t k = first; k < last; k++)
        run->further->losses[k] = fed_client_value(run->problem, run->cohort[k], run->theta, work);
}

void fed_further_cohort(fed_run *run, const double *share)
{
    const fed_problem *problem = run->problem;
    double sum = 0.0, all = 0.0;

    if (run->further == NULL || !run->further->asked[FED_METRIC_cohort_loss])
        return;
    fed_each(run->team, run->active, 2.0 * (double)problem->samples * (double)problem->p,
             problem->work, value_cohort, run);
    for (size_t k = 0; k < run->active; k++) {
        sum += share[k] * run->further->losses[k];
        all += share[k];
    }
    run->further->cohort = sum / all;
}

/* Mean and log SD over the clients of the test errors of their own models. */
static void spread_of_errors(const fed_run *run, double *mean, double *log_sd)
{
    const fed_problem *problem = run->problem;
    const double models = (double)run->models;
    double sum = 0.0, squares = 0.0;

    *log_sd = NAN;
    for (size_t m = 0; m < run->models; m++) {
        const double error =
            fed_problem_errors(problem, run->team, true, run->theta + m * problem->p, 1);

        sum += error;
        squares += error * error;
    }
    *mean = sum / models;
    if (squares - sum * *mean > 1e-12 * squares)
        *log_sd = 0.5 * log((squares - sum * *mean) / (models - 1.0));
}

void fed_further_record(fed_run *run, const double *theta, double *value)
{
    const fed_problem *problem = run->problem;
    const fed_further *further = run->further;
    double sum = 0.0, mean, log_sd;

    if (further == NULL)
        return;
    if (further->asked[FED_METRIC_test_loss] || further->asked[FED_METRIC_test_mse] ||
        further->asked[FED_METRIC_recall_at_5]) {
        const fed_scores scores = fed_held_out(problem, run->team, theta);

        keep(further, FED_METRIC_test_loss, scores.loss, value);
        keep(further, FED_METRIC_test_mse, scores.square, value);
        keep(further, FED_METRIC_recall_at_5, scores.recall, value);
    }
    if (further->asked[FED_METRIC_clients_error] ||
        further->asked[FED_METRIC_clients_error_log_sd]) {
        spread_of_errors(run, &mean, &log_sd);
        keep(further, FED_METRIC_clients_error, mean, value);
        keep(further, FED_METRIC_clients_error_log_sd, log_sd, value);
    }
    keep(further, FED_METRIC_cohort_loss, further->cohort, value);
    if (further->truth != NULL)
        value[FED_METRIC_function_error] =
            sqrt(pass_over(run, &(passing){.theta = theta, .truth = further->truth}) /
                 (double)problem->samples);
    if (!further->asked[FED_METRIC_adapted_loss] || run->algorithm->adapted == NULL)
        return;
    fed_each(run->team, problem->clients, 2.0 * (double)problem->samples * (double)problem->p,
             run->room, adapt, run);
    for (size_t m = 0; m < problem->clients; m++)
        sum += problem->weight[m] * further->losses[m];
    value[FED_METRIC_adapted_loss] = sum;
}
