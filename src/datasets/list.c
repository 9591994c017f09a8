/* list.c -- the data sets known, and whether their files are here. */
#include "datasets/list.h"

#include "datasets/manifest.h"
#include "datasets/places.h"

#include <string.h>

/* Where the training file is, its own name cut off. */
static const char *folder_of(fed_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *folder;

    folder = slash == NULL ? "." : fed_sprintf(arena, "%.*s", (int)(slash - path), path);
    return folder != NULL ? folder : "?";
}

/* A manifest that cannot be used is shown with its fault: the others are not to blame. */
static fed_status list_one(fed_arena *arena, FILE *stream, const char *name, fed_error *error)
{
    fed_error fault = {FED_OK, ""};
    fed_manifest m;
    const char *missing = NULL;
    char classes[24] = "-";
    bool found = false;
    fed_status status = fed_manifest_find(arena, name, &m, &found, &fault);

    if (status == FED_OK && found)
        status = fed_manifest_locate(arena, &m, &missing, &fault);
    if (status == FED_NOMEM)
        return fed_nomem(error);
    if (status != FED_OK)
        fprintf(stream, "%-20s %s\n", name, fault.text);
    if (status != FED_OK || !found)
        return FED_OK;
    if (m.classes > 0)
        snprintf(classes, sizeof classes, "%zu", m.classes);
    fprintf(stream, "%-20s %-7s %8zu %9zu %8s  %-8s %s", m.name, m.format->entry.name, m.samples,
            m.features, classes, missing == NULL ? "present" : "absent", m.title);
    if (missing == NULL)
        fprintf(stream, " (%s)\n", folder_of(arena, m.file[FED_TRAIN].path));
    else if (m.package != NULL)
        fprintf(stream, " (package %s)\n", m.package);
    else
        fprintf(stream, " (get it from %s)\n", m.source != NULL ? m.source : "its makers");
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
        fprintf(stream, "%-20s %-7s %8s %9s %8s  %-8s %s\n", "name", "format", "samples",
                "features", "classes", "files", "title");
    for (size_t k = 0; status == FED_OK && k < count; k++)
        status = list_one(&arena, stream, names[k], error);
    fed_arena_free(&arena);
    return status;
}
