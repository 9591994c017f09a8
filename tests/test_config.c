/* test_config.c -- reading, overriding, sweeping and printing a configuration. */
#include "config_rows.h"
#include "core/rng.h"
#include "config/explain.h"
#include "config/open.h"
#include "config/points.h"
#include "config/print.h"
#include "config/suggest.h"
#include "config/view.h"

#include <stdlib.h>
#include <unistd.h>

static void test_values(void)
{
    const double *floats;
    const int64_t *ints;
    const char *const *words;

    must_accept(
        open_text("name = \"a\" \"b\"; seed = 4294967297L\n"
                  "data = { theta = [3.0, 1.5]; covariance = { rho = -1; }; };\n"
                  "algorithm : { name = \"fedipm\", sizes = (7, 8L); }; analysis = \"gain\";"));
    CU_ASSERT(strcmp(fed_config_string(config, "name"), "ab") == 0);
    CU_ASSERT(fed_config_int(config, "seed") == 4294967297);
    CU_ASSERT(fed_config_given(config, "seed") && !fed_config_given(config, "threads"));
    CU_ASSERT(fed_config_is_list(config, "data.theta"));
    CU_ASSERT(fed_config_floats(config, "data.theta", &floats) == 2 && floats[1] == 1.5);
    CU_ASSERT(fed_config_float(config, "data.covariance.rho") == -1.0); /* an integer for a float */
    CU_ASSERT(fed_config_float(config, "data.noise") == 1.0);
    CU_ASSERT(fed_config_int(config, "algorithm.rounds") == 500); /* the variant's default */
    CU_ASSERT(fed_config_ints(config, "algorithm.sizes", &ints) == 2 && ints[1] == 8);
    CU_ASSERT(fed_config_strings(config, "analysis", &words) == 1 && strcmp(words[0], "gain") == 0);
    CU_ASSERT(fed_config_bool(config, "data.header"));
    CU_ASSERT(fed_config_points(config) == 1 && fed_config_sweep_count(config) == 0);
}

static void test_unset(void)
{
    const double *floats;
    const char *const *words;

    must_accept(open_text("seed = 1;"));
    CU_ASSERT(fed_config_int(config, "algorithm.rounds") == 1000);
    CU_ASSERT(strcmp(fed_config_path(config, "data.path"), "") == 0);
    CU_ASSERT(fed_config_strings(config, "analysis", &words) == 0);
    CU_ASSERT(fed_config_labels(config, "data.labels", &words, &floats) == 0);
    CU_ASSERT(!fed_config_is_list(config, "data.theta"));
    CU_ASSERT(strcmp(fed_config_string(config, "data.theta"), "zeros") == 0);
    CU_ASSERT(fed_config_float(config, "algorithm.learning_rate") == 0.01);
    CU_ASSERT(!fed_config_is_group(config, "algorithm.learning_rate"));
}

static void test_labels_and_columns(void)
{
    const char *const *words;
    const double *numbers;

    must_accept(open_text("data = { labels = { no = 0; yes = 1.5; }; target = \"class\"; };"));
    CU_ASSERT_FATAL(fed_config_labels(config, "data.labels", &words, &numbers) == 2);
    CU_ASSERT(strcmp(words[1], "yes") == 0 && numbers[1] == 1.5 && numbers[0] == 0.0);
    CU_ASSERT(!fed_config_is_list(config, "data.target"));
    must_accept(open_text("data = { labels = ((\"<=50K\", 0), (\">50K\", 1)); target = 4; };"));
    CU_ASSERT_FATAL(fed_config_labels(config, "data.labels", &words, &numbers) == 2);
    CU_ASSERT(strcmp(words[1], ">50K") == 0 && numbers[1] == 1.0);
    CU_ASSERT(fed_config_is_list(config, "data.target") &&
              fed_config_int(config, "data.target") == 4);
}

static void test_rates(void)
{
    const double *values;
    const int64_t *at;

    must_accept(open_text("algorithm = { learning_rate = 2; };"));
    CU_ASSERT(fed_config_float(config, "algorithm.learning_rate") == 2.0);
    must_accept(open_text(
        "algorithm = { learning_rate = { schedule = \"step\"; values = [0.1, 0.01]; at = [5];"
        " warmup = 3; }; };"));
    CU_ASSERT(fed_config_is_group(config, "algorithm.learning_rate"));
    CU_ASSERT(strcmp(fed_config_string(config, "algorithm.learning_rate.schedule"), "step") == 0);
    CU_ASSERT(fed_config_floats(config, "algorithm.learning_rate.values", &values) == 2 &&
              values[1] == 0.01);
    CU_ASSERT(fed_config_ints(config, "algorithm.learning_rate.at", &at) == 1 && at[0] == 5);
    CU_ASSERT(fed_config_int(config, "algorithm.learning_rate.warmup") == 3);
    must_accept(open_text("algorithm = { learning_rate = { value = 0.5; }; };"));
    CU_ASSERT(strcmp(fed_config_string(config, "algorithm.learning_rate.schedule"), "constant") ==
              0);
}

