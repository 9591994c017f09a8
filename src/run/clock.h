/* clock.h -- the running time of an epoch: what is expected of it, and draws of it. */
#ifndef FED_CLOCK_H
#define FED_CLOCK_H

#include "core/rng.h"
#include "run/types.h"

extern const fed_param fed_cost_params[];

/* b gradients of 1 + Exp(1) each on each of `clients` clients: when the last one ends. */
double fed_clock_compute(fed_rng *rng, double gradients, size_t clients);
/* Until `clients` updates have left an M/M/1 queue, in equilibrium at first. */
double fed_clock_queue(fed_rng *rng, double service, size_t clients);
/* 2b + log(senders) + phi senders, without the terms of what does not happen. */
double fed_clock_expected(double gradients, size_t senders, double phi);

/* What `cost` says; the table clock.csv with it, when time is simulated. */
fed_status fed_clock_begin(fed_run *run);
/* An epoch passes: adds to the run's counts. */
void fed_clock_epoch(fed_run *run, double gradients, size_t senders, size_t messages);
/* A row of clock.csv beside the newest record. */
void fed_clock_record(fed_run *run);

#endif
