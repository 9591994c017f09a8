/* rank.c -- the approximate rank of the gradient about the final model: for each coordinate the
 * matrix of derivatives, k samples by k perturbed models, and how many singular values carry most
 * of its square. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "core/rng.h"
#include "core/svd.h"
#include "algorithms/lowrank/bounds.h"
#include "algorithms/lowrank/slices.h"
#include "core/normal.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 22 };                     /* doubles of slices at once */
enum { SAMPLES = 1, PERTURBATIONS, CHOICE }; /* streams */

typedef struct rank_keys {
    size_t k, wanted;
    int64_t layer; /* below 0: all */
    double threshold, nontrivial, spread, order, holder;
    bool normalise, test;
} rank_keys;

typedef struct rank_study {
    fed_run *run;
    rank_keys keys;
    fed_problem problem; /* the samples' own: training or test */
    size_t *rows;        /* k samples */
    size_t *coordinate;  /* the slices' coordinates, increasing */
    size_t count;
    size_t *rank; /* of each slice; 0: the slice is zero */
    double *tail; /* count x k: |M - M_r|^2 / k^2 for r = 1..k; NULL when there are too many */
    fed_slices slices;
    size_t at, now; /* of the coordinates: those whose slices are at hand, */
    double *slice;  /*   now x (k x k) */
} rank_study;

const fed_param fed_rank_params[] = {
    {"slices", FED_INT, "60", 1, 4096, NULL,
     "number k of samples and of perturbed models of a slice, which is a k x k matrix"},
    {"threshold", FED_FLOAT, "0.9", 0, 1, NULL,
     "fraction of the squared norm of a slice that defines its approximate rank"},
    {"coordinates", FED_INT, "500", 0, 1e9, NULL,
     "number of parameters, drawn at random, whose slices are computed; 0 means all"},
    {"layer", FED_INT, "-1", -1, 1e9, NULL,
     "draw only parameters of this layer, as --explain=model numbers them; -1: of all layers"},
    {"nontrivial", FED_FLOAT, "0.005", 0, INFINITY, NULL,
     "leave out parameters smaller than this in modulus"},
    {"spread", FED_FLOAT, "1.0", 0, INFINITY, NULL,
     "size of the perturbations, in units "
     "of |theta|_1/p"},
    {"normalise", FED_BOOL, "false", FED_ANY, NULL,
     "scale the row of each sample in a slice to length 1"},
    {"order", FED_FLOAT, "2.0", 0x1p-1022, 1e6, NULL,
     "order eta of the smoothness of the derivatives in the data, for the bounds in "
     "tail.csv"},
    {"holder", FED_FLOAT, "1.0", 0x1p-1022, INFINITY, NULL,
     "Hoelder constant L2 of this smoothness"},
    {"samples", FED_CHOICE, "test", FED_ANY, "test|training",
     "samples to use; without a test set, test uses the training samples"},
    FED_END};

static fed_rng stream(const fed_run *run, uint64_t which)
{
    return fed_rng_stream(run->seed, FED_RNG_PROBE, run->replicate, 1, which);
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

static rank_keys read_keys(const fed_run *run)
{
    const fed_config *config = run->config;
    const bool test = strcmp(fed_config_string(config, "rank.samples"), "test") == 0;

    return (rank_keys){.k = (size_t)fed_config_int(config, "rank.slices"),
                       .wanted = (size_t)fed_config_int(config, "rank.coordinates"),
                       .layer = fed_config_int(config, "rank.layer"),
                       .threshold = fed_config_float(config, "rank.threshold"),
                       .nontrivial = fed_config_float(config, "rank.nontrivial"),
                       .spread = fed_config_float(config, "rank.spread"),
                       .order = fed_config_float(config, "rank.order"),
                       .holder = fed_config_float(config, "rank.holder"),
                       .normalise = fed_config_bool(config, "rank.normalise"),
                       .test = test && run->problem->test_y != NULL};
}

/* The parameters of a layer: *first .. *end - 1; none when there is no such layer. Names of a
 * network's begin with their number; a linear model has the layer 0. */
static void find_layer(const fed_model *model, int64_t layer, size_t *first, size_t *end)
{
    *first = 0;
    *end = layer < 0 ? model->p : 0;
    for (size_t k = 0, at = 0; k < model->layers && layer >= 0; k++) {
        const fed_layer *part = &model->layer[k];
        size_t size = 1;

        for (size_t d = 0; d < part->dims; d++)
            size *= part->shape[d];
        if (strtoll(part->name, NULL, 10) == layer) {
            *first = *end == 0 ? at : *first;
            *end = at + size;
        }
        at += size;
    }
}

static fed_status check(const fed_run *run)
{
    const rank_keys keys = read_keys(run);
    const fed_dataset *data = run->problem->data;
    const size_t n = keys.test ? data->test->n : data->n;
    size_t first, end;

    if (keys.k > n)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "rank.slices",
                                "%zu, but there are %zu samples", keys.k, n);
    find_layer(&run->problem->model, keys.layer, &first, &end);
    if (first == end)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "rank.layer",
                                "the model has no layer %lld with parameters",
                                (long long)keys.layer);
    return FED_OK;
}

