/* pairs_make.c -- for every code its samples, those with fewer codes before it first. */
#include "problem/pairs.h"

#include "problem/codes.h"

/* The rows of the samples, client after client. */
static size_t row_of(const fed_partition *part, size_t i)
{
    const size_t held = part->start[part->clients];

    return i < held ? part->row[i] : part->server[i - held];
}

static bool list_samples(fed_arena *arena, const fed_codes *codes, fed_pairs *pairs)
{
    const fed_matrix *z = &codes->data.matrix;
    size_t total = 0;
    uint32_t *start;
    uint16_t *code;

    pairs->samples = codes->part.start[codes->part.clients] + codes->part.server_count;
    for (size_t i = 0; i < pairs->samples; i++)
        total += fed_row_length(z, row_of(&codes->part, i));
    pairs->width = 1;
    pairs->start = start = FED_ARRAY(arena, pairs->samples + 1, uint32_t);
    pairs->code = code = FED_ARRAY(arena, total, uint16_t);
    if (start == NULL || code == NULL)
        return false;
    for (size_t i = 0; i < pairs->samples; i++) {
        const size_t row = row_of(&codes->part, i), n = fed_row_length(z, row);

        for (size_t k = 0; k < n; k++)
            code[start[i] + k] = (uint16_t)z->col[z->ptr[row] + k];
        start[i + 1] = start[i] + (uint32_t)n;
        pairs->width = pairs->width > n ? pairs->width : n;
        pairs->cost += 4.0 * (double)(n * (n + 4));
    }
    return true;
}

/* Sorted by code and by how many are before it, by counting. */
static bool sort_samples(fed_arena *arena, const fed_codes *codes, fed_pairs *pairs)
{
    const size_t width = pairs->width, cells = codes->count * width;
    uint32_t *cell = FED_ARRAY(arena, cells + 2, uint32_t),
             *sample = FED_ARRAY(arena, pairs->start[pairs->samples], uint32_t);

    if (cell == NULL || sample == NULL)
        return false;
    for (size_t i = 0; i < pairs->samples; i++)
        for (size_t k = pairs->start[i], at = 0; k < pairs->start[i + 1]; k++, at++)
            cell[pairs->code[k] * width + at + 2]++;
    for (size_t k = 1; k <= cells; k++)
        cell[k + 1] += cell[k];
    for (size_t i = 0; i < pairs->samples; i++) /* cell[k+1] moves from its start to its end */
        for (size_t k = pairs->start[i], at = 0; k < pairs->start[i + 1]; k++, at++)
            sample[cell[pairs->code[k] * width + at + 1]++] = (uint32_t)i;
    pairs->cell = cell;
    pairs->sample = sample;
    return true;
}

static bool list_joins(fed_arena *arena, fed_arena *scratch, const fed_code_search *s,
                       fed_pairs *pairs)
{
    uint16_t(*join)[3] = fed_alloc(arena, s->count - s->columns + 1, sizeof *join),
    *single = FED_ARRAY(arena, s->columns, uint16_t),
    *place = FED_ARRAY(scratch, s->count, uint16_t);

    if (join == NULL || single == NULL || place == NULL)
        return false;
    for (size_t r = 0; r < s->count; r++)
        place[s->order[r]] = (uint16_t)r;
    for (size_t j = 0; j < s->columns; j++)
        single[j] = place[j];
    for (size_t c = s->count; c-- > s->columns;) {
        uint16_t *to = join[pairs->joins++];

        to[0] = place[c];
        to[1] = place[s->parent[c][0]];
        to[2] = place[s->parent[c][1]];
    }
    pairs->join = (const uint16_t(*)[3])join;
    pairs->single = single;
    pairs->cost += 4.0 * (double)(pairs->joins * s->count);
    return true;
}

static bool list_columns(fed_arena *arena, const fed_codes *codes, fed_pairs *pairs)
{
    const size_t columns = pairs->columns, total = codes->start[codes->count];
    uint32_t *first = FED_ARRAY(arena, columns + 2, uint32_t);
    uint16_t *in = FED_ARRAY(arena, total, uint16_t);

    if (first == NULL || in == NULL)
        return false;
    for (size_t k = 0; k < total; k++)
        first[codes->column[k] + 2]++;
    for (size_t j = 1; j <= columns; j++)
        first[j + 1] += first[j];
    for (size_t c = 0; c < codes->count; c++)
        for (size_t k = codes->start[c]; k < codes->start[c + 1]; k++)
            in[first[codes->column[k] + 1]++] = (uint16_t)c;
    pairs->first = first;
    pairs->in = in;
    return true;
}

bool fed_pairs_make(fed_arena *arena, fed_arena *scratch, const fed_code_search *s,
                    const fed_codes *codes, fed_pairs *pairs)
{
    pairs->columns = s->columns;
    return list_samples(arena, codes, pairs) && sort_samples(arena, codes, pairs) &&
           list_joins(arena, scratch, s, pairs) && list_columns(arena, codes, pairs);
}
