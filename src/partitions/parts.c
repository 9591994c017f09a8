/* parts.c -- sorting by response, equal parts, and the fault they share. */
#include "partitions/scheme.h"

#include <string.h>

enum { DIGITS = 8, BUCKETS = 256 };

typedef struct keyed {
    uint64_t key;
    size_t row;
} keyed;

/* Bits that order as the numbers do: the sign turned, and all others too when it was set. */
static uint64_t ordered_bits(double y)
{
    uint64_t bits;

    y += 0.0; /* -0 is 0 */
    memcpy(&bits, &y, sizeof bits);
    return bits ^ ((0 - (bits >> 63)) | UINT64_C(1) << 63);
}

/* Radix sort from the lowest byte up, which is stable; bytes that are all alike are passed over. */
fed_status fed_sort_by_response(fed_arena *scratch, const fed_dataset *data, size_t *pool,
                                size_t count, fed_error *error)
{
    keyed *from = FED_ARRAY(scratch, count, keyed), *to = FED_ARRAY(scratch, count, keyed);
    size_t(*place)[BUCKETS] = fed_alloc(scratch, DIGITS, sizeof *place);

    if (from == NULL || to == NULL || place == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < count; i++) {
        from[i] = (keyed){ordered_bits(data->y[pool[i]]), pool[i]};
        for (unsigned d = 0; d < DIGITS; d++)
            place[d][from[i].key >> 8 * d & 255]++;
    }
    for (unsigned d = 0; d < DIGITS; d++) {
        size_t sum = 0;
        keyed *swap = from;

        if (count == 0 || place[d][from[0].key >> 8 * d & 255] == count)
            continue;
        for (size_t b = 0; b < BUCKETS; b++) {
            size_t here = place[d][b];

            place[d][b] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++)
            to[place[d][from[i].key >> 8 * d & 255]++] = from[i];
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < count; i++)
        pool[i] = from[i].row;
    return FED_OK;
}

void fed_equal_parts(size_t count, size_t parts, size_t *start)
{
    size_t size = count / parts, larger = count % parts;

    for (size_t k = 0; k <= parts; k++)
        start[k] = k * size + (k < larger ? k : larger);
}

fed_status fed_too_few_samples(const fed_config *config, const fed_dataset *data, fed_error *error,
                               const char *key, size_t pieces, size_t count)
{
    if (data->origin == NULL)
        return fed_config_fault(config, error, FED_CONFIG, key,
                                "%zu, but there are only %zu samples", pieces, count);
    return fed_config_fault(config, error, FED_DATA, key, "%zu, but %s has only %zu samples",
                            pieces, data->origin, count);
}
