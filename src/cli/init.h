/* init.h -- --init: a commented configuration of a method to begin with. */
#ifndef FED_CLI_INIT_H
#define FED_CLI_INIT_H

#include "cli/app.h"

int fed_app_init(const char *algorithm); /* --init[=algorithm]; NULL: fedavg */

#endif
