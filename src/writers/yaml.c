/* yaml.c -- keys and values of either format, with the errors gathered in one flag. */
#include "writers/yaml.h"

#include "core/printable.h"
#include "writers/number.h"
#include "writers/writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void scalar(fed_yaml *yaml, const char *text, bool quoted);

/* Neither format has bytes that are not UTF-8, such as those of an old name of a file: they are
 * written as \xe9. */
static void put_bytes(fed_yaml *yaml, const char *text, bool quoted)
{
    char *copy = malloc(4 * strlen(text) + 1), *to = copy;

    yaml->good = yaml->good && copy != NULL;
    if (copy == NULL)
        return;
    for (; *text != '\0'; text++)
        to += (unsigned char)*text < 0x80 ? (*to = *text, 1)
                                          : sprintf(to, "\\x%02x", (unsigned)(unsigned char)*text);
    *to = '\0';
    scalar(yaml, copy, quoted);
    free(copy);
}

/* quoted: where a reader would not take the plain text for one */
static void scalar(fed_yaml *yaml, const char *text, bool quoted)
{
    if (!fed_is_utf8(text, strlen(text)))
        put_bytes(yaml, text, quoted);
    else if (yaml->json.stream != NULL)
        fed_json_scalar(&yaml->json, text, strlen(text), !quoted);
    else
        fed_block_scalar(&yaml->block, text, quoted);
}

static void put_key(fed_yaml *yaml, const char *key)
{
    if (key != NULL)
        scalar(yaml, key, false);
}

static void begin(fed_yaml *yaml, bool map)
{
    if (yaml->json.stream != NULL)
        fed_json_begin(&yaml->json, map);
    else
        fed_block_begin(&yaml->block, map);
}

static void end(fed_yaml *yaml)
{
    if (yaml->json.stream != NULL)
        fed_json_end(&yaml->json);
    else
        fed_block_end(&yaml->block);
}

static fed_yaml nothing_yet(FILE *stream, bool as_json)
{
    return (fed_yaml){.block = {.stream = stream, .good = true},
                      .json = {.stream = as_json ? stream : NULL, .good = true},
                      .good = true};
}

void fed_yaml_begin(fed_yaml *yaml, FILE *stream, bool as_json)
{
    *yaml = nothing_yet(stream, as_json);
    begin(yaml, true);
}

bool fed_yaml_leave(const fed_yaml *yaml)
{
    return yaml->good && yaml->block.good && yaml->json.good;
}

bool fed_yaml_end(fed_yaml *yaml)
{
    end(yaml);
    return fed_yaml_leave(yaml);
}

void fed_yaml_go_on(fed_yaml *yaml, FILE *stream, bool as_json, bool filled)
{
    *yaml = nothing_yet(stream, as_json);
    yaml->block.depth = yaml->json.depth = 2;
    yaml->block.open[0] = (fed_block_level){.map = true, .filled = true, .inlined = true};
    yaml->block.open[1] = (fed_block_level){.filled = filled};
    yaml->json.open[0].map = yaml->json.open[0].filled = true;
    yaml->json.open[1].filled = filled;
}

void fed_yaml_map(fed_yaml *yaml, const char *key)
{
    put_key(yaml, key);
    begin(yaml, true);
}

void fed_yaml_list(fed_yaml *yaml, const char *key)
{
    put_key(yaml, key);
    begin(yaml, false);
}

void fed_yaml_close_map(fed_yaml *yaml)
{
    end(yaml);
}

void fed_yaml_close_list(fed_yaml *yaml)
{
    end(yaml);
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
    static const char *const words[] = {"",      "true",  "false", "yes", "no", "on",
                                        "off",   "null",  "~",     "y",   "n",  ".inf",
                                        "-.inf", "+.inf", ".nan",  "=",   "<<"};
    const char *digits = text + (*text == '-' || *text == '+');
    char *end;

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasecmp(text, words[k]) == 0)
            return true;
    if (digits[0] == '0' && digits[1] != '\0' && strchr("bBoOxX", digits[1]) != NULL &&
        strspn(digits + 2, "0123456789abcdefABCDEF_") == strlen(digits + 2))
        return true;
    if (strspn(text, "0123456789") == 4 && strspn(text, "0123456789-:+. TtZz") == strlen(text))
        return true; /* a time */
    strtod(text, &end);
    return *end == '\0' ||
           (strspn(text, "0123456789_:-+.") == strlen(text) && strpbrk(text, "_:-") != NULL);
}

void fed_yaml_text(fed_yaml *yaml, const char *key, const char *text)
{
    put_key(yaml, key);
    scalar(yaml, text, looks_typed(text));
}

/* 1e5 becomes 1.0e+5: without point and sign many readers of YAML take it for a word. An L follows
 * integers beyond 32 bits. */
static void put_number(fed_yaml *yaml, const char *text)
{
    const size_t digits = strcspn(text, "eE");
    const char *exponent = text[digits] != '\0' ? text + digits + 1 : NULL;
    char room[64];

    if (exponent == NULL && strchr(text, 'L') == NULL) {
        scalar(yaml, text, false);
        return;
    }
    if (exponent != NULL && strlen(text) < 48)
        snprintf(room, sizeof room, "%.*s%se%s%s", (int)digits, text,
                 memchr(text, '.', digits) == NULL ? ".0" : "",
                 strchr("+-", *exponent) == NULL ? "+" : "", exponent);
    else
        snprintf(room, sizeof room, "%.*s", (int)strcspn(text, "L"), text);
    scalar(yaml, room, false);
}

void fed_yaml_plain(fed_yaml *yaml, const char *key, const char *text)
{
    put_key(yaml, key);
    if (text[0] != '\0' && strchr("+-.0123456789", text[0]) != NULL)
        put_number(yaml, text);
    else
        scalar(yaml, text, false);
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
        scalar(yaml, fed_number_text((double)n, text), false);
        return;
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    scalar(yaml, text, false);
}

void fed_yaml_bool(fed_yaml *yaml, const char *key, bool yes)
{
    put_key(yaml, key);
    scalar(yaml, yes ? "true" : "false", false);
}
