/* prediction.c -- the server's model at the samples of the test set. */
#include "analyses/analysis.h"
#include "analyses/predict.h"
#include "core/linalg.h"

static const char *const columns[] = {"sample", "response", "prediction"};

size_t fed_predict_work(const fed_problem *problem)
{
    return problem->model.inputs + FED_BLOCK + problem->model.room;
}

double fed_predict(const fed_problem *problem, const fed_dataset *data, size_t row,
                   const double *theta, double *work)
{
    const fed_model *model = &problem->model;

    if (!problem->products) {
        model->type->forward(model, &data->matrix, &row, 1, theta, work, work + FED_BLOCK);
        return work[0];
    }
    fed_row_copy(&data->matrix, row, work);
    return fed_dot(model->inputs, work, theta) +
           (fed_all_penalised(model) ? 0.0 : theta[model->inputs]);
}

double fed_predict_square(const fed_problem *problem, fed_team *team, const double *theta)
{
    const fed_dataset *test = problem->data->test;
    double sum = 0.0, *work;

    if (test == NULL || problem->loss->link == NULL || problem->outputs > 1 || problem->classes > 0)
        return NAN;
    if ((work = fed_take(team, fed_predict_work(problem))) == NULL)
        return NAN;
    for (size_t i = 0; i < test->n; i++) {
        const double miss = fed_predict(problem, test, i, theta, work) - test->y[i];

        sum += miss * miss;
    }
    fed_give(team, work);
    return sum / (double)test->n * (test->extent > 0.0 ? test->extent : 1.0);
}

static fed_status check(const fed_run *run)
{
    const fed_problem *problem = run->problem;

    if (problem->data->test == NULL || run->models > 1 || problem->outputs > 1 ||
        problem->loss->link == NULL)
        return fed_config_fault(
            run->config, run->error, FED_CONFIG, "analysis",
            "'prediction' needs a test set, a method with a server and a loss with one "
            "prediction");
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const fed_dataset *test = problem->data->test;
    fed_table *table = fed_run_table(run, "prediction", columns, 3, test->n);
    double *work = fed_take(run->team, fed_predict_work(problem));

    if (table == NULL || work == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < test->n; i++) {
        table->cells[3 * i] = (double)i;
        table->cells[3 * i + 1] = problem->test_y != NULL ? problem->test_y[i] : test->y[i];
        table->cells[3 * i + 2] = fed_predict(problem, test, i, run->theta, work);
    }
    fed_give(run->team, work);
    return fed_run_scalar(run, "prediction", "mean_square",
                          fed_predict_square(problem, run->team, run->theta));
}

const fed_analysis fed_analysis_prediction = {
    .entry = {"prediction",
              "predictions of the final model for the test set, x'theta or "
              "f(x)",
              NULL},
    .analyse = analyse,
    .check = check,
};
