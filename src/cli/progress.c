/* progress.c -- jobs and rounds done, and the time left: on a terminal at most ten times a second,
 * elsewhere a line every minute when asked for. */
#include "cli/progress.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PART = 110, LINE = 2 * PART + 100 };

static bool is_time(fed_progress *progress)
{
    const double now = omp_get_wtime();

    if (now - progress->shown < progress->period)
        return false;
    progress->shown = now;
    return true;
}

static void set_part(fed_progress *progress, double part)
{
    const int worker = omp_get_thread_num();

    if (worker < FED_WORKERS)
        progress->part[worker] = part;
}

/* Jobs done and the parts of those in hand, as a part of all. */
static double part_done(const fed_progress *progress)
{
    double sum = (double)progress->done;

    for (int worker = 0; worker < FED_WORKERS; worker++)
        sum += progress->part[worker];
    return sum / (double)progress->total;
}

/* A line that is wider than the terminal would not be wiped out by the next one. */
static int columns(void)
{
    struct winsize size;

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

/* Shows how far the jobs are, the time left when this part of them is done, and the rest where it
 * fits. */
static void show(fed_progress *progress, const char *text, double part, const char *rest)
{
    const double elapsed = omp_get_wtime() - progress->started;
    char line[LINE], left[40] = "";

    if (part > 0.0 && elapsed > 0.5 && elapsed / part < 1e8) {
        const int seconds = (int)(elapsed * (1.0 - part) / part);

        snprintf(left, sizeof left, ", %d:%02d:%02d left", seconds / 3600, seconds / 60 % 60,
                 seconds % 60);
    }
    snprintf(line, sizeof line, "%s%s%s", text, left, rest);
    if (progress->lines) {
        fprintf(stderr, "fedomp: %s\n", line);
        return;
    }
    fprintf(stderr, "\r\033[K%.*s", columns(), line);
    fflush(stderr);
    progress->drawn = true;
}

/* "3 of 12 points", "3 of 60 replicates of 12 points" */
static void say_done(const fed_progress *progress, char text[PART])
{
    const bool points = progress->points > 1 && progress->points == progress->total;
    char of[40] = "";

    if (progress->points > 1 && !points)
        snprintf(of, sizeof of, " of %zu points", progress->points);
    snprintf(text, PART, "%zu of %zu %s%s", progress->done, progress->total,
             points ? "points" : "replicates", of);
}

static void job_done(void *context, size_t done, size_t total)
{
    fed_progress *progress = context;
    char text[PART];

    set_part(progress, 0.0);
#pragma omp critical(fed_progress)
    {
        progress->done = done;
        if (total > 1 && is_time(progress)) {
            say_done(progress, text);
            show(progress, text, part_done(progress), "");
        }
    }
}

static void round_done(void *context, const fed_run *run)
{
    fed_progress *progress = context;
    const double rate = (double)run->round / (omp_get_wtime() - run->started);
    char text[PART], before[60] = "", rest[PART + 60], round[50];

    set_part(progress, (double)run->round / (double)run->rounds);
    if (!is_time(progress))
        return;
    snprintf(round, sizeof round, "round %zu of %zu", run->round, run->rounds);
#pragma omp critical(fed_progress)
    {
        if (progress->beside) {
            say_done(progress, text);
            snprintf(before, sizeof before, ", %s", round);
        } else if (progress->total > 1) {
            snprintf(text, sizeof text, "replicate %zu of %zu, %s", progress->done + 1,
                     progress->total, round);
        } else {
            snprintf(text, sizeof text, "%s", round);
        }
        snprintf(rest, sizeof rest, "%s, %.*f/s, loss %.5g", before, rate < 10.0 ? 2 : 0, rate,
                 run->records[run->recorded - 1].value[FED_METRIC_loss]);
        show(progress, text, part_done(progress), rest);
    }
}

/* Seconds between two lines where there is no terminal. */
static double line_period(void)
{
    const char *text = getenv("FEDOMP_PROGRESS");
    const double seconds = text != NULL ? strtod(text, NULL) : 0.0;

    return seconds > 0.0 ? seconds : 60.0;
}

void fed_progress_attach(fed_progress *progress, fed_study *study, bool verbose)
{
    const char *terminal = getenv("TERM");
    const bool drawn = isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0;

    *progress =
        (fed_progress){.started = omp_get_wtime(),
                       .total = study->points * study->replicates,
                       .points = study->points,
                       .lines = !drawn,
                       .period = drawn ? 0.1 : line_period(),
                       .beside = study->threads > 1 && study->points * study->replicates > 1};
    progress->shown = drawn ? 0.0 : progress->started;
    if (!drawn && !verbose)
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
