/* json.c -- maps, lists and scalars of YAML as JSON text; scalars by jansson. */
#include "writers/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* Whether a plain word is more than text, and what; *value is NULL when memory ran out. */
static bool typed(const char *text, json_t **value)
{
    char *end;
    const long long whole = (errno = 0, strtoll(text, &end, 10));
    const bool is_whole = *end == '\0' && errno == 0;
    const double x = strtod(text, &end);

    if (*text == '\0' || strcmp(text, "~") == 0 || strcmp(text, "null") == 0)
        *value = json_null();
    else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        *value = json_boolean(*text == 't');
    else if (strcmp(text, ".inf") == 0 || strcmp(text, "-.inf") == 0)
        *value = json_string(*text == '-' ? "-Infinity" : "Infinity");
    else if (is_whole)
        *value = json_integer(whole);
    else if (*end == '\0' && strpbrk(text, "xXpPnN") == NULL)
        *value = json_real(x);
    else
        return false;
    return true;
}

static void dump(fed_json *json, json_t *value)
{
    if (value == NULL ||
        json_dumpf(value, json->stream, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) != 0)
        json->good = false;
    json_decref(value);
}

/* The comma, the line and the blanks before a key or an element. */
static void lead(fed_json *json)
{
    if (json->depth == 0)
        return;
    if (json->open[json->depth - 1].map && json->open[json->depth - 1].value) {
        json->open[json->depth - 1].value = false;
        return;
    }
    fprintf(json->stream, "%s\n%*s", json->open[json->depth - 1].filled ? "," : "",
            (int)(2 * json->depth), "");
    json->open[json->depth - 1].filled = true;
}

void fed_json_scalar(fed_json *json, const char *text, size_t length, bool plain)
{
    const bool key =
        json->depth > 0 && json->open[json->depth - 1].map && !json->open[json->depth - 1].value;
    json_t *value;

    if (!json->good)
        return;
    lead(json);
    if (key || !plain || !typed(text, &value))
        value = json_stringn(text, length);
    dump(json, value);
    if (key) {
        fputs(": ", json->stream);
        json->open[json->depth - 1].value = true;
    }
}

void fed_json_begin(fed_json *json, bool map)
{
    if (!json->good)
        return;
    lead(json);
    if (json->depth == FED_JSON_DEPTH) {
        json->good = false;
        return;
    }
    fputc(map ? '{' : '[', json->stream);
    json->open[json->depth].map = map;
    json->open[json->depth].filled = json->open[json->depth].value = false;
    json->depth++;
}

void fed_json_end(fed_json *json)
{
    const bool map = json->depth > 0 && json->open[json->depth - 1].map;

    if (!json->good)
        return;
    json->depth--;
    if (json->open[json->depth].filled)
        fprintf(json->stream, "\n%*s", (int)(2 * json->depth), "");
    fputs(map ? "}" : "]", json->stream);
    if (json->depth == 0)
        fputc('\n', json->stream);
}

static void take_scalar(fed_json *json, const yaml_event_t *event)
{
    const yaml_scalar_style_t style = event->data.scalar.style;

    fed_json_scalar(json, (const char *)event->data.scalar.value, event->data.scalar.length,
                    style == YAML_PLAIN_SCALAR_STYLE || style == YAML_ANY_SCALAR_STYLE);
}

static void take_event(fed_json *json, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT: take_scalar(json, event); break;
    case YAML_MAPPING_START_EVENT: fed_json_begin(json, true); break;
    case YAML_SEQUENCE_START_EVENT: fed_json_begin(json, false); break;
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT: fed_json_end(json); break;
    case YAML_ALIAS_EVENT: json->good = false; break;
    default: break;
    }
}

fed_status fed_json_file(const char *path, FILE *stream, fed_error *error)
{
    FILE *file = fopen(path, "r");
    fed_json json = {.stream = stream, .good = true};
    yaml_parser_t parser;
    yaml_event_t event;
    bool more = true;

    if (file == NULL)
        return fed_fail(error, FED_DATA, "%s: %s", path, strerror(errno));
    if (!yaml_parser_initialize(&parser)) {
        fclose(file);
        return fed_nomem(error);
    }
    yaml_parser_set_input_file(&parser, file);
    while (more && json.good && (json.good = yaml_parser_parse(&parser, &event))) {
        take_event(&json, &event);
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    fclose(file);
    return json.good ? FED_OK : fed_fail(error, FED_DATA, "%s: not a run.yaml of fedomp", path);
}
