/* test_graphs.c -- every network has the edges, balance and spectrum of its definition. */
#include "core/linalg.h"
#include "graphs/graph.h"
#include "made.h"
#include "tap.h"
#include "core/lapack.h"
#include "graphs/describe.h"

#include <sys/stat.h>
#include <unistd.h>

static fed_status make(fed_arena *arena, const char *keys, size_t clients, uint64_t replicate,
                       const fed_graph **graph, fed_error *error)
{
    const fed_config *config = made_config(arena, "network = { %s };", keys);

    *graph = NULL;
    return config == NULL ? FED_INTERNAL
                          : fed_graph_make(arena, config, 11, replicate, clients, graph, error);
}

static const fed_graph *good(fed_arena *arena, const char *keys, size_t clients, uint64_t replicate)
{
    fed_error error = {FED_OK, ""};
    const fed_graph *graph;

    if (make(arena, keys, clients, replicate, &graph, &error) != FED_OK)
        printf("# %s: %s\n", keys, error.text);
    CU_ASSERT_FATAL(error.status == FED_OK && graph != NULL);
    return graph;
}

static fed_graph_info describe(const fed_graph *graph)
{
    fed_error error = {FED_OK, ""};
    fed_graph_info info;

    CU_ASSERT(fed_graph_describe(graph, true, &info, &error) == FED_OK);
    return info;
}

static double weight(const fed_graph *graph, size_t m, size_t k)
{
    for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
        if (graph->sender[e] == k)
            return graph->weight[e];
    return 0.0;
}

static size_t degree(const fed_graph *graph, size_t m)
{
    return graph->start[m + 1] - graph->start[m];
}

/* Rows sum to 1, senders increase, nobody hears itself or nobody. */
static void check_stochastic(const fed_graph *graph)
{
    size_t wrong = 0;

    CU_ASSERT(graph->start[0] == 0 && graph->start[graph->clients] == graph->edges);
    for (size_t m = 0; m < graph->clients; m++) {
        double sum = 0.0;

        wrong += degree(graph, m) == 0;
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
            sum += graph->weight[e];
            wrong += graph->sender[e] == m || graph->sender[e] >= graph->clients;
            wrong += e > graph->start[m] && graph->sender[e] <= graph->sender[e - 1];
        }
        wrong += fabs(sum - 1.0) > 1e-12;
    }
    CU_ASSERT(wrong == 0);
}

