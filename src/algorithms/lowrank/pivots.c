/* pivots.c -- the samples that stand for all, and the probes, by pivoting on their derivatives. */
#include "algorithms/lowrank/pivots.h"

#include "algorithms/lowrank/slices.h"
#include "core/linalg.h"

#include <string.h>

size_t fed_pivots(size_t n, size_t m, double *a, size_t most, double tolerance, size_t *chosen)
{
    double first = 0.0;
    size_t count = 0;

    for (; count < most && count < n; count++) {
        double longest = -1.0, size;
        size_t at = 0;

        for (size_t i = 0; i < n; i++) /* a row chosen is 0 from then on */
            if ((size = fed_norm(m, a + i * m)) > longest) {
                longest = size;
                at = i;
            }
        if (count == 0)
            first = longest;
        if (!(longest > tolerance * first))
            break;
        chosen[count] = at;
        for (size_t j = 0; j < m; j++)
            a[at * m + j] /= longest;
        for (size_t i = 0; i < n; i++)
            if (i != at)
                fed_axpy(m, -fed_dot(m, a + i * m, a + at * m), a + at * m, a + i * m);
        memset(a + at * m, 0, m * sizeof *a);
    }
    return count;
}

/* a[j][i][k] = g_i(x_j; probe_k) for the samples at rows[0..n) */
static fed_status derivatives(fed_run *run, const fed_lowrank *low, size_t n, double **a)
{
    const fed_slices slices = fed_slices_of(run->problem, low->tried, low->probe);
    const size_t wide = low->moved * low->tried;
    double *work = FED_ARRAY(run->arena, fed_slices_work(&slices), double);

    *a = FED_ARRAY(run->arena, n * wide, double);
    if (*a == NULL || work == NULL)
        return fed_nomem(run->error);
    for (size_t j = 0; j < n; j++)
        fed_slices_samples(&slices, low->rows + j, 1, low->coordinate, low->moved, low->tried,
                           *a + j * wide, work);
    return FED_OK;
}

/* The samples chosen first, the others behind them. */
static fed_status choose_rows(fed_run *run, fed_lowrank *low, double tolerance)
{
    size_t *chosen = FED_ARRAY(run->arena, low->held, size_t), count, next;
    size_t *rows = FED_ARRAY(run->arena, low->held, size_t);
    bool *taken = FED_ARRAY(run->arena, low->held, bool);
    double *a;

    if (chosen == NULL || rows == NULL || taken == NULL)
        return fed_nomem(run->error);
    TRY(derivatives(run, low, low->held, &a));
    next = count = fed_pivots(low->held, low->moved * low->tried, a, low->rank, tolerance, chosen);
    if (count == 0)
        return FED_OK; /* every derivative is 0 */
    for (size_t k = 0; k < count; k++) {
        rows[k] = low->rows[chosen[k]];
        taken[chosen[k]] = true;
    }
    for (size_t j = 0; j < low->held; j++)
        if (!taken[j])
            rows[next++] = low->rows[j];
    low->rows = rows;
    low->rank = count;
    return FED_OK;
}

static fed_status choose_probes(fed_run *run, fed_lowrank *low)
{
    const size_t p = run->problem->p, wide = low->moved * low->rank;
    size_t *chosen = FED_ARRAY(run->arena, low->probes, size_t);
    double *probe = FED_ARRAY(run->arena, low->probes * p, double), *a;
    double *turned = FED_ARRAY(run->arena, low->tried * wide, double);

    if (chosen == NULL || probe == NULL || turned == NULL)
        return fed_nomem(run->error);
    TRY(derivatives(run, low, low->rank, &a));
    for (size_t j = 0; j < wide; j++) /* samples and coordinates become columns */
        for (size_t k = 0; k < low->tried; k++)
            turned[k * wide + j] = a[j * low->tried + k];
    low->probes = fed_pivots(low->tried, wide, turned, low->probes, 0.0, chosen);
    for (size_t k = 0; k < low->probes; k++)
        memcpy(probe + k * p, low->probe + chosen[k] * p, p * sizeof *probe);
    low->probe = probe;
    return FED_OK;
}

fed_status fed_lowrank_pivot(fed_run *run, fed_lowrank *low)
{
    const double tolerance = fed_config_float(run->config, "algorithm.adapt");
    const bool pivoted = low->tried > low->probes, twice = low->probes == 2 * low->rank;

    if (tolerance > 0.0) {
        TRY(choose_rows(run, low, tolerance));
        if (twice)
            low->probes = 2 * low->rank;
    }
    return pivoted ? choose_probes(run, low) : FED_OK;
}