/* Keys of variants not selected are checked, kept and without effect. */
static void test_other_variants(void)
{
    must_accept(open_text("network = { type = \"central\"; degree = 3; };"));
    must_accept(open_text("data = { source = \"synthetic\"; path = \"x\"; };"));
    refuse("network = { type = \"central\"; degree = 0; };",
           "t.cfg:1: network.degree: must be at least 1 and at most 1000000, found 0");
    must_accept(open_text("network = { type = \"fixed-degree\"; };"));
    CU_ASSERT(fed_config_int(config, "network.degree") == 2);
    must_accept(open_text("network = { type = \"circle\"; };"));
    CU_ASSERT(fed_config_int(config, "network.degree") == 1);
}

static void test_paths(void)
{
    const char *const override[] = {"data.path=d/e.csv"};

    write_file("t.cfg", "data = { path = \"a/b.csv\"; };");
    CU_ASSERT_FATAL(system("mkdir -p deep && cp t.cfg deep/") == 0);
    must_accept(open_with("t.cfg", NULL, 0));
    CU_ASSERT(strcmp(fed_config_path(config, "data.path"), "a/b.csv") == 0);
    must_accept(open_with("deep/t.cfg", NULL, 0));
    CU_ASSERT(strcmp(fed_config_path(config, "data.path"), "deep/a/b.csv") == 0);
    must_accept(open_with("deep/t.cfg", override, 1)); /* typed here, so relative to here */
    CU_ASSERT(strcmp(fed_config_path(config, "data.path"), "d/e.csv") == 0);
    write_file("t.cfg", "data = { path = \"/a/b.csv\"; };");
    must_accept(open_with("t.cfg", NULL, 0));
    CU_ASSERT(strcmp(fed_config_path(config, "data.path"), "/a/b.csv") == 0);
}

static void test_overrides(void)
{
    const char *const overrides[] = {"name=no quotes; here",
                                     "seed = 5000000000L",
                                     "algorithm.sizes[1]=9",
                                     "data.theta=[1.0, 2.0]",
                                     "data.theta[2]=4",
                                     "analysis=(\"gain\",\"stable\")",
                                     "data.target=3",
                                     "data.labels.yes=1",
                                     "data.labels.no=0",
                                     "data.header=false",
                                     "network={ type = \"circle\"; degree = 4; }",
                                     "replicates=2",
                                     "replicates=3",
                                     "algorithm.learning_rate.warmup=7",
                                     "data.noise=2"};
    const double *floats;
    const int64_t *ints;
    const char *const *words;

    write_file(
        "t.cfg",
        "name = \"x\"; algorithm = { learning_rate = 0.25; }; data = { labels = { yes = 5; }; };");
    must_accept(open_with("t.cfg", overrides, sizeof overrides / sizeof *overrides));
    CU_ASSERT(strcmp(fed_config_string(config, "name"), "no quotes; here") == 0);
    CU_ASSERT(fed_config_int(config, "seed") == 5000000000);
    CU_ASSERT(fed_config_ints(config, "algorithm.sizes", &ints) == 4 && ints[0] == 4 &&
              ints[1] == 9);
    CU_ASSERT(fed_config_floats(config, "data.theta", &floats) == 3 && floats[1] == 2.0 &&
              floats[2] == 4.0);
    CU_ASSERT(fed_config_strings(config, "analysis", &words) == 2 &&
              strcmp(words[1], "stable") == 0);
    CU_ASSERT(fed_config_int(config, "data.target") == 3);
    CU_ASSERT(fed_config_labels(config, "data.labels", &words, &floats) == 2 && floats[0] == 1.0);
    CU_ASSERT(!fed_config_bool(config, "data.header"));
    CU_ASSERT(fed_config_int(config, "network.degree") == 4);
    CU_ASSERT(fed_config_int(config, "replicates") == 3); /* the last one counts */
    CU_ASSERT(fed_config_is_group(config, "algorithm.learning_rate"));
    CU_ASSERT(fed_config_float(config, "algorithm.learning_rate.value") ==
              0.25); /* the number is kept */
    CU_ASSERT(fed_config_float(config, "data.noise") == 2.0);
}

