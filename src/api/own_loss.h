/* own_loss.h -- a caller's loss of eta as one of the library's: the shared passes call it by
 * blocks. */
#ifndef FED_API_OWN_LOSS_H
#define FED_API_OWN_LOSS_H

#include "api/session.h"

/* own_loss.c, own_algorithm.c: the library's half of a method's descriptor. */
void fed_own_loss_fill(fed_own_loss *own);

#endif
