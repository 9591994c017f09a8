/* config_rows.c -- a small schema with every type of row, variants and rates; readings of small
 * files. */
#include "config_rows.h"
#include "config/open.h"
#include "config/print.h"

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

static const fed_param network_rows[] = {{"type", FED_NAME, "central", FED_ANY, NULL, "the graph"},
                                         FED_END};
static const fed_param circle_rows[] = {{"degree", FED_INT, "1", 1, 1e6, NULL, "senders heard"},
                                        FED_END};
static const fed_param fixed_rows[] = {{"degree", FED_INT, "2", 1, 1e6, NULL, "senders heard"},
                                       FED_END};
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
static const fed_entry ngd = {"ngd", "descent", NULL},
                       fedipm = {"fedipm", "interior point", fedipm_rows};
static const fed_entry *const algorithms[] = {&ngd, &fedipm, NULL};

static const fed_param rate_rows[] = {
    {"schedule", FED_NAME, "constant", FED_ANY, NULL, "how it changes"},
    {"value", FED_FLOAT, "0.01", 0, INFINITY, NULL, "first rate"},
    {"warmup", FED_INT, "0", 0, 1e9, NULL, "rounds of warm-up"},
    FED_END};
static const fed_param step_rows[] = {{"values", FED_FLOATS, NULL, 0, INFINITY, NULL, "rates"},
                                      {"at", FED_INTS, NULL, 0, 1e9, NULL, "rounds"},
                                      FED_END};
static const fed_entry constant = {"constant", "same", NULL}, step = {"step", "stairs", step_rows};
static const fed_entry *const schedules[] = {&constant, &step, NULL};

static const fed_param output_rows[] = {
    {"dir", FED_STRING, "results", FED_ANY, NULL, "where"},
    {"every", FED_INT, "1", 1, 1e9, NULL, "rounds between records"},
    FED_END};

const fed_section test_sections[] = {{"", NULL, top_rows, NULL, NULL, "name|threads"},
                                     {"data", "source", data_rows, sources, NULL, NULL},
                                     {"network", "type", network_rows, networks, NULL, NULL},
                                     {"algorithm", "name", algorithm_rows, algorithms, NULL, NULL},
                                     {"output", NULL, output_rows, NULL, NULL, "*"},
                                     {"@rate", "schedule", rate_rows, schedules, NULL, NULL},
                                     {NULL, NULL, NULL, NULL, NULL, NULL}};

fed_config *config;
fed_faults faults;
fed_error error;

static char folder[] = "/tmp/fedomp-config-XXXXXX";
static fed_arena arena;

int make_folder(void)
{
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

int drop_folder(void)
{
    char command[64];

    fed_arena_free(&arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") != 0 || system(command) != 0;
}

void write_bytes(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    CU_ASSERT_FATAL(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

void write_file(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

fed_status open_with(const char *file, const char *const *overrides, size_t count)
{
    fed_arena_free(&arena);
    memset(&error, 0, sizeof error);
    memset(&faults, 0, sizeof faults);
    config = NULL;
    return fed_config_open(&arena, file, test_sections, overrides, count, &config, &faults, &error);
}

fed_status open_text(const char *text)
{
    write_file("t.cfg", text);
    return open_with("t.cfg", NULL, 0);
}

char *printed(bool hashed)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    CU_ASSERT_FATAL(stream != NULL);
    CU_ASSERT(fed_config_print(config, stream, hashed) == FED_OK);
    CU_ASSERT_FATAL(fclose(stream) == 0);
    return text;
}

void must_accept(fed_status result)
{
    if (result != FED_OK)
        printf("# %s\n", error.text);
    CU_ASSERT_FATAL(result == FED_OK && error.status == FED_OK && faults.count == 0);
}

void must_refuse(fed_status result, const char *message)
{
    CU_ASSERT(result == FED_CONFIG && error.status == FED_CONFIG);
    CU_ASSERT(faults.count > 0 && strcmp(faults.text[0], error.text) == 0);
    if (strcmp(error.text, message) != 0) {
        CU_FAIL("another message");
        printf("# expected %s\n# found    %s\n", message, error.text);
    }
}

void refuse(const char *text, const char *message)
{
    must_refuse(open_text(text), message);
}
