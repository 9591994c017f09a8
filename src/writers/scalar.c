/* scalar.c -- what libyaml makes of a text: plain, in quotes of either kind, over several lines.
 * That depends on where it stands, so it is written there, and cut out. */
#include "writers/scalar.h"

#include "core/bytes.h"

#include <string.h>
#include <yaml.h>

static bool is_common(unsigned char c)
{
    return (unsigned)((c | 32) - 'a') < 26 || (unsigned)(c - '0') < 10 || c == '_' || c == '.' ||
           c == ' ' || c == '-' || c == '+';
}

/* A sign or a point in front is that of a number, or it may mark something. */
bool fed_scalar_is_simple(const char *text)
{
    const char *at = text;

    if (*at == ' ' || ((*at == '-' || *at == '.') &&
                       (at[1] == *at || !is_common((unsigned char)at[1]) || at[1] == ' ')))
        return false;
    while (is_common((unsigned char)*at))
        at++;
    return *at == '\0' && at > text && at[-1] != ' ';
}

static int append(void *context, unsigned char *bytes, size_t size)
{
    fed_bytes *text = context;

    fed_put(text, bytes, size);
    return !text->spoilt;
}

/* An event that could not be made is as good as one that could not be written. */
static bool emit(yaml_emitter_t *emitter, yaml_event_t *event, int made)
{
    return made && yaml_emitter_emit(emitter, event);
}

static bool emit_scalar(yaml_emitter_t *emitter, const char *text, yaml_scalar_style_t style)
{
    yaml_event_t event;

    return emit(emitter, &event,
                yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                             (int)strlen(text), 1, 1, style));
}

/* The levels one within the other, each the only thing in the one before it, and the scalar. */
static bool emit_nest(yaml_emitter_t *emitter, const fed_block_level *levels, size_t depth,
                      const char *text, yaml_scalar_style_t style)
{
    const bool map = levels[0].map;
    yaml_event_t event;
    bool good = map ? emit(emitter, &event,
                           yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
                                                               YAML_BLOCK_MAPPING_STYLE))
                    : emit(emitter, &event,
                           yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                                YAML_BLOCK_SEQUENCE_STYLE));

    if (good && map)
        good = emit_scalar(emitter, "x", YAML_ANY_SCALAR_STYLE);
    if (good)
        good = depth > 1 ? emit_nest(emitter, levels + 1, depth - 1, text, style)
                         : emit_scalar(emitter, text, style);
    return good && emit(emitter, &event,
                        map ? yaml_mapping_end_event_initialize(&event)
                            : yaml_sequence_end_event_initialize(&event));
}

static bool emit_file(fed_bytes *file, const fed_block_level *levels, size_t depth,
                      const char *text, yaml_scalar_style_t style)
{
    yaml_emitter_t emitter;
    yaml_event_t event;
    bool good;

    if (!yaml_emitter_initialize(&emitter))
        return false;
    yaml_emitter_set_output(&emitter, append, file);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, -1);
    good =
        emit(&emitter, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING)) &&
        emit(&emitter, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1)) &&
        emit_nest(&emitter, levels, depth, text, style) &&
        emit(&emitter, &event, yaml_document_end_event_initialize(&event, 1)) &&
        emit(&emitter, &event, yaml_stream_end_event_initialize(&event));
    yaml_emitter_delete(&emitter);
    return good;
}

/* A key of several lines would not be a simple one: it is quoted. */
static yaml_scalar_style_t style_of(const char *text, bool quoted, const fed_block_level *level)
{
    const bool key = level->map && !level->value;

    return quoted || *text == '\0' || (key && strpbrk(text, "\r\n") != NULL)
               ? YAML_DOUBLE_QUOTED_SCALAR_STYLE
               : YAML_ANY_SCALAR_STYLE;
}

bool fed_scalar_put(FILE *stream, const char *text, bool quoted, const fed_block_level *levels,
                    size_t depth)
{
    const yaml_scalar_style_t style = style_of(text, quoted, &levels[depth - 1]);
    fed_bytes file = {NULL, 0, 0, false}, known = {NULL, 0, 0, false};
    const bool good = emit_file(&known, levels, depth, "x", YAML_ANY_SCALAR_STYLE) &&
                      emit_file(&file, levels, depth, text, style);
    const size_t before = good ? known.size - strlen("x\n") : 0;

    if (good)
        fwrite(file.at + before, 1, file.size - before - strlen("\n"), stream);
    fed_bytes_free(&known);
    fed_bytes_free(&file);
    return good;
}
