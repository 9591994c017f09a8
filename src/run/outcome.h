/* outcome.h -- how a replicate ended, in words. */
#ifndef FED_OUTCOME_H
#define FED_OUTCOME_H

#include "run/types.h"

const char *fed_outcome_text(fed_outcome outcome);
bool fed_outcome_is_answer(fed_outcome outcome);

/* The replicate ends with this outcome, for this reason. */
void fed_without_answer(fed_run *run, fed_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define fed_diverged(run, ...) fed_without_answer(run, FED_DIVERGED, __VA_ARGS__)

#endif
