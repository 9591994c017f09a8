/* weights.c -- the set-up of FedLRGD, block of coordinates by block, tile of clients by tile, so that
 * only so many matrices exist at once. */
#include "lowrank/weights.h"

#include "core/linalg.h"
#include "core/svd.h"
#include "lowrank/slices.h"

#include <omp.h>
#include <string.h>

enum { TILE = 256, ROOM = 1 << 23 }; /* clients at once; doubles of the matrices at once */

/* One block of coordinates: first .. first+count-1. */
typedef struct stage {
    fed_run *run;
    fed_lowrank *low;
    fed_slices slices;
    size_t first, count;
    double *g;                /* count x (r x K) */
    double *inverse;          /* count x (K x r) */
    double *h;                /* count x (TILE x K) */
    const char **fault;       /* per coordinate of the block */
} stage;

static size_t tile_of(const fed_run *run)
{
    return run->problem->clients + 1 < TILE ? run->problem->clients + 1 : TILE;
}

size_t fed_lowrank_work(const fed_run *run, const fed_lowrank *low)
{
    const fed_slices slices = fed_slices_of(run->problem, low->probes, low->probe);
    const size_t room[] = {fed_slices_work(&slices), fed_svd_room(low->rank, low->probes),
                           tile_of(run) * low->rank, fed_lowrank_gradient_work(run, low)};
    size_t most = 0;

    for (size_t k = 0; k < sizeof room / sizeof *room; k++)
        most = room[k] > most ? room[k] : most;
    return most;
}

/* Epoch 1: G_i[j][k] = g_i(x_j; probe_k) */
static void fill_matrices(stage *s)
{
    const fed_lowrank *low = s->low;
    const size_t size = low->rank * low->probes, blocks = (low->rank + FED_BLOCK - 1) / FED_BLOCK;

#pragma omp parallel for schedule(dynamic) num_threads(s->run->threads) if (s->run->threads > 1 && blocks > 1) \
    default(none) shared(s, low) firstprivate(size, blocks)
    for (size_t b = 0; b < blocks; b++) {
        const size_t at = b * FED_BLOCK, n = low->rank - at < FED_BLOCK ? low->rank - at : FED_BLOCK;

        fed_blas_threads(1);
        fed_slices_samples(&s->slices, low->rows + at, n, low->coordinate + s->first, s->count, size,
                           s->g + at * low->probes, s->run->work[omp_get_thread_num()]);
    }
}

static void inspect(fed_lowrank *low, size_t i, const double *g)
{
    for (size_t j = 0; j < low->rank; j++) {
        double most = 0.0;

        for (size_t k = 0; k < low->probes; k++) /* a NAN stays */
            most = fabs(g[j * low->probes + k]) <= most ? most : fabs(g[j * low->probes + k]);
        low->lost[i] += most == 0.0;
        low->largest[i] = most <= low->largest[i] ? low->largest[i] : most;
    }
}

static void invert_matrices(stage *s)
{
    fed_lowrank *low = s->low;
    const size_t size = low->rank * low->probes;

#pragma omp parallel for schedule(dynamic) num_threads(s->run->threads) if (s->run->threads > 1) \
    default(none) shared(s, low) firstprivate(size)
    for (size_t c = 0; c < s->count; c++) {
        const size_t i = s->first + c;

        fed_blas_threads(1);
        s->fault[c] = NULL;
        inspect(low, i, s->g + c * size);
        if (!isfinite(low->largest[i]))
            s->fault[c] = "a derivative at the probes is not finite";
        else if (!fed_pseudo_inverse(low->rank, low->probes, s->g + c * size, low->cut, s->inverse + c * size,
                                     &low->kept[i], s->run->work[omp_get_thread_num()]))
            s->fault[c] = "the singular values were not found";
    }
}

/* The rows of client m; behind the last client come the server's samples beyond the r. */
static size_t rows_of(const stage *s, size_t m, const size_t **rows)
{
    const fed_partition *part = s->run->problem->part;

    if (m < part->clients) {
        *rows = part->row + part->start[m];
        return part->start[m + 1] - part->start[m];
    }
    *rows = s->low->rows + s->low->rank;
    return s->low->held - s->low->rank;
}

