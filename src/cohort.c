/* cohort.c -- drawing the clients of a round and averaging what they send. */
#include "cohort.h"

#include "core/rng.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 1024, PARALLEL_FLOPS = 400000 };

static int by_number(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b)
{
    const fed_draw *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->client > y->client) - (x->client < y->client);
}

/* Weights of the cohort divided by their sum; a cohort drawn by weight counts each client alike. */
static void share_out(const fed_run *run, fed_cohort *cohort)
{
    double sum = 0.0;

    for (size_t k = 0; k < run->active; k++) {
        const size_t client = run->cohort[k];

        cohort->slot[client] = k;
        cohort->share[k] = cohort->sampling == FED_BY_WEIGHT ? 1.0 : run->problem->weight[client];
        sum += cohort->share[k];
    }
    for (size_t k = 0; k < run->active; k++)
        cohort->share[k] /= sum;
}

/* A partial Fisher-Yates shuffle whose exchanges are undone: the cost is that of the cohort. */
static void pick_uniform(fed_run *run, fed_cohort *cohort, fed_rng *rng)
{
    const size_t clients = run->problem->clients;
    size_t *pool = cohort->pool;

    for (size_t k = 0; k < cohort->size; k++) {
        const size_t at = k + (size_t)fed_rng_below(rng, clients - k), client = pool[at];

        pool[at] = pool[k];
        pool[k] = client;
        cohort->picked[k] = at;
        run->cohort[k] = client;
    }
    for (size_t k = cohort->size; k-- > 0;) {
        const size_t client = pool[k];

        pool[k] = pool[cohort->picked[k]];
        pool[cohort->picked[k]] = client;
    }
}

/* Drawing one by one in proportion to the weights that are left is taking the first arrivals of
 * exponential clocks of those rates. */
static void pick_by_weight(fed_run *run, fed_cohort *cohort, fed_rng *rng)
{
    const size_t clients = run->problem->clients;

    for (size_t m = 0; m < clients; m++)
        cohort->draws[m] = (fed_draw){fed_rng_exponential(rng) / run->problem->weight[m], m};
    qsort(cohort->draws, clients, sizeof *cohort->draws, by_key);
    for (size_t k = 0; k < cohort->size; k++)
        run->cohort[k] = cohort->draws[k].client;
}

static void pick(fed_run *run, fed_cohort *cohort, size_t round)
{
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_COHORT, run->replicate, 0, round);

    if (cohort->sampling == FED_BY_WEIGHT)
        pick_by_weight(run, cohort, &rng);
    else
        pick_uniform(run, cohort, &rng);
    qsort(run->cohort, cohort->size, sizeof *run->cohort, by_number);
    share_out(run, cohort);
}

fed_status fed_cohort_setup(fed_run *run, fed_cohort *cohort)
{
    const size_t clients = run->problem->clients;
    const size_t asked = (size_t)fed_config_int(run->config, "algorithm.clients_per_round");
    const char *sampling = fed_config_string(run->config, "algorithm.sampling");

    if (asked > clients)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.clients_per_round",
                                "%zu clients asked for, there are %zu", asked, clients);
    cohort->size = asked == 0 ? clients : asked;
    cohort->sampling = cohort->size == clients           ? FED_EVERYONE
                       : strcmp(sampling, "weight") == 0 ? FED_BY_WEIGHT
                       : strcmp(sampling, "fixed") == 0  ? FED_FIXED
                                                         : FED_UNIFORM;
    cohort->slot = FED_ARRAY(run->arena, clients, size_t);
    cohort->share = FED_ARRAY(run->arena, cohort->size, double);
    cohort->pool = FED_ARRAY(run->arena, clients, size_t);
    cohort->picked = FED_ARRAY(run->arena, cohort->size, size_t);
    cohort->draws =
        FED_ARRAY(run->arena, cohort->sampling == FED_BY_WEIGHT ? clients : 1, fed_draw);
    if (cohort->slot == NULL || cohort->share == NULL || cohort->pool == NULL ||
        cohort->picked == NULL || cohort->draws == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < clients; m++)
        cohort->pool[m] = m;
    run->active = cohort->size;
    if (cohort->sampling == FED_FIXED)
        pick(run, cohort, 0);
    else if (cohort->sampling == FED_EVERYONE)
        share_out(run, cohort);
    return FED_OK;
}

void fed_cohort_draw(fed_run *run, fed_cohort *cohort)
{
    if (cohort->sampling == FED_UNIFORM || cohort->sampling == FED_BY_WEIGHT)
        pick(run, cohort, run->round);
}

void fed_cohort_mean(const fed_run *run, const fed_cohort *cohort, const double *rows, double *out)
{
    const size_t p = run->problem->p, active = run->active;

#pragma omp parallel for schedule(static) num_threads(run->threads) default(none) \
    shared(cohort, rows, out)                                                     \
        firstprivate(p, active) if (run->threads > 1 && p * active > PARALLEL_FLOPS)
    for (size_t first = 0; first < p; first += COLUMNS) {
        const size_t count = p - first < COLUMNS ? p - first : COLUMNS;
        double *restrict to = out + first;

        memset(to, 0, count * sizeof *to);
        for (size_t k = 0; k < active; k++) {
            const double *restrict row = rows + k * p + first;
            const double share = cohort->share[k];

#pragma omp simd
            for (size_t j = 0; j < count; j++)
                to[j] += share * row[j];
        }
    }
}
