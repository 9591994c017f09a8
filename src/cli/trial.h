/* trial.h -- how long a study will take, from the first rounds of some of its points. */
#ifndef FED_TRIAL_H
#define FED_TRIAL_H

#include "study/study.h"

/* Seconds on the study's threads; a few seconds are spent on it, and nothing is kept. */
fed_status fed_trial(const fed_study *study, double *seconds, fed_error *error);

#endif
