/* made.c -- a directory of its own for the files of one test program. */
#include "made.h"

#include "datasets/dataset.h"
#include "graphs/graph.h"
#include "partitions/partition.h"
#include "schedules/schedule.h"
#include "tap.h"
#include "config/open.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

extern const fed_source fed_source_synthetic;

static char directory[] = "/tmp/fedomp-test-XXXXXX";
static bool created;

static const fed_entry *const sources[] = {&fed_source_synthetic.entry, NULL};
static const fed_param data_rows[] = {
    {"source", FED_NAME, "synthetic", FED_ANY, NULL, "where data come from"}, FED_END};
static const fed_param algorithm_rows[] = {{"rate", FED_RATE, "0.5", 0, INFINITY, NULL, "a rate"},
                                           FED_END};

static const fed_section sections[] = {
    {"data", "source", data_rows, sources, NULL, NULL},
    {"partition", "scheme", fed_partition_params, fed_schemes, NULL, NULL},
    {"network", "type", fed_network_params, fed_networks, NULL, NULL},
    {"algorithm", NULL, algorithm_rows, NULL, NULL, NULL},
    {"@rate", "schedule", fed_rate_params, fed_schedules, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

const char *made_file(fed_arena *arena, const char *name, const char *text, size_t size)
{
    const char *path;
    FILE *stream;

    if (!created)
        created = mkdtemp(directory) != NULL;
    path = fed_sprintf(arena, "%s/%s", directory, name);
    stream = fopen(path, "w");
    CU_ASSERT_FATAL(stream != NULL);
    CU_ASSERT(fwrite(text, 1, size, stream) == size);
    fclose(stream);
    return path;
}

const fed_config *made_config(fed_arena *arena, const char *format, ...)
{
    fed_error error = {FED_OK, ""};
    fed_config *config = NULL;
    const char *path;
    char text[4096];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    path = made_file(arena, "made.cfg", text, strlen(text));
    if (fed_config_open(arena, path, sections, NULL, 0, &config, NULL, &error) != FED_OK) {
        printf("# %s\n", error.text);
        CU_FAIL("the configuration is refused");
        return NULL;
    }
    return config;
}

void made_clean(void)
{
    DIR *listing = created ? opendir(directory) : NULL;
    struct dirent *item;

    while (listing != NULL && (item = readdir(listing)) != NULL)
        if (item->d_name[0] != '.') {
            char path[512];

            snprintf(path, sizeof path, "%s/%s", directory, item->d_name);
            remove(path);
        }
    if (listing != NULL)
        closedir(listing);
    rmdir(directory);
}
