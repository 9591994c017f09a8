/* table.c -- every analysis, one line each. */
#include "analyses/analysis.h"

extern const fed_analysis fed_analysis_decomposition;
extern const fed_analysis fed_analysis_distortion;
extern const fed_analysis fed_analysis_early_stopping;
extern const fed_analysis fed_analysis_gain;
extern const fed_analysis fed_analysis_graph;
extern const fed_analysis fed_analysis_limit;
extern const fed_analysis fed_analysis_optimum;
extern const fed_analysis fed_analysis_prediction;
extern const fed_analysis fed_analysis_rank;
extern const fed_analysis fed_analysis_spectrum;
extern const fed_analysis fed_analysis_stable;
extern const fed_analysis fed_analysis_surrogate;

const fed_entry *const fed_analyses[] = {
    &fed_analysis_decomposition.entry,
    &fed_analysis_distortion.entry,
    &fed_analysis_early_stopping.entry,
    &fed_analysis_gain.entry,
    &fed_analysis_graph.entry,
    &fed_analysis_limit.entry,
    &fed_analysis_optimum.entry,
    &fed_analysis_prediction.entry,
    &fed_analysis_rank.entry,
    &fed_analysis_spectrum.entry,
    &fed_analysis_stable.entry,
    &fed_analysis_surrogate.entry,
    NULL};
