/* table.c -- every analysis, one line each. */
#include "analyses/analysis.h"

extern const fed_analysis fed_analysis_optimum, fed_analysis_rank;

const fed_entry *const fed_analyses[] = {
    &fed_analysis_optimum.entry,
    &fed_analysis_rank.entry,
    NULL};
