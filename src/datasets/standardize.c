/* standardize.c -- features of mean 0 and variance 1, or between 0 and 1, by the training set. */
#include "datasets/standardize.h"

#include "datasets/transform.h"

#include <math.h>

typedef struct moments {
    double *mean, *scale; /* scale 0: the column stays */
    double *low, *high, *seen;
} moments;

static void add(moments *m, size_t j, double value)
{
    m->mean[j] += value;
    m->low[j] = m->seen[j] == 0.0 || value < m->low[j] ? value : m->low[j];
    m->high[j] = m->seen[j] == 0.0 || value > m->high[j] ? value : m->high[j];
    m->seen[j] += 1.0;
}

/* Row i: its values and, when sparse, their columns; returns how many. */
static size_t row_of(const fed_dataset *data, size_t i, const uint32_t **col, double **value)
{
    if (data->x != NULL) {
        *col = NULL;
        *value = (double *)data->x + i * data->d;
        return data->d;
    }
    *col = data->col + data->ptr[i];
    *value = (double *)data->val + data->ptr[i];
    return data->ptr[i + 1] - data->ptr[i];
}

/* Two passes; the zeros that sparse data leave out are counted in. */
static void measure(const fed_dataset *data, moments *m)
{
    double n = (double)data->n;
    const uint32_t *col;
    double *value;

    for (size_t i = 0; i < data->n; i++)
        for (size_t k = 0, count = row_of(data, i, &col, &value); k < count; k++)
            add(m, col == NULL ? k : col[k], value[k]);
    for (size_t j = 0; j < data->d; j++) {
        double zeros = n - m->seen[j];

        if (zeros > 0.0)
            add(m, j, 0.0);
        m->mean[j] /= n;
        m->scale[j] = zeros * m->mean[j] * m->mean[j];
    }
    for (size_t i = 0; i < data->n; i++)
        for (size_t k = 0, count = row_of(data, i, &col, &value); k < count; k++) {
            size_t j = col == NULL ? k : col[k];

            m->scale[j] += (value[k] - m->mean[j]) * (value[k] - m->mean[j]);
        }
    for (size_t j = 0; j < data->d; j++)
        m->scale[j] = m->low[j] < m->high[j] ? sqrt(m->scale[j] / n) : 0.0;
}

/* (x - low) / (high - low) */
static void use_range(size_t d, moments *m)
{
    for (size_t j = 0; j < d; j++) {
        m->mean[j] = m->low[j];
        m->scale[j] = m->low[j] < m->high[j] ? m->high[j] - m->low[j] : 0.0;
    }
}

static void apply(const fed_dataset *data, const moments *m)
{
    const uint32_t *col;
    double *value;

    for (size_t i = 0; i < data->n; i++)
        for (size_t k = 0, count = row_of(data, i, &col, &value); k < count; k++) {
            size_t j = col == NULL ? k : col[k];

            if (m->scale[j] > 0.0)
                value[k] = (value[k] - (col == NULL ? m->mean[j] : 0.0)) / m->scale[j];
        }
}

/* What was done to each feature: (x - mean) / scale. */
static fed_status keep(fed_arena *arena, fed_dataset *data, const moments *m, fed_error *error)
{
    double *mean = FED_ARRAY(arena, data->d, double), *scale = FED_ARRAY(arena, data->d, double);

    if (mean == NULL || scale == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < data->d; j++) {
        const bool changed = m->scale[j] > 0.0;

        mean[j] = changed && data->x != NULL ? m->mean[j] : 0.0;
        scale[j] = changed ? m->scale[j] : 1.0;
    }
    data->scaled = data->d;
    data->mean = mean;
    data->scale = scale;
    return FED_OK;
}

/* What came with drawn data holds for the features as they were drawn: theta_j scale_j multiplies
 * the new one as theta_j did the old, and theta_j mean_j goes to the intercept. */
static fed_status move_truth(fed_arena *arena, fed_dataset *data, fed_error *error)
{
    const size_t d = data->d, clients = data->truths != NULL ? data->clients : 0;
    double *truth, *truths;

    if (data->truth == NULL || data->truth_count != d) { /* a polynomial is another one then */
        data->truth = data->truths = data->monomials = NULL;
        return FED_OK;
    }
    truth = FED_ARRAY(arena, d, double);
    truths = FED_ARRAY(arena, clients * d, double);
    if (truth == NULL || (truths == NULL && clients > 0))
        return fed_nomem(error);
    for (size_t j = 0; j < d; j++) {
        truth[j] = data->truth[j] * data->scale[j];
        data->truth_intercept += data->truth[j] * data->mean[j];
    }
    for (size_t k = 0; k < clients * d; k++)
        truths[k] = data->truths[k] * data->scale[k % d];
    data->truth = truth;
    data->truths = clients > 0 ? truths : NULL;
    return FED_OK;
}

fed_status fed_dataset_standardize(fed_arena *arena, fed_dataset *data, bool range,
                                   fed_error *error)
{
    fed_arena scratch = {NULL};
    double *room = FED_ARRAY(&scratch, 5 * data->d, double);
    size_t d = data->d;
    moments m = {room, room + d, room + 2 * d, room + 3 * d, room + 4 * d};
    fed_status status = room == NULL ? fed_nomem(error) : fed_dataset_doubles(arena, data, error);

    if (status == FED_OK && data->test != NULL)
        status = fed_dataset_doubles(arena, (fed_dataset *)data->test, error);
    if (status == FED_OK)
        measure(data, &m);
    if (status == FED_OK && range)
        use_range(d, &m);
    for (size_t j = 0; status == FED_OK && j < d; j++)
        if (m.low[j] < m.high[j] && !(m.scale[j] > 0.0 && isfinite(m.scale[j])))
            status = fed_fail(error, FED_DATA,
                              "%s: feature %zu is too large or too small to be standardized",
                              data->origin != NULL ? data->origin : "the data", j);
    if (status == FED_OK) {
        apply(data, &m);
        if (data->test != NULL)
            apply(data->test, &m);
        status = keep(arena, data, &m, error);
    }
    if (status == FED_OK)
        status = move_truth(arena, data, error);
    fed_arena_free(&scratch);
    return status;
}
