/* urn.c -- draws by weight in a number of steps that grows like the logarithm of the items. */
#include "core/urn.h"

#include <stdint.h>
#include <string.h>

static double sum_of(const fed_urn *urn, size_t level, size_t group)
{
    const size_t first = group * FED_URN_FAN, left = urn->count[level] - first;
    const double *below = urn->sum[level] + first;
    double sum[FED_URN_FAN] = {0.0};

    memcpy(sum, below, (left < FED_URN_FAN ? left : FED_URN_FAN) * sizeof *sum);
    for (size_t half = FED_URN_FAN / 2; half > 0; half /= 2) /* no chain of additions */
        for (size_t j = 0; j < half; j++)
            sum[j] += sum[j + half];
    return sum[0];
}

bool fed_urn_fill(fed_urn *urn, fed_arena *arena, size_t items, const double *weight)
{
    urn->levels = 0;
    for (size_t count = items;; count = (count + FED_URN_FAN - 1) / FED_URN_FAN) {
        const size_t level = urn->levels++;

        urn->count[level] = count;
        urn->sum[level] = FED_ARRAY(arena, count, double);
        if (urn->sum[level] == NULL)
            return false;
        if (level == 0)
            memcpy(urn->sum[0], weight, count * sizeof *weight);
        for (size_t i = 0; level > 0 && i < count; i++)
            urn->sum[level][i] = sum_of(urn, level - 1, i);
        if (count <= 1)
            return true;
    }
}

void fed_urn_return(fed_urn *urn, size_t item, double weight)
{
    urn->sum[0][item] = weight;
    for (size_t level = 1; level < urn->levels; level++) {
        item /= FED_URN_FAN;
        urn->sum[level][item] = sum_of(urn, level - 1, item);
    }
}

size_t fed_urn_draw(fed_urn *urn, fed_rng *rng)
{
    double left = urn->sum[urn->levels - 1][0] * fed_rng_uniform(rng);
    size_t item = 0;

    if (!(urn->sum[urn->levels - 1][0] > 0.0))
        return SIZE_MAX;
    for (size_t level = urn->levels - 1; level-- > 0;) {
        const double *sum = urn->sum[level];
        const size_t first = item * FED_URN_FAN, end = first + FED_URN_FAN;
        const size_t last = end < urn->count[level] ? end : urn->count[level];
        size_t last_full = first;

        for (item = first; item < last; item++) {
            if (sum[item] > 0.0)
                last_full = item;
            if (left < sum[item])
                break;
            left -= sum[item];
        }
        if (item == last) /* rounding: all that was left lies in the last one that holds any */
            item = last_full;
    }
    fed_urn_return(urn, item, 0.0);
    return item;
}
