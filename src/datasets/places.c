/* places.c -- where manifests and their files are looked for. */
#include "datasets/places.h"

#include "datasets/manifest.h"

#include "core/roots.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const *fed_manifest_places(fed_arena *arena)
{
    const char *given = getenv("FEDOMP_DATA_PATH");
    fed_roots roots;
    char *words = fed_strdup(arena, given != NULL ? given : "");
    const char **places;
    size_t count = 0, most = 5;
    char *rest;

    if (words == NULL)
        return NULL;
    for (const char *p = words; *p != '\0'; p++)
        most += *p == ':';
    places = FED_ARRAY(arena, most, const char *);
    if (places == NULL)
        return NULL;
    for (char *word = strtok_r(words, ":", &rest); word != NULL; word = strtok_r(NULL, ":", &rest))
        places[count++] = word;
    fed_roots_find(&roots);
    for (size_t r = 0; r < roots.count; r++)
        if ((places[count++] = fed_sprintf(arena, "%s/datasets", roots.path[r])) == NULL)
            return NULL;
    places[count++] = "/usr/share/datasets"; /* Debian's packages */
    return places;
}

/* A manifest's name is that of a file in one directory. */
static bool is_plain(const char *name)
{
    return *name != '\0' && *name != '.' && strchr(name, '/') == NULL && strlen(name) < 200;
}

fed_status fed_manifest_find(fed_arena *arena, const char *name, fed_manifest *manifest,
                             bool *found, fed_error *error)
{
    const char *const *places = fed_manifest_places(arena);

    *found = false;
    if (places == NULL)
        return fed_nomem(error);
    for (; is_plain(name) && *places != NULL; places++) {
        const char *path = fed_sprintf(arena, "%s/%s.yaml", *places, name);

        if (path == NULL)
            return fed_nomem(error);
        if (access(path, F_OK) != 0)
            continue;
        *found = true;
        TRY(fed_manifest_read(arena, path, manifest, error));
        if (strcmp(manifest->name, name) != 0)
            return fed_fail(error, FED_DATA, "%s: name is '%s', expected '%s'", path,
                            manifest->name, name);
        return FED_OK;
    }
    return FED_OK;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the names of one directory; once with names NULL only to count them. */
static bool scan(fed_arena *arena, const char *place, const char **names, size_t *count,
                 size_t most)
{
    DIR *folder = opendir(place);
    struct dirent *item;
    bool good = true;

    while (folder != NULL && good && *count < most && (item = readdir(folder)) != NULL) {
        size_t length = strlen(item->d_name);

        if (length <= 5 || strcmp(item->d_name + length - 5, ".yaml") != 0 ||
            item->d_name[0] == '.')
            continue;
        if (names != NULL)
            good =
                (names[*count] = fed_sprintf(arena, "%.*s", (int)length - 5, item->d_name)) != NULL;
        (*count)++;
    }
    if (folder != NULL)
        closedir(folder);
    return good;
}

const char *const *fed_manifest_names(fed_arena *arena, size_t *count)
{
    const char *const *places = fed_manifest_places(arena);
    const char **names;
    size_t most = 0, filled = 0;

    *count = 0;
    if (places == NULL)
        return NULL;
    for (const char *const *place = places; *place != NULL; place++)
        scan(arena, *place, NULL, &most, SIZE_MAX);
    names = FED_ARRAY(arena, most + 1, const char *);
    if (names == NULL)
        return NULL;
    for (const char *const *place = places; *place != NULL; place++)
        if (!scan(arena, *place, names, &filled, most))
            return NULL;
    qsort(names, filled, sizeof *names, compare);
    for (size_t k = 0; k < filled; k++)
        if (k == 0 || strcmp(names[k], names[*count - 1]) != 0)
            names[(*count)++] = names[k];
    names[*count] = NULL;
    return names;
}

/* PLACE/NAME/path of any place before PLACE/path: many sets call their files alike. */
static fed_status locate_file(fed_arena *arena, const char *const *places, const char *name,
                              fed_file *file, bool *found, fed_error *error)
{
    *found = false;
    for (int below = 1; below >= 0; below--)
        for (const char *const *place = places; *place != NULL; place++) {
            const char *path = fed_sprintf(arena, "%s/%s%s%s", *place, below ? name : "",
                                           below ? "/" : "", file->path);

            if (path == NULL)
                return fed_nomem(error);
            if (access(path, F_OK) == 0) {
                file->path = path;
                *found = true;
                return FED_OK;
            }
        }
    return FED_OK;
}

fed_status fed_manifest_locate(fed_arena *arena, fed_manifest *manifest, const char **missing,
                               fed_error *error)
{
    const char *const *places = fed_manifest_places(arena);

    *missing = NULL;
    if (places == NULL)
        return fed_nomem(error);
    for (int part = 0; part < FED_PARTS; part++) {
        bool found = true;

        if (manifest->file[part].path != NULL)
            TRY(locate_file(arena, places, manifest->name, &manifest->file[part], &found, error));
        if (!found && *missing == NULL)
            *missing = manifest->file[part].path;
    }
    return FED_OK;
}
