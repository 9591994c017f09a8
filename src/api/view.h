/* view.h -- a run as an algorithm of a session sees it. */
#ifndef FED_VIEW_H
#define FED_VIEW_H

#include "api/session.h"
#include "run/run.h"

struct fedomp_run {
    fed_run *run;
    const fedomp_algorithm *own;
    fed_cohort cohort;     /* with a server */
    double *counted;       /* clients: sample gradients of the round */
    double *memory;        /* memory x p: the server's */
    double *client_memory; /* clients x client_memory x p */
    size_t scratch;        /* doubles before those of the loss */
    double cost;
    void (*body)(fedomp_run *run, size_t client, double *scratch);
};

#endif
