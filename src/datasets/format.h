/* format.h -- a file format: how the bytes of a file become samples. */
#ifndef FED_FORMAT_H
#define FED_FORMAT_H

#include "datasets/dataset.h"
#include "datasets/input.h"

#define FED_FEATURES_MAX 134217728 /* 2^27: the widest public sets have 55 million */

/* A column by name or, name being NULL, by 0-based index; index -1: none. */
typedef struct fed_column {
    const char *name;
    int64_t index;
} fed_column;

/* What the reader is told about a file. */
typedef struct fed_layout {
    fed_column target, client;
    bool header, drop_missing;
    char delimiter;
    const char *const *words; /* of the target column, word k meaning numbers[k] */
    const double *numbers;
    size_t word_count;
    const char *const *drop; /* columns left out, names or indices */
    size_t drop_count;
    size_t base;             /* smallest index of libsvm */
    size_t features;         /* no more than these; 0: as many as found */
    double divide;           /* features are divided by it */
    const fed_dataset *like; /* a test set: the columns mean what they do in this training set */
} fed_layout;

extern const fed_layout fed_layout_default;

/* A reader fills n, d, names, x or (ptr, col, val), y and client, the last as the ids of the file.
 * target is the second file, NULL when there is none. What it takes from arena stays; texts go. */
typedef struct fed_format {
    fed_entry entry;
    const char *const *suffixes; /* of file names, NULL-terminated */
    bool target_column;          /* the response is a column, */
    bool target_file;            /*   or a file of its own */
    fed_status (*read)(fed_arena *arena, const fed_layout *layout, fed_input *file,
                       fed_input *target, fed_dataset *data, fed_error *error);
} fed_format;

extern const fed_format fed_format_csv, fed_format_idx, fed_format_libsvm, fed_format_npy;
extern const fed_entry *const fed_formats[]; /* table.c */
#define FED_FORMAT_CHOICES "csv|idx|libsvm|npy"

/* By the end of the file's name, .gz left aside; NULL when it says nothing. */
const fed_format *fed_format_guess(const char *path);

/* Reads the file (and the target's, unless NULL), then numbers the clients, divides, and sets
 * origin and hash. */
fed_status fed_format_read(fed_arena *arena, const fed_format *format, const fed_layout *layout,
                           const fed_file *file, const fed_file *target, fed_dataset *data,
                           fed_error *error);

/* One character that no number has, or the word tab; false for anything else. */
bool fed_layout_delimiter(const char *text, char *delimiter);

/* The response in a cell: a word of the layout or a number; false and *fault otherwise. */
bool fed_layout_response(const fed_layout *layout, const char *cell, size_t length, double *value,
                         const char **fault);

/* Refuses more features than asked for, and a test set of another width than the training set. */
fed_status fed_layout_width(const fed_layout *layout, const char *where, size_t features,
                            fed_error *error);

/* What each column of a file is: a feature's number, or one of these. */
enum { FED_COLUMN_TARGET = -1, FED_COLUMN_CLIENT = -2, FED_COLUMN_DROPPED = -3 };

typedef struct fed_columns {
    size_t count, features;
    int64_t *role;            /* count */
    const char *const *names; /* count; NULL when the file has none */
    bool client;              /* some column is the client's */
} fed_columns;

/* Finds target, client and dropped columns among count names (NULL: none); where, "FILE:1" or
 * "FILE", opens messages. wanted false: the response comes from elsewhere. */
fed_status fed_columns_find(fed_arena *arena, const fed_layout *layout, const char *where,
                            const char *const *names, size_t count, bool wanted,
                            fed_columns *columns, fed_error *error);

/* names of the features, copied to arena; NULL when the file has none. */
fed_status fed_columns_names(fed_arena *arena, const fed_columns *columns,
                             const char *const **names, fed_error *error);

/* "column 3 (x2)" for messages. */
const char *fed_columns_show(const fed_columns *columns, size_t column, char shown[80]);

/* Client ids, any integers, become 0, 1, ... in increasing order; -1, the server's, stays. */
fed_status fed_number_clients(fed_arena *arena, fed_dataset *data, fed_error *error);

#endif
