/* table.c -- every analysis, one line each. */
#include "analyses/analysis.h"

extern const fed_analysis fed_analysis_optimum;

const fed_entry *const fed_analyses[] = {
    &fed_analysis_optimum.entry,
    NULL};
