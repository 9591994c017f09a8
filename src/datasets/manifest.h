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

#endif