/* Whoever is heard hears back. */
static void check_symmetric(const fed_graph *graph)
{
    size_t wrong = 0;

    for (size_t m = 0; m < graph->clients; m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
            wrong += weight(graph, graph->sender[e], m) == 0.0;
    CU_ASSERT(wrong == 0);
}

static void test_rows_are_stochastic(void)
{
    static const char *const keys[] = {"type = \"central\";",
                                       "type = \"circle\"; degree = 3;",
                                       "type = \"fixed-degree\"; degree = 2;",
                                       "type = \"fixed-degree\"; degree = 23;",
                                       "type = \"complete\";",
                                       "type = \"torus\"; rows = 4; columns = 6;",
                                       "type = \"torus\"; rows = 2; columns = 12;",
                                       "type = \"torus\"; rows = 1; columns = 24;",
                                       "type = \"erdos-renyi\"; probability = 0.5;",
                                       "type = \"erdos-renyi\"; probability = 1.0;",
                                       "type = \"small-world\"; degree = 4; rewire = 0.3;",
                                       "type = \"small-world\"; degree = 22; rewire = 1.0;"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (uint64_t replicate = 0; replicate < 3; replicate++) {
            fed_arena arena = {NULL};
            const fed_graph *graph = good(&arena, keys[k], 24, replicate);

            CU_ASSERT(graph->clients == 24);
            check_stochastic(graph);
            fed_arena_free(&arena);
        }
}

static void test_definitions(void)
{
    fed_arena arena = {NULL};
    const fed_graph *central = good(&arena, "type = \"central\";", 9, 0);
    const fed_graph *circle = good(&arena, "type = \"circle\"; degree = 3;", 9, 0);
    const fed_graph *torus = good(&arena, "type = \"torus\"; rows = 3; columns = 4;", 12, 0);
    const fed_graph *flat = good(&arena, "type = \"torus\"; rows = 2; columns = 2;", 4, 0);
    const fed_graph *pair = good(&arena, "type = \"torus\"; rows = 1; columns = 2;", 2, 0);

    for (size_t m = 1; m < 9; m++) { /* W = [0, 1'/(M-1); 1, 0] */
        ASSERT_SAME_BITS(weight(central, 0, m), 1.0 / 8.0);
        ASSERT_SAME_BITS(weight(central, m, 0), 1.0);
        CU_ASSERT(degree(central, m) == 1);
    }
    for (size_t m = 0; m < 9; m++)
        for (size_t k = 1; k <= 8; k++) /* m hears m+1..m+D */
            ASSERT_SAME_BITS(weight(circle, m, (m + k) % 9), k <= 3 ? 1.0 / 3.0 : 0.0);
    CU_ASSERT(weight(torus, 0, 1) == 0.25 && weight(torus, 0, 3) == 0.25); /* right, left */
    CU_ASSERT(weight(torus, 0, 4) == 0.25 && weight(torus, 0, 8) == 0.25); /* down, up */
    CU_ASSERT(degree(flat, 0) == 2 && weight(flat, 0, 1) == 0.5 && weight(flat, 0, 2) == 0.5);
    CU_ASSERT(degree(pair, 0) == 1 && pair->sender[0] == 1);
    fed_arena_free(&arena);
}

/* fixed-degree: D distinct senders, each other client as likely; draws by replicate. */
static void test_fixed_degree(void)
{
    enum { M = 10, D = 3, DRAWS = 600 };
    double heard[M][M] = {{0.0}}, expected = (double)DRAWS * D / (M - 1),
           spread = expected * (1.0 - (double)D / (M - 1));
    double worst = 0.0;

    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        fed_arena arena = {NULL};
        const fed_graph *graph = good(&arena, "type = \"fixed-degree\"; degree = 3;", M, draw);

        for (size_t m = 0; m < M; m++) {
            CU_ASSERT(degree(graph, m) == D);
            for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
                heard[m][graph->sender[e]]++;
        }
        fed_arena_free(&arena);
    }
    for (size_t m = 0; m < M; m++)
        for (size_t k = 0; k < M; k++)
            if (k != m)
                worst = fmax(worst, fabs(heard[m][k] - expected) / sqrt(spread));
    CU_ASSERT(worst < 4.5); /* of 90 nearly normal deviates */
    CU_ASSERT(worst > 1.5); /* too even is not random either */
}

/* erdos-renyi: symmetric, edges binomial with the probability asked for, every pair alike. */
static void test_erdos_renyi(void)
{
    enum { M = 12, DRAWS = 500 };
    double joined[M][M] = {{0.0}}, total = 0.0, worst = 0.0, p = 0.8, pairs = M * (M - 1) / 2.0;

    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        fed_arena arena = {NULL};
        const fed_graph *graph =
            good(&arena, "type = \"erdos-renyi\"; probability = 0.8;", M, draw);

        check_symmetric(graph);
        total += (double)graph->edges / 2.0;
        for (size_t m = 0; m < M; m++)
            for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
                joined[m][graph->sender[e]]++;
        fed_arena_free(&arena);
    }
    CU_ASSERT(fabs(total - DRAWS * pairs * p) < 4.5 * sqrt(DRAWS * pairs * p * (1.0 - p)));
    for (size_t m = 0; m < M; m++)
        for (size_t k = 0; k < m; k++)
            worst = fmax(worst, fabs(joined[m][k] - DRAWS * p) / sqrt(DRAWS * p * (1.0 - p)));
    CU_ASSERT(worst < 4.5);
}

