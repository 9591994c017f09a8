/* rank.c -- the approximate rank of the gradient about the final model: for each coordinate the matrix of
 * derivatives, k samples by k perturbed models, and how many singular values carry most of its square. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "core/rng.h"
#include "core/svd.h"
#include "lowrank/slices.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 22 };                     /* doubles of slices at once */
enum { SAMPLES = 1, PERTURBATIONS, CHOICE }; /* streams */

typedef struct rank_study {
    fed_run *run;
    fed_problem problem;  /* the samples' own: training or test */
    size_t k;
    double threshold;
    bool normalise;
    size_t *rows;         /* k samples */
    size_t *coordinate;   /* the slices' coordinates, increasing */
    size_t count;
    size_t *rank;         /* of each slice; 0: the slice is zero */
    fed_slices slices;
} rank_study;

const fed_param fed_rank_params[] = {
    {"slices", FED_INT, "60", 1, 4096, NULL, "samples, and perturbed models, of a slice: it is k x k"},
    {"threshold", FED_FLOAT, "0.9", 0, 1, NULL, "part of a slice's squared norm that its approximate rank carries"},
    {"coordinates", FED_INT, "500", 0, 1e9, NULL, "slices drawn at random among the parameters; 0 takes all"},
    {"nontrivial", FED_FLOAT, "0.005", 0, INFINITY, NULL, "parameters smaller than this are left out"},
    {"spread", FED_FLOAT, "1.0", 0, INFINITY, NULL, "perturbations in units of |theta|_1/p"},
    {"normalise", FED_BOOL, "false", FED_ANY, NULL, "scale each sample's row of a slice to length 1"},
    {"samples", FED_CHOICE, "test", FED_ANY, "test|training",
     "which samples; test takes the training samples when there is no test set"},
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

static bool on_test_set(const fed_run *run)
{
    return run->problem->test_y != NULL &&
           strcmp(fed_config_string(run->config, "rank.samples"), "test") == 0;
}

static fed_status check(const fed_run *run)
{
    const fed_dataset *data = run->problem->data;
    const size_t k = (size_t)fed_config_int(run->config, "rank.slices"),
                 n = on_test_set(run) ? data->test->n : data->n;

    if (k > n)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "rank.slices",
                                "%zu, but there are %zu samples", k, n);
    return FED_OK;
}

/* k distinct samples; the test set takes the place of the training set in a copy of the problem. */
static fed_status choose_samples(rank_study *s)
{
    fed_run *run = s->run;
    const fed_problem *problem = run->problem;
    fed_rng rng = stream(run, SAMPLES);

    s->problem = *problem;
    if (on_test_set(run)) {
        s->problem.data = problem->data->test;
        s->problem.y = problem->test_y;
    }
    s->k = (size_t)fed_config_int(run->config, "rank.slices");
    if ((s->rows = FED_ARRAY(run->arena, s->problem.data->n, size_t)) == NULL)
        return fed_nomem(run->error);
    fed_rng_choose(&rng, s->problem.data->n, s->k, s->rows);
    return FED_OK;
}

/* theta_j = theta + spread |theta|_1/p g_j */
static fed_status perturb(rank_study *s, const double *theta)
{
    fed_run *run = s->run;
    const size_t p = run->problem->p;
    double *probe = FED_ARRAY(run->arena, s->k * p, double), size = 0.0;
    fed_rng rng = stream(run, PERTURBATIONS);

    if (probe == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < p; i++)
        size += fabs(theta[i]);
    size *= fed_config_float(run->config, "rank.spread") / (double)p;
    fed_rng_normals(&rng, s->k * p, probe);
    for (size_t i = 0; i < s->k * p; i++)
        probe[i] = theta[i % p] + size * probe[i];
    s->slices = fed_slices_of(&s->problem, s->k, probe);
    return FED_OK;
}

