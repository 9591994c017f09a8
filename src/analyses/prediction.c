/* prediction.c -- the server's model at the samples of the test set. */
#include "analyses/analysis.h"
#include "analyses/predict.h"
#include "core/linalg.h"
#include "losses/rows.h"

static const char *const columns[] = {"sample", "response", "prediction"};

double fed_predict(const fed_problem *problem, const fed_dataset *data, size_t row,
                   const double *theta, double *work)
{
    fed_row_copy(data, row, work);
    return fed_dot(problem->d, work, theta) + (problem->intercept ? theta[problem->d] : 0.0);
}

double fed_predict_square(const fed_problem *problem, const double *theta, double *work)
{
    const fed_dataset *test = problem->data->test;
    double sum = 0.0;

    if (test == NULL || problem->loss->link == NULL || problem->outputs > 1 || problem->classes > 0)
        return NAN;
    for (size_t i = 0; i < test->n; i++) {
        const double miss = fed_predict(problem, test, i, theta, work) - test->y[i];

        sum += miss * miss;
    }
    return sum / (double)test->n * (test->extent > 0.0 ? test->extent : 1.0);
}

static fed_status check(const fed_run *run)
{
    const fed_problem *problem = run->problem;

    if (problem->data->test == NULL || run->models > 1 || problem->outputs > 1 ||
        problem->loss->link == NULL)
        return fed_config_fault(
            run->config, run->error, FED_CONFIG, "analysis",
            "'prediction' needs a test set, a server's model and a loss of one prediction");
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const fed_dataset *test = problem->data->test;
    fed_table *table;

    table = fed_run_table(run, "prediction", columns, 3, test->n);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < test->n; i++) {
        table->cells[3 * i] = (double)i;
        table->cells[3 * i + 1] = problem->test_y != NULL ? problem->test_y[i] : test->y[i];
        table->cells[3 * i + 2] = fed_predict(problem, test, i, run->theta, run->work[0]);
    }
    return fed_run_scalar(run, "prediction", "mean_square",
                          fed_predict_square(problem, run->theta, run->work[0]));
}

const fed_analysis fed_analysis_prediction = {
    {"prediction", "the final model's predictions of the test set, x'theta or f(x)", NULL},
    analyse,
    check};
