/* optimizer.h -- what is done with q, taken as a gradient: by the server with the mean of the
 * clients' messages, by a client with the gradient of a local step. */
#ifndef FED_SERVER_H
#define FED_SERVER_H

#include "config/config.h"
#include "core/state.h"

#include <math.h>

typedef struct fed_server {
    const struct fed_server_type *type;
    size_t p, steps;         /* steps taken so far */
    double key[FED_NUMBERS]; /* its type's rows, in their order */
    double *m, *v, *peak;    /* p each: first and second moments, the largest second one so far */
} fed_server;

/* One file each. */
typedef struct fed_server_type {
    fed_entry entry;
    bool first, second, peak; /* moments it keeps */
    bool counts;              /* its steps too */
    size_t accumulator;       /* which of its keys is the second moment at the start */
    void (*step)(fed_server *server, double rate, const double *q, double *x);
} fed_server_type;

extern const fed_entry *const fed_servers[];
extern const fed_param fed_server_params[]; /* of the section algorithm.server, */
extern const fed_param fed_client_params[]; /* of algorithm.client */

/* What the group says, without moments. */
fed_server fed_server_read(const fed_config *config, const char *group, size_t p);
size_t fed_server_moments(const fed_server *server); /* doubles that it keeps */
void fed_server_place(fed_server *server, double *moments);
void fed_server_clear(fed_server *server); /* as before the first step */
/* Reads the group algorithm.server, and registers what lasts. */
fed_status fed_server_setup(fed_state *state, const fed_config *config, size_t p,
                            fed_server *server, fed_error *error);
/* x(t+1) from x(t), q(t) and the server's rate */
void fed_server_step(fed_server *server, double rate, const double *q, double *x);

/* 1 / (1 - beta^t) when the moments are to be corrected for their start at zero, else 1 */
static inline double fed_server_correction(const fed_server *server, double asked, double beta)
{
    return asked != 0.0 ? 1.0 / (1.0 - pow(beta, (double)server->steps)) : 1.0;
}

/* clang-format off */
#define FED_SERVER_BELOW_1 0x1.fffffffffffffp-1
#define FED_SERVER_BETA1                                                                        \
    {"beta1", FED_FLOAT, "0.9", 0, FED_SERVER_BELOW_1, NULL, "decay rate of the first moment"}
#define FED_SERVER_BETA2                                                                        \
    {"beta2", FED_FLOAT, "0.99", 0, FED_SERVER_BELOW_1, NULL, "decay rate of the second moment"}
#define FED_SERVER_SCALE                                                                        \
    {"epsilon", FED_FLOAT, "1e-5", 0x1p-1022, INFINITY, NULL,                                   \
     "constant added to the square root of the second moment"},                                 \
    {"accumulator", FED_FLOAT, "0.0", 0, INFINITY, NULL, "initial second moment"}
#define FED_SERVER_CORRECTION                                                                   \
    {"correction", FED_BOOL, "false", FED_ANY, NULL, "divide each moment by 1 - beta^t"}
/* clang-format on */

#endif
