/* table.c -- every analysis, one line each. */
#include "analyses/analysis.h"

#define ANALYSES(X)      \
    X(decomposition)     \
    X(distortion)        \
    X(early_stopping)    \
    X(gain)              \
    X(gradient_error)    \
    X(graph)             \
    X(inference)         \
    X(limit)             \
    X(local_convergence) \
    X(ngd_efficiency)    \
    X(optimum)           \
    X(prediction)        \
    X(rank)              \
    X(spectrum)          \
    X(stable)            \
    X(surrogate)

#define DECLARE(name) extern const fed_analysis fed_analysis_##name;
ANALYSES(DECLARE)

#define ENTRY(name) &fed_analysis_##name.entry,
const fed_entry *const fed_analyses[] = {ANALYSES(ENTRY) NULL};
