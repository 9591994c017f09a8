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

typedef enum fed_missing { FED_MISSING_ERROR, FED_MISSING_DROP, FED_MISSING_MEAN } fed_missing;
#define FED_MISSING_CHOICES "error|drop|mean"

typedef enum fed_categories {
    FED_CATEGORIES_ONE_HOT,
    FED_CATEGORIES_CODES,
    FED_CATEGORIES_REFUSED
} fed_categories;
#define FED_CATEGORIES_CHOICES "one-hot|codes|error"

#define FED_FAULTS_MAX 20 /* of a file, that --check lists */

/* What the reader is told about a file. */
typedef struct fed_layout {
    fed_column target, client;
    bool header;
    fed_missing missing;
    fed_categories categories;
    char delimiter, decimal;  /* of csv; NUL: as the file shows */
    fed_faults *faults;       /* room for FED_FAULTS_MAX, which csv fills; or NULL */
    const char *const *words; /* of the target column, word k meaning numbers[k] */
    const double *numbers;
    size_t word_count;
    const char *const *drop; /* columns left out, names or indices */
    size_t drop_count;
    size_t base;             /* smallest index of libsvm */
    size_t features;         /* no more than these; 0: as many as found */
    double divide;           /* features are divided by it */
    size_t length;           /* symbols of a sequence of a text, */
    bool words_of_text;      /*   which are words, not characters, */
    size_t vocabulary;       /*   of which so many are known; 0: all, */
    bool bag;                /*   and which are only counted */
    bool sets;               /* libsvm: a sample has a set of labels, */
    size_t labels;           /*   these many there are; 0: as many as found */
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

extern const fed_format fed_format_cifar, fed_format_csv, fed_format_idx, fed_format_leaf,
    fed_format_libsvm, fed_format_npy, fed_format_text;
extern const fed_entry *const fed_formats[]; /* table.c */
#define FED_FORMAT_CHOICES "cifar|csv|idx|leaf|libsvm|npy|text"

/* clang-format off */
#define FED_TEXT_ROWS                                                                              \
    {"length", FED_INT, "80", 1, 1048576, NULL, "number of symbols in a sequence (text)"},         \
    {"tokens", FED_CHOICE, "characters", FED_ANY, "characters|words",                              \
     "symbols of the text (text)"},                                                                \
    {"vocabulary", FED_INT, "0", 0, 1048576, NULL,                                                 \
     "size of the vocabulary, the most frequent symbols; all others are one symbol; "              \
     "0: all symbols (text)"},                                                                     \
    {"bag", FED_BOOL, "false", FED_ANY, NULL,                                                      \
     "features are the shares of the known symbols in a sequence, regardless of their order, "     \
     "and the response is the symbol after it (text)"}
/* clang-format on */

/* What these rows say. */
void fed_layout_text(const fed_config *config, fed_layout *layout);

/* By the end of the file's name, .gz left aside; NULL when it says nothing. */
const fed_format *fed_format_guess(const char *path);

/* Reads the file (and the target's, unless NULL), then numbers the clients, divides, and sets
 * origin and hash. */
fed_status fed_format_read(fed_arena *arena, const fed_format *format, const fed_layout *layout,
                           const fed_file *file, const fed_file *target, fed_dataset *data,
                           fed_error *error);

/* One character that no number has, or the words tab and auto (NUL); false for anything else. */
bool fed_layout_delimiter(const char *text, char *delimiter);

/* The response in a cell: a word of the layout or a number; false and *fault otherwise. */
bool fed_layout_response(const fed_layout *layout, const char *cell, size_t length, double *value,
                         const char **fault);

/* Where the word stands in choices, a list with bars between; their number when it does not. */
size_t fed_choice_number(const char *choices, const char *word);

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

/* Client ids, any integers, become 0, 1, ... in increasing order; -1, the server's, stays. */
fed_status fed_number_clients(fed_arena *arena, fed_dataset *data, fed_error *error);

#endif
