/* heterogeneity.c -- how far the clients' own truths are from the common function. */
#include "analyses/heterogeneity.h"

#include "analyses/predict.h"
#include "theory/alone.h"

fed_status fed_heterogeneity(fed_run *run, double *apart)
{
    const fed_problem *problem = run->problem;
    double sum = 0.0, sigma2, *work;

    *apart = problem->functions && problem->data->signal != NULL ? 0.0 : NAN;
    if (problem->truth == NULL || problem->functions)
        return FED_OK;
    if (problem->data->signal == NULL)
        return fed_alone_scatter(run, problem->truth, &sigma2, apart);
    if ((work = fed_take(run->team, fed_predict_work(problem))) == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < problem->data->n; i++) {
        const double miss =
            problem->data->signal[i] - fed_predict(problem, problem->data, i, problem->truth, work);

        sum += miss * miss;
    }
    fed_give(run->team, work);
    *apart = sum / (double)problem->data->n;
    return FED_OK;
}
