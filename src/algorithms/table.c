/* table.c -- every algorithm, one line each, and the keys they share. */
#include "algorithms/table.h"

extern const fed_algorithm fed_algorithm_fedavg;
extern const fed_algorithm fed_algorithm_fedipm;
extern const fed_algorithm fed_algorithm_fedlrgd;
extern const fed_algorithm fed_algorithm_fednewton;
extern const fed_algorithm fed_algorithm_fedprox;
extern const fed_algorithm fed_algorithm_local_update;
extern const fed_algorithm fed_algorithm_newton_sketch;
extern const fed_algorithm fed_algorithm_ngd;
extern const fed_algorithm fed_algorithm_scaffold;

const fed_entry *const fed_algorithms[] = {
    &fed_algorithm_ngd.entry,           &fed_algorithm_fedavg.entry,
    &fed_algorithm_fedlrgd.entry,       &fed_algorithm_fedprox.entry,
    &fed_algorithm_fedipm.entry,        &fed_algorithm_fednewton.entry,
    &fed_algorithm_newton_sketch.entry, &fed_algorithm_local_update.entry,
    &fed_algorithm_scaffold.entry,      NULL};

static const char metric_names[] =
#define FED_METRIC_CHOICE(name, doc) "|" #name
    FED_METRICS(FED_METRIC_CHOICE);
#undef FED_METRIC_CHOICE

const fed_param fed_algorithm_params[] = {
    {"name", FED_NAME, "ngd", FED_ANY, NULL, "the method"},
    {"rounds", FED_INT, "1000", 0, 4e9, NULL, "number of rounds"},
    {"tolerance", FED_FLOAT, "0.0", 0, 1, NULL,
     "stop if |x(t+1)-x(t)| <= tolerance (1+|x(t)|); 0 runs all rounds"},
    {"divergence", FED_FLOAT, "1e10", 0, INFINITY, NULL,
     "a run diverges if a parameter is larger than this in modulus or not finite"},
    {"initial", FED_CHOICE, "zeros", FED_ANY, "zeros|normal|xavier|he|file",
     "starting point, the same for all clients unless read from a file"},
    {"initial_path", FED_PATH, NULL, FED_ANY, NULL,
     "file with the starting point, with the columns of theta.csv; client -1 means all "
     "clients"},
    {"stop.metric", FED_CHOICE, NULL, FED_ANY, metric_names + 1,
     "end a replicate at the first recorded round where this metric is below stop.below "
     "or above stop.above; seconds is not allowed"},
    {"stop.below", FED_FLOAT, NULL, FED_ANY, NULL, "stop if stop.metric is less than this"},
    {"stop.above", FED_FLOAT, NULL, FED_ANY, NULL, "stop if stop.metric is more than this"},
    {"stop.at_start", FED_BOOL, "false", FED_ANY, NULL,
     "allow a stopping rule that already holds at the start; otherwise it is an error"},
    FED_END};
