/* total.c -- sums of losses in lanes. */
#include "losses/total.h"

#include "core/fastmath.h"
#include "core/simd.h"

FED_CLONES void fed_total_add(fed_total *total, size_t n, const double *x)
{
    double sum[FED_LANES];
    size_t i = 0;

    memcpy(sum, total->sum, sizeof sum);
    for (; i + FED_LANES <= n; i += FED_LANES)
#pragma omp simd
        for (size_t l = 0; l < FED_LANES; l++)
            sum[l] += x[i + l];
    for (size_t l = 0; l < n - i; l++)
        sum[l] += x[i + l];
    memcpy(total->sum, sum, sizeof sum);
}

FED_CLONES void fed_total_close(fed_total *total)
{
#pragma omp simd
    for (size_t l = 0; l < FED_LANES; l++)
        total->sum[l] += fed_log_above(total->more[l] / total->less[l]);
    total->factors = 0;
}

void fed_total_room(fed_total *total, size_t n)
{
    const size_t factors = (n + FED_LANES - 1) / FED_LANES;

    if (total->factors + factors > FED_FACTORS)
        fed_total_close(total);
    for (size_t l = 0; total->factors == 0 && l < FED_LANES; l++) {
        total->more[l] = 0.0;
        total->less[l] = 1.0;
    }
    total->factors += factors;
}

double fed_total_take(fed_total *total)
{
    const double *sum = total->sum;
    double value;

    if (total->factors > 0)
        fed_total_close(total);
    value = ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
    *total = (fed_total){.factors = 0};
    return value;
}
