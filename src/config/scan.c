/* scan.c -- the text before libconfig sees it, token by token: comments out, includes in, and
 * refused with its place whatever libconfig would misread. */
#include "config/scan.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct cursor {
    fed_build *build;
    fed_scan *scan;
    const char *at;
    fed_place here;
} cursor;

static fed_status put(cursor *c, char byte)
{
    return fed_copy_put(c->build, c->scan, c->here, byte);
}

/* Copies bytes and keeps count of lines. */
static fed_status step(cursor *c, size_t count)
{
    while (count-- > 0) {
        char byte = *c->at++;

        if (byte == '\n' && c->scan->numbered)
            c->here.line++;
        TRY(put(c, byte));
    }
    return FED_OK;
}

static fed_status token(cursor *c, fed_token kind, size_t length)
{
    TRY(fed_grammar(c->build, c->scan, kind, c->here, c->at, length));
    return step(c, length);
}

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
            return fed_blame(c->build, start, c->build->order, "comment /* is never closed");
        if (*c->at == '\n')
            TRY(step(c, 1));
        else
            c->at++;
    }
    c->at += 2;
    return put(c, ' ');
}

static fed_status string(cursor *c)
{
    fed_place start = c->here;

    TRY(token(c, TOKEN_STRING, 1));
    while (*c->at != '"') {
        if (*c->at == '\0')
            return fed_scan_fault(c->build, c->scan, start, "string is never closed");
        if (strncasecmp(c->at, "\\x00", 4) == 0)
            return fed_scan_fault(c->build, c->scan, c->here, "string holds a zero byte");
        TRY(step(c, *c->at == '\\' && c->at[1] != '\0' ? 2 : 1));
    }
    return step(c, 1);
}

static fed_status include(cursor *c)
{
    const char *name = c->at + strlen("@include"), *end;
    char *copy;

    name += strspn(name, " \t");
    end = *name == '"' ? strpbrk(name + 1, "\"\n") : NULL;
    if (!c->scan->numbered)
        return fed_blame(c->build, c->here, c->build->order, "@include has no place here");
    if (end == NULL || *end != '"')
        return fed_blame(c->build, c->here, c->build->order,
                         "@include wants the name of a file in double quotes");
    if ((copy = fed_sprintf(c->build->arena, "%.*s", (int)(end - name - 1), name + 1)) == NULL)
        return FED_NOMEM;
    TRY(fed_grammar(c->build, c->scan, TOKEN_START, c->here, c->at, 1));
    TRY(fed_scan_include(c->build, c->scan, c->here, copy));
    c->at = end + 1;
    return put(c, '\n'); /* and on with this file's own line */
}

static fed_status word(cursor *c)
{
    size_t length =
        strspn(c->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_*");
    bool boolean = (length == 4 && strncasecmp(c->at, "true", 4) == 0) ||
                   (length == 5 && strncasecmp(c->at, "false", 5) == 0);

    return token(c, boolean ? TOKEN_BOOL : TOKEN_NAME, length);
}

static fed_status number(cursor *c)
{
    const char *fault;
    size_t length;
    fed_token kind = fed_number_scan(c->at, &length, &fault);

    if (kind == TOKEN_START && isprint((unsigned char)*c->at))
        return fed_blame(c->build, c->here, c->build->order, "unexpected '%c'", *c->at);
    if (kind == TOKEN_START)
        return fed_blame(c->build, c->here, c->build->order, "unexpected byte 0x%02x",
                         (unsigned char)*c->at);
    if (fault != NULL)
        return fed_scan_fault(c->build, c->scan, c->here, "%.*s %s",
                              (int)(length < 60 ? length : 60), c->at, fault);
    TRY(token(c, kind, length));
    return kind == TOKEN_INT && c->at[-1] != 'L' ? put(c, 'L')
                                                 : FED_OK; /* one type of integer for libconfig */
}

static fed_status next(cursor *c)
{
    if (*c->at == '#' || strncmp(c->at, "//", 2) == 0 || strncmp(c->at, "/*", 2) == 0)
        return comment(c);
    if (*c->at == '\n')
        return step(c, 1);
    if (isspace((unsigned char)*c->at)) {
        c->at++;
        return put(c, ' ');
    }
    if (*c->at == '"')
        return string(c);
    if (strncmp(c->at, "@include", 8) == 0)
        return include(c);
    if (strchr("{([", *c->at) != NULL)
        return token(c, TOKEN_OPEN, 1);
    if (strchr("})]", *c->at) != NULL)
        return token(c, TOKEN_CLOSE, 1);
    if (*c->at == '=' || *c->at == ':')
        return token(c, TOKEN_ASSIGN, 1);
    if (*c->at == ';' || *c->at == ',')
        return token(c, TOKEN_SEPARATOR, 1);
    if (isalpha((unsigned char)*c->at) || *c->at == '*')
        return word(c);
    return number(c);
}

fed_status fed_scan_text(fed_build *build, fed_scan *scan, const char *file, const char *bytes)
{
    cursor c = {build, scan, bytes, {file, scan->numbered ? 1 : 0}};
    int depth = scan->depth;

    TRY(put(&c, '\n')); /* a line of the copy belongs to one file */
    while (*c.at != '\0')
        TRY(next(&c));
    TRY(fed_grammar(build, scan, TOKEN_START, c.here, "", 0)); /* no key left without a value */
    if (scan->depth > depth)
        return fed_blame(build, scan->brackets[scan->depth - 1].place, build->order,
                         "'%c' is never closed", scan->brackets[scan->depth - 1].open);
    return FED_OK;
}
