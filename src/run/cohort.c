/* cohort.c -- drawing the clients of a round and averaging what they send. */
#include "run/cohort.h"

#include "core/rng.h"
#include "problem/client.h"
#include "run/further.h"

#include <math.h>
#include <string.h>

/* The cohort in the order of the clients, by their bytes from the lowest on. room: as many. */
static void sort(size_t *cohort, size_t size, size_t clients, size_t *room)
{
    for (size_t shift = 0; (clients - 1) >> shift > 0; shift += 8) {
        size_t start[257] = {0};

        for (size_t k = 0; k < size; k++)
            start[(cohort[k] >> shift & 255) + 1]++;
        for (size_t digit = 0; digit < 255; digit++)
            start[digit + 1] += start[digit];
        for (size_t k = 0; k < size; k++)
            room[start[cohort[k] >> shift & 255]++] = cohort[k];
        memcpy(cohort, room, size * sizeof *cohort);
    }
}

/* One number that all weights are is not looked up. */
static double weight_of(const fed_run *run, const fed_cohort *cohort, size_t client)
{
    return isnan(cohort->weight) ? run->problem->weight[client] : cohort->weight;
}

/* Weights of the cohort divided by their sum, or by that of an average cohort; a cohort drawn by
 * weight counts each client alike. */
static void share_out(const fed_run *run, fed_cohort *cohort)
{
    double sum = 0.0, kept = 1.0;

    for (size_t k = 0; k < run->active; k++) {
        const size_t client = run->cohort[k];

        cohort->slot[client] = k;
        cohort->share[k] =
            cohort->sampling == FED_SAMPLE_BY_WEIGHT ? 1.0 : weight_of(run, cohort, client);
        sum += cohort->share[k];
    }
    if (cohort->unbiased)
        sum = (double)run->active / (double)run->problem->clients;
    for (size_t k = 0; k < run->active; k++) {
        cohort->share[k] /= sum;
        kept -= cohort->share[k];
    }
    cohort->kept = cohort->unbiased ? kept : 0.0;
}

/* A client of the cohort: what its round reads is asked for while others are drawn, unless these
 * would drive it out of the cache again. */
static void fetch(const fed_run *run, const fed_cohort *cohort, size_t client)
{
    enum { MOST = 1024 };

    __builtin_prefetch(&cohort->slot[client], 1);
    if (cohort->size <= MOST)
        fed_client_fetch(run->problem, client);
}

static void pick_uniform(fed_run *run, fed_cohort *cohort, fed_rng *rng)
{
    fed_deck_gather(&cohort->deck);
    for (size_t k = 0; k < cohort->size; k++) {
        run->cohort[k] = fed_deck_draw(&cohort->deck, rng);
        fetch(run, cohort, run->cohort[k]);
    }
}

/* Clients by weight with replacement, those drawn before passed over, as long as less than half of
 * the weight is out: how many. A client's slot is its place among them. */
static size_t pick_again(fed_run *run, fed_cohort *cohort, fed_rng *rng)
{
    const double half = 0.5 * cohort->alias.total;
    size_t found = 0, drawn[FED_ALIAS_DRAWS], at = FED_ALIAS_DRAWS;

    for (double out = 0.0; found < cohort->size && out < half; at++) {
        if (at == FED_ALIAS_DRAWS) {
            fed_alias_draw(&cohort->alias, rng, drawn);
            for (at = 0; at < FED_ALIAS_DRAWS; at++) {
                if (isnan(cohort->weight))
                    __builtin_prefetch(&run->problem->weight[drawn[at]]);
                fetch(run, cohort, drawn[at]);
            }
            at = 0;
        }
        if (cohort->slot[drawn[at]] < found && run->cohort[cohort->slot[drawn[at]]] == drawn[at])
            continue;
        cohort->slot[drawn[at]] = found;
        out += weight_of(run, cohort, drawn[at]);
        run->cohort[found++] = drawn[at];
    }
    return found;
}

/* The rest from an urn without them. */
static size_t pick_rest(fed_run *run, fed_cohort *cohort, size_t found, fed_rng *rng)
{
    const double *weight = run->problem->weight;

    for (size_t k = 0; k < found; k++)
        fed_urn_return(&cohort->urn, run->cohort[k], 0.0);
    while (found < cohort->size &&
           (run->cohort[found] = fed_urn_draw(&cohort->urn, rng)) != SIZE_MAX)
        found++;
    for (size_t k = 0; k < found; k++)
        fed_urn_return(&cohort->urn, run->cohort[k], weight[run->cohort[k]]);
    return found;
}

/* One by one, in proportion to the weights that are left; clients without weight come last. */
static void pick_by_weight(fed_run *run, fed_cohort *cohort, fed_rng *rng)
{
    size_t found = pick_again(run, cohort, rng);

    if (found < cohort->size)
        found = pick_rest(run, cohort, found, rng);
    for (size_t client = 0; found < cohort->size; client++)
        if (!(run->problem->weight[client] > 0.0))
            run->cohort[found++] = client;
}