static void test_overrides_refused(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"algorithm.learning_rat=1",
         "-D: algorithm.learning_rat: unknown key (did you mean 'learning_rate'?)"},
        {"seed=99999999999", "-D: seed: 99999999999 is beyond 32 bits and needs the suffix L"},
        {"seed=", "-D: seed: expected an integer, found the string \"\""},
        {"seed=abc", "-D: seed: expected an integer, found the string \"abc\""},
        {"seed=1.5", "-D: seed: expected an integer, found 1.5"},
        {"seed=1; threads=2", "-D: seed: expected one value, found '1; threads=2'"},
        {"seed=@include \"t.cfg\"",
         "-D: seed: expected an integer, found the string \"@include \"t.cfg\"\""},
        {"replicates=0", "-D: replicates: must be at least 1 and at most 1000000, found 0"},
        {"data=3", "-D: data: expected a group { }, found 3"},
        {"data.theta=[1,2.5]",
         "-D: data.theta: an array [ ] cannot mix integers and floats; write every number "
         "with a decimal point, or a list ( )"},
        {"data.theta=[1", "-D: data.theta: '[' is never closed"},
        {"algorithm.sizes[5]=1", "-D: algorithm.sizes: has 4 elements, so element 5 cannot be set"},
        {"algorithm.rounds[0]=1",
         "-D: algorithm.rounds: is not a list, so element 0 cannot be set"},
        {"algorithm.sizes[x]=1", "-D: algorithm.sizes[x]: unknown key (did you mean 'sizes'?)"},
        {"network.type=circel",
         "-D: network.type: unknown word 'circel' (did you mean 'circle'?); one of central, "
         "circle, fixed-degree"},
    };

    write_file("t.cfg", "seed = 1;");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fed_status result = open_with("t.cfg", &cases[k].text, 1);

        must_refuse(result, cases[k].message);
    }
    CU_ASSERT(open_with("t.cfg", (const char *const[]){"seed"}, 1) == FED_USAGE);
    CU_ASSERT(strcmp(error.text, "-D seed: expected PATH=VALUE") == 0);
    CU_ASSERT(open_with("t.cfg", (const char *const[]){"=3"}, 1) == FED_USAGE);
}

static void test_sweep(void)
{
    const fed_config *point;

    must_accept(
        open_text("network = { degree = 5; };\n"
                  "sweep = ( { key = \"algorithm.learning_rate\"; values = [.005, .01, 1e-1]; },\n"
                  " { keys = [\"network.type\", \"network.degree\"];\n"
                  "   values = ( (\"circle\", 1), (\"fixed-degree\", 2) ); } );"));
    CU_ASSERT_FATAL(fed_config_points(config) == 6 && fed_config_sweep_count(config) == 3);
    CU_ASSERT(strcmp(fed_config_sweep_key(config, 0), "algorithm.learning_rate") == 0);
    CU_ASSERT(strcmp(fed_config_sweep_key(config, 2), "network.degree") == 0);
    CU_ASSERT(strcmp(fed_config_sweep_value(config, 4, 0), "0.1") ==
              0); /* the first varies slowest */
    CU_ASSERT(strcmp(fed_config_sweep_value(config, 1, 1), "fixed-degree") == 0);
    CU_ASSERT(strcmp(fed_config_sweep_value(config, 1, 2), "2") == 0);
    point = fed_config_point(config, 3);
    CU_ASSERT(fed_config_float(point, "algorithm.learning_rate") == 0.01);
    CU_ASSERT(strcmp(fed_config_string(point, "network.type"), "fixed-degree") == 0);
    CU_ASSERT(fed_config_int(point, "network.degree") == 2 &&
              fed_config_given(point, "network.degree"));
    CU_ASSERT(fed_config_float(config, "algorithm.learning_rate") ==
              0.005); /* the whole reads as point 0 */
}

static void test_zip(void)
{
    must_accept(open_text("sweep = { key = \"seed\"; values = (1, 2); };\n"
                          "zip = ( { key = \"data.noise\"; values = (1, 0.5, 2); },\n"
                          "        { key = \"data.samples\"; values = [10, 20, 30]; } );"));
    CU_ASSERT_FATAL(fed_config_points(config) == 6 && fed_config_sweep_count(config) == 3);
    for (size_t p = 0; p < 6; p++) {
        const fed_config *point = fed_config_point(config, p);

        CU_ASSERT(fed_config_int(point, "seed") == (int64_t)(p / 3 + 1));
        CU_ASSERT(fed_config_int(point, "data.samples") == (int64_t)(p % 3 + 1) * 10);
        CU_ASSERT(fed_config_float(point, "data.noise") == (p % 3 == 1   ? 0.5
                                                            : p % 3 == 0 ? 1.0
                                                                         : 2.0));
    }
}

