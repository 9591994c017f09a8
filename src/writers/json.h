/* json.h -- what is in a YAML file as JSON text, as it comes. Numbers, truth values and null are
 * those that YAML's plain words are; the infinities, which JSON has no words for, are the texts
 * "Infinity" and "-Infinity". */
#ifndef FED_WRITERS_JSON_H
#define FED_WRITERS_JSON_H

#include "core/status.h"

#include <stdbool.h>
#include <stdio.h>

enum { FED_JSON_DEPTH = 32 };

typedef struct fed_json {
    FILE *stream;
    bool good; /* false once memory ran out, or for what JSON cannot say */
    unsigned depth;
    struct {
        bool map, filled, value; /* value: the next scalar of a map is no key */
    } open[FED_JSON_DEPTH];
} fed_json;

void fed_json_begin(fed_json *json, bool map); /* an object, or an array */
void fed_json_end(fed_json *json);
/* plain: it may be more than text */
void fed_json_scalar(fed_json *json, const char *text, size_t length, bool plain);
/* A whole YAML file as JSON. */
fed_status fed_json_file(const char *path, FILE *stream, fed_error *error);

#endif
