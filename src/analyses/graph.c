/* graph.c -- the network of the first replicate, edge by edge: who hears whom, and with what
 * weight. */
#include "analyses/analysis.h"

static const char *const columns[] = {"receiver", "sender", "weight"};

static fed_status check(const fed_run *run)
{
    if (run->graph == NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'graph' needs a decentralised method, not %s",
                                run->algorithm->entry.name);
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const fed_graph *graph = run->graph;
    fed_table *table;

    if (run->replicate > 0)
        return FED_OK;
    table = fed_run_table(run, "graph", columns, 3, graph->edges);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < graph->clients; m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
            table->cells[3 * e] = (double)m;
            table->cells[3 * e + 1] = (double)graph->sender[e];
            table->cells[3 * e + 2] = graph->weight[e];
        }
    return FED_OK;
}

const fed_analysis fed_analysis_graph = {
    .entry = {"graph",
              "the network of the first replicate: receiver, sender and weight of every edge",
              NULL},
    .analyse = analyse,
    .check = check,
};
