/* internal.h -- what the files of the configuration share: nodes, slots, points, faults. */
#ifndef FED_CONFIG_INTERNAL_H
#define FED_CONFIG_INTERNAL_H

#include "config/config.h"

enum {
    MAX_BYTES = 1 << 20, /* of all files together */
    MAX_POINTS = 20000,  /* of a sweep */
    MAX_FAULTS = 200
};

#define OVERRIDE_FILE "-D"

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

/* A row of the schema in its place. A key may have one in several variants of its section. */
typedef struct fed_row {
    const fed_param *param;
    const fed_entry *variant; /* NULL: common */
    const fed_node *def;      /* NULL: none */
    struct fed_row *next;
} fed_row;

/* A key by its full path. */
typedef struct fed_slot {
    const char *path;
    fed_row *rows;
    const fed_section *section;
    const struct fed_slot *selector; /* the key that chooses among variants, or NULL */
    const struct fed_slot *rate;     /* of a key inside a rate: that rate */
    size_t index;
} fed_slot;

typedef struct fed_schema {
    fed_slot *slots; /* keys of one group stand together, in the order of the rows */
    size_t count;
    const fed_slot **sorted; /* by path */
} fed_schema;

/* A slot's value at one point: node is NULL when not given. */
typedef struct fed_cell {
    const fed_node *node;
    const fed_row *row;
    bool active; /* the row belongs to what is selected */
} fed_cell;

/* Keys that move together, crossed with the other axes. */
typedef struct fed_axis {
    size_t keys, count;
    const char **key;  /* paths as written, perhaps with an index */
    fed_node **values; /* count x keys */
} fed_axis;

typedef struct fed_shared {
    const fed_schema *schema;
    const char *file;
    const fed_config *base; /* before the sweep */
    fed_config **points;
    size_t point_count, axis_count, key_count;
    fed_axis *axes;
    const fed_node **groups; /* every group met, with its place; name is its full path */
    size_t group_count;
} fed_shared;

struct fed_config {
    const fed_shared *shared;
    fed_cell *cells; /* one per slot */
    size_t point;
    bool whole;        /* stands for the sweep, not for one of its points */
    const char **text; /* of the swept keys */
};

/* What is at hand while a configuration is being read. */
typedef struct fed_build {
    fed_arena *arena;
    const fed_schema *schema;
    const char *file; /* as given */
    const char *root; /* directory that includes may not leave, resolved */
    fed_cell *cells;  /* being filled */
    const fed_node *sweep, *zip;
    const fed_node **groups;
    size_t group_count, group_room;
    size_t order;
    struct fed_fault {
        const char *text;
        size_t order;
    } * faults;
    size_t fault_count;
    bool nomem;
} fed_build;

/* faults.c: each returns FED_CONFIG (or FED_NOMEM), so that `return fed_blame(...)` reads well. */
fed_status fed_blame(fed_build *build, fed_place place, size_t order, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
fed_status fed_blame_node(fed_build *build, const fed_node *node, const char *path,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
fed_status fed_faults_settle(fed_build *build, fed_faults *faults, fed_error *error);
const char *fed_place_text(fed_arena *arena, fed_place place);

/* source.c: a name, from the directory of the file that names it; from the root. */
const char *fed_beside(fed_arena *arena, const char *file, const char *name);
const char *fed_absolute(fed_arena *arena, const char *path);

/* parse.c: the only caller of libconfig. */
fed_status fed_parse_file(fed_build *build, const char *file, fed_node **root);
fed_status fed_parse_value(fed_build *build, const char *origin, const char *text, bool verbatim,
                           fed_node **node);

/* node.c */
fed_node *fed_node_new(fed_build *build, fed_kind_of_node kind, fed_place place);
bool fed_node_seal(fed_arena *arena, fed_node *node);
fed_node *fed_node_replace(fed_build *build, const fed_node *list, size_t index, fed_node *item);
const fed_node *fed_node_member(const fed_node *group, const char *name);

/* text.c */
void fed_text_double(char text[32], double value);
void fed_text_node(FILE *stream, const fed_node *node,
                   bool floats); /* libconfig syntax; integers as floats */
char *fed_text_plain(fed_arena *arena, const fed_node *node);       /* strings without quotes */
const char *fed_text_found(fed_arena *arena, const fed_node *node); /* for messages */

/* schema.c */
fed_status fed_schema_build(fed_build *build, const fed_section *sections, fed_schema **schema);
const fed_slot *fed_slot_find(const fed_schema *schema, const char *path);
bool fed_slot_has(const fed_slot *slot, fed_type type);
bool fed_slot_verbatim(const fed_slot *slot); /* strings only: no quotes needed in an override */
bool fed_is_group(const fed_schema *schema, const char *path); /* some key lies below */
/* suggest.c: a key beside the unknown one; a full path */
const char *fed_suggest_path(fed_arena *arena, const fed_schema *schema, const char *path);
const char *fed_suggest_key(fed_arena *arena, const fed_schema *schema, const char *path);

/* assign.c: puts values in their cells. */
fed_node *fed_locate(fed_build *build, const fed_slot *slot,
                     const fed_node *node); /* with its path */
fed_status fed_assign(fed_build *build, const fed_slot *slot, const fed_node *node);
fed_status fed_assign_group(fed_build *build, const char *path, const fed_node *group);
fed_status fed_assign_path(fed_build *build, const char *path, const fed_node *node);
fed_status fed_assign_element(fed_build *build, const fed_slot *slot, size_t index, fed_node *item);
fed_status fed_unknown_key(fed_build *build, const fed_node *node, const char *path);
/* "a.b[3]": the slot, and the index or -1; NULL when there is no such key. */
const fed_slot *fed_path_split(fed_build *build, const char *path, long *index);

/* override.c */
fed_status fed_override_usage(const char *text, fed_error *error);
fed_status fed_override(fed_build *build, const char *text);

/* resolve.c: chooses the row of every cell, then checks every cell given. */
void fed_choose(const fed_schema *schema, fed_cell *cells);
const fed_node *fed_cell_value(const fed_cell *cell);
void fed_check(fed_build *build, fed_cell *cells);
/* check.c */
const char *fed_range_text(fed_arena *arena, double low, double high);
bool fed_check_node(fed_build *build, const fed_slot *slot, const fed_row *row,
                    const fed_node *node, bool tell);

/* sweep.c */
fed_status fed_sweep_read(fed_build *build, fed_shared *shared);
fed_status fed_sweep_expand(fed_build *build, fed_shared *shared);

/* print.c: whether a key is shown, and its value. */
const fed_node *fed_shown(const fed_config *config, const fed_slot *slot, bool hashed);

#endif
