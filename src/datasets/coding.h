/* coding.h -- words of a CSV file behind its numbers, as the test set needs them again. */
#ifndef FED_CODING_H
#define FED_CODING_H

#include "datasets/words.h"

typedef struct fed_coding {
    size_t columns;           /* of features, as the file has them */
    const char *const *names; /* of these; NULL without a header */
    const fed_words *words;   /* of each; none for a column of numbers */
    const size_t *offset;     /* columns + 1: where its features begin */
    bool one_hot;             /* a feature for each word but the first; else their numbers */
    fed_words target;         /* words of the response */
    const double *mean;       /* of each feature, where missing = "mean"; or NULL */
} fed_coding;

#endif
