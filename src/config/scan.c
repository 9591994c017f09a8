/* scan.c -- the text before libconfig sees it: comments out, includes in, and refused with its place
 * whatever libconfig would misread (long integers, open comments and strings, keys without value). */
#include "config/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum token { START, NAME, ASSIGN, VALUE, OPEN, CLOSE, SEPARATOR } token;

typedef struct cursor {
    fed_build *build;
    fed_scan *scan;
    const char *at;
    fed_place here;
    bool numbered;
    token last;         /* the token before, */
    fed_place place;    /*   its place */
    const char *name;   /*   and the latest name, length long */
    int length;
} cursor;

static fed_status put(cursor *c, char byte)
{
    fed_scan *scan = c->scan;

    if (scan->size + 1 >= scan->room) {
        size_t room = scan->room < 4096 ? 4096 : 2 * scan->room;
        char *text = fed_alloc(c->build->arena, room, 1);

        if (text == NULL)
            return FED_NOMEM;
        if (scan->size > 0)
            memcpy(text, scan->text, scan->size);
        scan->text = text;
        scan->room = room;
    }
    if (byte == '\n' || scan->line_count == 0) {
        if (scan->line_count + 2 > scan->line_room) {
            size_t room = scan->line_room < 256 ? 256 : 2 * scan->line_room;
            fed_place *lines = FED_ARRAY(c->build->arena, room, fed_place);

            if (lines == NULL)
                return FED_NOMEM;
            if (scan->line_count > 0)
                memcpy(lines, scan->lines, scan->line_count * sizeof *lines);
            scan->lines = lines;
            scan->line_room = room;
        }
        if (scan->line_count == 0)
            scan->lines[scan->line_count++] = c->here;
    }
    scan->text[scan->size++] = byte;
    scan->text[scan->size] = '\0';
    if (byte == '\n')
        scan->lines[scan->line_count++] = c->here; /* the line that begins here */
    return FED_OK;
}

/* Copies one byte and keeps count of lines. */
static fed_status step(cursor *c)
{
    char byte = *c->at++;

    if (byte == '\n' && c->numbered)
        c->here.line++;
    return put(c, byte);
}

#define BLAME(c, where, ...) fed_blame((c)->build, where, (c)->build->order, __VA_ARGS__)

/* # and // to the end of the line, or a block: only its newlines remain. */
static fed_status comment(cursor *c)
{
    fed_place start = c->here;

    if (c->at[0] == '#' || c->at[1] == '/') {
        c->at += strcspn(c->at, "\n");
        return FED_OK;
    }
    for (c->at += 2; strncmp(c->at, "*/", 2) != 0;) {
        if (*c->at == '\0')
            return BLAME(c, start, "comment /* is never closed");
        if (*c->at == '\n')
            TRY(step(c));
        else
            c->at++;
    }
    c->at += 2;
    return put(c, ' ');
}

static fed_status string(cursor *c)
{
    fed_place start = c->here;

    TRY(step(c));
    while (*c->at != '"') {
        if (*c->at == '\0')
            return BLAME(c, start, "string is never closed");
        if (strncasecmp(c->at, "\\x00", 4) == 0)
            return BLAME(c, c->here, "string holds a zero byte");
        if (*c->at == '\\' && c->at[1] != '\0')
            TRY(step(c));
        TRY(step(c));
    }
    return step(c);
}

static fed_status include(cursor *c)
{
    const char *name = c->at + strlen("@include"), *end;
    char *copy;

    name += strspn(name, " \t");
    end = *name == '"' ? strpbrk(name + 1, "\"\n") : NULL;
    if (end == NULL || *end != '"')
        return BLAME(c, c->here, "@include wants the name of a file in double quotes");
    if (!c->numbered)
        return BLAME(c, c->here, "@include has no place here");
    if ((copy = fed_sprintf(c->build->arena, "%.*s", (int)(end - name - 1), name + 1)) == NULL)
        return FED_NOMEM;
    TRY(fed_scan_include(c->build, c->scan, c->here, copy));
    c->at = end + 1;
    return put(c, '\n'); /* and on with this file's own line */
}

/* What must not follow the token before; the fault lies there, not here. */
static fed_status unfinished(cursor *c, token next)
{
    if (c->last == NAME && next != ASSIGN)
        return BLAME(c, c->place, "%.*s: key has no value (expected '=')", c->length, c->name);
    if (c->last == ASSIGN && next != VALUE && next != OPEN)
        return BLAME(c, c->place, "%.*s: key has no value", c->length, c->name);
    return FED_OK;
}

static fed_status follow(cursor *c, token next)
{
    TRY(unfinished(c, next));
    if (next == ASSIGN && c->last != NAME)
        return BLAME(c, c->here, "'%c' without a key before it", *c->at);
    c->last = next;
    c->place = c->here;
    return FED_OK;
}

