/* clock.c -- delayed exponential gradient times and the server's queue, epoch by epoch. Type A:
 * clients compute and send; B: gradients, nobody sends; C: clients only send. */
#include "run/clock.h"

#include "run/tables.h"

#include <string.h>

enum { COMPUTE, QUEUE }; /* streams of an epoch */

const fed_param fed_cost_params[] = {
    {"phi", FED_FLOAT, "100.0", 0, INFINITY, NULL,
     "cost of a message of one client, in units of sample gradients, for the federated "
     "oracle complexity"},
    {"compute", FED_CHOICE, "none", FED_ANY, "none|exponential",
     "simulated clock: a gradient takes 1 + Exp(1), and messages pass an M/M/1 queue; "
     "the times are in clock.csv"},
    {"service", FED_FLOAT, "2.0", 1.0000000000000002, INFINITY, NULL,
     "service rate of the simulated queue; its arrival rate is 1"},
    FED_END};

/* b + max_c Y_c, Y_c Erlang(b): a server that computes alone is one client */
double fed_clock_compute(fed_rng *rng, double gradients, size_t clients)
{
    double slowest = 0.0;

    for (size_t c = 0; c < clients && gradients > 0.0; c++)
        slowest = fmax(slowest, fed_rng_gamma(rng, gradients));
    return gradients + slowest;
}

double fed_clock_queue(fed_rng *rng, double service, size_t clients)
{
    /* in equilibrium n wait with probability (1 - 1/nu) nu^-n */
    double waiting = floor(-log(fed_rng_uniform(rng)) / log(service)), time = 0.0;

    while (clients > 0) {
        const double rate = waiting > 0.0 ? 1.0 + service : 1.0;

        time += fed_rng_exponential(rng) / rate;
        if (fed_rng_uniform(rng) * rate < 1.0) {
            waiting += 1.0;
        } else {
            waiting -= 1.0;
            clients--;
        }
    }
    return time;
}

double fed_clock_expected(double gradients, size_t senders, double phi)
{
    double time = 2.0 * gradients + phi * (double)senders;

    if (gradients > 0.0 && senders > 0)
        time += log((double)senders);
    return time;
}

void fed_clock_epoch(fed_run *run, double gradients, size_t senders, size_t messages)
{
    fed_counts *counts = &run->counts;
    const uint64_t epoch = (uint64_t)(counts->epochs[0] + counts->epochs[1] + counts->epochs[2]);

    if (gradients <= 0.0 && senders == 0)
        return;
    counts->epochs[gradients <= 0.0 ? 2 : senders == 0 ? 1 : 0] += 1.0;
    counts->expected += fed_clock_expected(gradients, senders, run->phi) +
                        run->phi * ((double)messages - (double)senders);
    if (!run->clock.simulate)
        return;
    if (gradients > 0.0) {
        fed_rng rng = fed_rng_stream(run->seed, FED_RNG_CLOCK, run->replicate, COMPUTE, epoch);

        counts->computing += fed_clock_compute(&rng, gradients, senders > 0 ? senders : 1);
    }
    if (senders > 0) {
        fed_rng rng = fed_rng_stream(run->seed, FED_RNG_CLOCK, run->replicate, QUEUE, epoch);

        counts->sending += run->phi * fed_clock_queue(&rng, run->clock.service, messages);
    }
}

static const char *const columns[] = {"round",     "gamma",   "expected",
                                      "computing", "sending", "simulated"};
enum { COLUMNS = sizeof columns / sizeof *columns };

fed_status fed_clock_begin(fed_run *run)
{
    const size_t every = (size_t)fed_config_int(run->config, "output.every");
    fed_table *table;

    run->clock.simulate =
        strcmp(fed_config_string(run->config, "cost.compute"), "exponential") == 0;
    if (!run->clock.simulate)
        return FED_OK;
    run->clock.service = fed_config_float(run->config, "cost.service");
    table = fed_run_table(run, "clock", columns, COLUMNS, run->rounds / every + 3);
    if (table == NULL)
        return fed_nomem(run->error);
    table->rows = 0;
    run->times = table;
    return FED_OK;
}

void fed_clock_record(fed_run *run)
{
    const fed_counts *counts = &run->counts;
    const double row[COLUMNS] = {(double)run->round, counts->gamma,
                                 counts->expected,   counts->computing,
                                 counts->sending,    counts->computing + counts->sending};

    if (run->times == NULL)
        return;
    memcpy(run->times->cells + (run->recorded - 1) * COLUMNS, row, sizeof row);
    run->times->rows = run->recorded;
}
