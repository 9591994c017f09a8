/* signals.h -- what SIGINT, SIGTERM, SIGHUP and SIGUSR1 ask for. */
#ifndef FED_SIGNALS_H
#define FED_SIGNALS_H

#include <signal.h>

/* From now on they end the study: at the end of a round, after a second at once, after five more
 * without waiting for anybody. A second SIGINT kills. */
void fed_signals_catch(void);
/* The same after so many seconds; 0: never. */
void fed_signals_limit(unsigned seconds);
/* 0; 1: stop at a good place; 2: stop at once. */
const volatile sig_atomic_t *fed_signals_flag(void);
/* The work is over: from now on nothing but a second SIGINT keeps it from being written. */
void fed_signals_hold(void);

#endif
