/* describe.c -- what run.yaml says of a graph: balance, degrees, spectral gap, connectivity. */
#include "graphs/describe.h"

#include "graphs/network.h"
#include "graphs/spectral_gap.h"

#include <math.h>

/* Column sums of W and the out-degrees; SE^2 = |W'1 - 1|^2 / M. */
static fed_status balance(fed_arena *arena, const fed_graph *graph, fed_graph_info *info,
                          fed_error *error)
{
    size_t n = graph->clients, *out = FED_ARRAY(arena, n, size_t);
    double *column = FED_ARRAY(arena, n, double), square = 0.0;

    if (out == NULL || column == NULL)
        return fed_nomem(error);
    for (size_t e = 0; e < graph->edges; e++) {
        column[graph->sender[e]] += graph->weight[e];
        out[graph->sender[e]]++;
    }
    info->in_min = info->out_min = SIZE_MAX;
    for (size_t m = 0; m < n; m++) {
        size_t in = fed_in_degree(graph, m);

        square += (column[m] - 1.0) * (column[m] - 1.0);
        info->in_min = in < info->in_min ? in : info->in_min;
        info->in_max = in > info->in_max ? in : info->in_max;
        info->out_min = out[m] < info->out_min ? out[m] : info->out_min;
        info->out_max = out[m] > info->out_max ? out[m] : info->out_max;
    }
    info->se = sqrt(square / (double)n);
    return FED_OK;
}

/* Whether client 0 reaches every client along start/next; seen and queue are scratch. */
static bool reaches_all(size_t n, const size_t *start, const uint32_t *next, bool *seen,
                        size_t *queue)
{
    size_t head = 0, tail = 1;

    for (size_t m = 0; m < n; m++)
        seen[m] = m == 0;
    queue[0] = 0;
    for (; head < tail; head++)
        for (size_t e = start[queue[head]]; e < start[queue[head] + 1]; e++)
            if (!seen[next[e]]) {
                seen[next[e]] = true;
                queue[tail++] = next[e];
            }
    return tail == n;
}

/* Client 0 hears everyone, and everyone hears client 0, through some chain. */
static fed_status connectivity(fed_arena *arena, const fed_graph *graph, bool *connected,
                               fed_error *error)
{
    size_t n = graph->clients, *start = FED_ARRAY(arena, n + 2, size_t),
           *queue = FED_ARRAY(arena, n, size_t);
    uint32_t *receiver = FED_ARRAY(arena, graph->edges, uint32_t);
    bool *seen = FED_ARRAY(arena, n, bool);

    if (start == NULL || queue == NULL || receiver == NULL || seen == NULL)
        return fed_nomem(error);
    /* the transposed CSR; start is one place ahead while it fills */
    for (size_t e = 0; e < graph->edges; e++)
        start[graph->sender[e] + 2]++;
    for (size_t m = 0; m < n; m++)
        start[m + 2] += start[m + 1];
    for (size_t m = 0; m < n; m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
            receiver[start[graph->sender[e] + 1]++] = (uint32_t)m;
    *connected = reaches_all(n, graph->start, graph->sender, seen, queue) &&
                 reaches_all(n, start, receiver, seen, queue);
    return FED_OK;
}

static fed_status describe(fed_arena *arena, const fed_graph *graph, bool spectrum,
                           fed_graph_info *info, fed_error *error)
{
    double second;

    TRY(balance(arena, graph, info, error));
    TRY(connectivity(arena, graph, &info->strongly_connected, error));
    info->spectral_gap = info->sigma_max = info->sigma_min = NAN;
    if (spectrum && graph->clients <= FED_SPECTRUM_MOST) {
        TRY(fed_graph_second(graph, &second, error));
        info->spectral_gap = fmax(0.0, 1.0 - second); /* rounding can bring a modulus above 1 */
        TRY(fed_graph_singular(graph, &info->sigma_max, &info->sigma_min, error));
    }
    return FED_OK;
}

fed_status fed_graph_describe(const fed_graph *graph, bool spectrum, fed_graph_info *info,
                              fed_error *error)
{
    fed_arena arena = {NULL};
    fed_status status;

    *info = (fed_graph_info){0};
    status = describe(&arena, graph, spectrum, info, error);
    fed_arena_free(&arena);
    return status;
}
