/* list.c -- the data sets known, and whether their files are here. */
#include "datasets/manifest.h"

#include <string.h>

/* Where the training file is, its own name cut off. */
static const char *folder_of(fed_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *folder;

    folder = slash == NULL ? "." : fed_sprintf(arena, "%.*s", (int)(slash - path), path);
    return folder != NULL ? folder : "?";
}

static fed_status list_one(fed_arena *arena, FILE *stream, const char *name, fed_error *error)
{
    fed_manifest m;
    const char *missing;
    bool found;

    TRY(fed_manifest_find(arena, name, &m, &found, error));
    if (!found)
        return FED_OK;
    TRY(fed_manifest_locate(arena, &m, &missing, error));
    fprintf(stream, "%-20s %-7s %8zu %9zu %8zu  %-8s %s", m.name, m.format->entry.name, m.samples, m.features,
            m.classes, missing == NULL ? "present" : "absent", m.title);
    if (missing == NULL)
        fprintf(stream, " (%s)\n", folder_of(arena, m.file[FED_TRAIN].path));
    else
        fprintf(stream, " (%s %s)\n", m.package != NULL ? "package" : "get it from",
                m.package != NULL ? m.package : m.source != NULL ? m.source : "its makers");
    return FED_OK;
}

fed_status fed_dataset_list(FILE *stream, fed_error *error)
{
    fed_arena arena = {NULL};
    fed_status status = FED_OK;
    size_t count;
    const char *const *names = fed_manifest_names(&arena, &count);

    if (names == NULL)
        status = fed_nomem(error);
    else
        fprintf(stream, "%-20s %-7s %8s %9s %8s  %-8s %s\n", "name", "format", "samples", "features", "classes",
                "files", "title");
    for (size_t k = 0; status == FED_OK && k < count; k++)
        status = list_one(&arena, stream, names[k], error);
    fed_arena_free(&arena);
    return status;
}