/* A swept selector changes which rows, and so which defaults, govern the point. */
static void test_sweep_of_variants(void)
{
    must_accept(
        open_text("sweep = ( { key = \"algorithm.name\"; values = [\"ngd\", \"fedipm\"]; },"
                  " { key = \"algorithm.learning_rate\"; values = (0.5, { schedule = \"step\";"
                  " values = [0.2]; at = []; }); } );"));
    CU_ASSERT_FATAL(fed_config_points(config) == 4);
    CU_ASSERT(fed_config_int(fed_config_point(config, 0), "algorithm.rounds") == 1000);
    CU_ASSERT(fed_config_int(fed_config_point(config, 2), "algorithm.rounds") == 500);
    CU_ASSERT(!fed_config_is_group(fed_config_point(config, 2), "algorithm.learning_rate"));
    CU_ASSERT(fed_config_is_group(fed_config_point(config, 3), "algorithm.learning_rate"));
    CU_ASSERT(
        strcmp(fed_config_string(fed_config_point(config, 3), "algorithm.learning_rate.schedule"),
               "step") == 0);
}

static void test_sweep_refused(void)
{
    static const char *const swept[] = {"algorithm.learning_rate=0.3"};

    refuse("sweep = ( { key = \"algorithm.learning_rat\"; values = [1]; } );",
           "t.cfg:1: sweep: unknown key 'algorithm.learning_rat' (did you mean "
           "'algorithm.learning_rate'?)");
    refuse("sweep = ( { key = \"network.type\"; values = [\"circle\",\n \"circel\"]; } );",
           "t.cfg:2: network.type: unknown word 'circel' (did you mean 'circle'?); one of central, "
           "circle, fixed-degree");
    refuse("sweep = ( { key = \"data.samples\"; values = (1, 2.5); } );",
           "t.cfg:1: data.samples: expected an integer, found 2.5");
    refuse("sweep = ( { key = \"seed\"; values = []; } );",
           "t.cfg:1: sweep: 'values' must be a list of at least one value");
    refuse("sweep = ( { key = \"seed\"; value = [1]; } );",
           "t.cfg:1: sweep: unknown key 'value' (did you mean 'values'?)");
    refuse("sweep = ( { key = \"seed\"; } );", "t.cfg:1: sweep: has no 'values'");
    refuse("sweep = ( { values = [1]; } );", "t.cfg:1: sweep: has no 'key'");
    refuse("sweep = 3;", "t.cfg:1: sweep: expected a list ( ) of groups, found 3");
    refuse("sweep = ( 3 );",
           "t.cfg:1: sweep: expected a group { key = ...; values = ...; }, found 3");
    refuse("sweep = ( { key = \"seed\"; keys = [\"seed\"]; values = [1]; } );",
           "t.cfg:1: sweep: has both 'key' and 'keys'");
    refuse("sweep = ( { key = 3; values = [1]; } );",
           "t.cfg:1: sweep: expected a key's path, found 3");
    refuse("sweep = ( { keys = []; values = [1]; } );", "t.cfg:1: sweep: 'keys' is empty");
    refuse("sweep = ( { keys = [\"seed\", \"seed\"]; values = ((1, 2)); } );",
           "t.cfg:1: sweep: 'seed' is swept twice");
    refuse("sweep = ( { key = \"seed\"; xyzzy = 1; values = [1]; } );",
           "t.cfg:1: sweep: unknown key 'xyzzy'; expected key or keys, and values");
    refuse("sweep = ( { keys = [\"seed\", \"data.samples\"]; values = ((1, 2), (3)); } );",
           "t.cfg:1: sweep: expected a list of 2 values, one for each of 'keys'");
    refuse("sweep = ( { key = \"seed\"; values = [1]; }, { key = \"seed\"; values = [2]; } );",
           "t.cfg:1: sweep: 'seed' is swept twice");
    refuse("sweep = ( { key = \"threads\"; values = [1, 2]; } );",
           "t.cfg:1: sweep: 'threads' cannot be swept");
    refuse("sweep = ( { key = \"replicates\"; values = [1, 2]; } );",
           "t.cfg:1: sweep: 'replicates' cannot be swept");
    refuse("sweep = ( { key = \"output.every\"; values = [1, 2]; } );",
           "t.cfg:1: sweep: 'output.every' cannot be swept");
    refuse("sweep = ( { key = \"data\"; values = ({ samples = 1; }); } );",
           "t.cfg:1: sweep: 'data' is a group; sweep its keys");
    refuse("zip = ( { key = \"seed\"; values = [1, 2]; }, { key = \"data.samples\"; values = [2]; "
           "} );",
           "t.cfg:1: zip: entries have 2 and 1 values; they vary together and must have "
           "the same number of values");
    write_file("t.cfg", "sweep = ( { key = \"algorithm.learning_rate\"; values = [0.1, 0.2]; } );");
    must_refuse(open_with("t.cfg", swept, 1), "-D: algorithm.learning_rate: is swept by the "
                                              "configuration (-D 'sweep=()' removes the sweep)");
    must_accept(open_with("t.cfg", (const char *const[]){"sweep=()"}, 1));
    CU_ASSERT(fed_config_points(config) == 1);
}

