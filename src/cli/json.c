/* json.c -- --json: run.yaml of a results directory as JSON. */
#include "cli/json.h"

#include "core/arena.h"
#include "writers/json.h"

int fed_app_json(const char *dir)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const char *path = fed_sprintf(&arena, "%s/run.yaml", dir);
    const fed_status status =
        path != NULL ? fed_json_file(path, stdout, &error) : fed_nomem(&error);

    if (status != FED_OK)
        fprintf(stderr, "fedomp: %s\n", error.text);
    fed_arena_free(&arena);
    return fed_status_exit(status);
}
