/* test_config.c -- the configuration: reading, overriding, sweeping, and every fault in words. */
#include "config/config.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const fed_param top_rows[] = {
    {"name", FED_STRING, "run", FED_ANY, NULL, "name of the run"},
    {"seed", FED_INT, "1", 0, 9223372036854775807.0, NULL, "seed of all random numbers"},
    {"replicates", FED_INT, "1", 1, 1e6, NULL, "how many times"},
    {"threads", FED_INT, "0", 0, 4096, NULL, "threads"},
    {"analysis", FED_STRINGS, NULL, FED_ANY, "stable|surrogate|gain", "analyses"},
    FED_END};

static const fed_param data_rows[] = {
    {"source", FED_NAME, "synthetic", FED_ANY, NULL, "where samples come from"},
    {"samples", FED_INT, "100", 1, 1e9, NULL, "how many"},
    {"test_fraction", FED_FLOAT, "0.0", 0, 0.99999999999999989, NULL, "share held out"},
    FED_END};
static const fed_param synthetic_rows[] = {
    {"model", FED_CHOICE, "linear", FED_ANY, "linear|logistic|poisson", "response"},
    {"theta", FED_THETA, "zeros", FED_ANY, "zeros|normal", "true parameters"},
    {"covariance.type", FED_CHOICE, "ar1", FED_ANY, "ar1|equal", "of the features"},
    {"covariance.rho", FED_FLOAT, "0.5", -1, 1, NULL, "correlation"},
    {"noise", FED_FLOAT, "1.0", 4.9406564584124654e-324, INFINITY, NULL, "standard deviation"},
    FED_END};
static const fed_param file_rows[] = {
    {"path", FED_PATH, NULL, FED_ANY, NULL, "the file"},
    {"target", FED_COLUMN, "y", FED_ANY, NULL, "response column"},
    {"labels", FED_LABELS, NULL, FED_ANY, NULL, "words of the response"},
    {"header", FED_BOOL, "true", FED_ANY, NULL, "first line names columns"},
    FED_END};
static const fed_entry synthetic = {"synthetic", "drawn", synthetic_rows};
static const fed_entry file_source = {"file", "read", file_rows};
static const fed_entry *const sources[] = {&synthetic, &file_source, NULL};

static const fed_param network_rows[] = {
    {"type", FED_NAME, "central", FED_ANY, NULL, "the graph"},
    FED_END};
static const fed_param circle_rows[] = {{"degree", FED_INT, "1", 1, 1e6, NULL, "senders heard"}, FED_END};
static const fed_param fixed_rows[] = {{"degree", FED_INT, "2", 1, 1e6, NULL, "senders heard"}, FED_END};
static const fed_entry central = {"central", "all", NULL}, circle = {"circle", "ring", circle_rows};
static const fed_entry fixed = {"fixed-degree", "random", fixed_rows};
static const fed_entry *const networks[] = {&central, &circle, &fixed, NULL};

static const fed_param algorithm_rows[] = {
    {"name", FED_NAME, "ngd", FED_ANY, NULL, "the method"},
    {"rounds", FED_INT, "1000", 0, 1e9, NULL, "rounds"},
    {"learning_rate", FED_RATE, "0.01", 0, INFINITY, NULL, "step"},
    FED_END};
static const fed_param fedipm_rows[] = {
    {"rounds", FED_INT, "500", 0, 1e9, NULL, "rounds"},
    {"sizes", FED_INTS, "[4, 3, 2, 1]", 1, 1e6, NULL, "sketch sizes"},
    FED_END};
static const fed_entry ngd = {"ngd", "descent", NULL}, fedipm = {"fedipm", "interior point", fedipm_rows};
static const fed_entry *const algorithms[] = {&ngd, &fedipm, NULL};

static const fed_param rate_rows[] = {
    {"schedule", FED_NAME, "constant", FED_ANY, NULL, "how it changes"},
    {"value", FED_FLOAT, "0.01", 0, INFINITY, NULL, "first rate"},
    {"warmup", FED_INT, "0", 0, 1e9, NULL, "rounds of warm-up"},
    FED_END};
static const fed_param step_rows[] = {
    {"values", FED_FLOATS, NULL, 0, INFINITY, NULL, "rates"},
    {"at", FED_INTS, NULL, 0, 1e9, NULL, "rounds"},
    FED_END};
static const fed_entry constant = {"constant", "same", NULL}, step = {"step", "stairs", step_rows};
static const fed_entry *const schedules[] = {&constant, &step, NULL};

static const fed_param output_rows[] = {
    {"dir", FED_STRING, "results", FED_ANY, NULL, "where"},
    {"every", FED_INT, "1", 1, 1e9, NULL, "rounds between records"},
    FED_END};

