/* json.h -- YAML events as JSON text, as they come. Numbers, truth values and null are those that
 * YAML's plain words are; the infinities, which JSON has no words for, are the texts "Infinity"
 * and "-Infinity". */
#ifndef FED_WRITERS_JSON_H
#define FED_WRITERS_JSON_H

#include "core/status.h"

#include <stdbool.h>
#include <stdio.h>
#include <yaml.h>

enum { FED_JSON_DEPTH = 32 };

typedef struct fed_json {
    FILE *stream;
    bool good; /* false once memory ran out, or for what JSON cannot say */
    unsigned depth;
    struct {
        bool map, filled, value; /* value: the next scalar of a map is no key */
    } open[FED_JSON_DEPTH];
} fed_json;

void fed_json_event(fed_json *json, const yaml_event_t *event);
/* A whole YAML file as JSON. */
fed_status fed_json_file(const char *path, FILE *stream, fed_error *error);

#endif
