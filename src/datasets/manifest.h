/* manifest.h -- a data set described by a YAML file: what it is, its files, how they are read. */
#ifndef FED_MANIFEST_H
#define FED_MANIFEST_H

#include "datasets/format.h"

typedef enum fed_part {
    FED_TRAIN,
    FED_TRAIN_LABELS,
    FED_TEST,
    FED_TEST_LABELS,
    FED_PARTS
} fed_part;

typedef struct fed_manifest {
    const char *path; /* of the YAML file */
    const char *name, *title, *licence, *source, *package;
    const fed_format *format;
    fed_layout layout;
    fed_file file[FED_PARTS]; /* path NULL: the set has none; relative until found */
    size_t samples, features, classes;
} fed_manifest;

fed_status fed_manifest_read(fed_arena *arena, const char *path, fed_manifest *manifest,
                             fed_error *error);

/* NULL-terminated: FEDOMP_DATA_PATH's directories, the source's datasets/, the installed one, and
 * that of Debian's packages. */
const char *const *fed_manifest_places(fed_arena *arena);

/* The manifest NAME.yaml of the first place that has one; false when none has. */
fed_status fed_manifest_find(fed_arena *arena, const char *name, fed_manifest *manifest,
                             bool *found, fed_error *error);

/* Every name that has a manifest, sorted, NULL-terminated; NULL: no memory. */
const char *const *fed_manifest_names(fed_arena *arena, size_t *count);

/* Puts the place in front of each file's path; *missing is the first that is in no place, NULL when all are. */
fed_status fed_manifest_locate(fed_arena *arena, fed_manifest *manifest, const char **missing,
                               fed_error *error);

#endif
