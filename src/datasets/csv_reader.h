/* csv_reader.h -- a CSV file being read: what csv.c and csv_columns.c share. */
#ifndef FED_CSV_READER_H
#define FED_CSV_READER_H

#include "datasets/coding.h"
#include "datasets/survey.h"

enum { FED_CSV_NOTES = 16 };

typedef struct fed_csv_reader {
    fed_arena *arena, *scratch;
    fed_input *file;
    fed_csv csv;
    const fed_layout *layout;
    fed_survey survey;
    fed_columns columns;
    fed_coding *coding;
    size_t rows, d, gaps; /* gaps: rows in which a value is missing */
    double *x, *y;
    int64_t *client;
    const char **client_word; /* of each row, where ids are words */
    fed_faults faults;
    const char **note;
    size_t notes;
    fed_error *error;
} fed_csv_reader;

/* A fault of the file: the first becomes the error, FED_FAULTS_MAX are kept for --check. */
fed_status fed_csv_note(void *context, const char *text);
fed_status fed_csv_bad_cell(fed_csv_reader *in, size_t line, size_t column, const char *cell,
                            size_t length, const char *fault);
/* A line of data->notes; NULL: no memory. */
fed_status fed_csv_tell(fed_csv_reader *in, const char *text);
/* "A = 0, B = 1, ..." of the first words. */
const char *fed_csv_show_words(const char *const *word, size_t count, char shown[400]);

/* What becomes of each column; a test set's are what the training set's were. */
fed_status fed_csv_judge(fed_csv_reader *in);
/* Names of the features: a category's is COLUMN=WORD. */
fed_status fed_csv_names(fed_csv_reader *in, const char *const **names);

#endif
