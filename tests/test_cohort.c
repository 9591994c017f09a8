/* test_cohort.c -- who takes part in a round: sizes, chances, weights, and the same draws across a
 * sweep. */
#include "run/exchange.h"
#include "crew.h"
#include "lab.h"
#include "config/open.h"

enum { CLIENTS = 12 };

/* A run as far as a cohort sees it: 12 clients of weight proportional to 1, 2, ..., 12. */
typedef struct stage {
    fed_arena arena;
    fed_error error;
    fed_problem problem;
    fed_partition part;
    double weight[CLIENTS];
    size_t cohort[CLIENTS], start[CLIENTS + 1];
    fed_run run;
    fed_cohort drawn;
    fed_config *config;
} stage;

static void set_stage(stage *s, size_t size, const char *sampling)
{
    char text[256];

    memset(s, 0, sizeof *s);
    snprintf(text, sizeof text,
             "algorithm = { name = \"fedavg\"; clients_per_round = %zu; sampling = \"%s\"; };\n",
             size, sampling);
    CU_ASSERT_FATAL(fed_config_open(&s->arena, files_text("cohort.cfg", text), fed_sections, NULL,
                                    0, &s->config, NULL, &s->error) == FED_OK);
    for (size_t m = 0; m < CLIENTS; m++)
        s->weight[m] = (double)(m + 1) / 78.0;
    s->part = (fed_partition){.clients = CLIENTS, .start = s->start};
    s->problem = (fed_problem){.clients = CLIENTS, .weight = s->weight, .part = &s->part, .p = 3};
    s->run = (fed_run){.arena = &s->arena,
                       .config = s->config,
                       .problem = &s->problem,
                       .cohort = s->cohort,
                       .seed = 5,
                       .team = crew(),
                       .error = &s->error};
    for (size_t m = 0; m < CLIENTS; m++)
        s->cohort[m] = m;
    CU_ASSERT_FATAL(fed_cohort_setup(&s->run, &s->drawn) == FED_OK);
}

/* Distinct clients in increasing order, places that find them, shares that sum to 1. */
static void check_round(const stage *s, size_t size)
{
    double sum = 0.0;

    CU_ASSERT(s->run.active == size);
    for (size_t k = 0; k < size; k++) {
        CU_ASSERT(s->cohort[k] < CLIENTS && (k == 0 || s->cohort[k - 1] < s->cohort[k]));
        CU_ASSERT(s->drawn.slot[s->cohort[k]] == k);
        sum += s->drawn.share[k];
    }
    ASSERT_CLOSE(sum, 1.0, 1e-14);
}

static void test_uniform(void)
{
    enum { ROUNDS = 20000, SIZE = 5 };
    size_t seen[CLIENTS] = {0};
    stage s;

    set_stage(&s, SIZE, "uniform");
    for (s.run.round = 0; s.run.round < ROUNDS; s.run.round++) {
        fed_cohort_draw(&s.run, &s.drawn);
        if (s.run.round < 50)
            check_round(&s, SIZE);
        for (size_t k = 0; k < SIZE; k++) {
            seen[s.cohort[k]]++;
            ASSERT_CLOSE(s.drawn.share[k] / s.drawn.share[0],
                         s.weight[s.cohort[k]] / s.weight[s.cohort[0]], 1e-13);
        }
    }
    for (size_t m = 0; m < CLIENTS; m++) /* probability 5/12; five standard deviations */
        CU_ASSERT(fabs((double)seen[m] - ROUNDS * 5.0 / 12.0) <
                  5.0 * sqrt(ROUNDS * 5.0 / 12.0 * 7.0 / 12.0));
    fed_arena_free(&s.arena);
}