/* small-world: the lattice itself without rewiring; else as many links, a share of them moved. */
static void test_small_world(void)
{
    fed_arena arena = {NULL};
    const fed_graph *lattice =
        good(&arena, "type = \"small-world\"; degree = 6; rewire = 0.0;", 400, 0);
    const fed_graph *rewired =
        good(&arena, "type = \"small-world\"; degree = 6; rewire = 0.25;", 400, 0);
    const fed_graph *random =
        good(&arena, "type = \"small-world\"; degree = 6; rewire = 1.0;", 400, 0);
    const fed_graph *all = good(&arena, "type = \"small-world\"; degree = 4; rewire = 1.0;", 5, 0);
    double kept = 0.0, left = 0.0;

    check_symmetric(rewired);
    CU_ASSERT(lattice->edges == 2400 && rewired->edges == 2400 && random->edges == 2400);
    CU_ASSERT(all->edges == 20); /* complete already: nothing can move */
    for (size_t m = 0; m < 400; m++)
        for (size_t k = 1; k <= 3; k++) {
            CU_ASSERT(weight(lattice, m, (m + k) % 400) > 0.0);
            kept += weight(rewired, m, (m + k) % 400) > 0.0;
            left += weight(random, m, (m + k) % 400) > 0.0;
        }
    CU_ASSERT(fabs(kept - 900.0) < 4.5 * 15.0); /* binomial(1200, 3/4), sd 15 */
    CU_ASSERT(left < 40.0);                     /* about 1200 x 6/399 come back by chance */
    fed_arena_free(&arena);
}

static void test_balance(void)
{
    enum { DRAWS = 2000 };
    static const size_t sizes[] = {2, 3, 10, 200};
    double square = 0.0;

    for (size_t k = 0; k < 4; k++) {
        fed_arena arena = {NULL};
        double m = (double)sizes[k];
        fed_graph_info central = describe(good(&arena, "type = \"central\";", sizes[k], 0));
        fed_graph_info circle =
            describe(good(&arena, "type = \"circle\"; degree = 1;", sizes[k], 0));
        fed_graph_info complete = describe(good(&arena, "type = \"complete\";", sizes[k], 0));

        ASSERT_CLOSE(central.se * central.se, (m - 2.0) * (m - 2.0) / (m - 1.0), 1e-12);
        ASSERT_CLOSE(circle.se, 0.0, 1e-15);
        ASSERT_CLOSE(complete.se, 0.0, 1e-13);
        CU_ASSERT(central.in_max == sizes[k] - 1 && central.in_min == 1 &&
                  central.out_max == sizes[k] - 1);
        CU_ASSERT(circle.in_max == 1 && circle.out_min == 1);
        fed_arena_free(&arena);
    }
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        fed_arena arena = {NULL};
        fed_error error = {FED_OK, ""};
        const fed_graph *graph = good(&arena, "type = \"fixed-degree\"; degree = 2;", 21, draw);
        fed_graph_info info;

        CU_ASSERT(fed_graph_describe(graph, false, &info, &error) == FED_OK &&
                  isnan(info.spectral_gap));
        square += info.se * info.se / DRAWS;
        fed_arena_free(&arena);
    }
    ASSERT_CLOSE(square, 1.0 / 2.0 - 1.0 / 20.0,
                 0.01); /* E SE^2 = 1/D - 1/(M-1); sd of a draw about .14 */
}

/* Moduli in closed form; the same graph in a file with perturbed weights goes through dgeev. */
/* Circle: W is a permutation, |1 - exp(2 pi i/M)| is the least of I - W; star: M-1 rows are alike.
 */
static void test_singular_values(void)
{
    static const char apart[] = "0 1\n1 2\n2 0\n3 4\n4 5\n5 6\n6 3\n"; /* two circles */
    static const char woven[] = "0 2\n1 3\n2 4\n3 5\n4 0\n5 1\n";      /* two of three */
    fed_arena arena = {NULL};
    const char *path;
    fed_graph_info two;
    fed_graph_info circle = describe(good(&arena, "type = \"circle\";", 30, 0));
    fed_graph_info star = describe(good(&arena, "type = \"central\";", 30, 0));

    ASSERT_CLOSE(circle.sigma_max, 1.0, 1e-12);
    ASSERT_CLOSE(circle.sigma_min, 2.0 * sin(M_PI / 30.0), 1e-12);
    ASSERT_CLOSE(star.sigma_max, sqrt(29.0), 1e-12);
    ASSERT_CLOSE(star.sigma_min, 1.0, 1e-12);
    path = made_file(&arena, "apart.edges", apart, strlen(apart));
    two =
        describe(good(&arena, fed_sprintf(&arena, "type = \"file\"; path = \"%s\";", path), 7, 0));
    ASSERT_CLOSE(two.sigma_min, 2.0 * sin(M_PI / 4.0), 1e-12); /* not the second 0 */
    path = made_file(&arena, "woven.edges", woven, strlen(woven));
    two =
        describe(good(&arena, fed_sprintf(&arena, "type = \"file\"; path = \"%s\";", path), 6, 0));
    ASSERT_CLOSE(two.sigma_min, 2.0 * sin(M_PI / 3.0), 1e-15);
    circle = describe(good(&arena, "type = \"circle\";", 1000, 0)); /* no squares to lose digits */
    ASSERT_CLOSE(circle.sigma_min, 2.0 * sin(M_PI / 1000.0), 1e-15);
    fed_arena_free(&arena);
}

