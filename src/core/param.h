/* param.h -- a configuration key is one row; a method is one entry with its rows. */
#ifndef FED_PARAM_H
#define FED_PARAM_H

#include <math.h>

typedef enum fed_type {
    FED_BOOL,
    FED_INT,   /* 64 bits, low <= value <= high */
    FED_FLOAT, /* finite; an integer is accepted */
    FED_STRING,
    FED_CHOICE, /* one word of choices "a|b|c" */
    FED_NAME,   /* the section's selector: one of its variants */
    FED_PATH,   /* relative to the file that names it */
    FED_COLUMN, /* a column's name, or its 0-based index */
    FED_INTS,   /* array or list */
    FED_FLOATS,
    FED_STRINGS,
    FED_RATE,   /* a number, or a group { schedule = ...; } */
    FED_THETA,  /* one word of choices, or a list of floats */
    FED_LABELS, /* a group word = number; */
    FED_GROUPS  /* a list of groups, which whoever reads it checks */
} fed_type;

typedef struct fed_param {
    const char *key; /* within its section; dots descend: "covariance.rho" */
    fed_type type;
    const char *def;     /* default in libconfig syntax without quotes; NULL: none */
    double low, high;    /* inclusive; of every element of a list */
    const char *choices; /* "a|b|c" for FED_CHOICE and FED_THETA; FED_NAME: "short" when the section
                          * may be written as the name alone */
    const char *doc;     /* one sentence, no final stop */
} fed_param;

/* The head of every method's descriptor. params end with a row whose key is NULL. */
typedef struct fed_entry {
    const char *name, *summary;
    const fed_param *params;
} fed_entry;

/* A group of the configuration. variants (NULL-terminated) are chosen by the key `selector`. */
typedef struct fed_section {
    const char *path;     /* "network"; "" for the top level */
    const char *selector; /* "type", or NULL */
    const fed_param *common;
    const fed_entry *const *variants; /* or NULL */
    /* the section that its keys and variants were written below before, or NULL */
    const char *former;
    const char *apart; /* keys that change no result, "a|b" or "*": no hash has them */
} fed_section;

/* What --list=KIND shows. */
typedef struct fed_kind {
    const char *name;
    const fed_entry *const *entries;
} fed_kind;

#define FED_ANY -INFINITY, INFINITY
#define FED_END                                \
    {                                          \
        NULL, FED_BOOL, NULL, 0, 0, NULL, NULL \
    }

const fed_entry *fed_entry_find(const fed_entry *const *table, const char *name);

#endif
