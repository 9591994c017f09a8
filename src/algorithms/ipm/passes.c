/* passes.c -- loops over all units, block by block, with sums in a fixed order at any thread count.
 */
#include "algorithms/ipm/passes.h"

#include "core/linalg.h"
#include "algorithms/ipm/ipm.h"
#include "problem/codes.h"

#include <string.h>

/* A chunk is worth a task whatever its flops. */
static const double CHUNK_COST = 2e5;

void fed_ipm_client(fed_ipm *ipm, size_t client, fed_ipm_body *body, double *sums, double *work)
{
    const size_t *start = ipm->rows->part->start;

    for (size_t at = start[client]; at < start[client + 1]; at += FED_BLOCK) {
        const size_t left = start[client + 1] - at;

        body(ipm, &ipm->client, client, at, left < FED_BLOCK ? left : FED_BLOCK, sums, work);
    }
}

void fed_ipm_server(fed_ipm *ipm, fed_ipm_body *body, double *sums)
{
    double *work = fed_take(ipm->run->team, ipm->run->room);

    for (size_t k = 0; k < ipm->servers && work != NULL; k++)
        for (size_t at = 0; at < ipm->server[k].n; at += FED_BLOCK) {
            const size_t left = ipm->server[k].n - at;

            body(ipm, &ipm->server[k], ipm->run->problem->clients, at,
                 left < FED_BLOCK ? left : FED_BLOCK, sums, work);
        }
    fed_give(ipm->run->team, work);
}

/* The units at..end-1; a block is one client's where clients matter. */
static void stretch(fed_ipm *ipm, fed_ipm_body *body, size_t at, size_t end, double *sums,
                    double *work)
{
    const size_t *start = ipm->rows->part->start;
    const bool apart = ipm->short_step || ipm->system->local;
    const size_t most = ipm->codes != NULL ? FED_STRETCH : FED_BLOCK;
    size_t client = 0, high = ipm->run->problem->clients;

    while (client + 1 < high) { /* the client that holds unit `at` */
        const size_t middle = (client + high) / 2;

        if (start[middle] <= at)
            client = middle;
        else
            high = middle;
    }
    while (at < end) {
        size_t n = end - at < most ? end - at : most;

        while (start[client + 1] <= at)
            client++;
        if (apart && start[client + 1] - at < n)
            n = start[client + 1] - at;
        body(ipm, &ipm->client, client, at, n, sums, work);
        at += n;
    }
}

typedef struct pass {
    fed_ipm *ipm;
    fed_ipm_body *body;
    size_t added, most;
} pass;

/* Maxima go where they are not added. */
static void chunk_pass(void *context, size_t k, double *part, double *work)
{
    const pass *p = context;
    const size_t *at = p->ipm->chunk_start + k;
    double *most = p->ipm->chunk_most + k * FED_MAXIMA;

    stretch(p->ipm, p->body, at[0], at[1], part, work);
    for (size_t i = 0; i < p->most; i++) {
        most[i] = part[p->added + i];
        part[p->added + i] = 0.0;
    }
}

void fed_ipm_pass(fed_ipm *ipm, fed_ipm_body *body, size_t count)
{
    fed_ipm_pass_over(ipm, body, (fed_ipm_sums){.numbers = count});
}

size_t fed_ipm_vectors(const fed_ipm *ipm, const fed_units *u, fed_ipm_sums s)
{
    const bool coded = u == &ipm->client && ipm->codes != NULL;

    return (s.woven && coded ? FED_WEAVE : s.vectors) * (coded ? ipm->width : ipm->d);
}

/* From the clients' codes to the rows of A. */
static void decode(fed_ipm *ipm, fed_ipm_sums s)
{
    const size_t d = ipm->d;
    const double *from = ipm->coded;
    double *to = ipm->sums;

    if (s.squares > 0) {
        fed_pairs_square(ipm->codes, ipm->run->team, ipm->bends, to);
        to += d * d;
    }
    memset(to, 0, s.vectors * d * sizeof *to);
    for (size_t k = 0; k < s.vectors; k++)
        if (s.woven)
            fed_codes_drop_every(ipm->codes, FED_WEAVE, from + k, to + k * d);
        else
            fed_codes_drop(ipm->codes, from + k * ipm->width, to + k * d);
    memcpy(to + s.vectors * d, from + fed_ipm_vectors(ipm, &ipm->client, s),
           s.numbers * sizeof *to);
}

void fed_ipm_pass_over(fed_ipm *ipm, fed_ipm_body *body, fed_ipm_sums s)
{
    const size_t chunks = ipm->chunks,
                 count =
                     s.squares * ipm->square + fed_ipm_vectors(ipm, &ipm->client, s) + s.numbers,
                 added = count - s.most;
    double *sums = ipm->codes != NULL ? ipm->coded : ipm->sums;
    pass p = {ipm, body, added, s.most};

    memset(sums, 0, count * sizeof *sums);
    fed_sum(ipm->run->team, chunks, CHUNK_COST, count, ipm->run->room, chunk_pass, &p, sums);
    for (size_t k = 0; k < chunks; k++)
        for (size_t i = 0; i < s.most; i++)
            sums[added + i] = fmax(sums[added + i], ipm->chunk_most[k * FED_MAXIMA + i]);
    if (ipm->codes != NULL)
        decode(ipm, s);
    fed_ipm_server(ipm, body, ipm->sums);
}
