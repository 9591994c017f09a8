/* chunks.c -- where the chunks of the ordered sums begin: at clients, or within one large client.
 */
#include "problem/chunks.h"

/* Samples first .. last-1 of one owner as stretches; start may be NULL, to count them. */
static size_t cut(size_t first, size_t last, size_t worth, size_t *start, size_t count)
{
    for (size_t at = first; at < last; at += worth, count++)
        if (start != NULL)
            start[count] = at;
    return count;
}

static size_t lay_out(const fed_problem *problem, size_t worth, size_t *start)
{
    const fed_partition *part = problem->part;
    size_t count = 0, first = 0;

    for (size_t m = 0; m < problem->clients; m++) {
        const size_t begin = part->start[m], end = part->start[m + 1];

        if (first < begin && end - first > worth) { /* the clients before m are a chunk */
            count = cut(first, begin, begin - first, start, count);
            first = begin;
        }
        if (end - begin > worth) {
            count = cut(begin, end, worth, start, count);
            first = end;
        }
    }
    if (first < part->start[problem->clients])
        count = cut(first, part->start[problem->clients], part->start[problem->clients] - first,
                    start, count);
    count = cut(part->start[problem->clients], problem->samples, worth, start, count);
    if (start != NULL)
        start[count] = problem->samples;
    return count;
}

fed_status fed_chunks_make(fed_arena *arena, fed_problem *problem, size_t worth, fed_error *error)
{
    const size_t count = lay_out(problem, worth, NULL);
    size_t *start = FED_ARRAY(arena, count + 1, size_t);

    if (start == NULL)
        return fed_nomem(error);
    lay_out(problem, worth, start);
    problem->chunks = count;
    problem->chunk_start = start;
    return FED_OK;
}
