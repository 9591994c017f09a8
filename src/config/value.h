/* value.h -- a value as written, with its type and its place. */
#ifndef FED_CONFIG_VALUE_H
#define FED_CONFIG_VALUE_H

#include <stddef.h>
#include <stdint.h>

typedef struct fed_place {
    const char *file;
    int line; /* 0: none (an override, a default) */
} fed_place;

typedef enum fed_kind_of_node {
    NODE_BOOL,
    NODE_INT,
    NODE_FLOAT,
    NODE_STRING,
    NODE_LIST,
    NODE_GROUP
} fed_kind_of_node;

/* A value as written. Lists and groups also hold their elements as plain arrays where they can. */
typedef struct fed_node {
    fed_kind_of_node kind;
    const char *name; /* NULL in a list */
    fed_place place;
    size_t order; /* position in the input: faults are told in this order */
    int64_t i;    /* bool, int */
    double f;     /* int, float */
    const char *s;
    const char *path;     /* of a string that names a file: resolved from the file that names it, */
    const char *absolute; /* and so that it can be found from anywhere */
    size_t count;
    struct fed_node **items;
    const double *floats;       /* all elements are numbers; the numbers of labels */
    const int64_t *ints;        /* all elements are integers */
    const char *const *strings; /* all elements are strings; the words of labels */
} fed_node;

#endif
