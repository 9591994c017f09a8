/* test_partitions.c -- every scheme shares every sample out once, in the sizes and order it
 * promises. */
#include "core/rng.h"
#include "made.h"
#include "partitions/partition.h"
#include "tap.h"
#include "core/normal.h"

enum { N = 103 };

typedef struct sample_set {
    double y[N];
    int64_t client[N];
    fed_dataset data;
} sample_set;

/* 103 samples in 7 classes, repeated in a fixed disorder. */
static void make_samples(sample_set *set, const char *origin)
{
    for (size_t i = 0; i < N; i++) {
        set->y[i] = (double)((i * 37 + i * i) % 7);
        set->client[i] = (int64_t)((i * 5) % 4);
    }
    set->data = (fed_dataset){.n = N, .d = 0, .y = set->y, .origin = origin};
}

static fed_status make(fed_arena *arena, const fed_dataset *data, const char *keys,
                       uint64_t replicate, const fed_partition **part, fed_error *error)
{
    const fed_config *config = made_config(arena, "partition = { %s };", keys);

    *part = NULL;
    return config == NULL ? FED_INTERNAL
                          : fed_partition_make(arena, config, data, 3, replicate, part, error);
}

/* Clients and server together hold each of the n samples exactly once, and nobody is empty. */
static void check_partition(const fed_partition *part, size_t n)
{
    unsigned char seen[1000] = {0};
    size_t wrong = 0;

    CU_ASSERT(part->start[0] == 0 && part->start[part->clients] == n - part->server_count);
    for (size_t m = 0; m < part->clients; m++)
        wrong += part->start[m] >= part->start[m + 1];
    for (size_t i = 0; i < n - part->server_count; i++)
        seen[part->row[i]]++;
    for (size_t i = 0; i < part->server_count; i++)
        seen[part->server[i]]++;
    for (size_t i = 0; i < n; i++)
        wrong += seen[i] != 1;
    CU_ASSERT(wrong == 0);
}

static void test_every_scheme_is_a_partition(void)
{
    static const char *const keys[] = {"scheme = \"random\"; clients = 9;",
                                       "scheme = \"sorted\"; clients = 9;",
                                       "scheme = \"sorted\"; order = \"shuffled\"; clients = 9;",
                                       "scheme = \"given\";",
                                       "scheme = \"given\"; clients = 4; server = 5;",
                                       "scheme = \"shards\"; shards = 3; clients = 9;",
                                       "scheme = \"dirichlet\"; clients = 9;",
                                       "scheme = \"pachinko\"; clients = 9;",
                                       ("scheme = \"pachinko\"; alpha = 1e-6; beta = 1e-6; "
                                        "coarse = [0, 3, 3, 0]; clients = 9;"),
                                       "scheme = \"pachinko\"; clients = 103;",
                                       "scheme = \"quantity\"; law = \"power\"; clients = 9;",
                                       "scheme = \"quantity\"; alpha = 0.01; clients = 9;",
                                       "scheme = \"random\"; clients = 103;",
                                       "scheme = \"quantity\"; clients = 103;",
                                       "scheme = \"random\"; clients = 9; server = 20;",
                                       "clients = 1;",
                                       ""};
    sample_set set;

    make_samples(&set, "made.csv");
    set.data.client = set.client;
    set.data.clients = 4;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (uint64_t replicate = 0; replicate < 3; replicate++) {
            fed_arena arena = {NULL};
            fed_error error = {FED_OK, ""};
            const fed_partition *part;

            CU_ASSERT(make(&arena, &set.data, keys[k], replicate, &part, &error) == FED_OK);
            if (part != NULL)
                check_partition(part, N);
            fed_arena_free(&arena);
        }
}

