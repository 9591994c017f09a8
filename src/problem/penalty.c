/* penalty.c -- l2/2 |theta|^2 and l1 |theta|_1 over the parameters the model lets be penalised. */
#include "problem/penalty.h"

#include "core/linalg.h"

#include <math.h>
#include <string.h>

void fed_penalty_scaled(const fed_problem *problem, double l2, const double *theta, double *out)
{
    const fed_model *model = &problem->model;

    if (l2 == 0.0) {
        memset(out, 0, problem->p * sizeof *out);
        return;
    }
    for (size_t j = 0; j < problem->p; j++)
        out[j] = l2 * theta[j];
    for (size_t first = model->penalised; first < problem->p; first += model->period)
        for (size_t j = first; j < first + model->period - model->penalised; j++)
            out[j] = 0.0;
}

void fed_penalty_gradient(const fed_problem *problem, const double *theta, double *out)
{
    fed_penalty_scaled(problem, problem->l2, theta, out);
}

double fed_penalty_value(const fed_problem *problem, const double *theta)
{
    const fed_model *model = &problem->model;
    double sum = 0.0;

    for (size_t j = 0; j < problem->p && problem->l2 > 0.0; j += model->period)
        sum += fed_dot(model->penalised, theta + j, theta + j);
    return problem->l2 > 0.0 ? 0.5 * problem->l2 * sum : 0.0;
}

void fed_penalty_hessian(const fed_problem *problem, double l2, double *hessian, size_t ld)
{
    const fed_model *model = &problem->model;

    for (size_t first = 0; first < problem->p; first += model->period)
        for (size_t j = first; j < first + model->penalised; j++)
            hessian[j * ld + j] += l2;
}

double fed_penalty_norm(const fed_problem *problem, const double *theta)
{
    double norm = 0.0;

    for (size_t j = 0; j < problem->p; j++)
        if (fed_penalised(&problem->model, j))
            norm += fabs(theta[j]);
    return norm;
}
