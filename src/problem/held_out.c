/* held_out.c -- the loss, squared error and recall of a model on the test samples. */
#include "problem/held_out.h"

#include "problem/links.h"
#include "problem/objective.h"

#include <math.h>

typedef struct pass {
    const fed_problem *problem;
    const double *theta;
} pass;

enum { TOP = 5 };

/* Whether output c of a sample is among its TOP largest; of equal ones the first come first. */
static bool is_top(size_t classes, const double *eta, size_t c)
{
    size_t before = 0;

    for (size_t k = 0; k < classes && before < TOP; k++)
        before += eta[k * FED_BLOCK] > eta[c * FED_BLOCK] ||
                  (eta[k * FED_BLOCK] == eta[c * FED_BLOCK] && k < c);
    return before < TOP && !isnan(eta[c * FED_BLOCK]);
}

/* Sets of labels, or one of several classes. */
static bool has_recall(const fed_problem *problem)
{
    return problem->loss->labels == FED_LABELS_SETS ||
           (problem->classes > 0 && problem->outputs > 1);
}

/* part[0] += the shares of the samples' labels among the largest outputs, part[1] their number; a
 * sample with one response has one label at every position. */
static void add_recall(const fed_problem *problem, size_t n, const double *eta, const double *y,
                       double *part)
{
    const bool sets = problem->loss->labels == FED_LABELS_SETS;
    const size_t positions = problem->positions, classes = problem->outputs / positions;

    for (size_t i = 0; sets && i < n; i++) {
        double found = 0.0, labels = 0.0;

        for (size_t c = 0; c < classes; c++)
            if (y[c * FED_BLOCK + i] > 0.0) {
                labels += 1.0;
                found += is_top(classes, eta + i, c) ? 1.0 : 0.0;
            }
        part[0] += labels > 0.0 ? found / labels : 0.0;
        part[1] += labels > 0.0 ? 1.0 : 0.0;
    }
    for (size_t t = 0; !sets && t < positions; t++)
        for (size_t i = 0; i < n; i++) {
            const double label = y[t * FED_BLOCK + i];

            part[0] += label >= 0.0 && label < (double)classes &&
                       is_top(classes, eta + t * classes * FED_BLOCK + i, (size_t)label);
            part[1] += 1.0;
        }
}

/* part: loss, squared error, recall and how many it is the sum of; work: outputs, values,
 * derivatives, responses, the model's */
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
    if (has_recall(problem))
        add_recall(problem, n, eta, y, part + 2);
}

fed_scores fed_held_out(const fed_problem *problem, fed_team *team, const double *theta)
{
    const fed_dataset *data = problem->data->test;
    fed_scores scores = {NAN, NAN, NAN};
    double sum[4] = {0.0, 0.0, 0.0, 0.0};

    if (data == NULL || data->n == 0 || problem->loss->link == NULL)
        return scores;
    fed_sum(team, (data->n + FED_BLOCK - 1) / FED_BLOCK,
            2.0 * (double)FED_BLOCK * (double)problem->p, 4,
            (2 * problem->outputs + problem->responses + 1) * FED_BLOCK + problem->model.room,
            add_block, &(pass){problem, theta}, sum);
    scores.loss = problem->scale * sum[0] / (double)data->n;
    if (problem->classes == 0 && problem->outputs == 1)
        scores.square = sum[1] / (double)data->n;
    if (sum[3] > 0.0)
        scores.recall = sum[2] / sum[3];
    return scores;
}
