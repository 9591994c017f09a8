/* progress.h -- a line on the terminal while a study runs; elsewhere one every minute when verbose.
 */
#ifndef FED_PROGRESS_H
#define FED_PROGRESS_H

#include "study/study.h"

enum { FED_WORKERS = 256 }; /* whose rounds are counted in the time left; those of more are not */

typedef struct fed_progress {
    double started;
    _Atomic double shown; /* workers ask for it and tell their parts at once */
    size_t done, total, points;
    bool beside; /* jobs run side by side */
    bool drawn;
    bool lines;                       /* no terminal: lines one after another */
    double period;                    /* seconds between two */
    _Atomic double part[FED_WORKERS]; /* of the job that each worker has in hand, from 0 to 1 */
} fed_progress;

/* Connects the study to the terminal behind stderr, or when verbose to whatever is there. */
void fed_progress_attach(fed_progress *progress, fed_study *study, bool verbose);
void fed_progress_clear(fed_progress *progress);

#endif
