/* optimum.c -- the reference optimum: one Newton step for affine losses, damped Newton for the
 * others. */
#include "problem/optimum.h"

#include "core/linalg.h"
#include "problem/hessian.h"
#include "problem/objective.h"
#include "problem/traits.h"
#include "core/lapack.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 100, POLISH = 2 };

typedef struct newton {
    const fed_problem *problem;
    double *theta, *trial, *grad, *step, *scale, *hessian, *spare; /* p each, p x p */
    fed_team *team;
    double value;
    bool sound; /* the Hessian is safely positive definite */
} newton;

/* of forming and factoring the Hessian */
static double hessian_flops(const fed_problem *problem)
{
    const fed_dataset *data = problem->data;
    const double p = (double)problem->p, n = (double)problem->samples;
    const double row =
        data->ptr == NULL ? p : (double)(problem->outputs * (data->ptr[data->n] / data->n + 1));

    return n * row * row + p * p * p / 3.0;
}

/* Whether there is one to be found: of a twice differentiable loss, not of classes that only their
 * differences tell apart, and at a cost of seconds. */
static bool has_optimum(const fed_problem *problem)
{
    const bool rough = !problem->loss->smooth || problem->l1 > 0.0 || problem->keys.rough;
    const bool shifted = problem->outputs > 1 && problem->l2 == 0.0;

    return !rough && !shifted && problem->convex &&
           !(fed_traits(problem) & (FED_TRAIT_NO_HESSIAN | FED_TRAIT_MANY)) &&
           hessian_flops(problem) <= (problem->affine ? 2e12 : 1e11);
}

static bool newton_init(newton *state, fed_arena *scratch)
{
    const size_t p = state->problem->p;

    state->theta = FED_ARRAY(scratch, p, double);
    state->trial = FED_ARRAY(scratch, p, double);
    state->grad = FED_ARRAY(scratch, p, double);
    state->step = FED_ARRAY(scratch, p, double);
    state->scale = FED_ARRAY(scratch, p, double);
    state->hessian = FED_ARRAY(scratch, p * p, double);
    state->spare = FED_ARRAY(scratch, p * p, double);
    return state->theta != NULL && state->trial != NULL && state->grad != NULL &&
           state->step != NULL && state->scale != NULL && state->hessian != NULL &&
           state->spare != NULL;
}

/* Factors the Hessian at theta; a singular one gets a ridge and is remembered as unsound. */
static bool factor(newton *state)
{
    const size_t p = state->problem->p;
    double *hessian = state->hessian, ridge = 0.0;

    fed_problem_hessian(state->problem, state->team, state->theta, NULL, hessian);
    memcpy(state->spare, hessian, p * p * sizeof *hessian);
    state->sound = fed_spd_factor(state->team, p, 0.0, hessian, state->scale);
    if (state->sound)
        return true;
    if (fed_lapack_starved())
        fed_team_starve(state->team);
    memcpy(hessian, state->spare, p * p * sizeof *hessian);
    for (size_t j = 0; j < p; j++)
        ridge = fmax(ridge, hessian[j * p + j]);
    for (size_t j = 0; j < p; j++)
        hessian[j * p + j] += 1e-8 * ridge;
    return fed_spd_factor(state->team, p, 0.0, hessian, state->scale);
}

/* step = -H^-1 g */
static void direction(newton *state)
{
    for (size_t j = 0; j < state->problem->p; j++)
        state->step[j] = -state->grad[j];
    fed_spd_solve(state->problem->p, state->hessian, state->scale, state->step);
}

static double move(newton *state, double t, double *grad)
{
    for (size_t j = 0; j < state->problem->p; j++)
        state->trial[j] = state->theta[j] + t * state->step[j];
    return fed_objective_pass(state->problem, state->team, state->trial, grad);
}

static bool search(newton *state, double slope)
{
    const size_t p = state->problem->p;

    for (double t = 1.0; t > 1e-12; t *= 0.5) {
        double value = move(state, t, NULL);

        if (value <= state->value + 1e-4 * t * slope + 1e-15 * fabs(state->value)) {
            memcpy(state->theta, state->trial, p * sizeof *state->theta);
            state->value =
                fed_objective_pass(state->problem, state->team, state->theta, state->grad);
            return true;
        }
    }
    return false;
}

/* The whole sum of losses below log 2 means that each sample is: the classes are separated, and the
 * loss falls for ever along theta. */
static bool separated(const newton *state)
{
    const fed_problem *problem = state->problem;
    double least = INFINITY;

    if (problem->classes != 2 || problem->outputs > 1 || problem->l2 > 0.0)
        return false;
    for (size_t m = 0; m < problem->clients; m++)
        least = fmin(least, problem->weight[m] / (double)fed_held(problem->part, m));
    return state->value < problem->scale * least * log(2.0);
}

/* Newton until the step is small (not the gradient, which also vanishes along a direction in which
 * the optimum is at infinity), then a few full steps to the last digits. */
static bool minimise(newton *state)
{
    const size_t p = state->problem->p;
    int polished = 0;

    state->value = fed_objective_pass(state->problem, state->team, state->theta, state->grad);
    for (int k = 0; k < MOST_STEPS; k++) {
        double slope, length, size;

        if (!isfinite(state->value) || separated(state) || !factor(state))
            return false;
        /* phi'' > 0: the features depend */
        if (k == 0 && !state->sound && !state->problem->keys.flat)
            return false;
        direction(state);
        slope = fed_dot(p, state->grad, state->step);
        length = fed_norm(p, state->step);
        size = 1.0 + fed_norm(p, state->theta);
        if (!isfinite(length))
            return false;
        if (length <= 1e-7 * size || polished > 0) {
            if (polished == POLISH || length <= 1e-15 * size)
                return state->sound && length <= 1e-6 * size;
            polished++;
            state->value = move(state, 1.0, state->grad);
            memcpy(state->theta, state->trial, p * sizeof *state->theta);
        } else if (!search(state, slope)) {
            return false;
        }
    }
    return false;
}

/* Hx = -g(0), then a correction by the gradient there of a pass over the data; as the correction s
 * is -H^-1 g, it changes the value by g's/2. */
static bool solve_affine(newton *state)
{
    const size_t p = state->problem->p;

    fed_problem_value(state->problem, state->team, state->theta, state->grad);
    if (!factor(state) || !state->sound)
        return false;
    direction(state);
    state->value = move(state, 1.0, state->grad);
    direction(state);
    for (size_t j = 0; j < p; j++)
        state->theta[j] = state->trial[j] + state->step[j];
    state->value += 0.5 * fed_dot(p, state->grad, state->step);
    return isfinite(state->value);
}

fed_status fed_optimum_find(fed_arena *arena, fed_team *team, fed_problem *problem,
                            fed_error *error)
{
    fed_arena scratch = {NULL};
    newton state = {.problem = problem, .team = team};
    double *optimum;

    if (!has_optimum(problem))
        return FED_OK;
    optimum = FED_ARRAY(arena, problem->p, double);
    if (optimum == NULL || !newton_init(&state, &scratch)) {
        fed_arena_free(&scratch);
        return fed_nomem(error);
    }
    if (problem->affine ? solve_affine(&state) : minimise(&state)) {
        memcpy(optimum, state.theta, problem->p * sizeof *optimum);
        problem->optimum_value = state.value;
        problem->optimum = optimum;
    }
    fed_arena_free(&scratch);
    return fed_team_starved(team) ? fed_nomem(error) : FED_OK;
}