/* A view answers as its point does, and tells of the first key that its stage did not name. */
static void test_views(void)
{
    static const char *const stage[] = {"seed", "data.", "algorithm.learning_rate", NULL};
    static const char *const part[] = {"data.covariance", NULL};
    fed_arena room = {NULL};
    const fed_config *view, *inner;
    fed_error fault = {FED_OK, ""};

    must_accept(open_text("seed = 7; data = { noise = 2; };"));
    view = fed_config_only(&room, config, stage);
    CU_ASSERT_FATAL(view != NULL && fed_config_strayed(config) == NULL);
    CU_ASSERT(fed_config_int(view, "seed") == 7 && fed_config_float(view, "data.noise") == 2.0);
    CU_ASSERT(fed_config_float(view, "data.covariance.rho") == 0.5);
    CU_ASSERT(!fed_config_is_group(view, "algorithm.learning_rate"));
    CU_ASSERT(fed_config_int(view, "algorithm.learning_rate.warmup") == 0);
    CU_ASSERT(fed_config_entry(view, "data.source") != NULL);
    fed_config_fault(view, &fault, FED_CONFIG, "network.type", "a message is no read");
    CU_ASSERT(fed_config_strayed(view) == NULL);
    inner = fed_config_only(&room, view, part);
    CU_ASSERT_FATAL(inner != NULL);
    CU_ASSERT(fed_config_float(inner, "data.noise") == 2.0); /* the outer stage's, not the part's */
    CU_ASSERT(strcmp(fed_config_strayed(inner), "data.noise") == 0);
    CU_ASSERT(fed_config_strayed(view) == NULL);
    CU_ASSERT(!fed_config_given(inner, "algorithm.rounds")); /* nobody's */
    CU_ASSERT(strcmp(fed_config_strayed(inner), "data.noise") == 0);
    CU_ASSERT(strcmp(fed_config_strayed(view), "algorithm.rounds") == 0);
    CU_ASSERT(fed_config_entry(view, "network.type") != NULL); /* answered, though not the first */
    CU_ASSERT(strcmp(fed_config_strayed(view), "algorithm.rounds") == 0);
    fed_arena_free(&room);
}

/* The keys below the prefixes that vary. */
typedef struct varying {
    fed_arena arena;
    const size_t *slots;
    size_t count;
} varying;

static varying varying_below(const char *const *prefixes)
{
    varying v = {.arena = {NULL}};

    v.slots = fed_config_varying(&v.arena, config, prefixes, &v.count);
    CU_ASSERT_FATAL(v.slots != NULL);
    return v;
}

static bool same_below(const fed_config *a, const fed_config *b, const char *const *prefixes)
{
    varying v = varying_below(prefixes);
    const bool same = fed_config_same(a, b, v.slots, v.count);

    fed_arena_free(&v.arena);
    return same;
}

static uint64_t digest_below(const fed_config *point, const char *const *prefixes)
{
    varying v = varying_below(prefixes);
    const uint64_t digest = fed_config_digest(point, v.slots, v.count);

    fed_arena_free(&v.arena);
    return digest;
}

static bool all_alike(const char *const *prefixes)
{
    varying v = varying_below(prefixes);

    fed_arena_free(&v.arena);
    return v.count == 0;
}

static char *point_printed(size_t point)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    CU_ASSERT_FATAL(stream != NULL);
    CU_ASSERT(fed_config_print(fed_config_point(config, point), stream, false) == FED_OK);
    CU_ASSERT_FATAL(fclose(stream) == 0);
    return text;
}

/* A point is what a file of its own would be: nothing of the points before it stays, nor of a rate
 * that the base has and the point writes anew. */
static void test_points_alone(void)
{
    static const char *const names[] = {"ngd", "fedipm"};
    static const char *const rates[] = {"0.25", "{ value = 0.5; warmup = 3; }", "0.125",
                                        "{ schedule = \"step\"; values = [0.1, 0.01]; at = [5]; }"};
    enum { NAMES = 2, RATES = 4, THETAS = 2, POINTS = NAMES * RATES * THETAS };
    char *swept[POINTS], text[400];

    must_accept(
        open_text("algorithm = { learning_rate = { value = 2.0; warmup = 9; }; };\n"
                  "data = { theta = [1.0, 2.0]; };\n"
                  "sweep = ( { key = \"algorithm.name\"; values = (\"ngd\", \"fedipm\"); },\n"
                  " { key = \"algorithm.learning_rate\"; values = (0.25,\n"
                  "   { value = 0.5; warmup = 3; }, 0.125,\n"
                  "   { schedule = \"step\"; values = [0.1, 0.01]; at = [5]; }); },\n"
                  " { key = \"data.theta[1]\"; values = [5.0, 2.0]; } );"));
    CU_ASSERT_FATAL(fed_config_points(config) == POINTS);
    for (size_t k = 0; k < POINTS; k++)
        swept[k] = point_printed(k);
    for (size_t k = 0; k < POINTS; k++) {
        char *alone;

        snprintf(
            text, sizeof text,
            "algorithm = { name = \"%s\"; learning_rate = %s; }; data = { theta = [1.0, %s]; };",
            names[k / RATES / THETAS], rates[k / THETAS % RATES], k % 2 == 0 ? "5.0" : "2.0");
        must_accept(open_text(text));
        alone = point_printed(0);
        CU_ASSERT_STRING_EQUAL(swept[k], alone);
        free(alone);
        free(swept[k]);
    }
}

