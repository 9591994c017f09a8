/* held_out.c -- the loss and the squared error of a model on the test samples. */
#include "problem/held_out.h"

#include "problem/links.h"
#include "problem/objective.h"

typedef struct pass {
    const fed_problem *problem;
    const double *theta;
} pass;

/* part: loss, squared error; work: outputs, values, derivatives, responses, the model's */
static void add_block(void *context, size_t k, double *part, double *work)
{
    const pass *s = context;
    const fed_problem *problem = s->problem;
    const fed_dataset *data = problem->data->test;
    const size_t first = k * FED_BLOCK, wide = problem->outputs * FED_BLOCK,
                 n = data->n - first < FED_BLOCK ? data->n - first : FED_BLOCK;
    double *eta = work, *value = work + wide, *d1 = value + FED_BLOCK, *y = d1 + wide;
    size_t rows[FED_BLOCK] = {0};

    for (size_t i = 0; i < n; i++)
        rows[i] = first + i;
    fed_outputs(problem, data, rows, n, s->theta, eta, y + problem->responses * FED_BLOCK);
    fed_responses(problem, true, rows, n, y);
    fed_links(problem, n, eta, y, value, d1, NULL);
    for (size_t i = 0; i < n; i++) {
        /* d1 of counts is their expectation minus y */
        const double residual = problem->loss->labels == FED_LABELS_COUNTS ? d1[i] : eta[i] - y[i];

        part[0] += value[i];
        part[1] += residual * residual;
    }
}

void fed_held_out(const fed_problem *problem, fed_team *team, const double *theta, double *loss,
                  double *square)
{
    const fed_dataset *data = problem->data->test;
    double sum[2] = {0.0, 0.0};

    *loss = *square = NAN;
    if (data == NULL || data->n == 0 || problem->loss->link == NULL)
        return;
    fed_sum(team, (data->n + FED_BLOCK - 1) / FED_BLOCK,
            2.0 * (double)FED_BLOCK * (double)problem->p, 2,
            (2 * problem->outputs + problem->responses + 1) * FED_BLOCK + problem->model.room,
            add_block, &(pass){problem, theta}, sum);
    *loss = problem->scale * sum[0] / (double)data->n;
    if (problem->classes == 0 && problem->outputs == 1)
        *square = sum[1] / (double)data->n;
}