static void test_equal_sizes_and_draws(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *first, *again, *other;
    sample_set set;

    make_samples(&set, NULL);
    CU_ASSERT(make(&arena, &set.data, "clients = 10;", 0, &first, &error) == FED_OK);
    CU_ASSERT(make(&arena, &set.data, "clients = 10;", 0, &again, &error) == FED_OK);
    CU_ASSERT(make(&arena, &set.data, "clients = 10;", 1, &other, &error) == FED_OK);
    for (size_t m = 0; m < 10; m++) /* 103 = 3 x 11 + 7 x 10 */
        CU_ASSERT(first->start[m + 1] - first->start[m] == (m < 3 ? 11 : 10));
    CU_ASSERT(memcmp(first->row, again->row, N * sizeof *first->row) == 0);
    CU_ASSERT(memcmp(first->row, other->row, N * sizeof *first->row) != 0);
    CU_ASSERT(first->server_count == 0);
    fed_arena_free(&arena);
}

/* Pachinko: with tiny alpha a client keeps to one group of classes while that lasts, and by a huge
 * beta takes its classes alike; its size is that of all. */
static void test_pachinko(void)
{
    enum { COUNT = 6000, CLIENTS = 20 };
    static double y[COUNT];
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *part;
    fed_dataset data = {.n = COUNT, .y = y};
    size_t pure = 0;

    for (size_t i = 0; i < COUNT; i++)
        y[i] = (double)(i % 6);
    CU_ASSERT_FATAL(make(&arena, &data,
                         "scheme = \"pachinko\"; alpha = 0.001; beta = 1e6; coarse = [0, 1, 0, 1, "
                         "0, 1]; clients = 20;",
                         0, &part, &error) == FED_OK);
    for (size_t m = 0; m < CLIENTS; m++) {
        size_t count[6] = {0};

        CU_ASSERT(part->start[m + 1] - part->start[m] == COUNT / CLIENTS);
        for (size_t i = part->start[m]; i < part->start[m + 1]; i++)
            count[(size_t)y[part->row[i]]]++;
        if (count[0] + count[2] + count[4] == 0 || count[1] + count[3] + count[5] == 0) {
            const size_t g = count[0] == 0;

            pure++;
            for (size_t c = g; c < 6 && m < CLIENTS / 4; c += 2) /* 100 +- 6 sd of 8.2 */
                CU_ASSERT(count[c] > 50 && count[c] < 150);
        }
    }
    CU_ASSERT(pure >= CLIENTS / 2);
    CU_ASSERT(make(&arena, &data, "scheme = \"pachinko\"; coarse = [0, 1];", 0, &part, &error) ==
              FED_DATA);
    CU_ASSERT(strstr(error.text, "2 groups for 6 classes, expected one for each") != NULL);
    fed_arena_free(&arena);
}

/* Sizes of the power law, largest first: 1 and a share of the rest that is k^-a of all. */
static void test_power_law(void)
{
    enum { COUNT = 5000, CLIENTS = 12 };
    static double y[COUNT];
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *part;
    fed_dataset data = {.n = COUNT, .y = y};
    size_t size[CLIENTS], moved = 0;
    double sum = 0.0;

    CU_ASSERT_FATAL(make(&arena, &data,
                         "scheme = \"quantity\"; law = \"power\"; exponent = 1.5; clients = 12;", 0,
                         &part, &error) == FED_OK);
    for (size_t m = 0; m < CLIENTS; m++) {
        size_t at = m;

        for (; at > 0 && size[at - 1] < part->start[m + 1] - part->start[m]; at--)
            size[at] = size[at - 1];
        size[at] = part->start[m + 1] - part->start[m];
        moved += at != m;
        sum += pow((double)(m + 1), -1.5);
    }
    CU_ASSERT(moved > 0); /* the ranks are dealt at random */
    for (size_t k = 0; k < CLIENTS; k++) {
        const double meant = 1.0 + (COUNT - CLIENTS) * pow((double)(k + 1), -1.5) / sum;

        CU_ASSERT(fabs((double)size[k] - meant) <= 1.0);
    }
    fed_arena_free(&arena);
}

