/* weights.c -- the set-up of FedLRGD, block of coordinates by block, tile of clients by tile, so
 * that only so many matrices exist at once. */
#include "algorithms/lowrank/weights.h"

#include "core/linalg.h"
#include "core/svd.h"
#include "algorithms/lowrank/slices.h"
#include "algorithms/lowrank/server.h"

#include <string.h>

enum { TILE = 256, ROOM = 1 << 23 }; /* clients at once; doubles of the matrices at once */

/* One block of coordinates: first .. first+count-1. */
typedef struct stage {
    fed_run *run;
    fed_lowrank *low;
    fed_slices slices;
    size_t first, count;
    size_t from, tile;  /* clients at hand */
    double *g;          /* count x (r x K) */
    double *inverse;    /* count x (K x r) */
    double *h;          /* count x (TILE x K) */
    const char **fault; /* per coordinate of the block */
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

/* Epoch 1: G_i[j][k] = g_i(x_j; probe_k), blocks of samples */
static void fill_matrices(void *context, size_t first, size_t last, double *work)
{
    const stage *s = context;
    const fed_lowrank *low = s->low;

    for (size_t b = first; b < last; b++) {
        const size_t at = b * FED_BLOCK,
                     n = low->rank - at < FED_BLOCK ? low->rank - at : FED_BLOCK;

        fed_slices_samples(&s->slices, low->rows + at, n, low->coordinate + s->first, s->count,
                           low->rank * low->probes, s->g + at * low->probes, work);
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

static void invert_matrices(void *context, size_t first, size_t last, double *work)
{
    const stage *s = context;
    fed_lowrank *low = s->low;
    const size_t size = low->rank * low->probes;

    for (size_t c = first; c < last; c++) {
        const size_t i = s->first + c;

        s->fault[c] = NULL;
        inspect(low, i, s->g + c * size);
        if (!isfinite(low->largest[i]))
            s->fault[c] = "a derivative at the probes is not finite";
        else if (!fed_pseudo_inverse(low->rank, low->probes, s->g + c * size, low->cut,
                                     s->inverse + c * size, &low->kept[i], work))
            s->fault[c] = "the singular values were not found";
        else /* the SVD leaves them at the front of its scratch */
            low->inverse[i] = low->kept[i] > 0 ? 1.0 / work[low->kept[i] - 1] : INFINITY;
    }
}

/* Place c among the clients that take part; behind the last comes the server. */
static size_t client_at(const stage *s, size_t c)
{
    return c < s->run->active ? s->run->cohort[c] : s->run->problem->clients;
}

/* The rows of client m; those of the server are its samples beyond the r. */
static size_t rows_of(const stage *s, size_t m, const size_t **rows)
{
    const fed_partition *part = s->run->problem->part;

    if (m < part->clients) {
        *rows = fed_held_rows(part, m);
        return fed_held(part, m);
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
    return problem->weight[m] / (double)fed_held(part, m);
}

/* Those that take part stand for all clients. */
static double share_of(const stage *s, size_t m)
{
    const size_t clients = s->run->problem->clients;

    return factor_of(s->run->problem, m) *
           (m < clients ? (double)clients / (double)s->run->active : 1.0);
}

/* Epoch 2, clients from ..: h_i, the sums of their derivatives at the probes */
static void sum_derivatives(void *context, size_t first, size_t last, double *work)
{
    const stage *s = context;

    for (size_t c = first; c < last; c++) {
        const size_t *rows, count = rows_of(s, client_at(s, s->from + c), &rows);

        fed_slices_sum(&s->slices, rows, count, s->low->coordinate + s->first, s->count,
                       tile_of(s->run) * s->low->probes, s->h + c * s->low->probes, work);
    }
}

/* v_i = h_i G_i^+ of the tile's clients, sent and added in client order; coordinate by coordinate
 */
static void add_weights(void *context, size_t first, size_t last, double *work)
{
    const stage *s = context;
    const fed_lowrank *low = s->low;
    const size_t r = low->rank, probes = low->probes, stride = tile_of(s->run) * probes;

    for (size_t i = first; i < last; i++) {
        double *weight = low->weight + (s->first + i) * r;

        fed_gemm(false, false, s->tile, r, probes, 1.0, s->h + i * stride, probes,
                 s->inverse + i * r * probes, r, 0.0, work, r);
        for (size_t c = 0; c < s->tile; c++)
            fed_axpy(r, share_of(s, client_at(s, s->from + c)), work + c * r, weight);
    }
}

static fed_status one_block(stage *s)
{
    fed_run *run = s->run;
    const fed_lowrank *low = s->low;
    const size_t senders = run->active + (low->held > low->rank), tile = tile_of(run);
    const double r = (double)low->rank, k = (double)low->probes, count = (double)s->count;
    const double sample = 4.0 * k * ((double)run->problem->p + count);

    fed_each(run->team, (low->rank + FED_BLOCK - 1) / FED_BLOCK, FED_BLOCK * sample, run->room,
             fill_matrices, s);
    fed_each(run->team, s->count, 20.0 * r * r * k, run->room, invert_matrices, s);
    for (size_t c = 0; c < s->count; c++)
        if (s->fault[c] != NULL) {
            fed_diverged(run, "coordinate %zu: %s", low->coordinate[s->first + c], s->fault[c]);
            return FED_OK;
        }
    for (s->from = 0; s->from < senders; s->from += tile) {
        s->tile = senders - s->from < tile ? senders - s->from : tile;
        fed_each(run->team, s->tile,
                 sample * (double)run->problem->samples / (double)run->problem->clients, run->room,
                 sum_derivatives, s);
        fed_each(run->team, s->count, 2.0 * (double)s->tile * r * (k + 1.0), run->room, add_weights,
                 s);
    }
    return FED_OK;
}

static fed_status make_stage(fed_run *run, fed_lowrank *low, stage *s, size_t *step)
{
    const size_t p = low->moved, size = low->rank * low->probes, h = tile_of(run) * low->probes;

    *step = ROOM / (2 * size + h);
    *step = *step < 1 ? 1 : *step > p ? p : *step;
    *s = (stage){
        .run = run, .low = low, .slices = fed_slices_of(run->problem, low->probes, low->probe)};
    s->g = FED_ARRAY(run->arena, *step * size, double);
    s->inverse = FED_ARRAY(run->arena, *step * size, double);
    s->h = FED_ARRAY(run->arena, *step * h, double);
    s->fault = FED_ARRAY(run->arena, *step, const char *);
    if (s->g == NULL || s->inverse == NULL || s->h == NULL || s->fault == NULL)
        return fed_nomem(run->error);
    return FED_OK;
}

fed_status fed_lowrank_keep(fed_run *run, fed_lowrank *low)
{
    const fed_problem *problem = run->problem;

    low->products = problem->products && problem->data->x != NULL;
    low->weight = fed_keep(run, "weights", low->moved * low->rank, sizeof *low->weight);
    low->kept = fed_keep(run, "ranks kept", low->moved, sizeof *low->kept);
    low->lost = fed_keep(run, "rows lost", low->moved, sizeof *low->lost);
    low->inverse = fed_keep(run, "norms of inverses", low->moved, sizeof *low->inverse);
    low->largest = fed_keep(run, "largest derivatives", low->moved, sizeof *low->largest);
    return low->weight == NULL || low->kept == NULL || low->lost == NULL || low->inverse == NULL ||
                   low->largest == NULL
               ? fed_nomem(run->error)
               : FED_OK;
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
