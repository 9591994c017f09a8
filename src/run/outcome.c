/* outcome.c -- how a replicate ended, in words. */
#include "run/outcome.h"

#include <stdarg.h>
#include <stdio.h>

const char *fed_outcome_text(fed_outcome outcome)
{
    static const char *const text[] = {
#define FED_OUTCOME_TEXT(name, words, answer) words,
        FED_OUTCOMES(FED_OUTCOME_TEXT)
#undef FED_OUTCOME_TEXT
    };
    return text[outcome];
}

bool fed_outcome_is_answer(fed_outcome outcome)
{
    static const bool answer[] = {
#define FED_OUTCOME_ANSWER(name, words, yes) yes,
        FED_OUTCOMES(FED_OUTCOME_ANSWER)
#undef FED_OUTCOME_ANSWER
    };
    return answer[outcome];
}

void fed_without_answer(fed_run *run, fed_outcome outcome, const char *format, ...)
{
    va_list args;

    run->outcome = outcome;
    va_start(args, format);
    vsnprintf(run->reason, sizeof run->reason, format, args);
    va_end(args);
}
