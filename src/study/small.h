/* small.h -- whether a study is over before a second thread has begun. */
#ifndef FED_SMALL_H
#define FED_SMALL_H

#include "study/study.h"

/* By the program, whose methods are known. Of one job with drawn data, few of everything, and no
 * analyses: a fraction of a millisecond. To start threads takes as long, and where other processes
 * keep the processors busy the threads of a team wait for each other many times that. */
bool fed_study_is_small(const fed_study *study);

#endif