static void pick(fed_run *run, fed_cohort *cohort, size_t round)
{
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_COHORT, run->replicate, 0, round);

    if (cohort->sampling == FED_SAMPLE_BY_WEIGHT)
        pick_by_weight(run, cohort, &rng);
    else
        pick_uniform(run, cohort, &rng);
    sort(run->cohort, cohort->size, run->problem->clients, cohort->room);
    share_out(run, cohort);
}

static double common_weight(const fed_problem *problem)
{
    for (size_t m = 1; m < problem->clients; m++)
        if (problem->weight[m] != problem->weight[0])
            return NAN;
    return problem->weight[0];
}

fed_status fed_cohort_setup(fed_run *run, fed_cohort *cohort)
{
    const size_t clients = run->problem->clients;
    const size_t asked = (size_t)fed_config_int(run->config, "algorithm.clients_per_round");
    const char *sampling = fed_config_string(run->config, "algorithm.sampling");

    if (asked > clients)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.clients_per_round",
                                "%zu, but there are only %zu clients", asked, clients);
    cohort->size = asked == 0 ? clients : asked;
    cohort->sampling = cohort->size == clients           ? FED_SAMPLE_ALL
                       : strcmp(sampling, "weight") == 0 ? FED_SAMPLE_BY_WEIGHT
                       : strcmp(sampling, "fixed") == 0  ? FED_SAMPLE_FIXED
                                                         : FED_SAMPLE_UNIFORM;
    cohort->slot = FED_ARRAY(run->arena, clients, size_t);
    cohort->share = FED_ARRAY(run->arena, cohort->size, double);
    cohort->room = FED_ARRAY(run->arena, cohort->size, size_t);
    cohort->weight = common_weight(run->problem);
    if (cohort->slot == NULL || cohort->share == NULL || cohort->room == NULL ||
        ((cohort->sampling == FED_SAMPLE_UNIFORM || cohort->sampling == FED_SAMPLE_FIXED) &&
         !fed_deck_make(&cohort->deck, run->arena, clients, cohort->size)) ||
        (cohort->sampling == FED_SAMPLE_BY_WEIGHT &&
         !(fed_urn_fill(&cohort->urn, run->arena, clients, run->problem->weight) &&
           fed_alias_fill(&cohort->alias, run->arena, clients, run->problem->weight))))
        return fed_nomem(run->error);
    run->active = cohort->size;
    if (cohort->sampling == FED_SAMPLE_FIXED)
        pick(run, cohort, 0);
    else if (cohort->sampling == FED_SAMPLE_ALL)
        share_out(run, cohort);
    return FED_OK;
}

void fed_cohort_draw(fed_run *run, fed_cohort *cohort)
{
    if (cohort->sampling == FED_SAMPLE_UNIFORM || cohort->sampling == FED_SAMPLE_BY_WEIGHT)
        pick(run, cohort, run->round);
    fed_further_cohort(run, cohort->share);
}

fed_status fed_cohort_weigh(fed_run *run, fed_cohort *cohort)
{
    static const char key[] = "algorithm.cohort_weights";
    const bool unbiased = strcmp(fed_config_string(run->config, key), "unbiased") == 0;
    const double times = (double)run->problem->clients / (double)cohort->size;
    double least = INFINITY, most = 0.0;

    if (unbiased && cohort->sampling == FED_SAMPLE_FIXED && fed_config_given(run->config, key))
        return fed_config_fault(run->config, run->error, FED_CONFIG, key,
                                "a fixed cohort has no expectation: \"unbiased\" needs "
                                "algorithm.sampling = \"uniform\"");
    if (cohort->sampling != FED_SAMPLE_UNIFORM)
        return FED_OK;
    cohort->unbiased = unbiased;
    for (size_t m = 0; m < run->problem->clients; m++) {
        least = fmin(least, run->problem->weight[m]);
        most = fmax(most, run->problem->weight[m]);
    }
    if (run->warning[0] != '\0' || most - least <= 1e-9 * most)
        return FED_OK;
    if (!unbiased)
        snprintf(run->warning, sizeof run->warning,
                 "client weights from %.3g to %.3g are renormalised within each cohort: the "
                 "limit is neither the weighted nor the uniform optimum; "
                 "algorithm.cohort_weights = \"unbiased\" gives the weighted optimum",
                 least, most);
    else if (times * most > 2.0)
        snprintf(run->warning, sizeof run->warning,
                 "a client has weight %.3g in its cohorts (M/k w_i): unbiased cohorts of "
                 "this size are noisy",
                 times * most);
    return FED_OK;
}
