/* table.c -- every analysis, one line each. */
#include "analyses/analysis.h"

extern const fed_analysis fed_analysis_graph;
extern const fed_analysis fed_analysis_optimum;
extern const fed_analysis fed_analysis_rank;
extern const fed_analysis fed_analysis_stable;

const fed_entry *const fed_analyses[] = {
    &fed_analysis_graph.entry,
    &fed_analysis_optimum.entry,
    &fed_analysis_rank.entry,
    &fed_analysis_stable.entry,
    NULL};
