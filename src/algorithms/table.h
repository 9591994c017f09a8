/* table.h -- every algorithm, and the keys they share. */
#ifndef FED_ALGORITHMS_H
#define FED_ALGORITHMS_H

#include "run/types.h"

extern const fed_entry *const fed_algorithms[];
extern const fed_param fed_algorithm_params[];

#endif
