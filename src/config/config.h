/* config.h -- the configuration: read, checked against the sections' rows, overridden, swept. */
#ifndef FED_CONFIG_H
#define FED_CONFIG_H

#include "core/arena.h"
#include "core/param.h"
#include "core/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct fed_config fed_config; /* one resolved point; immutable */

typedef struct fed_faults { /* every fault found, in order of the file */
    char **text;
    size_t count;
} fed_faults;

/* Reads FILE, applies the overrides "path=value" in order, expands the sweep and checks every point.
 * sections end with a row whose path is NULL. On failure *error holds the first fault
 * ("FILE:LINE: key: what"), and *faults (if not NULL) all of them. The result is point 0's view. */
fed_status fed_config_open(fed_arena *arena, const char *file, const fed_section *sections,
                           const char *const *overrides, size_t override_count, fed_config **config,
                           fed_faults *faults, fed_error *error);

/* The sweep: 1 point when there is none. The first entry varies slowest. What open returned stands for
 * the whole and reads as point 0. */
size_t fed_config_points(const fed_config *config);
const fed_config *fed_config_point(const fed_config *config, size_t point);
size_t fed_config_sweep_count(const fed_config *config);              /* swept keys */
const char *fed_config_sweep_key(const fed_config *config, size_t k); /* full path */
/* as text: a string without quotes, the shortest digits that give the number back */
const char *fed_config_sweep_value(const fed_config *config, size_t point, size_t k);

/* Values by full path ("network.degree"). The row must exist: asking otherwise is a bug (assert).
 * An unset key gives its default: the selected variant's row first, then the section's; without one
 * it gives 0, false, "" or an empty list. A printed default is given when read again, so only keys
 * without default may ask whether they were. Keys inside a rate: "algorithm.learning_rate.values". */
bool fed_config_given(const fed_config *config, const char *path); /* set by file, -D or sweep */
bool fed_config_bool(const fed_config *config, const char *path);
int64_t fed_config_int(const fed_config *config, const char *path);
double fed_config_float(const fed_config *config, const char *path);
const char *fed_config_string(const fed_config *config, const char *path); /* "" when unset */
/* What a section's selector ("loss.type") names, among the variants of the sections given to open. */
const fed_entry *fed_config_entry(const fed_config *config, const char *path);
const char *fed_config_path(const fed_config *config, const char *path);   /* resolved; "" unset */
/* FED_DATA, with the key's place, when the file that it names cannot be read. */
fed_status fed_config_readable(const fed_config *config, const char *path, fed_error *error);
size_t fed_config_floats(const fed_config *config, const char *path, const double **values);
size_t fed_config_ints(const fed_config *config, const char *path, const int64_t **values);
size_t fed_config_strings(const fed_config *config, const char *path, const char *const **values);
bool fed_config_is_list(const fed_config *config,
                        const char *path); /* FED_THETA, FED_COLUMN: number */
bool fed_config_is_group(const fed_config *config,
                         const char *path); /* a FED_RATE written as group */
size_t fed_config_labels(const fed_config *config, const char *path, const char *const **words,
                         const double **numbers);

/* Faults found by later stages, told as the front end tells its own: "FILE:LINE: path: ..."; where the
 * key is not given, at the group around it. */
fed_status fed_config_fault(const fed_config *config, fed_error *error, fed_status status,
                            const char *path, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The resolved configuration in libconfig syntax, valid input again (files by absolute path): with its
 * sweep for what open returned, alone for a point. Keys in schema order; with hashed = true only what
 * determines results (no name, threads, output). */
fed_status fed_config_print(const fed_config *config, FILE *stream, bool hashed);
/* SHA-256 of what fed_config_print gives with hashed = true, as 64 hexadecimal digits. */
fed_status fed_config_hash(const fed_config *config, char hash[65]);
/* Calls row(context, path, text, word) for every resolved key, in the same order (for run.yaml): strings,
 * which word tells, without quotes, files by absolute path, lists in libconfig syntax; last "sweep" if there
 * is one. False when out of memory. */
bool fed_config_visit(const fed_config *config,
                      void (*row)(void *context, const char *path, const char *text, bool word),
                      void *context);

/* --explain=PATH: the row, or all rows below PATH, as text; FED_USAGE with a suggestion otherwise. */
fed_status fed_config_explain(const fed_section *sections, const char *path, FILE *stream,
                              fed_error *error);

/* The nearest of the NULL-terminated words to a misspelt one, or NULL. */
const char *fed_suggest(const char *word, const char *const *words);

#endif
