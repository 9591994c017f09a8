/* pairs_make.c -- for every code its samples, those with fewer codes before it first. */
#include "problem/pairs_make.h"

/* The rows of the samples, client after client. */
static size_t row_of(const fed_partition *part, size_t i)
{
    const size_t held = part->start[part->clients];

    return i < held ? part->row[i] : part->server[i - held];
}

/* How many samples have a code behind so many others, from cell[2] on. */
static bool count_samples(fed_arena *arena, const fed_codes *codes, fed_pairs *pairs,
                          uint32_t **cells)
{
    const fed_matrix *z = &codes->data.matrix;
    uint32_t *cell;

    pairs->samples = codes->part.start[codes->part.clients] + codes->part.server_count;
    pairs->width = 1;
    for (size_t i = 0; i < pairs->samples; i++) {
        const size_t n = fed_row_length(z, row_of(&codes->part, i));

        pairs->width = pairs->width > n ? pairs->width : n;
        pairs->cost += 2.0 * (double)(n * (n + 6));
    }
    pairs->cell = *cells = cell = FED_ARRAY(arena, codes->count * pairs->width + 2, uint32_t);
    for (size_t i = 0; cell != NULL && i < pairs->samples; i++) {
        const size_t row = row_of(&codes->part, i), first = z->ptr[row];

        for (size_t k = first; k < z->ptr[row + 1]; k++)
            cell[z->col[k] * pairs->width + k - first + 2]++;
    }
    return cell != NULL;
}

/* From counts to where they begin, for the samples and for what is before a code. */
static bool begin_cells(fed_arena *arena, const fed_codes *codes, fed_pairs *pairs, uint32_t *cell)
{
    const size_t width = pairs->width, cells = codes->count * width;
    size_t *from = FED_ARRAY(arena, codes->count + 1, size_t);

    if ((pairs->from = from) == NULL)
        return false;
    for (size_t c = 0; c < codes->count; c++) {
        from[c + 1] = from[c];
        for (size_t k = 0; k < width; k++)
            from[c + 1] += k * cell[c * width + k + 2];
    }
    for (size_t k = 1; k <= cells; k++)
        cell[k + 1] += cell[k];
    return true;
}

/* Samples and what is before each of their codes, to their cells: cell[k+1] moves from the start of
 * a cell to its end, and place[k] does in `before`. */
static bool sort_samples(fed_arena *arena, fed_arena *scratch, const fed_codes *codes,
                         fed_pairs *pairs, uint32_t *cell)
{
    const fed_matrix *z = &codes->data.matrix;
    const size_t width = pairs->width, cells = codes->count * width;
    uint32_t *sample = FED_ARRAY(arena, cell[cells + 1], uint32_t);
    uint16_t *before = FED_ARRAY(arena, pairs->from[codes->count], uint16_t);
    size_t *place = FED_ARRAY(scratch, cells + 1, size_t);

    if (sample == NULL || before == NULL || place == NULL)
        return false;
    for (size_t k = 0; k < cells; k++)
        place[k + 1] = place[k] + k % width * (cell[k + 2] - cell[k + 1]);
    for (size_t i = 0; i < pairs->samples; i++) {
        const size_t row = row_of(&codes->part, i), first = z->ptr[row];

        for (size_t k = first; k < z->ptr[row + 1]; k++) {
            const size_t at = z->col[k] * width + k - first;

            sample[cell[at + 1]++] = (uint32_t)i;
            for (size_t e = first; e < k; e++)
                before[place[at]++] = (uint16_t)z->col[e];
        }
    }
    pairs->sample = sample;
    pairs->before = before;
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
    uint32_t *cell = NULL;

    pairs->columns = s->columns;
    return count_samples(arena, codes, pairs, &cell) && begin_cells(arena, codes, pairs, cell) &&
           sort_samples(arena, scratch, codes, pairs, cell) &&
           list_joins(arena, scratch, s, pairs) && list_columns(arena, codes, pairs);
}
