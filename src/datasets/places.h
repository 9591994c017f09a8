/* places.h -- where manifests and their files are looked for. */
#ifndef FED_DATASETS_PLACES_H
#define FED_DATASETS_PLACES_H

#include "datasets/manifest.h"

/* NULL-terminated: FEDOMP_DATA_PATH's directories, the source's datasets/, the installed one, and
 * that of Debian's packages. */
const char *const *fed_manifest_places(fed_arena *arena);
/* The manifest NAME.yaml of the first place that has one; false when none has. */
fed_status fed_manifest_find(fed_arena *arena, const char *name, fed_manifest *manifest,
                             bool *found, fed_error *error);
/* Every name that has a manifest, sorted, NULL-terminated; NULL: no memory. */
const char *const *fed_manifest_names(fed_arena *arena, size_t *count);
/* Puts the place in front of each file's path; *missing is the first that is in no place, NULL when
 * all are. */
fed_status fed_manifest_locate(fed_arena *arena, fed_manifest *manifest, const char **missing,
                               fed_error *error);

#endif
