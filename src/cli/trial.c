/* trial.c -- how long a study will take: replicate 0 of some points is run until it has used its
 * share of a few seconds, and the rounds that are left are taken to last as long as those. */
#include "cli/trial.h"

#include "cli/signals.h"

#include <omp.h>

static const double BUDGET = 4.0; /* seconds for all points */
enum { MOST_POINTS = 8 };

typedef struct trial {
    double share, began, first, last; /* when: start, end of the first round, of the last */
    size_t after_first, round, rounds;
    volatile sig_atomic_t stop;
} trial;

static void tick(void *context, const fed_run *run)
{
    trial *t = context;

    t->last = omp_get_wtime();
    t->round = run->round;
    t->rounds = run->rounds;
    if (t->after_first == 0) {
        t->after_first = run->round;
        t->first = t->last;
    }
    if (t->last - t->began > t->share || *fed_signals_flag() != 0)
        t->stop = 1;
}

/* Of one job, from where it was stopped. */
static double whole(const trial *t)
{
    const double measured = (double)(t->round - t->after_first),
                 each = measured > 0.0 ? (t->last - t->first) / measured : t->first - t->began;

    return t->first - t->began + each * (double)(t->rounds - t->after_first);
}

static fed_status try_point(const fed_study *study, size_t point, int threads, double share,
                            double *seconds, fed_error *error)
{
    trial t = {.share = share, .began = omp_get_wtime()};
    fed_error fault = {FED_OK, ""};
    fed_study one;

    TRY(fed_study_init(&one, study->config, threads, error));
    one.part = true;
    one.points_from = point;
    one.points_to = point + 1;
    one.replicates_to = 1;
    one.stop = &t.stop;
    one.tick = tick;
    one.context = &t;
    fed_study_run(&one, &fault);
    fed_study_free(&one);
    if (*fed_signals_flag() != 0)
        return fed_fail(error, FED_SIGNAL, "stopped by a signal");
    if (fault.status != FED_OK && fault.status != FED_SIGNAL)
        return fed_fail(error, fault.status, "%s", fault.text);
    *seconds += fault.status == FED_OK ? omp_get_wtime() - t.began : whole(&t);
    return FED_OK;
}

fed_status fed_trial(const fed_study *study, double *seconds, fed_error *error)
{
    const size_t points = study->points < MOST_POINTS ? study->points : MOST_POINTS;
    const double jobs = (double)study->points * (double)study->replicates;
    const bool apart = jobs >= (double)study->threads; /* a thread for each job, else one job */
    double sum = 0.0;

    for (size_t k = 0; k < points; k++)
        TRY(try_point(study, k * study->points / points, apart ? 1 : study->threads,
                      BUDGET / (double)points, &sum, error));
    *seconds = sum / (double)points * jobs / (apart ? (double)study->threads : 1.0);
    return FED_OK;
}
