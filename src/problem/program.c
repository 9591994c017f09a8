/* program.c -- the objective of a linear program, c'x: theta is x, a sample is a column with its
 * cost. */
#include "problem/program.h"

#include "problem/chunks.h"

#include "datasets/program.h"
#include "problem/objective.h"

static void program_eval(const fed_dataset *data, const double *y, const size_t *rows, size_t n,
                         double factor, const double *theta, double *value, double *grad,
                         double *work)
{
    (void)work;
    for (size_t i = 0; i < n; i++) {
        const double c = factor * y[rows[i]];

        if (value != NULL)
            *value += c * theta[rows[i]] +
                      (rows[i] == 0 ? factor * data->program->constant : 0.0); /* once */
        if (grad != NULL)
            grad[rows[i]] += c;
    }
}

static const fed_loss fed_loss_program = {
    .entry = {"program", "the objective of a linear program", NULL},
    .labels = FED_LABELS_ANY,
    .curvature = 0.0,
    .eval = program_eval,
};

fed_status fed_problem_program(fed_arena *arena, const fed_dataset *data, const fed_partition *part,
                               const fed_problem **result, fed_error *error)
{
    fed_problem *problem = FED_NEW(arena, fed_problem);
    double *weight = FED_ARRAY(arena, part->clients, double);

    if (problem == NULL || weight == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < part->clients; m++)
        weight[m] = (double)fed_held(part, m) / (double)data->n;
    *problem = (fed_problem){
        .data = data,
        .part = part,
        .loss = &fed_loss_program,
        .model = {.outputs = 1, .p = data->n, .period = data->n, .penalised = data->n},
        .convex = true,
        .outputs = 1,
        .p = data->n,
        .clients = part->clients,
        .samples = data->n,
        .work = 2 * (data->n + 8),
        .by_samples = true,
        .scale = (double)data->n, /* the costs are summed, not averaged */
        .y = data->y,
        .responses = 1,
        .positions = 1,
        .weight = weight,
    };
    *result = problem;
    return fed_chunks_make(arena, problem, 16384, error);
}