/* Two points are the same below the prefixes when and only when no read there differs. */
static void test_same(void)
{
    static const char *const data[] = {"seed", "data.", NULL}, *const seed[] = {"seed", NULL};
    static const char *const rate[] = {"algorithm.learning_rate", NULL};
    static const char *const rounds[] = {"algorithm.rounds", NULL}, *const none[] = {NULL};
    const fed_config *p[12];

    must_accept(open_text(
        "sweep = ( { key = \"data.theta\"; values = ([1.0, 2.0], [1.0, 3.0], \"zeros\"); },\n"
        " { keys = [\"algorithm.name\", \"algorithm.learning_rate\", \"data.noise\"];\n"
        "   values = ((\"ngd\", 0.5, 1), (\"ngd\", { value = 0.5; }, 1),\n"
        "             (\"fedipm\", 0.5, 1), (\"ngd\", 0.5, 1)); } );"));
    CU_ASSERT_FATAL(fed_config_points(config) == 12);
    for (size_t k = 0; k < 12; k++)
        p[k] = fed_config_point(config, k);
    for (size_t a = 0; a < 12; a++)
        for (size_t b = 0; b < 12; b++) {
            const size_t i = a % 4, j = b % 4;

            CU_ASSERT(same_below(p[a], p[b], data) == (a / 4 == b / 4));
            CU_ASSERT(same_below(p[a], p[b], rate) == ((i == 1) == (j == 1)));
            CU_ASSERT(same_below(p[a], p[b], rounds) == ((i == 2) == (j == 2))); /* default */
            CU_ASSERT(same_below(p[a], p[b], seed) && same_below(p[a], p[b], none));
            CU_ASSERT((digest_below(p[a], data) == digest_below(p[b], data)) == (a / 4 == b / 4));
            CU_ASSERT((digest_below(p[a], rate) == digest_below(p[b], rate)) ==
                      ((i == 1) == (j == 1)));
        }
    CU_ASSERT(digest_below(p[4], data) != digest_below(p[4], none));
    CU_ASSERT(all_alike(seed) && all_alike(none));
    CU_ASSERT(!all_alike(data) && !all_alike(rate));
    CU_ASSERT(!all_alike(rounds));
    CU_ASSERT(fed_config_varies(config, "data.theta") && fed_config_varies(config, "data.noise"));
    CU_ASSERT(fed_config_varies(config, "algorithm.rounds") && !fed_config_varies(config, "seed"));
}

/* Printing, reading and printing again must change nothing. */
static void check_fixpoint(void)
{
    char *first = printed(false), *hash = printed(true), *second, *rehash;
    size_t points = fed_config_points(config);

    write_file("again.cfg", first);
    must_accept(open_with("again.cfg", NULL, 0));
    CU_ASSERT(fed_config_points(config) == points);
    second = printed(false);
    rehash = printed(true);
    CU_ASSERT(strcmp(first, second) == 0);
    CU_ASSERT(strcmp(hash, rehash) == 0);
    free(first);
    free(second);
    free(hash);
    free(rehash);
}

static const char full[] =
    "name = \"a \\\"b\\\" \\\\ c\\n\"; seed = 5000000000L; analysis = (\"gain\", \"stable\"); "
    "threads = 3;\n"
    "data = { source = \"file\"; path = \"x y.csv\"; labels = ((\"<5\", 1), (\"b\", 2.5)); target "
    "= 2; noise = 1;\n"
    "  theta = (1, 2.5, 1e-300); covariance = { rho = 0.1; }; };\n"
    "network = { type = \"central\"; degree = 7; }; output = { dir = \"z\"; };\n"
    "algorithm = { learning_rate = { schedule = \"step\"; values = [0.1, 0.30000000000000004]; at "
    "= [10]; }; };\n"
    "sweep = ( { keys = [\"network.type\", \"network.degree\"]; values = ((\"circle\", 1), "
    "(\"fixed-degree\", 2)); },\n"
    "  { key = \"data.path\"; values = [\"p.csv\", \"/q.csv\"]; } );\n"
    "zip = ( { key = \"algorithm.learning_rate\"; values = (0.5, { value = 2; }); } );\n";

