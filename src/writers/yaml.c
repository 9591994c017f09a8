/* yaml.c -- libyaml's emitter with the errors gathered in one flag. */
#include "writers/yaml.h"

#include "writers/writer.h"
#include "writers/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void emit(fed_yaml *yaml, yaml_event_t *event, int initialised)
{
    if (initialised && yaml->json.stream != NULL)
        fed_json_event(&yaml->json, event);
    if (initialised && (!yaml->good || yaml->json.stream != NULL))
        yaml_event_delete(event); /* which emitting would have done, also when it fails */
    else if (!initialised || !yaml_emitter_emit(&yaml->emitter, event))
        yaml->good = false;
}

static void scalar(fed_yaml *yaml, const char *text, yaml_scalar_style_t style)
{
    yaml_event_t event;

    emit(yaml, &event,
         yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                      (int)strlen(text), 1, 1, style));
}

static void put_key(fed_yaml *yaml, const char *key)
{
    if (key != NULL)
        scalar(yaml, key, YAML_ANY_SCALAR_STYLE);
}

void fed_yaml_begin(fed_yaml *yaml, FILE *stream, bool as_json)
{
    yaml_event_t event;

    yaml->good = yaml_emitter_initialize(&yaml->emitter) != 0;
    yaml->json = (fed_json){.stream = as_json ? stream : NULL, .good = true};
    yaml_emitter_set_output_file(&yaml->emitter, stream);
    yaml_emitter_set_unicode(&yaml->emitter, 1);
    yaml_emitter_set_width(&yaml->emitter, -1);
    emit(yaml, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
    emit(yaml, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1));
    fed_yaml_map(yaml, NULL);
}

bool fed_yaml_end(fed_yaml *yaml)
{
    yaml_event_t event;

    fed_yaml_close_map(yaml);
    emit(yaml, &event, yaml_document_end_event_initialize(&event, 1));
    emit(yaml, &event, yaml_stream_end_event_initialize(&event));
    yaml_emitter_delete(&yaml->emitter);
    return yaml->good && yaml->json.good;
}

void fed_yaml_map(fed_yaml *yaml, const char *key)
{
    yaml_event_t event;

    put_key(yaml, key);
    emit(yaml, &event,
         yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE));
}

void fed_yaml_list(fed_yaml *yaml, const char *key)
{
    yaml_event_t event;

    put_key(yaml, key);
    emit(yaml, &event,
         yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE));
}

void fed_yaml_close_map(fed_yaml *yaml)
{
    yaml_event_t event;

    emit(yaml, &event, yaml_mapping_end_event_initialize(&event));
}

void fed_yaml_close_list(fed_yaml *yaml)
{
    yaml_event_t event;

    emit(yaml, &event, yaml_sequence_end_event_initialize(&event));
}

static bool is_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return end != text && *end == '\0' && strpbrk(text, "xXpPnN") == NULL;
}

/* Would a reader take the plain text for a number, a date, a truth value or null? */
static bool looks_typed(const char *text)
{
    static const char *const words[] = {"",   "true", "false", "yes",   "no",
                                        "on", "off",  "null",  "~",     "y",
                                        "n",  ".inf", "-.inf", "+.inf", ".nan"};
    char *end;

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasecmp(text, words[k]) == 0)
            return true;
    strtod(text, &end);
    return *end == '\0' ||
           (strspn(text, "0123456789_:-+.") == strlen(text) && strpbrk(text, "_:-") != NULL);
}

void fed_yaml_text(fed_yaml *yaml, const char *key, const char *text)
{
    put_key(yaml, key);
    scalar(yaml, text, looks_typed(text) ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE);
}

/* 1e5 becomes 1.0e+5: without point and sign many readers of YAML take it for a word. An L follows
 * integers beyond 32 bits. */
static void put_number(fed_yaml *yaml, const char *text)
{
    const size_t digits = strcspn(text, "eE");
    const char *exponent = text[digits] != '\0' ? text + digits + 1 : NULL;
    char room[64];

    if (exponent == NULL && strchr(text, 'L') == NULL) {
        scalar(yaml, text, YAML_PLAIN_SCALAR_STYLE);
        return;
    }
    if (exponent != NULL && strlen(text) < 48)
        snprintf(room, sizeof room, "%.*s%se%s%s", (int)digits, text,
                 memchr(text, '.', digits) == NULL ? ".0" : "",
                 strchr("+-", *exponent) == NULL ? "+" : "", exponent);
    else
        snprintf(room, sizeof room, "%.*s", (int)strcspn(text, "L"), text);
    scalar(yaml, room, YAML_PLAIN_SCALAR_STYLE);
}

void fed_yaml_plain(fed_yaml *yaml, const char *key, const char *text)
{
    put_key(yaml, key);
    if (text[0] != '\0' && strchr("+-.0123456789", text[0]) != NULL)
        put_number(yaml, text);
    else
        scalar(yaml, text, YAML_ANY_SCALAR_STYLE);
}

void fed_yaml_value(fed_yaml *yaml, const char *key, const char *text)
{
    if (is_number(text) || strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        fed_yaml_plain(yaml, key, text);
    else
        fed_yaml_text(yaml, key, text);
}

void fed_yaml_number(fed_yaml *yaml, const char *key, double x)
{
    char text[FED_NUMBER_ROOM];

    if (isnan(x))
        return;
    put_key(yaml, key);
    put_number(yaml, isinf(x) ? (x < 0 ? "-.inf" : ".inf") : fed_number_text(x, text));
}

void fed_yaml_count(fed_yaml *yaml, const char *key, uint64_t n)
{
    char text[FED_NUMBER_ROOM];

    put_key(yaml, key);
    if (n >> 53 == 0) { /* a double holds it */
        scalar(yaml, fed_number_text((double)n, text), YAML_PLAIN_SCALAR_STYLE);
        return;
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    scalar(yaml, text, YAML_PLAIN_SCALAR_STYLE);
}

void fed_yaml_bool(fed_yaml *yaml, const char *key, bool yes)
{
    put_key(yaml, key);
    scalar(yaml, yes ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
}
