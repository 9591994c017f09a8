/* clients.c -- the cohort of a round and the loop over it, in parallel when it pays. */
#include "run.h"

#include <omp.h>

enum { CHUNK_FLOPS = 100000, PARALLEL_FLOPS = 200000 }; /* about 25 and 50 microseconds */

void fed_each_client(fed_run *run, double cost, fed_client_body *body)
{
    const size_t count = run->active;
    const double chunk = CHUNK_FLOPS / (cost + 1.0);
    const int step = chunk < 1.0 ? 1 : chunk > 1024.0 ? 1024 : (int)chunk;

    if (run->threads == 1 || cost * (double)count < PARALLEL_FLOPS) {
        for (size_t k = 0; k < count; k++)
            body(run, run->cohort[k], run->work[0]);
        return;
    }
#pragma omp parallel for schedule(dynamic, step) num_threads(run->threads) default(none) \
    shared(run, body) firstprivate(count, step)
    for (size_t k = 0; k < count; k++)
        body(run, run->cohort[k], run->work[omp_get_thread_num()]);
}
