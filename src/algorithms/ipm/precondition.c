/* precondition.c -- a stand-in for A W A' from few sketched samples of the clients. */
#include "algorithms/ipm/precondition.h"

#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "problem/sketched.h"

#include <string.h>

/* A client with no more samples than its share sends them as they are. */
static void share(const fed_problem *rows, size_t total, size_t *start)
{
    for (size_t m = 0; m < rows->clients; m++) {
        const size_t n = fed_held(rows->part, m);
        const size_t mine = (size_t)ceil((double)total * rows->weight[m] * (1.0 - 1e-12));

        start[m + 1] = start[m] + (mine < n ? mine : n);
    }
}

fed_status fed_sketched_setup(fed_ipm *ipm, fed_sketched *s, size_t rows)
{
    fed_run *run = ipm->run;
    const size_t clients = ipm->rows->clients;

    s->kind = fed_sketch_find("srht");
    s->start = FED_ARRAY(run->arena, clients + 1, size_t);
    s->weight = FED_ARRAY(run->arena, ipm->client.n, double);
    if (s->start == NULL || s->weight == NULL)
        return fed_nomem(run->error);
    share(ipm->rows, rows, s->start);
    if ((s->rows = FED_ARRAY(run->arena, s->start[clients] * ipm->d, double)) == NULL)
        return fed_nomem(run->error);
    fed_run_room(run, fed_ipm_work(ipm) + fed_sketched_work(ipm->rows, s->kind, s->start));
    return FED_OK;
}

typedef struct drawn {
    fed_ipm *ipm;
    const fed_sketched *sketched;
    size_t stream;
} drawn;

static void sketch_clients(void *context, size_t first, size_t last, double *work)
{
    const drawn *draw = context;
    const fed_ipm *ipm = draw->ipm;
    const fed_sketched *s = draw->sketched;
    const fed_run *run = ipm->run;

    for (size_t m = first; m < last; m++) {
        const size_t from = ipm->rows->part->start[m];

        for (size_t i = from; i < ipm->rows->part->start[m + 1]; i++)
            s->weight[i] = ipm->client.factor[i] * ipm->client.factor[i] * ipm->client.waa[i];
        fed_sketched_rows(
            ipm->rows, m, s->weight + from, s->kind, s->start[m + 1] - s->start[m],
            fed_rng_stream(run->seed, FED_RNG_SKETCH, run->replicate, m, draw->stream),
            s->rows + s->start[m] * ipm->d, work);
    }
}

bool fed_sketched_factor(fed_ipm *ipm, const fed_sketched *s, size_t stream)
{
    const size_t d = ipm->d, clients = ipm->rows->clients;
    double *matrix = ipm->normal.matrix;
    drawn draw = {ipm, s, stream};

    fed_each(ipm->run->team, clients, (double)ipm->client.n / (double)clients * (double)d * 20.0,
             ipm->run->room, sketch_clients, &draw);
    memset(matrix, 0, d * d * sizeof *matrix);
    fed_syrk(d, s->start[clients], 1.0, s->rows, d, matrix, d);
    fed_ipm_server(ipm, fed_ipm_square, matrix);
    return fed_normal_factor(ipm->run->team, &ipm->normal);
}

void fed_sketched_send(fed_ipm *ipm, const fed_sketched *s)
{
    for (size_t m = 0; m < ipm->rows->clients; m++)
        fed_send(ipm->run, m, (fed_message){"sketch", (s->start[m + 1] - s->start[m]) * ipm->d});
}
