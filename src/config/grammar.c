/* grammar.c -- what may stand after what: faults are told here, at their own place and in words,
 * where libconfig would say "syntax error" or blame a later line. */
#include "config/scan.h"

#include <string.h>

fed_status fed_scan_fault(fed_build *build, const fed_scan *scan, fed_place place,
                          const char *format, ...)
{
    bool named = scan->numbered && scan->key[0] != '\0'; /* an override names its own key */
    char what[512];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return fed_blame(build, place, build->order, "%s%s%s", named ? scan->key : "",
                     named ? ": " : "", what);
}

static bool is_value(fed_token token)
{
    return token >= TOKEN_INT && token <= TOKEN_OPEN;
}

static char around(const fed_scan *scan)
{
    return scan->depth > 0 ? scan->brackets[scan->depth - 1].open : '{';
}

static bool grow_names(fed_arena *arena, fed_scan *scan)
{
    size_t room = scan->name_count == 0 ? 4 : 2 * scan->name_count;
    struct fed_named *names = FED_ARRAY(arena, room, struct fed_named);

    if (names == NULL)
        return false;
    if (scan->name_count > 0)
        memcpy(names, scan->names, scan->name_count * sizeof *names);
    scan->names = names;
    scan->name_room = room;
    return true;
}

/* Names nest: a.b while inside a = { b = ... */
static fed_status name(fed_build *build, fed_scan *scan, fed_place here, const char *text,
                       int length)
{
    snprintf(scan->key + scan->base, sizeof scan->key - scan->base, "%.*s", length, text);
    if (scan->name_count == scan->name_room && !grow_names(build->arena, scan))
        return FED_NOMEM;
    if (scan->name_count == MAX_KEYS)
        return fed_blame(build, here, build->order, "more than %d keys", MAX_KEYS);
    for (size_t k = 0; k < scan->name_count; k++) {
        const struct fed_named *other = &scan->names[k];

        if (other->group == scan->group && other->length == length &&
            memcmp(other->name, text, (size_t)length) == 0)
            return fed_scan_fault(build, scan, here, "key given twice (first at %s:%d)",
                                  other->place.file, other->place.line);
    }
    scan->names[scan->name_count++] = (struct fed_named){scan->group, text, length, here};
    return FED_OK;
}

static fed_status enter(fed_build *build, fed_scan *scan, fed_place here, char bracket)
{
    size_t length = strlen(scan->key);

    if (scan->depth == MAX_NESTING)
        return fed_scan_fault(build, scan, here, "brackets nested more than %d deep", MAX_NESTING);
    scan->brackets[scan->depth++] =
        (fed_bracket){bracket, here, TOKEN_START, scan->base, scan->group};
    if (bracket == '{') {
        scan->group = ++scan->groups;
        if (length > 0 && length + 2 < sizeof scan->key) {
            memcpy(scan->key + length, ".", 2);
            scan->base = length + 1;
        }
    }
    return FED_OK;
}

static fed_status leave(fed_build *build, fed_scan *scan, fed_place here, char bracket)
{
    const fed_bracket *top = scan->depth > 0 ? &scan->brackets[scan->depth - 1] : NULL;

    if (top == NULL ||
        top->place.file != here.file) /* each reading of a file has a name of its own */
        return fed_blame(build, here, build->order, "'%c' closes nothing in this file", bracket);
    if (bracket != (top->open == '(' ? ')' : top->open + 2)) /* [ and {: two on in ASCII */
        return fed_blame(build, here, build->order, "'%c' closes the '%c' of line %d", bracket,
                         top->open, top->place.line);
    if (bracket != '}' && scan->last == TOKEN_SEPARATOR)
        return fed_scan_fault(build, scan, here, "no value between ',' and '%c'", bracket);
    if (scan->base > top->base)
        scan->key[scan->base - 1] = '\0';
    scan->base = top->base;
    scan->group = top->group;
    scan->depth--;
    return FED_OK;
}

/* libconfig takes the type of an array from its first element. */
static fed_status element(fed_build *build, fed_scan *scan, fed_token token, fed_place here)
{
    fed_bracket *top = &scan->brackets[scan->depth - 1];

    if (token == TOKEN_OPEN)
        return fed_scan_fault(build, scan, here,
                              "an array [ ] cannot hold brackets; write a list ( )");
    if ((top->element == TOKEN_INT && token == TOKEN_FLOAT) ||
        (top->element == TOKEN_FLOAT && token == TOKEN_INT))
        return fed_scan_fault(build, scan, here,
                              "an array [ ] cannot mix integers and floats; write every "
                              "number with a decimal point, or a list ( )");
    if (top->element != TOKEN_START && top->element != token)
        return fed_scan_fault(build, scan, here,
                              "an array [ ] holds values of one type; write a list ( )");
    top->element = token;
    return FED_OK;
}

static fed_status value(fed_build *build, fed_scan *scan, fed_token token, fed_place here)
{
    bool joined = token == TOKEN_STRING && scan->last == TOKEN_STRING; /* "a" "b" is one string */

    if (around(scan) == '{' && scan->last != TOKEN_ASSIGN && !joined)
        return fed_blame(build, here, build->order, "value without a key before it");
    if (around(scan) != '{' && scan->last != TOKEN_OPEN && scan->last != TOKEN_SEPARATOR &&
        scan->last != TOKEN_START && !joined) /* a file may hold elements of a list */
        return fed_scan_fault(build, scan, here, "expected ',' between values");
    return around(scan) == '[' ? element(build, scan, token, here) : FED_OK;
}

static fed_status separator(fed_build *build, fed_scan *scan, fed_place here, char byte)
{
    if (scan->last == TOKEN_START || scan->last == TOKEN_OPEN || scan->last == TOKEN_SEPARATOR ||
        (byte == ';' && around(scan) != '{'))
        return fed_blame(build, here, build->order, "unexpected '%c'", byte);
    return FED_OK;
}

fed_status fed_grammar(fed_build *build, fed_scan *scan, fed_token token, fed_place here,
                       const char *text, size_t length)
{
    if (scan->last == TOKEN_NAME && token != TOKEN_ASSIGN)
        return fed_scan_fault(build, scan, scan->last_place, "expected '=' after the key");
    if (token == TOKEN_NAME && (scan->last == TOKEN_ASSIGN || around(scan) != '{'))
        return fed_scan_fault(build, scan, here, "a string is written in double quotes: \"%.*s\"",
                              (int)(length < 60 ? length : 60), text);
    if (scan->last == TOKEN_ASSIGN && !is_value(token))
        return fed_scan_fault(build, scan, scan->last_place, "key has no value");
    if (token == TOKEN_ASSIGN && scan->last != TOKEN_NAME)
        return fed_blame(build, here, build->order, "'%c' without a key before it", *text);
    if (token == TOKEN_NAME)
        TRY(name(build, scan, here, text, (int)length));
    if (is_value(token))
        TRY(value(build, scan, token, here));
    if (token == TOKEN_OPEN)
        TRY(enter(build, scan, here, *text));
    if (token == TOKEN_CLOSE)
        TRY(leave(build, scan, here, *text));
    if (token == TOKEN_SEPARATOR)
        TRY(separator(build, scan, here, *text));
    scan->last = token;
    scan->last_place = here;
    return FED_OK;
}