static void test_print(void)
{
    static const char *const odd[] = {"data.labels.<5=1", "data.labels.b c=2.5"};
    char *text, here[256], wanted[512];
    const double *floats;

    must_accept(open_text(full));
    check_fixpoint();
    CU_ASSERT(fed_config_points(config) == 8);
    CU_ASSERT(strcmp(fed_config_string(config, "name"), "a \"b\" \\ c\n") == 0);
    CU_ASSERT(fed_config_floats(config, "data.theta", &floats) == 3 && floats[2] == 1e-300);
    text = printed(false);
    CU_ASSERT_FATAL(getcwd(here, sizeof here) != NULL);
    snprintf(wanted, sizeof wanted, "    path = \"%s/x y.csv\";\n",
             here); /* still found from elsewhere */
    CU_ASSERT(strstr(text, wanted) != NULL);
    snprintf(wanted, sizeof wanted, "values = (\"%s/p.csv\", \"/q.csv\");", here);
    CU_ASSERT(strstr(text, wanted) != NULL);
    free(text);
    text = printed(true);
    CU_ASSERT(strstr(text, "threads") == NULL && strstr(text, "dir =") == NULL &&
              strstr(text, "name = \"a") == NULL);
    free(text);
    write_file("t.cfg", "seed = 1;");
    must_accept(open_with("t.cfg", odd, 2)); /* words that are no names of a group */
    text = printed(false);
    CU_ASSERT(strstr(text, "labels = ((\"<5\", 1), (\"b c\", 2.5));") != NULL);
    free(text);
    check_fixpoint();
}

/* A default that some points of the sweep do not share must not be printed: it would be given. */
static void test_print_keeps_defaults_of_variants(void)
{
    must_accept(
        open_text("sweep = ( { key = \"algorithm.name\"; values = [\"ngd\", \"fedipm\"]; } );"));
    check_fixpoint();
    CU_ASSERT(fed_config_int(fed_config_point(config, 0), "algorithm.rounds") == 1000);
    CU_ASSERT(fed_config_int(fed_config_point(config, 1), "algorithm.rounds") == 500);
}

/* Values by their types: what is not told below would show as '?'. */
static void remember_row(void *context, const char *path, const fed_node *value)
{
    char *all = context, *end = all + strlen(all);

    end += sprintf(end, "%s=", path);
    if (value->kind == NODE_LIST)
        sprintf(end, "[%g]\n", value->floats[0]);
    else if (value->kind == NODE_FLOAT)
        sprintf(end, "%g float\n", value->f);
    else if (value->kind == NODE_INT)
        sprintf(end, "%lld\n", (long long)value->i);
    else
        sprintf(end, "%s\n", value->kind == NODE_STRING ? value->s : "?");
}

static void test_visit(void)
{
    char all[2000] = "";

    must_accept(open_text(
        "name = \"q\"; network = { type = \"circle\"; };\n"
        "algorithm = { learning_rate = { schedule = \"step\"; values = [0.1]; at = [1]; }; };"));
    fed_config_visit(config, remember_row, all);
    CU_ASSERT(
        strcmp(all,
               "name=q\nseed=1\nreplicates=1\nthreads=0\n"
               "data.source=synthetic\ndata.samples=100\ndata.test_fraction=0 "
               "float\ndata.model=linear\n"
               "data.theta=zeros\ndata.covariance.type=ar1\ndata.covariance.rho=0.5 "
               "float\ndata.noise=1 float\n"
               "network.type=circle\nnetwork.degree=1\n"
               "algorithm.name=ngd\nalgorithm.rounds=1000\n"
               "algorithm.learning_rate.schedule=step\nalgorithm.learning_rate.value=0.01 float\n"
               "algorithm.learning_rate.warmup=0\nalgorithm.learning_rate.values=[0.1]\n"
               "algorithm.learning_rate.at=[1]\n"
               "output.dir=results\noutput.every=1\n") == 0);
}

/* Small changes to a good file: accepted or refused with a place, never anything else; what is
 * accepted prints as itself. libconfig's own messages must not be needed. */
static void test_mutations(void)
{
    static const char *const bits[] = {"{",  "}",   "(",  ")",     "[",     "]",    ";",
                                       ",",  "=",   "\"", "/*",    "*/",    "#",    "\n",
                                       "\\", "1e5", "-",  "0x",    "L",     "true", " ",
                                       ".",  "\r",  "*",  "\"a\"", "\\x41", "nan",  "99999999999"};
    int accepted = 0;

    for (uint64_t k = 0; k < 600; k++) {
        fed_rng rng = fed_rng_stream(7, FED_RNG_TEST, k, 0, 0);
        size_t length = strlen(full), at = fed_rng_below(&rng, length),
               cut = fed_rng_below(&rng, 6);
        const char *bit = bits[fed_rng_below(&rng, sizeof bits / sizeof *bits)];
        char text[sizeof full + 32];
        fed_status result;

        if (k % 3 == 0)
            bit = "";
        else if (k % 3 == 1)
            cut = 0;
        snprintf(text, sizeof text, "%.*s%s%s", (int)at, full, bit,
                 full + (at + cut < length ? at + cut : length));
        result = open_text(text);
        CU_ASSERT(result == FED_OK ||
                  (result == FED_CONFIG && strncmp(error.text, "t.cfg:", 6) == 0));
        CU_ASSERT(strstr(error.text, "syntax error") == NULL);
        if (result == FED_OK) {
            accepted++;
            check_fixpoint();
        }
    }
    CU_ASSERT(accepted > 20);
}

