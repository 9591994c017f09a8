/* progress.c -- jobs and rounds done, and the time left, at most ten times a second. */
#include "progress.h"

#include <omp.h>
#include <unistd.h>

static void show_left(double elapsed, double part)
{
    if (part > 0.0 && elapsed > 0.5)
        fprintf(stderr, ", %.0f s left", elapsed * (1.0 - part) / part);
}

static bool is_time(fed_progress *progress)
{
    const double now = omp_get_wtime();

    if (now - progress->shown < 0.1)
        return false;
    progress->shown = now;
    progress->drawn = true;
    return true;
}

static void job_done(void *context, size_t done, size_t total)
{
    fed_progress *progress = context;

    progress->done = done;
    progress->total = total;
    if (total > 1 && is_time(progress)) {
        fprintf(stderr, "\r\033[Kfedomp: %zu of %zu replicates", done, total);
        if (progress->points > 1)
            fprintf(stderr, " of %zu points", progress->points);
        show_left(omp_get_wtime() - progress->started, (double)done / (double)total);
        fflush(stderr);
    }
}

static void round_done(void *context, const fed_run *run)
{
    fed_progress *progress = context;

    if (!is_time(progress))
        return;
    fprintf(stderr, "\r\033[Kfedomp: replicate %zu of %zu, round %zu of %zu (%.3g a second), loss %.6g",
            progress->done + 1, progress->total, run->round, run->rounds,
            (double)run->round / (omp_get_wtime() - run->started),
            run->records[run->recorded - 1].value[FED_METRIC_loss]);
    if (progress->total <= 1)
        show_left(omp_get_wtime() - run->started, (double)run->round / (double)run->rounds);
    fflush(stderr);
}

void fed_progress_attach(fed_progress *progress, fed_study *study)
{
    *progress = (fed_progress){.started = omp_get_wtime(),
                               .total = study->points * study->replicates,
                               .points = study->points};
    if (!isatty(STDERR_FILENO))
        return;
    study->done = job_done;
    study->tick = round_done;
    study->context = progress;
}

void fed_progress_clear(fed_progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}
