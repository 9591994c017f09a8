/* server.h -- what the server does with q, the mean of the clients' messages, taken as a gradient. */
#ifndef FED_SERVER_H
#define FED_SERVER_H

#include "config/config.h"

typedef struct fed_server {
    const struct fed_server_type *type;
    size_t p, steps; /* steps taken so far */
    double momentum, beta1, beta2, epsilon;
    bool correction; /* divide m and v by 1 - beta^t */
    double *m, *v;   /* p each: first and second moments, the state of one run */
} fed_server;

/* One file each. */
typedef struct fed_server_type {
    fed_entry entry;
    void (*step)(fed_server *server, double rate, const double *q, double *x);
} fed_server_type;

extern const fed_entry *const fed_servers[];
extern const fed_param fed_server_params[];

/* Reads the group at algorithm.server. */
fed_status fed_server_setup(fed_arena *arena, const fed_config *config, size_t p,
                            fed_server *server, fed_error *error);
/* x(t+1) from x(t), q(t) and the server's rate */
void fed_server_step(fed_server *server, double rate, const double *q, double *x);

/* 1 / (1 - beta^t) when the moments are corrected for their start at zero, else 1 */
double fed_server_correction(const fed_server *server, double beta);

/* clang-format off */
#define FED_SERVER_BELOW_1 0x1.fffffffffffffp-1
#define FED_SERVER_BETA1 \
    {"beta1", FED_FLOAT, "0.9", 0, FED_SERVER_BELOW_1, NULL, "decay of the first moment"}
#define FED_SERVER_BETA2 \
    {"beta2", FED_FLOAT, "0.99", 0, FED_SERVER_BELOW_1, NULL, "decay of the second moment"}
#define FED_SERVER_SCALE                                                                        \
    {"epsilon", FED_FLOAT, "1e-5", 0x1p-1022, INFINITY, NULL,                                   \
     "added to the root of the second moment"},                                                 \
    {"accumulator", FED_FLOAT, "0.0", 0, INFINITY, NULL, "second moment at the start"}
#define FED_SERVER_CORRECTION \
    {"correction", FED_BOOL, "false", FED_ANY, NULL, "divide each moment by 1 - beta^t"}
/* clang-format on */

#endif