/* k distinct samples; the test set takes the place of the training set in a copy of the problem. */
static fed_status choose_samples(rank_study *s)
{
    fed_run *run = s->run;
    const fed_problem *problem = run->problem;
    fed_rng rng = stream(run, SAMPLES);

    s->problem = *problem;
    if (s->keys.test) {
        s->problem.data = problem->data->test;
        s->problem.y = problem->test_y;
        s->problem.targets = problem->test_targets;
    }
    if ((s->rows = FED_ARRAY(run->arena, s->problem.data->n, size_t)) == NULL)
        return fed_nomem(run->error);
    fed_rng_choose(&rng, s->problem.data->n, s->keys.k, s->rows);
    return FED_OK;
}

/* theta_j = theta + spread |theta|_1/p g_j */
static fed_status perturb(rank_study *s, const double *theta)
{
    fed_run *run = s->run;
    const size_t p = run->problem->p;
    double *probe = FED_ARRAY(run->arena, s->keys.k * p, double), size = 0.0;
    fed_rng rng = stream(run, PERTURBATIONS);

    if (probe == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < p; i++)
        size += fabs(theta[i]);
    size *= s->keys.spread / (double)p;
    fed_rng_normals(&rng, s->keys.k * p, probe);
    for (size_t i = 0; i < s->keys.k * p; i++)
        probe[i] = theta[i % p] + size * probe[i];
    s->slices = fed_slices_of(&s->problem, s->keys.k, probe);
    return FED_OK;
}

static fed_status choose_coordinates(rank_study *s, const double *theta)
{
    fed_run *run = s->run;
    const size_t p = run->problem->p, wanted = s->keys.wanted;
    size_t *good = FED_ARRAY(run->arena, p, size_t), *pool = FED_ARRAY(run->arena, p, size_t),
           found = 0, first, end;
    fed_rng rng = stream(run, CHOICE);

    s->rank = FED_ARRAY(run->arena, p, size_t);
    if (good == NULL || pool == NULL || s->rank == NULL)
        return fed_nomem(run->error);
    find_layer(&run->problem->model, s->keys.layer, &first, &end);
    for (size_t i = first; i < end; i++)
        if (fabs(theta[i]) >= s->keys.nontrivial)
            good[found++] = i;
    s->coordinate = good;
    s->count = found;
    if (wanted == 0 || wanted >= found)
        return FED_OK;
    fed_rng_choose(&rng, found, wanted, pool);
    for (size_t i = 0; i < wanted; i++)
        pool[i] = good[pool[i]];
    qsort(pool, wanted, sizeof *pool, ascending);
    s->coordinate = pool;
    s->count = wanted;
    return FED_OK;
}

static void normalise_rows(size_t k, double *slice)
{
    for (size_t j = 0; j < k; j++) {
        const double size = fed_norm(k, slice + j * k);

        for (size_t i = 0; i < k && size > 0.0; i++)
            slice[j * k + i] /= size;
    }
}

/* tail[r-1] = sum of the squared singular values behind the first r, over k^2 */
static void add_up(size_t k, const double *sigma, double *tail)
{
    double sum = 0.0;

    for (size_t j = k; j-- > 0;) {
        tail[j] = sum / (double)(k * k);
        sum += sigma[j] * sigma[j];
    }
}

/* min J: sum of the first J squared singular values >= threshold |M|^2; 0 for a slice of zeros.
 * tail may be NULL. */
static size_t rank_of(const rank_study *s, double *slice, double *tail, double *work)
{
    double whole = 0.0, part = 0.0, *sigma = work;
    size_t rank = 0;

    if (s->keys.normalise)
        normalise_rows(s->keys.k, slice);
    if (!fed_singular_values(s->keys.k, s->keys.k, slice, sigma, work + s->keys.k))
        return s->keys.k;
    if (tail != NULL)
        add_up(s->keys.k, sigma, tail);
    for (size_t j = s->keys.k; j-- > 0;)
        whole += sigma[j] * sigma[j];
    while (whole > 0.0 && rank < s->keys.k && (rank == 0 || part < s->keys.threshold * whole)) {
        part += sigma[rank] * sigma[rank];
        rank++;
    }
    return rank;
}

/* Rows of the slices at hand: blocks of samples. */
static void fill_slices(void *context, size_t first, size_t last, double *work)
{
    const rank_study *s = context;
    const size_t k = s->keys.k;

    for (size_t b = first; b < last; b++) {
        const size_t j = b * FED_BLOCK;

        fed_slices_samples(&s->slices, s->rows + j, k - j < FED_BLOCK ? k - j : FED_BLOCK,
                           s->coordinate + s->at, s->now, k * k, s->slice + j * k, work);
    }
}

