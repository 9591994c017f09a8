/* clients.c -- the loop over a round's cohort, in parallel when it pays. */
#include "run.h"

#include <omp.h>

enum { CHUNK_FLOPS = 100000, PARALLEL_FLOPS = 200000 }; /* about 25 and 50 microseconds */

void fed_each_chunk(fed_run *run, double cost, fed_chunk_body *body)
{
    const size_t count = run->active;
    const double fits = CHUNK_FLOPS / (cost + 1.0);
    const size_t chunk = fits < 1.0 ? 1 : fits > 1024.0 ? 1024 : (size_t)fits;

    if (run->threads == 1 || cost * (double)count < PARALLEL_FLOPS) {
        body(run, run->cohort, count, run->work[0]);
        return;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) default(none) \
    shared(run, body) firstprivate(count, chunk)
    for (size_t first = 0; first < count; first += chunk)
        body(run, run->cohort + first, count - first < chunk ? count - first : chunk,
             run->work[omp_get_thread_num()]);
}

void fed_each_client(fed_run *run, double cost, fed_client_body *body)
{
    const size_t count = run->active;
    const double fits = CHUNK_FLOPS / (cost + 1.0);
    const int chunk = fits < 1.0 ? 1 : fits > 1024.0 ? 1024 : (int)fits;

#pragma omp parallel for schedule(dynamic, chunk) num_threads(run->threads) default(none) \
    shared(run, body) firstprivate(count, chunk) if (cost * (double)count >= PARALLEL_FLOPS)
    for (size_t k = 0; k < count; k++)
        body(run, run->cohort[k], run->work[omp_get_thread_num()]);
}