/* One client: probability w_m. Two: w_a w_b/(1-w_a) + w_b w_a/(1-w_b). Each counts alike. */
static void test_by_weight(void)
{
    enum { ROUNDS = 40000 };
    double one[CLIENTS] = {0}, both = 0.0;
    stage s;

    set_stage(&s, 1, "weight");
    for (s.run.round = 0; s.run.round < ROUNDS; s.run.round++) {
        fed_cohort_draw(&s.run, &s.drawn);
        one[s.cohort[0]]++;
    }
    for (size_t m = 0; m < CLIENTS; m++)
        CU_ASSERT(fabs(one[m] - ROUNDS * s.weight[m]) < 5.0 * sqrt(ROUNDS * s.weight[m]));
    fed_arena_free(&s.arena);
    set_stage(&s, 2, "weight");
    for (s.run.round = 0; s.run.round < ROUNDS; s.run.round++) {
        fed_cohort_draw(&s.run, &s.drawn);
        check_round(&s, 2);
        CU_ASSERT(s.drawn.share[0] == 0.5 && s.drawn.share[1] == 0.5);
        both += s.cohort[0] == 10 && s.cohort[1] == 11;
    }
    {
        const double a = s.weight[10], b = s.weight[11],
                     chance = a * b / (1.0 - a) + a * b / (1.0 - b);

        CU_ASSERT(fabs(both - ROUNDS * chance) < 5.0 * sqrt(ROUNDS * chance));
    }
    fed_arena_free(&s.arena);
}

/* A thousand items through all levels of the tree: each comes out once, none without weight; the
 * first follows the weights (10 groups, 5 standard deviations); putting back restores every bit. */
static void test_urn(void)
{
    enum { ITEMS = 1000, DRAWS = 20000 };
    fed_arena arena = {NULL};
    fed_rng rng = fed_rng_stream(5, FED_RNG_TEST, 0, 0, 0);
    double weight[ITEMS], total = 0.0, share[10] = {0.0}, first[10] = {0.0}, before;
    bool out[ITEMS] = {false};
    fed_urn urn;

    for (size_t i = 0; i < ITEMS; i++) {
        weight[i] = i % 7 == 0 ? 0.0 : pow(10.0, (double)(i % 100) / 25.0 - 2.0);
        total += weight[i];
    }
    for (size_t i = 0; i < ITEMS; i++)
        share[i / 100] += weight[i] / total;
    CU_ASSERT_FATAL(fed_urn_fill(&urn, &arena, ITEMS, weight));
    before = urn.sum[urn.levels - 1][0];
    ASSERT_CLOSE(before, total, 1e-13);
    for (size_t k = 0; k < DRAWS; k++) {
        const size_t item = fed_urn_draw(&urn, &rng);

        CU_ASSERT_FATAL(item < ITEMS && weight[item] > 0.0);
        first[item / 100]++;
        fed_urn_return(&urn, item, weight[item]);
    }
    ASSERT_SAME_BITS(urn.sum[urn.levels - 1][0], before);
    for (size_t g = 0; g < 10; g++)
        CU_ASSERT(fabs(first[g] - DRAWS * share[g]) < 5.0 * sqrt(DRAWS * share[g]));
    for (size_t k = 0; k < ITEMS - (ITEMS + 6) / 7; k++) {
        const size_t item = fed_urn_draw(&urn, &rng);

        CU_ASSERT_FATAL(item < ITEMS && weight[item] > 0.0 && !out[item]);
        out[item] = true;
    }
    CU_ASSERT(fed_urn_draw(&urn, &rng) == SIZE_MAX);
    for (size_t i = 0; i < ITEMS; i++)
        fed_urn_return(&urn, i, weight[i]);
    ASSERT_SAME_BITS(urn.sum[urn.levels - 1][0], before);
    fed_arena_free(&arena);
}