/* Every sample is as likely with every client: chi-square with (N-1)(M-1) degrees of freedom is
 * near its mean when shuffling is fair. */
static void test_random_is_fair(void)
{
    enum { M = 4, DRAWS = 400, SAMPLES = 20 };
    double count[SAMPLES][M] = {{0.0}}, chi = 0.0, expected = (double)DRAWS / M;
    fed_dataset data = {.n = SAMPLES, .y = (double[SAMPLES]){0.0}};

    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        fed_arena arena = {NULL};
        fed_error error = {FED_OK, ""};
        const fed_partition *part;

        CU_ASSERT_FATAL(make(&arena, &data, "clients = 4;", draw, &part, &error) == FED_OK);
        for (size_t m = 0; m < M; m++)
            for (size_t i = part->start[m]; i < part->start[m + 1]; i++)
                count[part->row[i]][m]++;
        fed_arena_free(&arena);
    }
    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t m = 0; m < M; m++)
            chi += (count[i][m] - expected) * (count[i][m] - expected) / expected;
    CU_ASSERT(chi > 25.0 && chi < 105.0); /* 57 +- 4.5 standard deviations of a chi-square(57) */
}

/* Sorted blocks never overlap; ties keep the order of the file; shuffling relabels whole blocks. */
static void test_sorted(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *sorted, *shuffled;
    size_t wrong = 0, moved = 0, found = 0;
    sample_set set;

    make_samples(&set, NULL);
    CU_ASSERT_FATAL(make(&arena, &set.data, "scheme = \"sorted\"; clients = 10;", 0, &sorted,
                         &error) == FED_OK);
    CU_ASSERT_FATAL(make(&arena, &set.data,
                         "scheme = \"sorted\"; order = \"shuffled\"; clients = 10;", 0, &shuffled,
                         &error) == FED_OK);
    for (size_t i = 1; i < N; i++) {
        size_t a = sorted->row[i - 1], b = sorted->row[i];

        wrong += set.y[a] > set.y[b] || (set.y[a] == set.y[b] && a > b);
    }
    CU_ASSERT(wrong == 0);
    for (size_t m = 0; m < 10; m++)
        for (size_t k = 0; k < 10; k++) {
            size_t size = sorted->start[k + 1] - sorted->start[k];

            if (shuffled->start[m + 1] - shuffled->start[m] == size &&
                memcmp(shuffled->row + shuffled->start[m], sorted->row + sorted->start[k],
                       size * sizeof *sorted->row) == 0) {
                found++;
                moved += m != k;
            }
        }
    CU_ASSERT(found == 10); /* each client holds exactly one of the sorted blocks */
    CU_ASSERT(moved > 0);
    fed_arena_free(&arena);
}

