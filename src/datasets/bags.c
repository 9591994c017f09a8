/* bags.c -- bags of words: counts of each sample's words, divided by their sum. */
#include "datasets/bags.h"

#include <stdlib.h>

static int rise(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

fed_status fed_bags_make(fed_arena *arena, size_t n, const size_t *start, uint32_t *word,
                         size_t words, fed_matrix *x, fed_error *error)
{
    size_t *ptr = FED_ARRAY(arena, n + 1, size_t);
    uint32_t *col = FED_ARRAY(arena, start[n] + 1, uint32_t);
    double *val = FED_ARRAY(arena, start[n] + 1, double);
    size_t stored = 0;

    if (ptr == NULL || col == NULL || val == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < n; i++) {
        size_t known = 0;

        qsort(word + start[i], start[i + 1] - start[i], sizeof *word, rise);
        for (size_t k = start[i]; k < start[i + 1] && word[k] != UINT32_MAX; k++, known++) {
            if (stored == ptr[i] || col[stored - 1] != word[k])
                col[stored++] = word[k];
            val[stored - 1]++;
        }
        for (size_t e = ptr[i]; e < stored; e++)
            val[e] /= (double)known;
        ptr[i + 1] = stored;
    }
    *x = (fed_matrix){.n = n, .d = words, .ptr = ptr, .col = col, .val = val};
    return FED_OK;
}

/* A word with its count. */
typedef struct tally {
    size_t count;
    uint32_t word;
} tally;

static int fall(const void *a, const void *b)
{
    const tally *x = a, *y = b;

    return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
                                : (x->word > y->word) - (x->word < y->word);
}

fed_status fed_bags_cut(fed_arena *scratch, size_t count, uint32_t *word, size_t most,
                        size_t *words, fed_error *error)
{
    tally *by_count = FED_ARRAY(scratch, *words, tally);
    uint32_t *number = FED_ARRAY(scratch, *words, uint32_t);
    size_t kept = 0;

    if (most == 0 || most >= *words)
        return FED_OK;
    if (by_count == NULL || number == NULL)
        return fed_nomem(error);
    for (size_t w = 0; w < *words; w++)
        by_count[w].word = (uint32_t)w;
    for (size_t k = 0; k < count; k++)
        by_count[word[k]].count++;
    qsort(by_count, *words, sizeof *by_count, fall);
    for (size_t w = 0; w < *words; w++)
        number[by_count[w].word] = w < most;
    for (size_t w = 0; w < *words; w++)
        number[w] = number[w] > 0 ? (uint32_t)kept++ : UINT32_MAX;
    for (size_t k = 0; k < count; k++)
        word[k] = number[word[k]];
    *words = kept;
    return FED_OK;
}