static fed_status word(cursor *c)
{
    int length = (int)strspn(c->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_*");
    bool boolean = (length == 4 && strncasecmp(c->at, "true", 4) == 0) ||
                   (length == 5 && strncasecmp(c->at, "false", 5) == 0);
    char bracket = c->scan->depth > 0 ? c->scan->brackets[c->scan->depth - 1].open : '{';

    if (!boolean && (c->last == ASSIGN || bracket != '{'))
        return BLAME(c, c->here, "%s%.*s%sa string is written in double quotes: \"%.*s\"", "",
                     c->last == ASSIGN ? c->length : 0, c->name, c->last == ASSIGN ? ": " : "", length, c->at);
    TRY(follow(c, boolean ? VALUE : NAME));
    if (!boolean) {
        c->name = c->at;
        c->length = length;
        if (++c->scan->keys > MAX_KEYS)
            return BLAME(c, c->here, "more than %d keys", MAX_KEYS);
    }
    while (length-- > 0)
        TRY(step(c));
    return FED_OK;
}

/* libconfig takes an array's type from its first element. */
static fed_status element(cursor *c, fed_number kind)
{
    struct fed_bracket *top = c->scan->depth > 0 ? &c->scan->brackets[c->scan->depth - 1] : NULL;

    if (top == NULL || top->open != '[')
        return FED_OK;
    if (top->number != NUMBER_NONE && top->number != (int)kind)
        return BLAME(c, c->here, "%.*s: an array [ ] holds either integers or floats; write every number with "
                     "a decimal point, or a list ( )", c->length, c->name == NULL ? "" : c->name);
    top->number = (int)kind;
    return FED_OK;
}

static fed_status number(cursor *c)
{
    const char *fault;
    size_t length;
    fed_number kind = fed_number_scan(c->at, &length, &fault);

    if (kind == NUMBER_NONE)
        return BLAME(c, c->here, "unexpected character '%c'", *c->at);
    if (fault != NULL)
        return BLAME(c, c->here, "%.*s%s%.*s %s", c->length, c->name == NULL ? "" : c->name,
                     c->name == NULL ? "" : ": ", (int)(length < 60 ? length : 60), c->at, fault);
    TRY(follow(c, VALUE));
    TRY(element(c, kind));
    while (length-- > 0)
        TRY(step(c));
    return FED_OK;
}

static fed_status bracket(cursor *c)
{
    fed_scan *scan = c->scan;
    char byte = *c->at;

    if (strchr("{([", byte) != NULL) {
        TRY(follow(c, OPEN));
        if (scan->depth == MAX_NESTING)
            return BLAME(c, c->here, "brackets nested more than %d deep", MAX_NESTING);
        scan->brackets[scan->depth++] = (struct fed_bracket){byte, c->here, NUMBER_NONE};
    } else {
        TRY(follow(c, CLOSE));
        if (scan->depth == 0)
            return BLAME(c, c->here, "'%c' closes nothing", byte);
        scan->depth--;
        if (byte != (scan->brackets[scan->depth].open == '(' ? ')' : scan->brackets[scan->depth].open + 2))
            return BLAME(c, c->here, "'%c' closes the '%c' of line %d", byte, scan->brackets[scan->depth].open,
                         scan->brackets[scan->depth].place.line);
    }
    return step(c);
}

static fed_status next(cursor *c)
{
    if (*c->at == '#' || strncmp(c->at, "//", 2) == 0 || strncmp(c->at, "/*", 2) == 0)
        return comment(c);
    if (*c->at == '\r') {
        c->at++;
        return put(c, ' ');
    }
    if (isspace((unsigned char)*c->at))
        return step(c);
    if (*c->at == '"') {
        TRY(follow(c, VALUE));
        return string(c);
    }
    if (strncmp(c->at, "@include", 8) == 0)
        return include(c);
    if (strchr("{}()[]", *c->at) != NULL)
        return bracket(c);
    if (*c->at == '=' || *c->at == ':') {
        TRY(follow(c, ASSIGN));
        return step(c);
    }
    if (*c->at == ';' || *c->at == ',') {
        TRY(follow(c, SEPARATOR));
        return step(c);
    }
    if (isalpha((unsigned char)*c->at) || *c->at == '*')
        return word(c);
    return number(c);
}

fed_status fed_scan_text(fed_build *build, fed_scan *scan, const char *file, const char *bytes, bool numbered)
{
    cursor c = {build, scan, bytes, {file, numbered}, numbered, START, {file, numbered}, NULL, 0};
    int depth = scan->depth;

    TRY(put(&c, '\n')); /* a line of the copy belongs to one file */
    while (*c.at != '\0') {
        TRY(next(&c));
        if (scan->depth < depth)
            return BLAME(&c, c.here, "'%c' closes nothing in this file", c.at[-1]);
    }
    TRY(unfinished(&c, START));
    if (scan->depth > depth)
        return BLAME(&c, scan->brackets[scan->depth - 1].place, "'%c' is never closed",
                     scan->brackets[scan->depth - 1].open);
    return FED_OK;
}
