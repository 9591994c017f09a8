/* objective.c -- the objective and its gradient: by a pass, by codes or in the Gram form. */
#include "problem/objective.h"

#include "core/linalg.h"
#include "problem/codes.h"
#include "problem/gram.h"
#include "problem/penalty.h"

#include <math.h>
#include <string.h>

static double pass_plain(const fed_problem *problem, fed_team *team, const double *theta,
                         double *grad, double *wrong, double *eta)
{
    double value;

    fed_pass_at(problem, team, 1, &theta, grad != NULL ? &grad : NULL, &value, wrong, eta);
    return value;
}

static double pass_codes(const fed_problem *problem, fed_team *team, const double *theta,
                         double *grad, double *wrong, double *eta)
{
    const fed_codes *codes = problem->codes;
    double *lifted = fed_take(team, 2 * codes->count), *sums = lifted + codes->count, value;

    if (lifted == NULL)
        return NAN;
    fed_codes_lift(codes, theta, lifted);
    value = pass_plain(&codes->inner, team, lifted, grad != NULL ? sums : NULL, wrong, eta) +
            fed_penalty_value(problem, theta);
    if (grad != NULL) {
        fed_penalty_gradient(problem, theta, grad);
        fed_codes_drop(codes, sums, grad);
    }
    fed_give(team, lifted);
    return problem->l1 > 0.0 ? value + problem->l1 * fed_penalty_norm(problem, theta) : value;
}

static double pass_over(const fed_problem *problem, fed_team *team, const double *theta,
                        double *grad, double *wrong, double *eta)
{
    return problem->codes != NULL ? pass_codes(problem, team, theta, grad, wrong, eta)
                                  : pass_plain(problem, team, theta, grad, wrong, eta);
}

double fed_objective_pass(const fed_problem *problem, fed_team *team, const double *theta,
                          double *grad)
{
    return pass_over(problem, team, theta, grad, NULL, NULL);
}

/* About the optimum L = L* + (theta - theta*)'S(theta - theta*)/2 has no cancellation. */
static double gram_about_optimum(const fed_problem *problem, const double *theta, double *grad,
                                 double *work)
{
    const size_t p = problem->p;
    double *delta = work, *image = work + p;

    for (size_t j = 0; j < p; j++)
        delta[j] = theta[j] - problem->optimum[j];
    for (size_t j = 0; j < p; j++)
        image[j] = fed_dot(p, problem->gram->all_s + j * problem->gram->ld, delta);
    if (grad != NULL)
        memcpy(grad, image, p * sizeof *grad);
    return problem->optimum_value + 0.5 * fed_dot(p, delta, image);
}

static double gram_value(const fed_problem *problem, const double *theta, double *grad,
                         double *work)
{
    const fed_gram *gram = problem->gram;
    const size_t p = problem->p;

    if (problem->optimum != NULL)
        return gram_about_optimum(problem, theta, grad, work);
    if (grad != NULL)
        for (size_t j = 0; j < p; j++)
            grad[j] = fed_dot(p, gram->all_s + j * gram->ld, theta) - gram->all_b[j];
    return fed_gram_value(p, gram->ld, gram->all_s, gram->all_b, gram->all_c, theta, work);
}

double fed_problem_value(const fed_problem *problem, fed_team *team, const double *theta,
                         double *grad)
{
    double *work, value = NAN;

    if (problem->gram == NULL || problem->l1 > 0.0)
        return fed_objective_pass(problem, team, theta, grad);
    if ((work = fed_take(team, 2 * problem->p)) != NULL)
        value = gram_value(problem, theta, grad, work);
    fed_give(team, work);
    return value;
}

void fed_problem_measure(const fed_problem *problem, fed_team *team, size_t count,
                         const double *const *theta, double *const *grad, double *value,
                         double *wrong)
{
    const bool errors = problem->classes > 0, form = problem->gram != NULL && problem->l1 == 0.0;
    const bool joint = problem->codes == NULL && (errors || !form);
    const size_t most = joint ? FED_POINTS_MOST : 1;

    for (size_t k = 0; k < count && !errors; k++)
        wrong[k] = NAN;
    for (size_t k = 0; k < count; k += most)
        if (joint)
            fed_pass_at(problem, team, count - k < most ? count - k : most, theta + k, grad + k,
                        value + k, errors ? wrong + k : NULL, NULL);
        else if (errors)
            value[k] = pass_over(problem, team, theta[k], grad[k], wrong + k, NULL);
        else
            value[k] = fed_problem_value(problem, team, theta[k], grad[k]);
}

size_t fed_outputs_kept(const fed_problem *problem)
{
    return problem->products && problem->gram == NULL && problem->pack == NULL ? problem->samples
                                                                               : 0;
}

double fed_problem_keep(const fed_problem *problem, fed_team *team, const double *theta,
                        double *grad, double *eta)
{
    return fed_outputs_kept(problem) > 0 ? pass_over(problem, team, theta, grad, NULL, eta)
                                         : fed_problem_value(problem, team, theta, grad);
}
