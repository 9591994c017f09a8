/* codes_find.c -- finding codes: the two that stand together most often in a sample of the rows
 * become one, again and again. Sets of rows are bits. */
#include "problem/codes_find.h"

enum {
    SAMPLE = FED_CODES_SAMPLE,
    WORDS = FED_CODES_WORDS,
    RARE = 64,               /* codes are not joined for less than every so many-th row */
    MOST_CODES = 256,        /* or half more than there are columns */
    CODE_COLUMNS = UINT8_MAX /* of one */
};

static bool set_up(fed_code_search *s, fed_arena *scratch, const fed_matrix *x)
{
    const size_t half_more = x->d + x->d / 2;

    s->count = s->columns = x->d;
    s->most = half_more > MOST_CODES ? half_more : MOST_CODES;
    s->seen = fed_alloc(scratch, s->most, sizeof *s->seen);
    s->together = FED_ARRAY(scratch, s->most * s->most, int16_t);
    s->size = FED_ARRAY(scratch, s->most, uint8_t);
    s->parent = fed_alloc(scratch, s->most, sizeof *s->parent);
    s->order = FED_ARRAY(scratch, s->most, uint32_t);
    return s->seen != NULL && s->together != NULL && s->size != NULL && s->parent != NULL &&
           s->order != NULL;
}

static void look_at_rows(fed_code_search *s, const fed_matrix *x)
{
    const size_t mean = (x->ptr[x->n] + x->n - 1) / x->n;
    size_t long_rows = 0, every, met = 0;

    for (size_t i = 0; i < x->n; i++)
        long_rows += fed_row_length(x, i) >= mean;
    every = (long_rows > 0 ? long_rows - 1 : 0) / SAMPLE + 1;
    for (size_t i = 0; i < x->n; i++) {
        if (fed_row_length(x, i) < mean || met++ % every != 0)
            continue;
        for (size_t k = x->ptr[i], at = (met - 1) / every; k < x->ptr[i + 1]; k++)
            s->seen[x->col[k]][at / 64] |= UINT64_C(1) << at % 64;
    }
}

/* Among the codes before `end`. */
FED_CLONES static void count_with(fed_code_search *s, size_t code, size_t end)
{
    for (size_t other = 0; other < end; other++) {
        int count = 0;

        for (size_t k = 0; k < WORDS; k++)
            count += __builtin_popcountll(s->seen[code][k] & s->seen[other][k]);
        s->together[code * s->most + other] = s->together[other * s->most + code] =
            other == code ? 0 : (int16_t)count;
    }
}

/* The pair that stands together most often, the first of several; how often. */
FED_CLONES static int16_t find_pair(const fed_code_search *s, size_t pair[2])
{
    int16_t most = 0;

    for (size_t a = 0; a < s->count; a++) {
        const int16_t *row = s->together + a * s->most;
        int16_t best = 0;

#pragma omp simd reduction(max : best)
        for (size_t b = 0; b < a; b++)
            best = row[b] > best ? row[b] : best;
        if (best > most) {
            most = best;
            pair[0] = a;
        }
    }
    for (pair[1] = 0; most > 0 && s->together[pair[0] * s->most + pair[1]] != most;)
        pair[1]++;
    return most;
}

static void join(fed_code_search *s, const size_t pair[2])
{
    const size_t fresh = s->count++;

    for (size_t k = 0; k < WORDS; k++)
        fed_code_part(&s->seen[fresh][k], &s->seen[pair[0]][k], &s->seen[pair[1]][k]);
    s->size[fresh] = (uint8_t)(s->size[pair[0]] + s->size[pair[1]]);
    for (size_t k = 0; k < 2; k++) {
        s->parent[fresh][k] = (uint32_t)pair[k];
        count_with(s, pair[k], s->count);
    }
    count_with(s, fresh, s->count);
}

static void join_all(fed_code_search *s)
{
    size_t pair[2] = {0, 0};

    for (size_t j = 0; j < s->columns; j++) {
        s->size[j] = 1;
        count_with(s, j, j + 1);
    }
    while (s->count < s->most && find_pair(s, pair) > SAMPLE / RARE &&
           s->size[pair[0]] + s->size[pair[1]] <= CODE_COLUMNS)
        join(s, pair);
}

/* The frequent ones come first: the sums of most pairs then stand close together. */
static void number(fed_code_search *s)
{
    size_t start[SAMPLE + 2] = {0};

    for (int turn = 0; turn < 2; turn++) {
        for (size_t c = 0; c < s->count; c++) {
            size_t absent = SAMPLE;

            for (size_t k = 0; k < WORDS; k++)
                absent -= (size_t)__builtin_popcountll(s->seen[c][k]);
            if (turn == 0)
                start[absent + 1]++;
            else
                s->order[start[absent]++] = (uint32_t)c;
        }
        for (size_t k = 0; turn == 0 && k <= SAMPLE; k++)
            start[k + 1] += start[k];
    }
}

bool fed_codes_find(fed_code_search *s, fed_arena *scratch, const fed_matrix *x)
{
    if (!set_up(s, scratch, x))
        return false;
    look_at_rows(s, x);
    join_all(s);
    number(s);
    return true;
}
