/* progress.c -- jobs and rounds done, and the time left, at most ten times a second. */
#include "progress.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PART = 110, LINE = 2 * PART + 40 };

static bool is_time(fed_progress *progress)
{
    const double now = omp_get_wtime();

    if (now - progress->shown < 0.1)
        return false;
    progress->shown = now;
    progress->drawn = true;
    return true;
}

/* A line that is wider than the terminal would not be wiped out by the next one. */
static int columns(void)
{
    struct winsize size;

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

/* Shows how far the jobs are, the time left when this part of them is done, and the rest where it fits. */
static void show(const fed_progress *progress, const char *text, double part, const char *rest)
{
    const double elapsed = omp_get_wtime() - progress->started;
    char line[LINE], left[40] = "";

    if (part > 0.0 && elapsed > 0.5 && elapsed / part < 1e8) {
        const int seconds = (int)(elapsed * (1.0 - part) / part);

        snprintf(left, sizeof left, ", %d:%02d:%02d left", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    snprintf(line, sizeof line, "%s%s%s", text, left, rest);
    fprintf(stderr, "\r\033[K%.*s", columns(), line);
    fflush(stderr);
}

static void job_done(void *context, size_t done, size_t total)
{
    fed_progress *progress = context;
    char text[PART], points[40] = "";

    progress->done = done;
    if (total <= 1 || !is_time(progress))
        return;
    if (progress->points > 1)
        snprintf(points, sizeof points, " of %zu points", progress->points);
    snprintf(text, sizeof text, "%zu of %zu replicates%s", done, total, points);
    show(progress, text, (double)done / (double)total, "");
}

static void round_done(void *context, const fed_run *run)
{
    fed_progress *progress = context;
    const double part = (double)run->round / (double)run->rounds;
    const double rate = (double)run->round / (omp_get_wtime() - run->started);
    char text[PART], replicate[50] = "", rest[PART];

    if (!is_time(progress))
        return;
    if (progress->total > 1)
        snprintf(replicate, sizeof replicate, "replicate %zu of %zu, ", progress->done + 1, progress->total);
    snprintf(text, sizeof text, "%sround %zu of %zu", replicate, run->round, run->rounds);
    snprintf(rest, sizeof rest, ", %.*f/s, loss %.5g", rate < 10.0 ? 2 : 0, rate,
             run->records[run->recorded - 1].value[FED_METRIC_loss]);
    show(progress, text, ((double)progress->done + part) / (double)progress->total, rest);
}

void fed_progress_attach(fed_progress *progress, fed_study *study)
{
    const char *terminal = getenv("TERM");

    *progress = (fed_progress){.started = omp_get_wtime(),
                               .total = study->points * study->replicates,
                               .points = study->points};
    if (!isatty(STDERR_FILENO) || terminal == NULL || strcmp(terminal, "dumb") == 0)
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
