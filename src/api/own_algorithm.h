/* own_algorithm.h -- a caller's algorithm as one of the library's: its memory, its rounds, what it
 * costs. What passes between clients is counted here for it. */
#ifndef FED_API_OWN_ALGORITHM_H
#define FED_API_OWN_ALGORITHM_H

#include "api/session.h"

void fed_own_algorithm_fill(fed_own_algorithm *own);
/* Rows that every algorithm of a session has before its own; they end with FED_END. */
const fed_param *fed_own_algorithm_rows(bool decentralised);

#endif
