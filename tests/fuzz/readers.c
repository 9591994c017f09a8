/* readers.c -- configurations and data: refused with words, or read; and what is printed is input.
 */
#include "readers.h"

#include "config/open.h"
#include "config/points.h"
#include "config/print.h"
#include "datasets/format.h"
#include "datasets/lp_csv.h"
#include "datasets/manifest.h"
#include "datasets/mps.h"
#include "datasets/theta_file.h"
#include "graphs/graph.h"
#include "study/registry.h"

#include <stdlib.h>
#include <string.h>

/* What must hold. */
static void insist(bool holds, const char *what, const char *words)
{
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", what, words);
    abort();
}

static void settled(fed_status status, const fed_error *error)
{
    insist(status == error->status, "the status is not that of the error", error->text);
    insist((status == FED_OK) == (error->text[0] == '\0'), "a fault without words", "");
    insist(status != FED_INTERNAL, "internal error", error->text);
    for (const char *p = error->text; *p != '\0'; p++)
        insist((unsigned char)*p >= 0x20 && *p != 0x7f, "a control character", error->text);
}

/* With the program's rows, which are made once. */
static fed_status read_config(fed_arena *arena, const char *file, const char *const *overrides,
                              size_t count, fed_config **config, fed_faults *faults,
                              fed_error *error)
{
    static fed_arena kept = {NULL};
    static const struct fed_schema *schema;

    if (schema == NULL)
        TRY(fed_config_schema(&kept, fed_sections, &schema, error));
    return fed_config_read(arena, file, schema, overrides, count, config, faults, error);
}

/* What is printed is read again as the same configuration. */
static void print_and_open(const fed_config *config)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_config *again = NULL;
    char hash[65], other[65];
    FILE *stream = fopen("printed.cfg", "w");

    insist(stream != NULL && fed_config_print(config, stream, false) == FED_OK &&
               fclose(stream) == 0,
           "cannot be printed", "");
    read_config(&arena, "printed.cfg", NULL, 0, &again, NULL, &error);
    insist(error.status == FED_OK, "what is printed is refused", error.text);
    insist(fed_config_hash(config, hash) == FED_OK && fed_config_hash(again, other) == FED_OK &&
               strcmp(hash, other) == 0,
           "what is printed has another hash", "");
    fed_arena_free(&arena);
}

static void open_config(const char *file, const char *const *overrides, size_t count)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_faults faults = {NULL, 0};
    fed_config *config = NULL;
    const fed_status status = read_config(&arena, file, overrides, count, &config, &faults, &error);

    settled(status, &error);
    if (status == FED_OK && fed_config_points(config) <= 64)
        print_and_open(config);
    fed_arena_free(&arena);
}

void fuzz_config(void)
{
    open_config("main.cfg", NULL, 0);
}

/* Every line is one, over a configuration with something of everything. */
void fuzz_override(void)
{
    static const char text[] =
        "seed = 3; data = { source = \"synthetic\"; samples = 50; theta = [1.0, 2.0]; };\n"
        "partition = { clients = 5; }; network = { type = \"circle\"; degree = 1; };\n"
        "algorithm = { name = \"ngd\"; rounds = 4; learning_rate = 0.1; };\n"
        "sweep = ( { key = \"algorithm.learning_rate\"; values = [0.1, 0.2]; } );\n";
    enum { MOST = 16 };
    const char *overrides[MOST];
    char *words = NULL, *rest = NULL;
    size_t room = 0, count = 0;
    FILE *stream = fopen("overrides", "r"), *base = fopen("base.cfg", "w");

    insist(stream != NULL && base != NULL, "cannot be opened", "overrides");
    fputs(text, base);
    fclose(base);
    if (getdelim(&words, &room, '\0', stream) > 0)
        for (char *line = strtok_r(words, "\n", &rest); line != NULL && count < MOST;
             line = strtok_r(NULL, "\n", &rest))
            overrides[count++] = line;
    fclose(stream);
    open_config("base.cfg", overrides, count);
    free(words);
}

/* Looks at a number, so that a sanitizer sees whether it is there. */
static void see(double value)
{
    static volatile double seen;

    seen = value;
    (void)seen;
}

static void look(const fed_dataset *data)
{
    for (size_t k = 0; k < data->n && data->y != NULL; k++)
        see(data->y[k]);
    for (size_t k = 0; data->x != NULL && k < data->n * data->d; k++)
        see(data->x[k]);
    for (size_t k = 0; data->bytes != NULL && k < data->n * data->d; k++)
        see(data->bytes[k]);
    for (size_t k = 0; data->ptr != NULL && k < data->ptr[data->n]; k++) {
        insist(data->col[k] < data->d, "a column beyond the last", "");
        see(data->val[k]);
    }
    for (size_t k = 0; data->client != NULL && k < data->n; k++)
        insist(data->client[k] >= -1 && data->client[k] < (int64_t)data->clients,
               "a client beyond the last", "");
    for (size_t j = 0; data->names != NULL && j < data->d; j++)
        see((double)strlen(data->names[j]));
    for (size_t k = 0; k < data->note_count; k++)
        see((double)strlen(data->notes[k]));
}