static void test_explain(void)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fed_error fault = {FED_OK, ""};

    CU_ASSERT_FATAL(stream != NULL);
    CU_ASSERT(fed_config_explain(test_sections, "network.degree", stream, &fault) == FED_OK);
    CU_ASSERT(fed_config_explain(test_sections, "algorithm.learning_rate.at", stream, &fault) ==
              FED_OK);
    CU_ASSERT(fed_config_explain(test_sections, "netwrok.degree", stream, &fault) == FED_USAGE);
    CU_ASSERT(fed_config_explain(test_sections, "network.type", stream, &fault) == FED_OK);
    CU_ASSERT(fed_config_explain(test_sections, "zip", stream, &fault) == FED_OK);
    CU_ASSERT_FATAL(fclose(stream) == 0);
    CU_ASSERT(strcmp(text, "network.degree: integer, default 1, at least 1 and at most 1000000 "
                           "(type = \"circle\")\n"
                           "    senders heard\n"
                           "network.degree: integer, default 2, at least 1 and at most 1000000 "
                           "(type = \"fixed-degree\")\n"
                           "    senders heard\n"
                           "algorithm.learning_rate.at: integers, at least 0 and at most "
                           "1000000000 (schedule = \"step\")\n"
                           "    rounds\n"
                           "network.type: word, default \"central\"; one of central, circle, "
                           "fixed-degree\n"
                           "    the graph\n"
                           "zip: list of { key; values; }\n"
                           "    entries with the same number of values, which vary together; "
                           "combined with sweep\n") == 0);
    CU_ASSERT(strcmp(fault.text,
                     "--explain=netwrok.degree: unknown key (did you mean 'network.degree'?)") ==
              0);
    free(text);
}

static void test_suggest(void)
{
    static const char *const words[] = {"circle", "central", "complete", NULL};

    CU_ASSERT(strcmp(fed_suggest("cricle", words), "circle") == 0); /* a swap is one step */
    CU_ASSERT(strcmp(fed_suggest("CENTRAL", words), "central") == 0);
    CU_ASSERT(strcmp(fed_suggest("complet", words), "complete") == 0);
    CU_ASSERT(fed_suggest("torus", words) == NULL);
    CU_ASSERT(fed_suggest("", words) == NULL);
}

/* A default that its own row would refuse is a bug in the rows, and said to be one. */
static void test_bad_default(void)
{
    static const fed_param rows[] = {{"a", FED_INT, "0", 1, 2, NULL, "x"}, FED_END};
    static const fed_section bad[] = {{"", NULL, rows, NULL, NULL, NULL},
                                      {NULL, NULL, NULL, NULL, NULL, NULL}};
    fed_arena arena = {NULL};
    fed_error fault = {FED_OK, ""};
    fed_config *none;

    write_file("t.cfg", "a = 1;");
    CU_ASSERT(fed_config_open(&arena, "t.cfg", bad, NULL, 0, &none, NULL, &fault) == FED_INTERNAL);
    fed_arena_free(&arena);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"values by path", test_values},
        {"defaults", test_unset},
        {"labels and columns in both forms", test_labels_and_columns},
        {"rates as numbers and groups", test_rates},
        {"keys of variants not selected", test_other_variants},
        {"paths from the file that names them", test_paths},
        {"overrides, typed by their rows", test_overrides},
        {"overrides refused", test_overrides_refused},
        {"a sweep crosses its entries", test_sweep},
        {"a zip moves together", test_zip},
        {"a sweep of variants and rates", test_sweep_of_variants},
        {"sweeps refused", test_sweep_refused},
        {"views tell what a stage reads", test_views},
        {"points compared by the keys of a stage", test_same},
        {"points as files of their own", test_points_alone},
        {"printed, it reads as the same", test_print},
        {"printed, variants keep their defaults", test_print_keeps_defaults_of_variants},
        {"visited key by key", test_visit},
        {"mutations never surprise", test_mutations},
        {"rows explained", test_explain},
        {"the nearest word", test_suggest},
        {"a default outside its own row", test_bad_default},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"config", make_folder, drop_folder, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
