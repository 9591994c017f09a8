/* registry.c -- the sections of the configuration, in the order of the way through. */
#include "registry.h"

#include "analyses/analysis.h"
#include "kernels/kernel.h"
#include "models/model.h"
#include "run.h"
#include "sketches/sketch.h"
#include "servers/server.h"

static const fed_param top_params[] = {
    {"name", FED_STRING, NULL, FED_ANY, NULL, "name of the study; the file's name when absent"},
    {"seed", FED_INT, "1", 0, INFINITY, NULL, "seed of every random draw"},
    {"replicates", FED_INT, "1", 1, 1e7, NULL, "independent repetitions of every sweep point"},
    {"threads", FED_INT, "0", 0, 4096, NULL, "threads; 0 asks OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, the machine"},
    {"on_divergence", FED_CHOICE, "fail", FED_ANY, "fail|record",
     "exit status 5 when a replicate ends without answer, or 0 with the outcome recorded"},
    {"analysis", FED_STRINGS, "()", FED_ANY, NULL, "what to compute at the end of every replicate: names of --list=analyses"},
    FED_END};

static const fed_param output_params[] = {
    {"dir", FED_STRING, NULL, FED_ANY, NULL, "output directory, relative to the working directory; results/NAME when absent"},
    {"every", FED_INT, "1", 1, 4e9, NULL, "rounds between two records"},
    {"theta", FED_BOOL, "true", FED_ANY, NULL, "write the final parameters"},
    {"metrics", FED_CHOICE, "all", FED_ANY, "all|final|none",
     "rows of metrics.csv: every recorded round, the last of each replicate, or no file"},
    {"trajectory", FED_BOOL, "false", FED_ANY, NULL,
     "write the server's model, or the clients' mean, at every recorded round"},
    FED_END};

const fed_section fed_sections[] = {
    {"", NULL, top_params, NULL},
    {"data", "source", fed_data_params, fed_sources},
    {"partition", "scheme", fed_partition_params, fed_schemes},
    {"network", "type", fed_network_params, fed_networks},
    {"model", "type", fed_model_params, fed_models},
    {"loss", "type", fed_loss_params, fed_losses},
    {"algorithm", "name", fed_algorithm_params, fed_algorithms},
    {"algorithm.server", "optimizer", fed_server_params, fed_servers},
    {"cost", NULL, fed_cost_params, NULL},
    {"gain", NULL, fed_gain_params, NULL},
    {"rank", NULL, fed_rank_params, NULL},
    {"output", NULL, output_params, NULL},
    {"@rate", "schedule", fed_rate_params, fed_schedules},
    {NULL, NULL, NULL, NULL}};

#define METRIC_ENTRY(name, doc) {#name, doc, NULL},
static const fed_entry metric_entries[] = {FED_METRICS(METRIC_ENTRY)};
#undef METRIC_ENTRY

static const fed_entry *const metrics[] = {
#define METRIC_POINTER(name, doc) &metric_entries[FED_METRIC_##name],
    FED_METRICS(METRIC_POINTER)
#undef METRIC_POINTER
    NULL};

const fed_kind fed_kinds[] = {
    {"algorithms", fed_algorithms}, {"losses", fed_losses},       {"graphs", fed_networks},
    {"partitions", fed_schemes},    {"schedules", fed_schedules}, {"sources", fed_sources},
    {"metrics", metrics},           {"models", fed_models},       {"analyses", fed_analyses},
    {"kernels", fed_kernels},       {"servers", fed_servers},     {"sketches", fed_sketches},
    {NULL, NULL}};
