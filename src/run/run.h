/* run.h -- all that a method sees: the run, its clients, its messages, its state. */
#ifndef FED_RUN_H
#define FED_RUN_H

#include "run/batches.h"
#include "run/clients.h"
#include "run/clock.h"
#include "run/cohort.h"
#include "run/exchange.h"
#include "run/initial.h"
#include "run/keep.h"
#include "run/outcome.h"
#include "run/record.h"
#include "run/tables.h"

#endif
