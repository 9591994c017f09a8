/* solve.h -- the round loop, written once for every method. */
#ifndef FED_SOLVE_H
#define FED_SOLVE_H

#include "run/types.h"

/* Sets up the method and makes room for the records. */
fed_status fed_solve_setup(fed_run *run);
/* The first point and its record. */
fed_status fed_solve_start(fed_run *run);
/* Whether there are rounds left. */
bool fed_solve_goes_on(const fed_run *run);
/* theta(t+1) = round(theta(t)) with schedule, records, stops, for so many rounds at most, of
 * several runs of one problem together: until the first of them has no rounds left. A failure is
 * told in the error of the first. */
fed_status fed_solve_rounds(fed_run *const *runs, size_t count, size_t most);
/* After the last round: what the method does then, and the last record. */
fed_status fed_solve_finish(fed_run *run);

#endif
