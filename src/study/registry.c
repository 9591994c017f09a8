/* registry.c -- the sections of the configuration, in the order of the way through. */
#include "study/registry.h"

#include "analyses/analysis.h"
#include "features/kernels/kernel.h"
#include "features/features.h"
#include "models/net/layer.h"
#include "algorithms/table.h"
#include "run/clock.h"
#include "sketches/sketch.h"
#include "optimizers/optimizer.h"

static const fed_param top_params[] = {
    {"name", FED_STRING, NULL, FED_ANY, NULL,
     "name of the study; by default the name of "
     "the file"},
    {"seed", FED_INT, "1", 0, INFINITY, NULL, "seed of all random numbers"},
    {"replicates", FED_INT, "1", 1, 1e7, NULL,
     "number of independent repetitions of "
     "every sweep point"},
    {"threads", FED_INT, "0", 0, 4096, NULL,
     "number of threads; 0 uses OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, or all processors"},
    {"on_divergence", FED_CHOICE, "fail", FED_ANY, "fail|record",
     "if a replicate ends without an answer: exit with status 5, or record the outcome "
     "and exit with 0"},
    {"strict", FED_BOOL, "false", FED_ANY, NULL,
     "report keys without effect as errors before the run, not as warnings"},
    {"analysis", FED_STRINGS, "()", FED_ANY, NULL,
     "analyses to compute at the end of every replicate; see --list=analyses"},
    FED_END};

static const char further_names[] =
#define FURTHER_CHOICE(name, doc) "|" #name
    FED_FURTHER(FURTHER_CHOICE);
#undef FURTHER_CHOICE

static const fed_param output_params[] = {
    {"dir", FED_STRING, NULL, FED_ANY, NULL,
     "output directory, relative to the working directory; by default results/NAME"},
    {"every", FED_INT, "1", 1, 4e9, NULL, "number of rounds between records"},
    {"theta", FED_BOOL, "true", FED_ANY, NULL, "write the final parameters"},
    {"metrics", FED_CHOICE, "all", FED_ANY, "all|final|none",
     "rows of metrics.csv: all recorded rounds, only the last of each replicate, or no "
     "file"},
    {"columns", FED_STRINGS, "()", FED_ANY, further_names + 1,
     "additional columns of metrics.csv and rows of summary.csv"},
    {"clients", FED_BOOL, "false", FED_ANY, NULL,
     "write clients.csv, with the loss and error of every client at every recorded round"},
    {"partition", FED_BOOL, "false", FED_ANY, NULL,
     "write partition.csv: the number of samples of each label that clients hold in replicate 0"},
    {"json", FED_BOOL, "false", FED_ANY, NULL, "write run.json, the content of run.yaml in JSON"},
    {"trajectory", FED_BOOL, "false", FED_ANY, NULL,
     "write trajectory.csv, with the server's model or the mean of the clients' models "
     "at every recorded round"},
    FED_END};

static const fed_param checkpoint_params[] = {
    {"every_seconds", FED_FLOAT, "60.0", 0, 1e9, NULL,
     "seconds between checkpoints of a running job, more if checkpoints would take over "
     "1% of the time; 0 disables them"},
    {"keep", FED_BOOL, "false", FED_ANY, NULL,
     "keep the subdirectory .fedomp of a complete study, so that it can be continued with more "
     "rounds"},
    {"mixed", FED_BOOL, "false", FED_ANY, NULL,
     "allow resuming on another machine or with another build; the results may then "
     "differ from those of a single run"},
    FED_END};

const fed_section fed_sections[] = {
    {"", NULL, top_params, NULL, NULL, "name|threads|strict"},
    {"data", "source", fed_data_params, fed_sources, NULL, NULL},
    {"partition", "scheme", fed_partition_params, fed_schemes, NULL, NULL},
    {"network", "type", fed_network_params, fed_networks, NULL, NULL},
    {"features", "type", fed_features_params, fed_features, "model", NULL},
    {"model", "type", fed_model_params, fed_models, NULL, NULL},
    {"loss", "type", fed_loss_params, fed_losses, NULL, NULL},
    {"algorithm", "name", fed_algorithm_params, fed_algorithms, NULL, NULL},
    {"algorithm.server", "optimizer", fed_server_params, fed_servers, NULL, NULL},
    {"algorithm.client", "optimizer", fed_client_params, fed_servers, NULL, NULL},
    {"cost", NULL, fed_cost_params, NULL, NULL, NULL},
    {"gain", NULL, fed_gain_params, NULL, NULL, NULL},
    {"rank", NULL, fed_rank_params, NULL, NULL, NULL},
    {"output", NULL, output_params, NULL, NULL, "*"},
    {"checkpoint", NULL, checkpoint_params, NULL, NULL, "*"},
    {"@rate", "schedule", fed_rate_params, fed_schedules, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL}};

#define METRIC_ENTRY(name, doc) [FED_METRIC_##name] = {#name, doc, NULL},
static const fed_entry metric_entries[] = {FED_METRICS(METRIC_ENTRY) FED_FURTHER(METRIC_ENTRY)};
#undef METRIC_ENTRY

static const fed_entry *const metrics[] = {
#define METRIC_POINTER(name, doc) &metric_entries[FED_METRIC_##name],
    FED_METRICS(METRIC_POINTER) FED_FURTHER(METRIC_POINTER)
#undef METRIC_POINTER
        NULL};

const fed_kind fed_kinds[] = {
    {"algorithms", fed_algorithms}, {"losses", fed_losses},       {"graphs", fed_networks},
    {"partitions", fed_schemes},    {"schedules", fed_schedules}, {"sources", fed_sources},
    {"metrics", metrics},           {"features", fed_features},   {"models", fed_models},
    {"analyses", fed_analyses},     {"kernels", fed_kernels},     {"servers", fed_servers},
    {"sketches", fed_sketches},     {"layers", fed_layer_kinds},  {NULL, NULL}};
