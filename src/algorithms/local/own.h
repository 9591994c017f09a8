/* own.h -- the optimizer of a client's local steps: its moments begin anew in every round, or are
 * the client's own and last. */
#ifndef FED_LOCAL_OWN_H
#define FED_LOCAL_OWN_H

#include "optimizers/optimizer.h"
#include "run/run.h"

typedef struct fed_own {
    fed_server rule;
    bool plain;      /* gradient steps: nothing to remember */
    double *moments; /* clients' rows, where they last; or NULL */
    size_t *steps;   /* clients: steps so far; or NULL */
} fed_own;

/* Reads the group algorithm.client, and registers what lasts. */
fed_status fed_own_setup(fed_run *run, fed_own *own);
size_t fed_own_room(const fed_own *own); /* doubles of scratch */
/* The client's optimizer as its round begins; room: scratch as above, in use until the end. With
 * `rehearse` what lasts is copied there, so that it stays as it is. */
fed_server fed_own_begin(const fed_own *own, size_t client, bool rehearse, double *room);
/* What lasts of the round. */
void fed_own_end(const fed_own *own, size_t client, const fed_server *server);

#endif
