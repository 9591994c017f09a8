/* scan.c -- one pass over the text before libconfig parses it: includes are put in their place, and
 * what libconfig would bend, drop or blame on a later line is refused at its own. */
#include "config/scan.h"

#include "config/faults.h"
#include "config/source.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    MAX_KEYS = 4000,  /* libconfig's look-up for duplicates is quadratic */
    MAX_NESTING = 32, /* brackets within brackets */
    MAX_INCLUDES = 10 /* files within files */
};

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

typedef struct key {
    const char *prefix, *path; /* what its group puts before its keys: each has its own; with it */
    fed_place place;
} key;

typedef struct bracket {
    char open, element; /* of an array: the kind of its elements, once there is one */
    fed_place place;
    const char *path, *prefix; /* the key that it belongs to; what comes before a key in it */
} bracket;

/* A token is its own byte, or stands for a kind: key, integer, float, string, bool; 'e' is either
 * end of a file. */
typedef struct scan {
    fed_build *build;
    fed_copy *copy;
    const char *root; /* the main file; what it includes lies in its directory */
    const char *at;
    fed_place here; /* line 0: a text without lines */
    char last;      /* the token before, */
    fed_place last_place;
    size_t bytes;                /* read so far */
    int files;                   /* open at once */
    bracket in[MAX_NESTING + 1]; /* in[0]: the whole */
    int depth;
    const char *path; /* of the key at hand, or NULL */
    key *keys;        /* all of them, to find those given twice */
    size_t key_count;
} scan;

/* What a fault tells beside itself: the place alone; the key at hand, which an override names by
 * itself; the key, and the place of the token before. */
enum told { HERE, KEY, BEFORE };

static fed_status fault(const scan *s, enum told told, const char *format, ...)
{
    const bool named = told != HERE && s->here.line > 0 && s->path != NULL;
    char what[512];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return fed_blame(s->build, told == BEFORE ? s->last_place : s->here, s->build->order, "%s%s%s",
                     named ? s->path : "", named ? ": " : "", what);
}

static fed_status put(scan *s, char byte)
{
    fed_copy *copy = s->copy;

    if ((copy->text = fed_grow(s->build->arena, copy->text, copy->size + 1, 1)) == NULL)
        return FED_NOMEM;
    copy->text[copy->size++] = byte;
    copy->text[copy->size] = '\0';
    if (byte != '\n')
        return FED_OK;
    copy->lines = fed_grow(s->build->arena, copy->lines, copy->line_count, sizeof *copy->lines);
    if (copy->lines == NULL)
        return FED_NOMEM;
    copy->lines[copy->line_count++] = s->here; /* the line that begins now */
    return FED_OK;
}

static fed_status take(scan *s, size_t count)
{
    while (count-- > 0) {
        s->here.line += *s->at == '\n' && s->here.line > 0;
        TRY(put(s, *s->at++));
    }
    return FED_OK;
}

static fed_status new_key(scan *s, size_t length)
{
    const char *prefix = s->in[s->depth].prefix;

    s->path = fed_sprintf(s->build->arena, "%s%.*s", prefix, (int)length, s->at);
    s->keys = fed_grow(s->build->arena, s->keys, s->key_count, sizeof *s->keys);
    if (s->path == NULL || s->keys == NULL)
        return FED_NOMEM;
    if (s->key_count == MAX_KEYS)
        return fault(s, HERE, "more than %d keys", MAX_KEYS);
    for (const key *k = s->keys; k < s->keys + s->key_count; k++)
        if (k->prefix == prefix && strcmp(k->path, s->path) == 0)
            return fault(s, KEY, "key given twice (first at %s:%d)", k->place.file, k->place.line);
    s->keys[s->key_count++] = (key){prefix, s->path, s->here};
    return FED_OK;
}

static fed_status enter(scan *s)
{
    const char *prefix = s->in[s->depth].prefix;

    if (s->depth == MAX_NESTING)
        return fault(s, KEY, "brackets nested more than %d deep", MAX_NESTING);
    if (*s->at == '{' && (prefix = fed_sprintf(s->build->arena, "%s.", s->path)) == NULL)
        return FED_NOMEM;
    s->in[++s->depth] = (bracket){*s->at, 0, s->here, s->path, prefix};
    return FED_OK;
}

static fed_status leave(scan *s)
{
    const bracket *in = &s->in[s->depth];

    if (in->place.file != s->here.file) /* each reading of a file has a name of its own */
        return fault(s, HERE, "'%c' closes nothing in this file", *s->at);
    if (*s->at != (in->open == '(' ? ')' : in->open + 2)) /* [ and {: two on in ASCII */
        return fault(s, HERE, "'%c' closes the '%c' of line %d", *s->at, in->open, in->place.line);
    if (*s->at != '}' && s->last == ',')
        return fault(s, KEY, "no value between ',' and '%c'", *s->at);
    s->path = in->path;
    s->depth--;
    return FED_OK;
}