static fed_status choose_coordinates(rank_study *s, const double *theta)
{
    fed_run *run = s->run;
    const size_t p = run->problem->p, wanted = (size_t)fed_config_int(run->config, "rank.coordinates");
    const double least = fed_config_float(run->config, "rank.nontrivial");
    size_t *good = FED_ARRAY(run->arena, p, size_t), *pool = FED_ARRAY(run->arena, p, size_t), found = 0;
    fed_rng rng = stream(run, CHOICE);

    s->rank = FED_ARRAY(run->arena, p, size_t);
    if (good == NULL || pool == NULL || s->rank == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < p; i++)
        if (fabs(theta[i]) >= least)
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

/* min J: sum of the first J squared singular values >= threshold |M|^2; 0 for a slice of zeros */
static size_t rank_of(const rank_study *s, double *slice, double *work)
{
    double whole = 0.0, part = 0.0, *sigma = work;
    size_t rank = 0;

    if (s->normalise)
        normalise_rows(s->k, slice);
    if (!fed_singular_values(s->k, s->k, slice, sigma, work + s->k))
        return s->k;
    for (size_t j = s->k; j-- > 0;)
        whole += sigma[j] * sigma[j];
    while (whole > 0.0 && rank < s->k && (rank == 0 || part < s->threshold * whole)) {
        part += sigma[rank] * sigma[rank];
        rank++;
    }
    return rank;
}

/* Slices block by block of coordinates, so that only so many exist at once. */
static fed_status find_ranks(rank_study *s)
{
    fed_run *run = s->run;
    const size_t k = s->k, size = k * k, step = ROOM / size < 1 ? 1 : ROOM / size;
    const size_t svd = k + fed_svd_room(k, k), slices = fed_slices_work(&s->slices);
    const size_t room = svd > slices ? svd : slices;
    double *slice = FED_ARRAY(run->arena, (step < s->count ? step : s->count) * size, double);
    double *work = FED_ARRAY(run->arena, (size_t)run->threads * room, double);

    if (slice == NULL || work == NULL)
        return fed_nomem(run->error);
    for (size_t at = 0; at < s->count; at += step) {
        const size_t now = s->count - at < step ? s->count - at : step;

#pragma omp parallel num_threads(run->threads) if (run->threads > 1) default(none) shared(s, slice, work) \
    firstprivate(k, size, room, at, now)
        {
            double *own = work + (size_t)omp_get_thread_num() * room;

            fed_blas_threads(1);
#pragma omp for schedule(dynamic)
            for (size_t j = 0; j < k; j += FED_BLOCK)
                fed_slices_samples(&s->slices, s->rows + j, k - j < FED_BLOCK ? k - j : FED_BLOCK,
                                   s->coordinate + at, now, size, slice + j * k, own);
#pragma omp for schedule(dynamic)
            for (size_t i = 0; i < now; i++)
                s->rank[at + i] = rank_of(s, slice + i * size, own);
        }
    }
    return FED_OK;
}

static fed_status report(rank_study *s)
{
    static const char *const columns[] = {"rank", "count"};
    fed_table *table = fed_run_table(s->run, "rank", columns, 2, s->k);
    double zero = 0.0, low = 0.0, seen = 0.0, median = NAN;

    if (table == NULL)
        return fed_nomem(s->run->error);
    for (size_t j = 0; j < s->k; j++)
        table->cells[2 * j] = (double)(j + 1);
    for (size_t i = 0; i < s->count; i++)
        if (s->rank[i] == 0)
            zero += 1.0;
        else
            table->cells[2 * (s->rank[i] - 1) + 1] += 1.0;
    for (size_t j = 0; j < s->k; j++) {
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

static fed_status analyse(fed_run *run)
{
    const double *theta = run->models == 1 ? run->theta : run->mean;
    rank_study s = {.run = run,
                    .threshold = fed_config_float(run->config, "rank.threshold"),
                    .normalise = fed_config_bool(run->config, "rank.normalise")};

    if (!run->problem->loss->smooth || !fed_outcome_is_answer(run->outcome))
        return FED_OK;
    TRY(choose_samples(&s));
    TRY(perturb(&s, theta));
    TRY(choose_coordinates(&s, theta));
    TRY(find_ranks(&s));
    return report(&s);
}

const fed_analysis fed_analysis_rank = {
    {"rank",
     "approximate rank of the gradient about the final model, as a histogram over coordinates",
     NULL},
    analyse,
    check};
