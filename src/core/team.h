/* team.h -- one team of threads per study. Whatever runs at once is a task of that team; no other
 * parallel region exists. Every thread has a stack of scratch, and BLIS uses one thread per call.
 */
#ifndef FED_TEAM_H
#define FED_TEAM_H

#include "core/status.h"

#include <signal.h>
#include <stdbool.h>

typedef struct fed_team fed_team;

/* Opens a team of `threads`, runs body on one of them, and ends when body and every task made below
 * it have. Called within a caller's parallel region it opens none: the team is the calling thread.
 * FED_NOMEM when there was no memory, for the team or for the scratch of a task. */
typedef void fed_team_body(fed_team *team, void *context);
fed_status fed_team_run(int threads, fed_team_body *body, void *context, fed_error *error);

/* A team of the calling thread alone, for whoever has no region: NULL without memory. */
fed_team *fed_team_solo(void);
void fed_team_end(fed_team *team);

int fed_team_threads(const fed_team *team);
/* Whether some task found no memory for its scratch: what it should have computed is missing. */
bool fed_team_starved(const fed_team *team);
void fed_team_starve(fed_team *team); /* says so */

/* Whoever wants the team to stop sets *stop: 1 when it is at a good place, 2 at once. What is
 * computed after that is worthless: loops are left out, and long ones of a body's own should ask.
 */
void fed_team_listen(fed_team *team, const volatile sig_atomic_t *stop);
bool fed_team_asked(const fed_team *team);   /* to stop */
bool fed_team_hurried(const fed_team *team); /* to stop at once */

/* A task of its own, which nobody waits for but the team's end; nothing where there is one thread.
 */
void fed_team_spawn(fed_team *team, fed_team_body *body, void *context);
/* So many threads have work of their own. While all have, what follows makes no tasks. */
void fed_team_busy(fed_team *team, int threads);

/* Scratch of this thread, not cleared; NULL without memory. Last taken is first given back, also
 * across tasks: a thread that waits for its tasks carries out others on top of its own. */
double *fed_take(fed_team *team, size_t doubles);
void fed_give(fed_team *team, double *room);

/* body(context, first, last, work) for ranges that together are 0..count-1, in any order and at
 * once where it pays: cost is the number of flops of one. A body writes only what belongs to its
 * range. work: `room` doubles, not cleared. */
typedef void fed_range(void *context, size_t first, size_t last, double *work);
void fed_each(fed_team *team, size_t count, double cost, size_t room, fed_range *body,
              void *context);

/* sum[0..width) += what body(context, k, part, work) adds to a part of zeros, k = 0..count-1, added
 * in this order at any number of threads. */
typedef void fed_term(void *context, size_t k, double *part, double *work);
void fed_sum(fed_team *team, size_t count, double cost, size_t width, size_t room, fed_term *body,
             void *context, double *sum);

#endif
