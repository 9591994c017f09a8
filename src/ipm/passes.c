/* passes.c -- loops over all units, block by block, with sums in a fixed order at any thread count. */
#include "core/linalg.h"
#include "ipm/ipm.h"
#include "losses/rows.h"

#include <omp.h>
#include <string.h>

void fed_ipm_client(fed_ipm *ipm, size_t client, fed_ipm_body *body, double *sums, double *work)
{
    const size_t *start = ipm->run->problem->part->start;

    for (size_t at = start[client]; at < start[client + 1]; at += FED_BLOCK) {
        const size_t left = start[client + 1] - at;

        body(ipm, &ipm->client, client, at, left < FED_BLOCK ? left : FED_BLOCK, sums, work);
    }
}

void fed_ipm_server(fed_ipm *ipm, fed_ipm_body *body, double *sums)
{
    for (size_t k = 0; k < ipm->servers; k++)
        for (size_t at = 0; at < ipm->server[k].n; at += FED_BLOCK) {
            const size_t left = ipm->server[k].n - at;

            body(ipm, &ipm->server[k], ipm->run->problem->clients, at,
                 left < FED_BLOCK ? left : FED_BLOCK, sums, ipm->run->work[0]);
        }
}

/* The units at..end-1; a block is one client's where clients matter. */
static void stretch(fed_ipm *ipm, fed_ipm_body *body, size_t at, size_t end, double *sums,
                    double *work)
{
    const size_t *start = ipm->run->problem->part->start;
    const bool apart = ipm->short_step || ipm->system->local;
    size_t client = 0, high = ipm->run->problem->clients;

    while (client + 1 < high) { /* the client that holds unit `at` */
        const size_t middle = (client + high) / 2;

        if (start[middle] <= at)
            client = middle;
        else
            high = middle;
    }
    while (at < end) {
        size_t n = end - at < FED_BLOCK ? end - at : FED_BLOCK;

        while (start[client + 1] <= at)
            client++;
        if (apart && start[client + 1] - at < n)
            n = start[client + 1] - at;
        body(ipm, &ipm->client, client, at, n, sums, work);
        at += n;
    }
}

void fed_ipm_pass(fed_ipm *ipm, fed_ipm_body *body, size_t count)
{
    const size_t total = ipm->client.n, chunk = ipm->chunk, chunks = (total + chunk - 1) / chunk;
    const int threads = ipm->run->threads;

#pragma omp parallel for schedule(dynamic, 1)                                           \
    num_threads(threads) if (threads > 1 && chunks > 1) default(none) shared(ipm, body) \
        firstprivate(total, chunk, chunks, count, threads)
    for (size_t k = 0; k < chunks; k++) {
        const size_t at = k * chunk;
        double *part = ipm->parts + k * count;

        if (threads > 1)
            fed_blas_threads(1);
        memset(part, 0, count * sizeof *part);
        stretch(ipm, body, at, at + chunk < total ? at + chunk : total, part,
                ipm->run->work[omp_get_thread_num()]);
    }
    memset(ipm->sums, 0, count * sizeof *ipm->sums);
    for (size_t k = 0; k < chunks; k++)
        fed_axpy(count, 1.0, ipm->parts + k * count, ipm->sums);
    fed_ipm_server(ipm, body, ipm->sums);
}