/* The chances that the cells of a table give an item sum to its share of the weight. */
static void test_alias(void)
{
    enum { ITEMS = 1000 };
    fed_arena arena = {NULL};
    fed_rng rng = fed_rng_stream(5, FED_RNG_TEST, 0, 0, 1);
    double weight[ITEMS], chance[ITEMS] = {0.0};
    size_t drawn[FED_ALIAS_DRAWS];
    fed_alias alias;

    for (int turn = 0; turn < 3; turn++) { /* many without weight, nearly alike, alike */
        memset(chance, 0, sizeof chance);
        for (size_t i = 0; i < ITEMS; i++)
            weight[i] = turn == 2                  ? 3.0
                        : turn == 1                ? 1.0 + fed_rng_uniform(&rng)
                        : i % 7 < 3 || i % 50 > 40 ? 0.0
                                                   : pow(10.0, (double)(i % 100) / 10.0);
        CU_ASSERT_FATAL(fed_alias_fill(&alias, &arena, ITEMS, weight));
        CU_ASSERT(alias.plain == (turn == 2));
        for (size_t i = 0; i < ITEMS; i++) {
            CU_ASSERT_FATAL(alias.cell[i].own >= 0.0 && alias.cell[i].other < ITEMS);
            chance[i] += fmin(1.0, alias.cell[i].own) / ITEMS;
            chance[alias.cell[i].other] += fmax(0.0, 1.0 - alias.cell[i].own) / ITEMS;
        }
        for (size_t i = 0; i < ITEMS; i++) {
            CU_ASSERT(fabs(chance[i] - weight[i] / alias.total) < 1e-12);
            CU_ASSERT(weight[i] > 0.0 || chance[i] == 0.0);
            fed_alias_draw(&alias, &rng, drawn);
            for (size_t k = 0; k < FED_ALIAS_DRAWS; k++)
                CU_ASSERT(weight[drawn[k]] > 0.0);
        }
    }
    fed_arena_free(&arena);
}

/* The cards of a shuffle that moves all of them, from one of two to all of a hundred, twice. */
static void test_deck(void)
{
    static const size_t cards[] = {1, 2, 100, 100, 100, 4000}, most[] = {1, 1, 1, 37, 100, 50};

    for (size_t turn = 0; turn < 12; turn++) {
        const size_t n = cards[turn % 6];
        fed_arena arena = {NULL};
        fed_rng rng = fed_rng_stream(5, FED_RNG_TEST, 0, turn, 2), same = rng;
        size_t all[4000];
        fed_deck deck;

        CU_ASSERT_FATAL(fed_deck_make(&deck, &arena, n, most[turn % 6]));
        for (int again = 0; again < 2; again++) {
            fed_deck_gather(&deck);
            for (size_t i = 0; i < n; i++)
                all[i] = i;
            for (size_t k = 0; k < most[turn % 6]; k++) {
                const size_t at = k + (size_t)fed_rng_below(&same, n - k), card = all[at];

                all[at] = all[k];
                CU_ASSERT(fed_deck_draw(&deck, &rng) == card);
            }
        }
        fed_arena_free(&arena);
    }
}

/* Clients that all weigh the same, whose weights are not looked up: shares and draws stay. */
static void test_alike(void)
{
    static const char *const how[] = {"uniform", "weight"};

    for (size_t k = 0; k < 2; k++) {
        stage s;

        set_stage(&s, 5, how[k]);
        for (size_t m = 0; m < CLIENTS; m++)
            s.weight[m] = 1.0 / CLIENTS;
        CU_ASSERT_FATAL(fed_cohort_setup(&s.run, &s.drawn) == FED_OK);
        CU_ASSERT(s.drawn.weight == s.weight[0]);
        for (s.run.round = 0; s.run.round < 50; s.run.round++) {
            size_t drawn[CLIENTS];

            s.drawn.weight = s.weight[0];
            fed_cohort_draw(&s.run, &s.drawn);
            check_round(&s, 5);
            memcpy(drawn, s.cohort, sizeof drawn);
            s.drawn.weight = NAN;
            s.drawn.alias.plain = false;
            fed_cohort_draw(&s.run, &s.drawn);
            CU_ASSERT(memcmp(drawn, s.cohort, sizeof drawn) == 0);
            s.drawn.alias.plain = true;
        }
        fed_arena_free(&s.arena);
    }
}

static void test_fixed(void)
{
    size_t first[4], differ = 0;
    stage s;

    set_stage(&s, 4, "fixed");
    memcpy(first, s.cohort, sizeof first);
    for (s.run.round = 0; s.run.round < 20; s.run.round++) {
        fed_cohort_draw(&s.run, &s.drawn);
        check_round(&s, 4);
        CU_ASSERT(memcmp(first, s.cohort, sizeof first) == 0);
    }
    fed_arena_free(&s.arena);
    for (uint64_t replicate = 1; replicate < 6; replicate++) {
        set_stage(&s, 4, "uniform");
        s.run.replicate = replicate;
        fed_cohort_draw(&s.run, &s.drawn);
        differ += memcmp(first, s.cohort, sizeof first) != 0;
        fed_arena_free(&s.arena);
    }
    CU_ASSERT(differ >= 3);
}