/* libconfig takes the type of an array from its first element. */
static fed_status element(scan *s, char token)
{
    const char first = s->in[s->depth].element;

    if ((token == 'i' && first == 'f') || (token == 'f' && first == 'i'))
        return fault(s, KEY,
                     "an array [ ] cannot mix integers and floats; write every "
                     "number with a decimal point, or a list ( )");
    if (first != 0 && first != token)
        return fault(s, KEY, "an array [ ] has values of one type; write a list ( )");
    s->in[s->depth].element = token;
    return FED_OK;
}

/* What cannot stand here, by the token before, this one and the bracket around: each one of those
 * bytes, none of them after a '^', any when empty. "a" "b" is one string; a file may hold elements
 * of a list. */
static const struct rule {
    const char *last, *token, *open;
    enum told told;
    const char *text;
} rules[] = {{"k", "^=", "", BEFORE, "expected '=' after the key"},
             {"=", "k", "", KEY, "a string is written in double quotes: \"%.*s\""},
             {"", "k", "([", KEY, "a string is written in double quotes: \"%.*s\""},
             {"=", "^ifsb{([", "", BEFORE, "key has no value"},
             {"^k", "=", "", HERE, "'%.*s' without a key before it"},
             {"^=", "ifb{([", "{", HERE, "value without a key before it"},
             {"^=s", "s", "{", HERE, "value without a key before it"},
             {"^([,e", "ifb{([", "([", KEY, "expected ',' between values"},
             {"^([,es", "s", "([", KEY, "expected ',' between values"},
             {"", "{([", "[", KEY,
              "an array [ ] cannot contain brackets; write a list ( "
              ")"},
             {"e{([;,", ";,", "", HERE, "unexpected '%.*s'"},
             {"", ";", "([", HERE, "unexpected '%.*s'"}};

static bool is_one(const char *set, char byte)
{
    return *set == '\0' || (*set == '^') == (strchr(set + (*set == '^'), byte) == NULL);
}

/* Takes a token, unless it cannot stand here. */
static fed_status accept(scan *s, char token, size_t length)
{
    const char open = s->in[s->depth].open;
    const int shown = (int)(length < 60 ? length : 60);

    for (const struct rule *r = rules; r < rules + sizeof rules / sizeof *rules; r++)
        if (is_one(r->last, s->last) && is_one(r->token, token) && is_one(r->open, open))
            return fault(s, r->told, r->text, shown, s->at);
    if (token == 'k')
        TRY(new_key(s, length));
    if (open == '[' && islower((unsigned char)token) && token != 'e')
        TRY(element(s, token));
    if (strchr("{([", token) != NULL)
        TRY(enter(s));
    if (strchr("})]", token) != NULL)
        TRY(leave(s));
    s->last = token;
    s->last_place = s->here;
    return take(s, length);
}

static fed_status string(scan *s)
{
    TRY(accept(s, 's', 1));
    while (*s->at != '"') {
        if (*s->at == '\0')
            return fault(s, BEFORE, "string is never closed");
        if (strncasecmp(s->at, "\\x00", 4) == 0)
            return fault(s, KEY, "string contains a zero byte");
        TRY(take(s, *s->at == '\\' && s->at[1] != '\0' ? 2 : 1));
    }
    return take(s, 1);
}

static fed_status number(scan *s)
{
    const bool hex = s->at[0] == '0' && (s->at[1] == 'x' || s->at[1] == 'X');
    const size_t length = strspn(s->at, "+-._" DIGITS LETTERS);
    const char *what = "is not a number";
    char *whole, *end, kind = 0;
    const double real = strtod(s->at, &end);
    const long long integer = (errno = 0, strtoll(s->at, &whole, hex ? 16 : 10));
    const size_t suffix = strspn(whole, "L");

    if (length == 0 && isprint((unsigned char)*s->at))
        return fault(s, HERE, "unexpected '%c'", *s->at);
    if (length == 0)
        return fault(s, HERE, "unexpected byte 0x%02x", (unsigned char)*s->at);
    if (whole > s->at && suffix <= 2 && whole + suffix == s->at + length) {
        kind = 'i';
        what = errno == ERANGE ? "is beyond 64 bits"
               : suffix == 0 && (integer > INT32_MAX || integer < INT32_MIN)
                   ? "is beyond 32 bits and needs the suffix L"
                   : NULL;
    } else if (end == s->at + length && strspn(s->at, "+-.eE" DIGITS) == length) {
        kind = 'f';
        what = isfinite(real) ? NULL : "is beyond the range of a double";
    }
    if (what != NULL)
        return fault(s, KEY, "%.*s %s", (int)(length < 60 ? length : 60), s->at, what);
    TRY(accept(s, kind, length));
    return kind == 'i' && suffix == 0 ? put(s, 'L') : FED_OK; /* one type of integer */
}

static fed_status include(scan *s);

