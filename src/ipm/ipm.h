/* ipm.h -- the federated interior point method: min c'x, Ax = b, x in a product of blocks. The columns
 * of A are the samples of the clients, so AWA' is as small as the model, which is the multiplier y. */
#ifndef FED_IPM_H
#define FED_IPM_H

#include "blocks/block.h"
#include "ipm/solver.h"
#include "run.h"

/* Units of one kind: the clients' samples, or variables of the server. Column j of A is factor_j x_j for
 * clients; for the server sign e_at[j], e_j without `at`, or `column` where there is one unit. */
typedef struct fed_units {
    const fed_block *block;
    size_t n;
    const double *ca, *cz, *factor, *lower, *upper;
    const double *column;
    const size_t *at;
    double sign, shape;
    double *a, *slack;             /* the point x */
    double *sa;                    /* s = c - A'y, of a; that of z is cz */
    double *ma, *mz;               /* mu = s/t + grad phi */
    double *waa, *waz, *wzz;       /* W, the inverse Hessian */
    double *da, *dz;               /* the step */
    double *trial_a, *trial_slack; /* x + step dx */
    double *here;                  /* merit of x, per unit */
} fed_units;

enum { FED_SERVER_UNITS = 3 };

struct fed_ipm;

/* How dy is found from r + A W mu: one file each. */
typedef struct fed_system {
    fed_entry entry;
    bool gathers; /* wants A W A' in ipm->normal */
    bool local;   /* clients have multipliers of their own: dy is not common */
    int patience; /* Newton steps for one t after which the path counts as lost */
    fed_status (*setup)(struct fed_ipm *ipm);
    /* leaves dy in ipm->dy (or ipm->local_dy), counts the words; false: no such step */
    bool (*solve)(struct fed_ipm *ipm);
    /* before the last step for a t: what dy lacks for Ax = b, in ipm->dy; or NULL */
    void (*refine)(struct fed_ipm *ipm);
} fed_system;

typedef struct fed_ipm {
    fed_run *run;
    const fed_problem *rows; /* whose rows are A's columns: the problem, or a view of a program */
    const fed_system *system;
    bool program;            /* a linear program: theta is x, not y */
    bool wants_short, paper; /* as configured */
    bool short_step;         /* short steps now: the path has been met */
    size_t d;                /* rows of A */
    fed_units client, server[FED_SERVER_UNITS];
    size_t servers;
    double *b, *y, *dy;   /* d */
    double *r, *g;        /* b - Ax; r + A W mu */
    double *before;       /* r before the step */
    fed_normal normal;    /* A W A', or what stands for it */
    double *sums, *parts; /* sums over all units, and over every chunk of them */
    double *coefficient;  /* short: c_i of every client, the server's last */
    double *local_dy;     /* clients x d, where the system is local */
    size_t chunk;
    double most;                         /* units of the largest client */
    double t, t_used;                    /* of the next round; of the round just run */
    double nu, tolerance, scaling;       /* scaling: internal objective over the configuration's */
    double lambda, alpha, xi, threshold; /* of short steps */
    double decrement, centrality;        /* |dx| and |mu| in the local norms */
    double residual, step;
    double norm_b, largest;  /* |b|; the largest entry of A */
    double rounding;         /* what rounding does to the residual */
    double projection_error; /* |P~ - P|, NAN when not known */
    bool modified;           /* the last server unit is the column added for a feasible start */
    bool singular;           /* the system had no solution */
    bool inside;             /* x is in the interior and finite */
    int steps_at_t;          /* Newton steps since t changed */
    int missed;              /* steps in a row that did not do to Ax - b what they should */
    bool centred;            /* the path has been reached once */
    fed_table *table;
    void *state; /* the system's own */
} fed_ipm;

/* assemble.c: the problem's units, right-hand side, scaling. lp.c: those of a linear program. */
fed_status fed_ipm_assemble(fed_ipm *ipm);
fed_status fed_ipm_program(fed_ipm *ipm);
/* units.c */
fed_status fed_units_alloc(fed_arena *arena, fed_units *units, fed_error *error);
fed_span fed_units_span(const fed_units *units, size_t first, size_t n, bool trial);

/* passes.c: body for every block of at most FED_BLOCK units of one client, in parallel; it adds to
 * sums[0..count), which are summed over fixed chunks in order. */
typedef void fed_ipm_body(fed_ipm *ipm, const fed_units *units, size_t client, size_t first,
                          size_t n, double *sums, double *work);
void fed_ipm_pass(fed_ipm *ipm, fed_ipm_body *body, size_t count);
void fed_ipm_client(fed_ipm *ipm, size_t client, fed_ipm_body *body, double *sums, double *work);
void fed_ipm_server(fed_ipm *ipm, fed_ipm_body *body, double *sums);

/* newton.c: one Newton step's parts. */
void fed_ipm_local(fed_ipm *ipm);     /* mu, W */
void fed_ipm_gather(fed_ipm *ipm);    /* matrix, g = r + A W mu; with long steps mu and W first */
void fed_ipm_direction(fed_ipm *ipm); /* dx, y, s, decrement */
void fed_ipm_refine(fed_ipm *ipm);    /* the same for a dy that is added */
/* merit s'x/t + phi at x + step dx less that at x; step 0 first, for x itself */
double fed_ipm_trial(fed_ipm *ipm, double step);
void fed_ipm_take(fed_ipm *ipm, double step); /* x += step dx; then the residual */
void fed_ipm_residual(fed_ipm *ipm);          /* r, inside */
double fed_ipm_cost(fed_ipm *ipm);            /* c'x */

/* Numbers in client m's x. */
size_t fed_ipm_variables(const fed_ipm *ipm, size_t client);
/* bodies: sums = [A W A', d x d][A W mu, d] of the units; and A W A' alone */
fed_ipm_body fed_ipm_message, fed_ipm_square;

/* path.c: t0 and the first point; what a round ends with. */
fed_status fed_ipm_start(fed_ipm *ipm);
double fed_ipm_feasible_residual(const fed_ipm *ipm); /* |Ax-b| that counts as 0 */
bool fed_ipm_feasible(const fed_ipm *ipm);
void fed_ipm_shrink(fed_ipm *ipm, double factor); /* stop, or t *= factor */
void fed_ipm_lost(fed_ipm *ipm);                  /* the path is lost: why */

/* long.c, short.c: one round */
fed_status fed_ipm_long(fed_ipm *ipm);
fed_status fed_ipm_short(fed_ipm *ipm);
fed_status fed_ipm_short_setup(fed_ipm *ipm);

/* degenerate.c: sets the outcome when a certificate says that there is no optimum. */
bool fed_ipm_certificate(fed_ipm *ipm);

/* report.c: ipm.csv and the model. */
fed_status fed_ipm_report_open(fed_ipm *ipm);
void fed_ipm_report(fed_ipm *ipm, size_t round); /* the state after so many rounds */
double fed_ipm_gap(fed_ipm *ipm);                /* c'x less the dual's value at y */

extern const fed_entry *const fed_systems[];

#endif
