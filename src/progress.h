/* progress.h -- a line on the terminal while a study runs; silent elsewhere. */
#ifndef FED_PROGRESS_H
#define FED_PROGRESS_H

#include "study.h"

typedef struct fed_progress {
    double started, shown;
    size_t done, total, points;
    bool drawn;
} fed_progress;

/* Connects the study to the terminal behind stderr, when there is one. */
void fed_progress_attach(fed_progress *progress, fed_study *study);
void fed_progress_clear(fed_progress *progress);

#endif