static fed_status next(scan *s)
{
    const size_t length = strspn(s->at, "-_*" DIGITS LETTERS);
    const char *end;

    if (*s->at == '#' || strncmp(s->at, "//", 2) == 0) {
        s->at += strcspn(s->at, "\n"); /* libconfig wants a newline after it */
        return FED_OK;
    }
    if (strncmp(s->at, "/*", 2) == 0) {
        end = strstr(s->at + 2, "*/");
        return end == NULL ? fault(s, HERE, "comment /* is never closed")
                           : take(s, (size_t)(end + 2 - s->at));
    }
    if (isspace((unsigned char)*s->at))
        return *s->at == '\n' ? take(s, 1) : (s->at++, put(s, ' '));
    if (*s->at == '"')
        return string(s);
    if (strncmp(s->at, "@include", 8) == 0)
        return include(s);
    if (strchr("{([])}=:;,", *s->at) != NULL)
        return accept(s, *s->at == ':' ? '=' : *s->at, 1);
    if (!isalpha((unsigned char)*s->at) && *s->at != '*')
        return number(s);
    if ((length == 4 && strncasecmp(s->at, "true", 4) == 0) ||
        (length == 5 && strncasecmp(s->at, "false", 5) == 0))
        return accept(s, 'b', length);
    return accept(s, 'k', length);
}

static fed_status scan_text(scan *s, fed_place start, const char *text)
{
    const int depth = s->depth;

    s->at = text;
    s->here = start;
    TRY(put(s, '\n')); /* a line of the copy belongs to one file */
    while (*s->at != '\0')
        TRY(next(s));
    TRY(accept(s, 'e', 0)); /* no key left without a value */
    s->here = s->in[s->depth].place;
    return s->depth == depth ? FED_OK
                             : fault(s, HERE, "'%c' is never closed", s->in[s->depth].open);
}

/* A fault of the file as a whole is told where it is named: at s->here. */
static fed_status scan_file(scan *s, const char *file)
{
    const char *what, *zero;
    size_t size;
    char *bytes = fed_read_regular(s->build->arena, file, MAX_BYTES, &size, &what);

    if (bytes == NULL && what == NULL)
        return FED_NOMEM;
    if (bytes == NULL)
        return s->here.line == 0 ? fault(s, HERE, "%s", what)
                                 : fault(s, HERE, "@include: %s: %s", file, what);
    if ((s->bytes += size) > MAX_BYTES)
        return fault(s, HERE, "all included files together are larger than 1 MiB");
    s->here = (fed_place){file, 1};
    if (strncmp(bytes, "\xef\xbb\xbf", 3) == 0)
        return fault(s, HERE, "begins with a byte-order mark; save it as UTF-8 without one");
    if ((zero = memchr(bytes, 0, size)) == NULL)
        return scan_text(s, s->here, bytes);
    for (; bytes < zero; bytes++)
        s->here.line += *bytes == '\n';
    return fault(s, HERE, "contains a zero byte: not a text file");
}

static fed_status include(scan *s)
{
    const fed_place from = s->here;
    const char *name = s->at + strlen("@include"), *end, *file;
    const char *slash = strrchr(s->root, '/');
    char resolved[PATH_MAX];

    name += strspn(name, " \t");
    end = *name == '"' ? strpbrk(name + 1, "\"\n") : NULL;
    if (from.line == 0)
        return fault(s, HERE, "@include is not allowed here");
    if (end == NULL || *end != '"')
        return fault(s, HERE, "@include needs the name of a file in double quotes");
    TRY(accept(s, 'e', 0));
    if ((name = fed_sprintf(s->build->arena, "%.*s", (int)(end - name - 1), name + 1)) == NULL ||
        (file = fed_beside(s->build->arena, from.file, name)) == NULL)
        return FED_NOMEM;
    if (s->files == MAX_INCLUDES)
        return fault(s, HERE, "@include: %s: included more than %d deep", file, MAX_INCLUDES);
    if (realpath(file, resolved) == NULL)
        return fault(s, HERE, "@include: %s: %s", file, strerror(errno));
    if (slash == NULL || strncmp(resolved, s->root, (size_t)(slash + 1 - s->root)) != 0)
        return fault(s, HERE, "@include: %s: is outside the directory of %s", file, s->build->file);
    s->files++;
    TRY(scan_file(s, file));
    s->files--;
    s->at = end + 1;
    s->here = from;
    return put(s, '\n'); /* and on with this file's own line */
}

fed_status fed_scan(fed_build *build, const char *file, const char *text, fed_copy *copy)
{
    scan s = {.build = build,
              .copy = copy,
              .last = 'e',
              .here = {file, 0},
              .in = {{.open = '{', .prefix = ""}}};

    *copy = (fed_copy){NULL, 0, NULL, 0};
    s.root = text == NULL ? fed_absolute(build->arena, file) : file; /* a text includes nothing */
    if (s.root == NULL)
        return FED_NOMEM;
    return text == NULL ? scan_file(&s, file) : scan_text(&s, s.here, text);
}