static const fed_section sections[] = {{"", NULL, top_rows, NULL},
                                       {"data", "source", data_rows, sources},
                                       {"network", "type", network_rows, networks},
                                       {"algorithm", "name", algorithm_rows, algorithms},
                                       {"output", NULL, output_rows, NULL},
                                       {"@rate", "schedule", rate_rows, schedules},
                                       {NULL, NULL, NULL, NULL}};

static char folder[] = "/tmp/fedomp-config-XXXXXX";
static fed_arena arena;
static fed_error error;
static fed_faults faults;
static fed_config *config;

static void write_bytes(const char *name, const char *text, size_t size)
{
    FILE *file = fopen(name, "wb");

    CU_ASSERT_FATAL(file != NULL && fwrite(text, 1, size, file) == size && fclose(file) == 0);
}

static void write_file(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static fed_status open_with(const char *file, const char *const *overrides, size_t count)
{
    fed_arena_free(&arena);
    memset(&error, 0, sizeof error);
    memset(&faults, 0, sizeof faults);
    config = NULL;
    return fed_config_open(&arena, file, sections, overrides, count, &config, &faults, &error);
}

static fed_status open_text(const char *text)
{
    write_file("t.cfg", text);
    return open_with("t.cfg", NULL, 0);
}

/* The first fault must be this line, word for word. */
static void refuse(const char *text, const char *message)
{
    fed_status status = open_text(text);

    CU_ASSERT(status == FED_CONFIG && error.status == FED_CONFIG);
    CU_ASSERT(faults.count > 0 && strcmp(faults.text[0], error.text) == 0);
    if (strcmp(error.text, message) != 0) {
        CU_FAIL("message");
        printf("# expected %s\n# found    %s\n", message, error.text);
    }
}

static void accept(fed_status result)
{
    if (result != FED_OK)
        printf("# %s\n", error.text);
    CU_ASSERT_FATAL(result == FED_OK && error.status == FED_OK && faults.count == 0);
}

static void test_values(void)
{
    const double *floats;
    const int64_t *ints;
    const char *const *words;

    accept(open_text("name = \"a\" \"b\"; seed = 4294967297L\n"
                     "data = { theta = [3.0, 1.5]; covariance = { rho = -1; }; };\n"
                     "algorithm : { name = \"fedipm\", sizes = (7, 8); }; analysis = \"gain\";"));
    CU_ASSERT(strcmp(fed_config_string(config, "name"), "ab") == 0);
    CU_ASSERT(fed_config_int(config, "seed") == 4294967297);
    CU_ASSERT(fed_config_given(config, "seed") && !fed_config_given(config, "threads"));
    CU_ASSERT(fed_config_is_list(config, "data.theta"));
    CU_ASSERT(fed_config_floats(config, "data.theta", &floats) == 2 && floats[1] == 1.5);
    CU_ASSERT(fed_config_float(config, "data.covariance.rho") == -1.0);
    CU_ASSERT(fed_config_float(config, "data.noise") == 1.0);
    CU_ASSERT(fed_config_int(config, "algorithm.rounds") == 500); /* the variant's default */
    CU_ASSERT(fed_config_ints(config, "algorithm.sizes", &ints) == 2 && ints[1] == 8);
    CU_ASSERT(fed_config_strings(config, "analysis", &words) == 1 && strcmp(words[0], "gain") == 0);
    CU_ASSERT(fed_config_float(config, "algorithm.learning_rate") == 0.01);
    CU_ASSERT(!fed_config_is_group(config, "algorithm.learning_rate"));
    CU_ASSERT(fed_config_points(config) == 1 && fed_config_sweep_count(config) == 0);
}

static void test_unknown_keys(void)
{
    refuse("seed = 1;\nalgorithm = { learning_rat = 0.1; };\n",
           "t.cfg:2: algorithm.learning_rat: unknown key (did you mean 'learning_rate'?)");
    refuse("learning_rate = 0.1;", "t.cfg:1: learning_rate: unknown key (did you mean 'algorithm.learning_rate'?)");
    refuse("Seed = 1;", "t.cfg:1: Seed: unknown key (did you mean 'seed'?)");
    refuse("xyzzy = 1;", "t.cfg:1: xyzzy: unknown key");
}

static int make_folder(void)
{
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int drop_folder(void)
{
    char command[64];

    fed_arena_free(&arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") != 0 || system(command) != 0;
}

int main(void)
{
    CU_TestInfo tests[] = {{"values by path, given and by default", test_values},
                           {"unknown keys, with what was meant", test_unknown_keys},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"config", make_folder, drop_folder, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