/* Responses of every sign and size, zeros of both signs alike, against an insertion sort. */
static void test_sorted_reals(void)
{
    enum { COUNT = 300 };
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *part;
    double y[COUNT];
    size_t order[COUNT], wrong = 0;
    fed_dataset data = {.n = COUNT, .y = y};
    fed_rng rng = fed_rng_stream(2, FED_RNG_TEST, 0, 0, 0);

    for (size_t i = 0; i < COUNT; i++) {
        y[i] = i % 7 == 0   ? 0.0
               : i % 7 == 1 ? -0.0
                            : ldexp(fed_rng_normal(&rng), (int)(i % 100) * 20 - 1000);
        order[i] = i;
        for (size_t j = i; j > 0 && y[order[j - 1]] > y[order[j]]; j--) {
            size_t swap = order[j];

            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    }
    CU_ASSERT_FATAL(make(&arena, &data, "scheme = \"sorted\"; clients = 3;", 0, &part, &error) ==
                    FED_OK);
    for (size_t i = 0; i < COUNT; i++)
        wrong += part->row[i] != order[i];
    CU_ASSERT(wrong == 0);
    fed_arena_free(&arena);
}

static void test_given(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *part;
    size_t wrong = 0, server = 0;
    sample_set set;

    make_samples(&set, "made.csv");
    for (size_t i = 0; i < N; i += 10)
        set.client[i] = -1;
    set.data.client = set.client;
    set.data.clients = 4;
    CU_ASSERT_FATAL(make(&arena, &set.data, "scheme = \"given\";", 0, &part, &error) == FED_OK);
    check_partition(part, N);
    CU_ASSERT(part->clients == 4 && part->server_count == 11);
    for (size_t i = 0; i < part->server_count; i++)
        server += set.client[part->server[i]] == -1;
    CU_ASSERT(server == 11);
    for (size_t m = 0; m < 4; m++)
        for (size_t i = part->start[m]; i < part->start[m + 1]; i++)
            wrong += set.client[part->row[i]] != (int64_t)m ||
                     (i > part->start[m] && part->row[i] < part->row[i - 1]); /* file order */
    CU_ASSERT(wrong == 0);
    fed_arena_free(&arena);
}

/* With as many classes as samples allow, a client of two shards sees few responses. */
static void test_shards(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *part;
    double y[200];
    fed_dataset data = {.n = 200, .y = y};

    for (size_t i = 0; i < 200; i++)
        y[i] = (double)(i % 10);
    CU_ASSERT_FATAL(make(&arena, &data, "scheme = \"shards\"; shards = 2; clients = 10;", 0, &part,
                         &error) == FED_OK);
    check_partition(part, 200);
    for (size_t m = 0; m < 10; m++) {
        unsigned classes = 0;

        for (size_t i = part->start[m]; i < part->start[m + 1]; i++)
            classes |= 1u << (unsigned)y[part->row[i]];
        CU_ASSERT(__builtin_popcount(classes) <=
                  2); /* 20 shards of 10, 20 samples a class: one class each */
        CU_ASSERT(part->start[m + 1] - part->start[m] == 20);
    }
    fed_arena_free(&arena);
}

/* The largest share a client has of a class, averaged over classes and ten draws: near 1 when alpha
 * is small, near 1/M when it is large. */
static double concentration(const fed_dataset *data, const char *keys, double (*class_of)(double),
                            size_t classes)
{
    enum { DRAWS = 10 };
    double sum = 0.0;

    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        fed_arena arena = {NULL};
        fed_error error = {FED_OK, ""};
        const fed_partition *part = NULL;

        CU_ASSERT_FATAL(make(&arena, data, keys, draw, &part, &error) == FED_OK);
        check_partition(part, data->n);
        for (size_t c = 0; c < classes; c++) {
            double largest = 0.0, total = 0.0;

            for (size_t m = 0; m < part->clients; m++) {
                double own = 0.0;

                for (size_t i = part->start[m]; i < part->start[m + 1]; i++)
                    own += class_of(data->y[part->row[i]]) == (double)c;
                largest = fmax(largest, own);
                total += own;
            }
            sum += largest / total;
        }
        fed_arena_free(&arena);
    }
    return sum / (double)classes / DRAWS;
}

static double itself(double y)
{
    return y;
}

static double tenth(double y)
{
    return floor(10.0 * y);
}

static void test_dirichlet(void)
{
    double labels[1000], uniform[1000];
    fed_dataset discrete = {.n = 1000, .y = labels}, continuous = {.n = 1000, .y = uniform};

    for (size_t i = 0; i < 1000; i++) {
        labels[i] = (double)(i % 20);
        uniform[i] =
            ((double)(i * 617 % 1000) + 0.5) / 1000.0; /* a permutation: deciles are the bins */
    }
    CU_ASSERT(concentration(&discrete, "scheme = \"dirichlet\"; alpha = 0.01; clients = 5;", itself,
                            20) > 0.95);
    CU_ASSERT(concentration(&discrete, "scheme = \"dirichlet\"; alpha = 1e5; clients = 5;", itself,
                            20) < 0.25);
    CU_ASSERT(concentration(&continuous, "scheme = \"dirichlet\"; alpha = 0.01; clients = 3;",
                            tenth, 10) > 0.95);
    CU_ASSERT(concentration(&continuous, "scheme = \"dirichlet\"; alpha = 1e5; clients = 5;", tenth,
                            10) < 0.25);
}