static void read_data(const fed_format *format, const fed_layout *layout, const char *path,
                      const char *target, const char *test)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_layout own = *layout;
    fed_dataset data, other;
    const fed_file file = {path, NULL, 0}, second = {target, NULL, 0}, third = {test, NULL, 0};
    fed_status status = fed_format_read(&arena, format, &own, &file,
                                        target != NULL ? &second : NULL, &data, &error);

    settled(status, &error);
    if (status == FED_OK)
        look(&data);
    if (status == FED_OK && test != NULL) {
        own.like = &data;
        own.features = data.d;
        status = fed_format_read(&arena, format, &own, &third, NULL, &other, &error);
        settled(status, &error);
        if (status == FED_OK)
            look(&other);
    }
    fed_arena_free(&arena);
}

void fuzz_csv(void)
{
    static const char *const words[] = {"yes", "no"}, *const drop[] = {"z"};
    static const double numbers[] = {1.0, 0.0};
    const fed_layout layouts[] = {
        {.target = {"y", -1}, .client = {"c", -1}, .header = true, .divide = 1.0},
        {.target = {NULL, 0},
         .client = {NULL, -1},
         .missing = FED_MISSING_DROP,
         .categories = FED_CATEGORIES_CODES,
         .words = words,
         .numbers = numbers,
         .word_count = 2,
         .divide = 2.0},
        {.target = {NULL, 1},
         .client = {NULL, 0},
         .header = true,
         .missing = FED_MISSING_MEAN,
         .drop = drop,
         .drop_count = 1,
         .delimiter = ';',
         .decimal = ',',
         .divide = 1.0}};
    char *faults[2 * FED_FAULTS_MAX] = {NULL};
    fed_faults all = {faults, 0};
    fed_layout telling = layouts[0];

    for (size_t k = 0; k < sizeof layouts / sizeof layouts[0]; k++)
        read_data(&fed_format_csv, &layouts[k], "train.csv", NULL, "test.csv");
    telling.faults = &all;
    telling.categories = FED_CATEGORIES_REFUSED;
    read_data(&fed_format_csv, &telling, "train.csv", NULL, NULL);
}

void fuzz_libsvm(void)
{
    fed_layout layout = fed_layout_default;

    read_data(&fed_format_libsvm, &layout, "train.svm", NULL, NULL);
    layout.base = 0;
    layout.features = 4;
    read_data(&fed_format_libsvm, &layout, "train.svm", NULL, "train.svm");
}

void fuzz_idx(void)
{
    fed_layout layout = fed_layout_default;

    layout.divide = 255.0;
    read_data(&fed_format_idx, &layout, "train.idx", "labels.idx", NULL);
}

void fuzz_npy(void)
{
    fed_layout layout = fed_layout_default;

    read_data(&fed_format_npy, &layout, "train.npy", "labels.npy", NULL);
    layout.target.index = 0;
    layout.client.index = 1;
    read_data(&fed_format_npy, &layout, "train.npy", NULL, NULL);
}

void fuzz_cifar(void)
{
    read_data(&fed_format_cifar, &fed_layout_default, "train.bin", NULL, NULL);
}

void fuzz_leaf(void)
{
    read_data(&fed_format_leaf, &fed_layout_default, "train.json", NULL, "test.json");
}

void fuzz_manifest(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_manifest manifest;
    const fed_status status = fed_manifest_read(&arena, "set.yaml", &manifest, &error);

    settled(status, &error);
    if (status == FED_OK && manifest.format != NULL && !manifest.format->target_file)
        read_data(manifest.format, &manifest.layout, "train.csv", NULL,
                  manifest.file[FED_TEST].path != NULL ? "test.csv" : NULL);
    fed_arena_free(&arena);
}

static void read_program(const char *path,
                         fed_status (*read)(fed_arena *, const char *, fed_dataset *, fed_error *))
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_dataset data = {.origin = path};
    const fed_status status = read(&arena, path, &data, &error);

    settled(status, &error);
    if (status == FED_OK)
        look(&data);
    fed_arena_free(&arena);
}

void fuzz_mps(void)
{
    read_program("program.mps", fed_program_mps);
}

void fuzz_lp(void)
{
    read_program(".", fed_program_csv);
}

void fuzz_graph(void)
{
    static fed_arena kept = {NULL};
    static fed_config *config;
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_graph *graph = NULL;
    fed_status status;
    FILE *stream;

    if (config == NULL) {
        stream = fopen("graph.cfg", "w");
        insist(stream != NULL, "cannot be written", "graph.cfg");
        fputs("network = { type = \"file\"; path = \"edges\"; };\n", stream);
        fclose(stream);
        fed_config_open(&kept, "graph.cfg", fed_sections, NULL, 0, &config, NULL, &error);
    }
    insist(error.status == FED_OK, "graph.cfg", error.text);
    status = fed_graph_make(&arena, config, 1, 0, 5, &graph, &error);
    settled(status, &error);
    for (size_t e = 0; status == FED_OK && e < graph->edges; e++)
        insist(graph->sender[e] < graph->clients, "a sender beyond the last", "");
    fed_arena_free(&arena);
}

void fuzz_theta(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_theta_file file = {0};
    const fed_status status = fed_theta_read(&arena, "theta", &file, &error);

    settled(status, &error);
    for (size_t k = 0; status == FED_OK && k < file.rows * file.p; k++)
        see(file.theta[k] + (double)file.client[k / file.p]);
    fed_arena_free(&arena);
}