static void test_spectral_gap(void)
{
    fed_arena arena = {NULL};
    double second = 0.0;

    ASSERT_CLOSE(describe(good(&arena, "type = \"central\";", 30, 0)).spectral_gap, 0.0,
                 1e-12); /* -1 */
    ASSERT_CLOSE(describe(good(&arena, "type = \"circle\";", 30, 0)).spectral_gap, 0.0, 1e-12);
    ASSERT_CLOSE(describe(good(&arena, "type = \"complete\";", 30, 0)).spectral_gap,
                 1.0 - 1.0 / 29.0, 1e-12);
    for (int j = 1; j < 30; j++) { /* |sin(3 pi j/M) / (3 sin(pi j/M))| for D = 3 */
        double half = M_PI * j / 30.0;

        second = fmax(second, fabs(sin(3.0 * half) / (3.0 * sin(half))));
    }
    ASSERT_CLOSE(describe(good(&arena, "type = \"circle\"; degree = 3;", 30, 0)).spectral_gap,
                 1.0 - second, 1e-12);
    /* torus: (cos(2 pi a/5) + cos(2 pi b/7))/2, the largest in modulus near -1 */
    ASSERT_CLOSE(
        describe(good(&arena, "type = \"torus\"; rows = 5; columns = 7;", 35, 0)).spectral_gap,
        1.0 - 0.5 * (cos(M_PI / 5.0) + cos(M_PI / 7.0)), 1e-12);
    CU_ASSERT(isnan(describe(good(&arena, "type = \"circle\";", 2001, 0)).spectral_gap));
    CU_ASSERT(!isnan(describe(good(&arena, "type = \"circle\";", 2000, 0)).spectral_gap));
    fed_arena_free(&arena);
}

/* A directed triangle with weights a to the next, 1-a to the one after: eigenvalues 1 and
 * -1/2 +- i sqrt(3)(a - 1/2); and three clients without any symmetry against their characteristic
 * polynomial: trace 0 gives lambda_2 + lambda_3 = -1, and their product is the determinant. */
static void test_spectrum_of_files(void)
{
    static const char turn[] = "0 1 0.8\n0 2 0.2\n1 2 0.8\n1 0 0.2\n2 0 0.8\n2 1 0.2\n";
    static const char odd[] = "0 1 0.7\n0 2 0.3\n1 0 0.9\n1 2 0.1\n2 0 0.5\n2 1 0.5\n";
    fed_arena arena = {NULL};
    double determinant = 0.7 * 0.1 * 0.5 + 0.3 * 0.9 * 0.5, root = sqrt(0.25 - determinant);
    const char *path = made_file(&arena, "turn.edges", turn, strlen(turn));
    const fed_graph *graph =
        good(&arena, fed_sprintf(&arena, "type = \"file\"; path = \"%s\";", path), 3, 0);

    ASSERT_CLOSE(describe(graph).spectral_gap, 1.0 - hypot(0.5, sqrt(3.0) * 0.3), 1e-14);
    path = made_file(&arena, "odd.edges", odd, strlen(odd));
    graph = good(&arena, fed_sprintf(&arena, "type = \"file\"; path = \"%s\";", path), 3, 0);
    ASSERT_CLOSE(describe(graph).spectral_gap, 1.0 - (0.5 + root), 1e-14);
    fed_arena_free(&arena);
}

