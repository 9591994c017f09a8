/* index.c -- where the images of jobs stand: of many jobs in a file without a name, and memory
 * holds a bit of each. Of few it holds all, since each write to the file takes as long as a short
 * job's round, and threads wait for each other there. */
#include "study/spool/index.h"

#include "core/scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IN_MEMORY = 1 << 22 }; /* bytes */

fed_status fed_index_open(fed_spool *spool, fed_error *error)
{
    const size_t jobs = spool->study->points * spool->study->replicates;

    if ((spool->has = calloc(jobs / 8 + 1, sizeof *spool->has)) == NULL)
        return fed_nomem(error);
    if (jobs > IN_MEMORY / sizeof *spool->spots)
        return fed_scratch_open(&spool->index, spool->folder, error);
    spool->spots = calloc(jobs, sizeof *spool->spots);
    return spool->spots == NULL ? fed_nomem(error) : FED_OK;
}

void fed_index_close(fed_spool *spool)
{
    if (spool->index >= 0)
        close(spool->index);
    free(spool->spots);
    free(spool->has);
}

bool fed_index_has(const fed_spool *spool, size_t job)
{
    return (atomic_load(&spool->has[job / 8]) >> job % 8 & 1) != 0;
}

fed_status fed_index_put(fed_spool *spool, size_t job, const fed_spot *spot, fed_error *error)
{
    if (spool->spots != NULL)
        spool->spots[job] = *spot;
    else if (!fed_write_at(spool->index, spot, sizeof *spot, job * sizeof *spot))
        return fed_scratch_fault(spool->folder, error);
    atomic_fetch_or(&spool->has[job / 8], (unsigned char)(1u << job % 8));
    return FED_OK;
}

fed_status fed_index_get(fed_spool_view *view, size_t job, fed_spot *spot, fed_error *error)
{
    enum { NEAR = 512 }; /* those of so many jobs are read at once */
    const fed_spool *spool = view->spool;

    if (!fed_index_has(spool, job))
        return fed_fail(error, FED_INTERNAL, "job %zu has no result", job);
    if (spool->spots != NULL)
        *spot = spool->spots[job];
    else if (!fed_window_read(&view->spots, spool->index, job / NEAR * NEAR * sizeof *spot,
                              NEAR * sizeof *spot, spot, sizeof *spot, job * sizeof *spot))
        return fed_scratch_fault(spool->folder, error);
    return FED_OK;
}