/* What one sample of the client weighs in the objective. */
static double factor_of(const fed_problem *problem, size_t m)
{
    const fed_partition *part = problem->part;

    if (m == problem->clients)
        return problem->server_weight / (double)part->server_count;
    return problem->weight[m] / (double)(part->start[m + 1] - part->start[m]);
}

/* Epoch 2, clients from .. from+n-1: v_i = h_i G_i^+, sent and added in client order */
static void add_clients(stage *s, size_t from, size_t n)
{
    const fed_lowrank *low = s->low;
    const size_t r = low->rank, probes = low->probes, stride = tile_of(s->run) * probes;

#pragma omp parallel num_threads(s->run->threads) if (s->run->threads > 1) default(none) shared(s, low) \
    firstprivate(from, n, r, probes, stride)
    {
        double *work = s->run->work[omp_get_thread_num()];

        fed_blas_threads(1);
#pragma omp for schedule(dynamic, 4)
        for (size_t c = 0; c < n; c++) {
            const size_t *rows, count = rows_of(s, from + c, &rows);

            fed_slices_sum(&s->slices, rows, count, low->coordinate + s->first, s->count, stride, s->h + c * probes,
                           work);
        }
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < s->count; i++) {
            double *weight = low->weight + (s->first + i) * r;

            fed_gemm(false, false, n, r, probes, 1.0, s->h + i * stride, probes, s->inverse + i * r * probes, r,
                     0.0, work, r);
            for (size_t c = 0; c < n; c++)
                fed_axpy(r, factor_of(s->run->problem, from + c), work + c * r, weight);
        }
    }
}

static fed_status one_block(stage *s)
{
    const fed_problem *problem = s->run->problem;
    const fed_lowrank *low = s->low;
    const size_t senders = problem->clients + (low->held > low->rank), tile = tile_of(s->run);

    fill_matrices(s);
    invert_matrices(s);
    for (size_t c = 0; c < s->count; c++)
        if (s->fault[c] != NULL) {
            fed_diverged(s->run, "coordinate %zu: %s", low->coordinate[s->first + c], s->fault[c]);
            return FED_OK;
        }
    for (size_t from = 0; from < senders; from += tile)
        add_clients(s, from, senders - from < tile ? senders - from : tile);
    return FED_OK;
}

static fed_status make_stage(fed_run *run, fed_lowrank *low, stage *s, size_t *step)
{
    const size_t p = low->moved, size = low->rank * low->probes, h = tile_of(run) * low->probes;

    *step = ROOM / (2 * size + h);
    *step = *step < 1 ? 1 : *step > p ? p : *step;
    *s = (stage){.run = run, .low = low, .slices = fed_slices_of(run->problem, low->probes, low->probe)};
    s->g = FED_ARRAY(run->arena, *step * size, double);
    s->inverse = FED_ARRAY(run->arena, *step * size, double);
    s->h = FED_ARRAY(run->arena, *step * h, double);
    s->fault = FED_ARRAY(run->arena, *step, const char *);
    low->weight = FED_ARRAY(run->arena, p * low->rank, double);
    low->kept = FED_ARRAY(run->arena, p, size_t);
    low->lost = FED_ARRAY(run->arena, p, size_t);
    low->largest = FED_ARRAY(run->arena, p, double);
    if (s->g == NULL || s->inverse == NULL || s->h == NULL || s->fault == NULL ||
        low->weight == NULL || low->kept == NULL || low->lost == NULL || low->largest == NULL)
        return fed_nomem(run->error);
    return FED_OK;
}

fed_status fed_lowrank_weights(fed_run *run, fed_lowrank *low)
{
    const size_t p = low->moved;
    size_t step;
    stage s;

    TRY(make_stage(run, low, &s, &step));
    for (size_t k = 0; k < p * low->rank; k++)
        low->weight[k] = factor_of(run->problem, run->problem->clients);
    for (s.first = 0; s.first < p && run->outcome == FED_RUNNING; s.first += step) {
        s.count = p - s.first < step ? p - s.first : step;
        TRY(one_block(&s));
    }
    for (size_t k = 0; k < p * low->rank && run->outcome == FED_RUNNING; k++)
        if (!isfinite(low->weight[k]))
            fed_diverged(run, "coordinate %zu: a client's derivative at the probes is not finite",
                         low->coordinate[k / low->rank]);
    fed_lowrank_fold(run, low);
    return FED_OK;
}