static void rank_slices(void *context, size_t first, size_t last, double *work)
{
    const rank_study *s = context;

    for (size_t i = first; i < last; i++)
        s->rank[s->at + i] =
            rank_of(s, s->slice + i * s->keys.k * s->keys.k,
                    s->tail == NULL ? NULL : s->tail + (s->at + i) * s->keys.k, work);
}

/* Slices block by block of coordinates, so that only so many exist at once. */
static fed_status find_ranks(rank_study *s)
{
    fed_run *run = s->run;
    const size_t k = s->keys.k, size = k * k, step = ROOM / size < 1 ? 1 : ROOM / size;
    const size_t svd = k + fed_svd_room(k, k), slices = fed_slices_work(&s->slices);
    const double flops = (double)k * (double)size;

    s->slice = FED_ARRAY(run->arena, (step < s->count ? step : s->count) * size, double);
    if (s->count <= ROOM / k)
        s->tail = FED_ARRAY(run->arena, s->count * k, double);
    if (s->slice == NULL || (s->tail == NULL && s->count <= ROOM / k))
        return fed_nomem(run->error);
    for (s->at = 0; s->at < s->count; s->at += step) {
        s->now = s->count - s->at < step ? s->count - s->at : step;
        fed_each(run->team, (k + FED_BLOCK - 1) / FED_BLOCK,
                 2.0 * FED_BLOCK * (double)(k * (run->problem->p + s->now)), slices, fill_slices,
                 s);
        fed_each(run->team, s->now, 10.0 * flops, svd, rank_slices, s);
    }
    return FED_OK;
}

static fed_status report(rank_study *s)
{
    static const char *const columns[] = {"rank", "count"};
    fed_table *table = fed_run_table(s->run, "rank", columns, 2, s->keys.k);
    double zero = 0.0, low = 0.0, seen = 0.0, median = NAN;

    if (table == NULL)
        return fed_nomem(s->run->error);
    for (size_t j = 0; j < s->keys.k; j++)
        table->cells[2 * j] = (double)(j + 1);
    for (size_t i = 0; i < s->count; i++)
        if (s->rank[i] == 0)
            zero += 1.0;
        else
            table->cells[2 * (s->rank[i] - 1) + 1] += 1.0;
    for (size_t j = 0; j < s->keys.k; j++) {
        seen += table->cells[2 * j + 1];
        low += j < 10 ? table->cells[2 * j + 1] : 0.0;
        if (isnan(median) && seen > 0.0 && 2.0 * seen >= (double)s->count - zero)
            median = (double)(j + 1);
    }
    TRY(fed_run_scalar(s->run, "rank", "slices", seen));
    TRY(fed_run_scalar(s->run, "rank", "slices_of_zeros", zero));
    TRY(fed_run_scalar(s->run, "rank", "median", median));
    return fed_run_scalar(s->run, "rank", "part_at_most_10", seen > 0.0 ? low / seen : NAN);
}

/* |M - M_r|^2 / k^2 over the slices, and what Lemma 1 (with the rank (51)) and Theorem 1 say of it.
 */
static fed_status report_tail(rank_study *s)
{
    enum { RANK, MEAN, LARGEST, LEMMA1, THEOREM1, COLUMNS };
    static const char *const columns[] = {"rank", "mean", "largest", "lemma1", "theorem1"};
    const size_t k = s->keys.k;
    const fed_theory t = {.d = (double)s->run->problem->data->d + 1.0, .holder = s->keys.holder};
    fed_table *table;

    if (s->tail == NULL || s->count == 0)
        return FED_OK;
    if ((table = fed_run_table(s->run, "tail", columns, COLUMNS, k)) == NULL)
        return fed_nomem(s->run->error);
    for (size_t r = 1; r <= k; r++) {
        double *row = table->cells + (r - 1) * COLUMNS;

        row[RANK] = (double)r;
        for (size_t i = 0; i < s->count; i++) {
            row[MEAN] += s->tail[i * k + r - 1] / (double)s->count;
            row[LARGEST] = fmax(row[LARGEST], s->tail[i * k + r - 1]);
        }
        row[LEMMA1] = exp(fed_theory_log_lemma1(&t, s->keys.order, (double)r));
        row[THEOREM1] = (double)r >= fed_theory_least_rank(&t, s->keys.order)
                            ? exp(fed_theory_log_tail(&t, s->keys.order, (double)r))
                            : NAN;
    }
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const double *theta = run->models == 1 ? run->theta : run->mean;
    rank_study s = {.run = run, .keys = read_keys(run)};

    if (!run->problem->loss->smooth || !fed_outcome_is_answer(run->outcome))
        return FED_OK;
    TRY(choose_samples(&s));
    TRY(perturb(&s, theta));
    TRY(choose_coordinates(&s, theta));
    TRY(find_ranks(&s));
    TRY(report_tail(&s));
    return report(&s);
}

const fed_analysis fed_analysis_rank = {
    .entry = {"rank",
              "approximate rank of the gradient around the final model, as a histogram over "
              "coordinates",
              NULL},
    .analyse = analyse,
    .check = check,
    .table = "tail",
};
