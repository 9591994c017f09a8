/* server.c -- the server's samples: which of them stand for all, and the gradient they make
 * together. */
#include "algorithms/lowrank/server.h"

#include "core/linalg.h"
#include "problem/blocks.h"
#include "problem/penalty.h"
#include "algorithms/lowrank/weights.h"

#include <string.h>

static bool has_zero(const fed_dataset *data, size_t row, double *x)
{
    fed_row_copy(&data->matrix, row, x);
    for (size_t j = 0; j < data->d; j++)
        if (x[j] == 0.0)
            return true;
    return false;
}

fed_status fed_lowrank_rows(fed_run *run, size_t rank, fed_lowrank *low)
{
    const fed_partition *part = run->problem->part;
    const size_t held = part->server_count;
    size_t *rows = FED_ARRAY(run->arena, held, size_t), next = 0;
    double *x = FED_ARRAY(run->arena, run->problem->data->d, double);

    if (rows == NULL || x == NULL)
        return fed_nomem(run->error);
    for (int zeros = 0; zeros < 2; zeros++)
        for (size_t j = 0; j < held; j++)
            if (has_zero(run->problem->data, part->server[j], x) == zeros)
                rows[next++] = part->server[j];
    low->rows = rank == 0 || rank == held ? part->server : rows;
    low->held = held;
    low->rank = rank == 0 ? held : rank;
    return FED_OK;
}

fed_status fed_lowrank_coordinates(fed_run *run, fed_lowrank *low)
{
    const size_t p = run->problem->p;
    const int64_t *given;
    const size_t count = fed_config_ints(run->config, "algorithm.coordinates", &given);
    size_t *coordinate = FED_ARRAY(run->arena, p, size_t);

    if (coordinate == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < count; i++)
        if (given[i] < 0 || (size_t)given[i] >= p || (i > 0 && given[i] <= given[i - 1]))
            return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.coordinates",
                                    "expected increasing numbers below %zu, found %lld", p,
                                    (long long)given[i]);
    low->moved = count > 0 ? count : p;
    for (size_t i = 0; i < low->moved; i++)
        coordinate[i] = count > 0 ? (size_t)given[i] : i;
    low->coordinate = coordinate;
    return FED_OK;
}

size_t fed_lowrank_gradient_work(const fed_run *run, const fed_lowrank *low)
{
    const fed_problem *problem = run->problem;

    return 2 * problem->p + problem->work + problem->model.room + 3 * FED_BLOCK + low->rank;
}

/* d l/d theta_i = x_ji phi'(x_j'theta) */
void fed_lowrank_fold(const fed_run *run, fed_lowrank *low)
{
    const fed_dataset *data = run->problem->data;

    for (size_t i = 0; low->products && i < low->moved; i++)
        /* an intercept's x is 1 */
        for (size_t j = 0; j < low->rank && low->coordinate[i] < data->d; j++)
            low->weight[i * low->rank + j] *= data->x[low->rows[j] * data->d + low->coordinate[i]];
}

/* slope[j] = scale phi'(x_j'theta); work: [eta][y][rows] */
static void slopes(const fed_problem *problem, const fed_lowrank *low, const double *theta,
                   double *slope, double *work)
{
    double *eta = work, *y = work + FED_BLOCK, *room = y + FED_BLOCK;

    for (size_t first = 0; first < low->rank; first += FED_BLOCK) {
        const size_t n = low->rank - first < FED_BLOCK ? low->rank - first : FED_BLOCK;

        fed_forward(problem, low->rows + first, n, theta, eta, room);
        for (size_t j = 0; j < n; j++)
            y[j] = problem->y[low->rows[first + j]];
        fed_link(problem, n, eta, y, NULL, slope + first, NULL);
    }
    for (size_t j = 0; j < low->rank; j++)
        slope[j] *= problem->scale;
}

/* work: [sum][one sample's gradient, or the slopes][what they need] */
static void weigh_samples(const fed_problem *problem, const fed_lowrank *low, const double *theta,
                          double *gradient, double *work)
{
    const size_t p = problem->p, r = low->rank, moved = low->moved;
    double *sum = work, *one = work + p;

    memset(sum, 0, moved * sizeof *sum);
    if (low->products) {
        slopes(problem, low, theta, one, one + r);
        fed_gemv(moved, r, 1.0, low->weight, r, one, 0.0, sum);
    }
    for (size_t j = 0; !low->products && j < r; j++) {
        memset(one, 0, p * sizeof *one);
        fed_rows_eval(problem, low->rows + j, 1, problem->scale, theta, NULL, one, one + p);
        for (size_t i = 0; i < moved; i++)
            sum[i] += low->weight[i * r + j] * one[low->coordinate[i]];
    }
    fed_penalty_gradient(problem, theta, one);
    memset(gradient, 0, p * sizeof *gradient);
    for (size_t i = 0; i < moved; i++)
        gradient[low->coordinate[i]] = sum[i] + one[low->coordinate[i]];
}

void fed_lowrank_gradient(const fed_run *run, const fed_lowrank *low, const double *theta,
                          double *gradient)
{
    double *work = fed_take(run->team, fed_lowrank_gradient_work(run, low));

    if (work != NULL)
        weigh_samples(run->problem, low, theta, gradient, work);
    fed_give(run->team, work);
}