static void test_everyone(void)
{
    static const char *const samplings[] = {"uniform", "weight", "fixed"};

    for (size_t k = 0; k < 6; k++) {
        stage s;

        set_stage(&s, k < 3 ? 0 : CLIENTS, samplings[k % 3]);
        fed_cohort_draw(&s.run, &s.drawn);
        check_round(&s, CLIENTS);
        for (size_t m = 0; m < CLIENTS; m++)
            ASSERT_CLOSE(s.drawn.share[m], s.weight[m], 1e-14);
        fed_arena_free(&s.arena);
    }
}

/* The mean in the order of the clients, by columns. */
static void test_mean(void)
{
    double rows[4 * 3] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, mean[3];
    stage s;

    set_stage(&s, 4, "uniform");
    fed_cohort_draw(&s.run, &s.drawn);
    fed_reduce(&s.run, (fed_message){"row", 3}, &s.drawn, rows, mean);
    CU_ASSERT(s.run.counts.words_up == 3.0 * (double)s.run.active);
    for (size_t j = 0; j < 3; j++) {
        double sum = 0.0;

        for (size_t k = 0; k < 4; k++)
            sum += s.drawn.share[k] * rows[k * 3 + j];
        ASSERT_CLOSE(mean[j], sum, 1e-15);
    }
    fed_arena_free(&s.arena);
}

/* Client m alone holds feature m, so a round moves exactly the parameters of its cohort. */
static void moved(const lab *l, size_t point, size_t replicate, bool *mask)
{
    const fed_result *result = lab_result(l, point, replicate);

    for (size_t j = 0; j < CLIENTS; j++)
        mask[j] = result->theta[j] != 0.0;
}

static void test_sweep(void)
{
    char text[4096] = "client,y", *at = text + strlen(text);
    size_t differ = 0;
    lab *l;

    for (size_t j = 0; j < CLIENTS; j++)
        at += sprintf(at, ",x%zu", j);
    for (size_t m = 0; m < CLIENTS; m++) {
        at += sprintf(at, "\n%zu,1", m);
        for (size_t j = 0; j < CLIENTS; j++)
            at += sprintf(at, ",%d", j == m);
    }
    strcpy(at, "\n");
    files_text("apart.csv", text);
    l = lab_run(
        2,
        LAB_DATA(
            "apart.csv") "replicates = 4;\n"
                         "algorithm = { rounds = 1; clients_per_round = 3; };\n"
                         "sweep = ( { key = \"algorithm.name\"; values = [\"fedavg\", \"fedprox\", "
                         "\"local-update\"]; }, { key = \"loss.l2\"; values = [0.0, 0.1]; } );\n");
    for (size_t r = 0; r < 4; r++) {
        bool first[CLIENTS], other[CLIENTS];
        size_t count = 0;

        moved(l, 0, r, first);
        for (size_t j = 0; j < CLIENTS; j++)
            count += first[j];
        CU_ASSERT(count == 3);
        for (size_t point = 1; point < 6; point++) {
            moved(l, point, r, other);
            CU_ASSERT(memcmp(first, other, sizeof first) == 0);
        }
        moved(l, 0, (r + 1) % 4, other);
        differ += memcmp(first, other, sizeof first) != 0;
    }
    CU_ASSERT(differ >= 2);
    lab_free(l);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"uniform without replacement", test_uniform},
        {"by weight, then alike", test_by_weight},
        {"an urn of a thousand items", test_urn},
        {"a table of a thousand items", test_alias},
        {"a deck against a shuffle", test_deck},
        {"clients that weigh the same", test_alike},
        {"once for the run", test_fixed},
        {"everyone", test_everyone},
        {"weighted mean", test_mean},
        {"the same across a sweep and its methods, anew in a replicate", test_sweep},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"cohort", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
