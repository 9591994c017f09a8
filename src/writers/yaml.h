/* yaml.h -- maps, lists and scalars as YAML or JSON, one status at the end. */
#ifndef FED_YAML_H
#define FED_YAML_H

#include "writers/block.h"
#include "writers/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct fed_yaml {
    fed_block_text block;
    fed_json json; /* takes what comes instead, where its stream is set */
    bool good;
} fed_yaml;

void fed_yaml_begin(fed_yaml *yaml, FILE *stream, bool as_json);
bool fed_yaml_end(fed_yaml *yaml); /* false when anything failed */

/* A file in several pieces, each with its own emitter: one leaves it within a list of the outermost
 * map, and the next goes on there. filled: the list has elements already. */
bool fed_yaml_leave(const fed_yaml *yaml); /* as fed_yaml_end */
void fed_yaml_go_on(fed_yaml *yaml, FILE *stream, bool as_json, bool filled);

/* key NULL: an element of a sequence */
void fed_yaml_map(fed_yaml *yaml, const char *key);
void fed_yaml_list(fed_yaml *yaml, const char *key);
void fed_yaml_close_map(fed_yaml *yaml);
void fed_yaml_close_list(fed_yaml *yaml);
void fed_yaml_text(fed_yaml *yaml, const char *key, const char *text); /* quoted when it must be */
void fed_yaml_plain(fed_yaml *yaml, const char *key,
                    const char *text); /* a number or truth value in libconfig syntax */
void fed_yaml_value(fed_yaml *yaml, const char *key,
                    const char *text); /* whichever of the two it looks like */
void fed_yaml_number(fed_yaml *yaml, const char *key, double x); /* nothing for NAN */
void fed_yaml_count(fed_yaml *yaml, const char *key, uint64_t n);
void fed_yaml_bool(fed_yaml *yaml, const char *key, bool yes);

#endif
