/* types.h -- what the files of the configuration share: nodes, slots, points, faults. */
#ifndef FED_CONFIG_TYPES_H
#define FED_CONFIG_TYPES_H

#include "config/config.h"

#include <stdatomic.h>

enum {
    MAX_BYTES = 1 << 20, /* of all files together */
    MAX_POINTS = 200000, /* of a sweep */
    MAX_FAULTS = 200
};

#define OVERRIDE_FILE "-D"

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
    bool selects;                    /* it is one */
    const struct fed_slot *rate;     /* of a key inside a rate: that rate */
    size_t within;                   /* of a rate: keys inside it, those that follow it */
    bool apart;                      /* it changes no result */
    size_t index;
} fed_slot;

typedef struct fed_schema {
    fed_slot *slots; /* keys of one group stand together, in the order of the rows */
    size_t count;
    const fed_slot **table; /* by the hash of the path: a power of two of places, */
    size_t places;          /*   at least twice the slots */
} fed_schema;

/* A slot's value at one point: node is NULL when not given. */
typedef struct fed_cell {
    const fed_node *node;
    const fed_row *row;
    bool active; /* the row belongs to what is selected */
    bool former; /* written as a word of the section's former name */
} fed_cell;

/* A cell in which a point differs from the base. */
typedef struct fed_change {
    size_t slot;
    fed_cell cell;
} fed_change;

/* Keys that move together, crossed with the other axes. */
typedef struct fed_axis {
    size_t keys, count;
    const char **key;      /* paths as written, perhaps with an index, */
    const fed_slot **slot; /* and where they lead: the slot, */
    long *index;           /*   the element of its list or -1 */
    fed_node **values;     /* count x keys */
    const char **text;     /* of the values */
} fed_axis;

typedef struct fed_shared {
    const fed_schema *schema;
    const char *file;
    const fed_config *base; /* before the sweep */
    fed_config *points;
    size_t point_count, axis_count, key_count;
    fed_axis *axes;
    const fed_node **groups; /* every group met, with its place; name is its full path */
    size_t group_count;
    bool *varies;      /* by slot: a point has another cell there than the base */
    atomic_bool *read; /* by slot: a point that gives the key, in a row selected there, read it */
} fed_shared;

/* The keys that a stage may read; shared by the threads that read through one view. */
typedef struct fed_watch {
    const char *const *prefixes;
    struct fed_watch *outer; /* of the view that this one is a view of, or NULL */
    _Atomic(const char *) stray;
} fed_watch;

struct fed_config {
    const fed_shared *shared;
    const fed_cell *cells;     /* one per slot: of the base */
    const fed_change *changes; /* instead of them, by slot */
    size_t change_count, point;
    bool whole;       /* stands for the sweep, not for one of its points */
    fed_watch *watch; /* NULL: every key may be read */
};

/* What is at hand while a configuration is being read. */
typedef struct fed_build {
    fed_arena *arena;
    const fed_schema *schema;
    const char *file; /* as given */
    fed_cell *cells;  /* being filled, through fed_cell_write, */
    uint64_t written; /*   which marks here where */
    const fed_node *sweep, *zip;
    const fed_node **groups;
    size_t group_count;
    size_t order;
    struct fed_fault {
        const char *text;
        size_t order;
    } * faults;
    size_t fault_count;
    bool nomem;
} fed_build;

#endif