/* The symmetric shortcut against the general solver on the same random graphs. */
static void test_two_solvers_agree(void)
{
    enum { M = 40 };
    static const char *const keys[] = {"type = \"erdos-renyi\"; probability = 0.3;",
                                       "type = \"small-world\"; degree = 6; rewire = 0.5;",
                                       "type = \"central\";"};

    for (size_t k = 0; k < 3; k++) {
        fed_arena arena = {NULL};
        const fed_graph *graph = good(&arena, keys[k], M, 1);
        double w[M * M], re[M], im[M], first = 0.0, second = 0.0;

        for (size_t m = 0; m < M; m++)
            for (size_t j = 0; j < M; j++)
                w[m * M + j] = weight(graph, m, j);
        CU_ASSERT(fed_eigen_general(M, w, re, im));
        for (size_t i = 0; i < M; i++) {
            double modulus = hypot(re[i], im[i]);

            second = fmax(second, fmin(first, modulus));
            first = fmax(first, modulus);
        }
        ASSERT_CLOSE(first, 1.0, 1e-12);
        ASSERT_CLOSE(describe(graph).spectral_gap, 1.0 - second, 1e-12);
        fed_arena_free(&arena);
    }
}

/* 0 and 1 hear each other, 2 hears 0, nobody hears 2: weakly but not strongly connected. */
static void test_connectivity(void)
{
    static const char text[] = "# receiver sender\n\n0 1\n 1\t0 # both ways\n2 0\r\n";
    fed_arena arena = {NULL};
    const char *path = made_file(&arena, "weak.edges", text, strlen(text));
    const fed_graph *graph =
        good(&arena, fed_sprintf(&arena, "type = \"file\"; path = \"%s\";", path), 3, 0);
    fed_graph_info info = describe(graph);

    CU_ASSERT(!info.strongly_connected && graph->senders == 2 && info.out_min == 0 &&
              info.out_max == 2);
    CU_ASSERT(describe(good(&arena, "type = \"circle\";", 17, 0)).strongly_connected);
    fed_arena_free(&arena);
}

static void test_weighted_file(void)
{
    static const char text[] =
        "2 0 1\n0 2 0.25\n1 0 1e0\n0 1 0.75"; /* any order, no final newline */
    fed_arena arena = {NULL};
    const char *path = made_file(&arena, "weights.edges", text, strlen(text));
    const fed_graph *graph =
        good(&arena, fed_sprintf(&arena, "type = \"file\"; path = \"%s\";", path), 3, 0);

    check_stochastic(graph);
    CU_ASSERT(graph->edges == 4);
    ASSERT_SAME_BITS(weight(graph, 0, 1), 0.75);
    ASSERT_SAME_BITS(weight(graph, 0, 2), 0.25);
    ASSERT_SAME_BITS(weight(graph, 1, 0), 1.0);
    fed_arena_free(&arena);
}

static void check_fault(const char *keys, size_t clients, fed_status status, const char *words)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_graph *graph;

    CU_ASSERT(make(&arena, keys, clients, 0, &graph, &error) == status);
    if (strstr(error.text, words) == NULL)
        printf("# '%s' lacks '%s'\n", error.text, words);
    CU_ASSERT(strstr(error.text, words) != NULL);
    fed_arena_free(&arena);
}

static void test_faults(void)
{
    static const char *const types[] = {"central", "circle",      "fixed-degree", "complete",
                                        "torus",   "erdos-renyi", "small-world",  "file"};

    for (size_t k = 0; k < 8; k++) {
        char keys[64];

        snprintf(keys, sizeof keys, "type = \"%s\"; rows = 1; columns = 1;", types[k]);
        check_fault(keys, 1, FED_CONFIG, "2 clients or more");
    }
    check_fault("type = \"circle\"; degree = 5;", 5, FED_CONFIG, "network.degree");
    check_fault("type = \"fixed-degree\"; degree = 5;", 5, FED_CONFIG, "network.degree");
    check_fault("type = \"small-world\"; degree = 6;", 5, FED_CONFIG, "network.degree");
    check_fault("type = \"small-world\"; degree = 3;", 5, FED_CONFIG, "odd");
    check_fault("type = \"torus\"; rows = 2; columns = 3;", 5, FED_CONFIG, "network.rows");
    check_fault("type = \"torus\";", 5, FED_CONFIG, "network.rows");
    check_fault("type = \"erdos-renyi\"; probability = 0.0;", 5, FED_CONFIG, "network.probability");
    check_fault("type = \"erdos-renyi\"; probability = 0.001;", 50, FED_CONFIG,
                "network.probability");
    check_fault("type = \"file\";", 5, FED_CONFIG, "network.path");
    check_fault("type = \"file\"; path = \"absent.edges\";", 5, FED_DATA,
                "absent.edges: No such file");
    check_fault("type = \"file\"; path = \"/tmp\";", 5, FED_DATA, "/tmp: not a regular file");
}