/* Sizes follow the proportions: sum of squared shares of a Dirichlet(a, ..., a) is (a+1)/(Ma+1). */
static void test_quantity(void)
{
    enum { DRAWS = 300, M = 5 };
    static double y[1000];
    fed_dataset data = {.n = 1000, .y = y};
    double squares = 0.0;

    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        fed_arena arena = {NULL};
        fed_error error = {FED_OK, ""};
        const fed_partition *part;

        CU_ASSERT_FATAL(make(&arena, &data, "scheme = \"quantity\"; alpha = 0.5; clients = 5;",
                             draw, &part, &error) == FED_OK);
        for (size_t m = 0; m < M; m++)
            squares += pow((double)(part->start[m + 1] - part->start[m]) / 1000.0, 2) / DRAWS;
        fed_arena_free(&arena);
    }
    ASSERT_CLOSE(squares, 1.5 / 3.5, 0.03); /* four standard errors, sd of a draw about .17 */
}

static void check_fault(const fed_dataset *data, const char *keys, fed_status status,
                        const char *words)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_partition *part;

    CU_ASSERT(make(&arena, data, keys, 0, &part, &error) == status);
    CU_ASSERT(error.status == status && strstr(error.text, words) != NULL);
    fed_arena_free(&arena);
}

static void test_faults(void)
{
    sample_set made, drawn;

    make_samples(&made, "made.csv");
    make_samples(&drawn, NULL);
    check_fault(&drawn.data, "clients = 104;", FED_CONFIG, "partition.clients");
    check_fault(&made.data, "clients = 104;", FED_DATA, "made.csv has only 103 samples");
    check_fault(&made.data, "clients = 100; server = 4;", FED_DATA, "has only 99 samples");
    check_fault(&drawn.data, "server = 104;", FED_CONFIG, "partition.server");
    check_fault(&drawn.data, "server = 103;", FED_DATA, "belongs to the server");
    check_fault(&drawn.data, "scheme = \"shards\"; shards = 11; clients = 10;", FED_CONFIG,
                "partition.shards");
    check_fault(&drawn.data, "scheme = \"dirichlet\"; clients = 103;", FED_DATA, "partition.alpha");
    check_fault(&drawn.data, "scheme = \"given\";", FED_CONFIG, "client column");
    made.data.client = made.client;
    made.data.clients = 4;
    check_fault(&made.data, "scheme = \"given\"; clients = 3;", FED_CONFIG, "has 4 clients");
    check_fault(&made.data, "scheme = \"given\"; clients = 6;", FED_DATA,
                "client 4 of 6 has no samples: the client column has 4 clients");
    made.client[0] = -1;
    check_fault(&made.data, "scheme = \"given\"; server = 3;", FED_CONFIG, "partition.server");
    for (size_t i = 0; i < N; i++)
        made.client[i] = -1;
    made.data.clients = 0;
    check_fault(&made.data, "scheme = \"given\";", FED_DATA, "none to a client");
}

static int clean(void)
{
    made_clean();
    return 0;
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every scheme shares out each sample once", test_every_scheme_is_a_partition},
        {"equal sizes; draws by replicate", test_equal_sizes_and_draws},
        {"groups of classes, then classes", test_pachinko},
        {"sizes by a power law", test_power_law},
        {"random treats samples alike", test_random_is_fair},
        {"sorted is sorted, stable, and relabelled whole", test_sorted},
        {"sorted orders any reals", test_sorted_reals},
        {"given follows the client column", test_given},
        {"shards hold few classes", test_shards},
        {"dirichlet concentrates with alpha", test_dirichlet},
        {"quantity has Dirichlet sizes", test_quantity},
        {"faults have their status and key", test_faults},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"partitions", NULL, clean, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
