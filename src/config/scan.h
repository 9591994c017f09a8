/* scan.h -- the text on its way to libconfig: what has been read, copied and opened so far. */
#ifndef FED_CONFIG_SCAN_H
#define FED_CONFIG_SCAN_H

#include "config/internal.h"

enum {
    MAX_KEYS = 4000,  /* libconfig's look-up for duplicates is quadratic */
    MAX_NESTING = 32, /* brackets within brackets */
    MAX_INCLUDES = 10 /* files within files */
};

typedef enum fed_token {
    TOKEN_START,
    TOKEN_NAME,
    TOKEN_ASSIGN,
    TOKEN_INT,
    TOKEN_FLOAT,
    TOKEN_STRING,
    TOKEN_BOOL,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SEPARATOR
} fed_token;

typedef struct fed_bracket {
    char open;
    fed_place place;
    fed_token element; /* of an array, once there is one */
    size_t base;       /* what scan.base was outside */
    size_t group;      /* what scan.group was outside */
} fed_bracket;

typedef struct fed_scan {
    char *text; /* the copy, with comments and includes gone, */
    size_t size, room;
    fed_place *lines; /* and where each of its lines came from */
    size_t line_count, line_room;

    size_t bytes;  /* read so far */
    int files;     /* open at once */
    bool numbered; /* a file with lines, not an override */

    fed_token last;       /* the token before, */
    fed_place last_place; /*   and where it stands */
    fed_bracket brackets[MAX_NESTING];
    int depth;

    char key[256];        /* path of the key at hand; */
    size_t base;          /*   so much of it names the groups around */
    size_t group, groups; /* number of the group at hand, of those met */
    struct fed_named {
        size_t group;
        const char *name;
        int length;
        fed_place place;
    } * names; /* every key met, to find those given twice */
    size_t name_count, name_room;
} fed_scan;

/* scan.c: checks and copies one file or one override. */
fed_status fed_scan_text(fed_build *build, fed_scan *scan, const char *file, const char *bytes);

/* source.c: reads a regular file, the main one or one included at `from`. */
fed_status fed_scan_file(fed_build *build, fed_scan *scan, const char *file);
fed_status fed_scan_include(fed_build *build, fed_scan *scan, fed_place from, const char *name);

/* copy.c */
fed_status fed_copy_put(fed_build *build, fed_scan *scan, fed_place here, char byte);

/* grammar.c: refuses the token when it cannot stand after the one before. text, length: as written */
fed_status fed_grammar(fed_build *build, fed_scan *scan, fed_token token, fed_place here,
                       const char *text, size_t length);
fed_status fed_scan_fault(fed_build *build, const fed_scan *scan, fed_place place,
                          const char *format, ...)
    __attribute__((format(printf, 4, 5))); /* with the key at hand */

/* number.c: TOKEN_INT, TOKEN_FLOAT or TOKEN_START (none) at the start of text; *fault: why it is refused. */
fed_token fed_number_scan(const char *text, size_t *length, const char **fault);

#endif
