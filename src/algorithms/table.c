/* table.c -- every algorithm, one line each, and the keys they share. */
#include "run.h"

extern const fed_algorithm fed_algorithm_fedavg;
extern const fed_algorithm fed_algorithm_fedipm;
extern const fed_algorithm fed_algorithm_fedlrgd;
extern const fed_algorithm fed_algorithm_fednewton;
extern const fed_algorithm fed_algorithm_fedprox;
extern const fed_algorithm fed_algorithm_local_update;
extern const fed_algorithm fed_algorithm_newton_sketch;
extern const fed_algorithm fed_algorithm_ngd;

const fed_entry *const fed_algorithms[] = {
    &fed_algorithm_ngd.entry,
    &fed_algorithm_fedavg.entry,
    &fed_algorithm_fedlrgd.entry,
    &fed_algorithm_fedprox.entry,
    &fed_algorithm_fedipm.entry,
    &fed_algorithm_fednewton.entry,
    &fed_algorithm_newton_sketch.entry,
    &fed_algorithm_local_update.entry,
    NULL};

static const char metric_names[] =
#define FED_METRIC_CHOICE(name, doc) "|" #name
    FED_METRICS(FED_METRIC_CHOICE);
#undef FED_METRIC_CHOICE

const fed_param fed_algorithm_params[] = {
    {"name", FED_NAME, "ngd", FED_ANY, NULL, "the method"},
    {"rounds", FED_INT, "1000", 0, 4e9, NULL, "updates to run"},
    {"tolerance", FED_FLOAT, "0.0", 0, 1, NULL,
     "stop when |x(t+1)-x(t)| <= tolerance (1+|x(t)|); 0 runs all rounds"},
    {"divergence", FED_FLOAT, "1e10", 0, INFINITY, NULL,
     "a parameter beyond this, or not finite, counts as divergence"},
    {"initial", FED_CHOICE, "zeros", FED_ANY, "zeros|normal|xavier|file",
     "starting point, the same for every client unless read from a file"},
    {"initial_path", FED_PATH, NULL, FED_ANY, NULL, "starting point in theta.csv's columns, client -1 for all"},
    {"stop.metric", FED_CHOICE, NULL, FED_ANY, metric_names + 1,
     "end a replicate at the first recorded round whose metric is below stop.below"},
    {"stop.below", FED_FLOAT, "0.0", FED_ANY, NULL, "the bound of stop.metric"},
    FED_END};
