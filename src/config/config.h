/* config.h -- the configuration: read, checked against the sections' rows, overridden, swept. */
#ifndef FED_CONFIG_H
#define FED_CONFIG_H

#include "config/value.h"
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

/* Values by full path ("network.degree"). The row must exist: asking otherwise is a bug (assert).
 * An unset key gives its default: the selected variant's row first, then the section's; without one
 * it gives 0, false, "" or an empty list. A printed default is given when read again, so only keys
 * without default may ask whether they were. Keys inside a rate: "algorithm.learning_rate.values".
 */
bool fed_config_given(const fed_config *config, const char *path); /* set by file, -D or sweep */
bool fed_config_bool(const fed_config *config, const char *path);
int64_t fed_config_int(const fed_config *config, const char *path);
double fed_config_float(const fed_config *config, const char *path);
const char *fed_config_string(const fed_config *config, const char *path); /* "" when unset */
/* The numbers (and flags, as 0 or 1) among a variant's own rows below `path`, in the rows' order;
 * value: FED_NUMBERS. What a row is called stands in the variant's file alone. */
enum { FED_NUMBERS = 8 };
void fed_config_numbers(const fed_config *config, const char *path, const fed_param *rows,
                        double *value);
/* What a section's selector ("loss.type") names, among the variants of the sections given to open.
 */
const fed_entry *fed_config_entry(const fed_config *config, const char *path);
const char *fed_config_path(const fed_config *config, const char *path); /* resolved; "" unset */
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

/* A list of groups as written; NULL when unset. */
const fed_node *fed_config_groups(const fed_config *config, const char *path);

/* Faults found by later stages, told as the front end tells its own: "FILE:LINE: path: ..."; where
 * the key is not given, at the group around it. */
fed_status fed_config_fault(const fed_config *config, fed_error *error, fed_status status,
                            const char *path, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