/* A file of three clients that is refused, with the line and the reason. */
static void check_file(const char *text, size_t size, const char *words)
{
    fed_arena arena = {NULL};

    made_file(&arena, "bad.edges", text, size);
    check_fault("type = \"file\"; path = \"bad.edges\";", 3, FED_DATA, words);
    fed_arena_free(&arena);
}

static void test_bad_files(void)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "bad.edges:0: at the end of the file, client 0 of 3 has no senders"},
        {"# nothing\n\n", "bad.edges:2: at the end of the file"},
        {"0 1\n1 0\n", "client 2 of 3 has no senders"},
        {"0 1\n1 1\n", "bad.edges:2: client 1 receives from itself"},
        {"0 1\n1 0\n2 0\n0 2\n0 1\n",
         "bad.edges:5: client 0 already receives from client 1 on line 1"},
        {"0 1 1.0\n1 0\n2 0 1.0\n", "bad.edges:2: no weight, unlike line 1"},
        {"\n0 1\n1 0 1.0\n", "bad.edges:3: a weight, unlike line 2"},
        {"0 3\n", "bad.edges:1: sender 3, but clients are 0 to 2"},
        {"3 0\n", "bad.edges:1: receiver 3, but"},
        {"99999999999999999999999 0\n", "bad.edges:1: receiver 99999999999999999999999, but"},
        {"0 -1\n", "bad.edges:1: sender '-1' is not a client number"},
        {"0 1.0\n", "bad.edges:1: sender '1.0'"},
        {"a b\n", "bad.edges:1: receiver 'a'"},
        {"0\n", "bad.edges:1: expected 'receiver sender [weight]'"},
        {"0 1 1.0 2\n", "bad.edges:1: expected"},
        {"0,1\n", "bad.edges:1: expected"},
        {"0 1 x\n", "bad.edges:1: weight 'x' is not a number"},
        {"0 1 1.0x\n", "bad.edges:1: weight '1.0x'"},
        {"0 1 nan\n", "bad.edges:1: weight nan is not within"},
        {"0 1 inf\n", "bad.edges:1: weight inf is not within"},
        {"0 1 -0.5\n0 2 1.5\n", "bad.edges:1: weight -0.5 is not within"},
        {"0 1 0\n", "bad.edges:1: weight 0 is not within"},
        {"0 1 1\n2 0 1\n1 0 0.5\n1 2 0.4999999\n",
         "bad.edges:4: weights of client 1 sum to 0.99999989999"}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        check_file(cases[k].text, strlen(cases[k].text), cases[k].words);
    check_file("0 1\n1 0\n2\0 0\n", 12, "bad.edges:3: a NUL character");
}

static int clean(void)
{
    made_clean();
    return 0;
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"rows are stochastic for every type", test_rows_are_stochastic},
        {"weights are those of the definitions", test_definitions},
        {"fixed-degree draws uniformly", test_fixed_degree},
        {"erdos-renyi joins pairs alike", test_erdos_renyi},
        {"small-world rewires its share", test_small_world},
        {"SE(W) and degrees in closed form", test_balance},
        {"spectral gap in closed form", test_spectral_gap},
        {"singular values of circle and star are the closed forms", test_singular_values},
        {"spectrum of weighted files", test_spectrum_of_files},
        {"symmetric and general solvers agree", test_two_solvers_agree},
        {"strong connectivity", test_connectivity},
        {"weighted files are read as written", test_weighted_file},
        {"impossible networks are refused by key", test_faults},
        {"malformed files are refused by line", test_bad_files},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"graphs", NULL, clean, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
