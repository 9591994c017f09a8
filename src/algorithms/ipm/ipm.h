/* ipm.h -- the federated interior point method: min c'x, Ax = b, x in a product of blocks. The
 * columns of A are the samples of the clients, so AWA' is as small as the model, which is the
 * multiplier y. */
#ifndef FED_IPM_H
#define FED_IPM_H

#include "algorithms/ipm/blocks/block.h"
#include "algorithms/ipm/solver.h"
#include "run/run.h"

/* Units of one kind: the clients' samples, or variables of the server. Column j of A is factor_j
 * x_j for clients; for the server factor_j e_at[j] (factor 1, at j, where they are NULL), or
 * `column` where there is one unit. */
typedef struct fed_units {
    const fed_block *block;
    size_t n;
    const double *ca, *cz, *factor, *lower, *upper;
    const double *column;
    const size_t *at;
    double shape;
    double *a, *slack;             /* the point x */
    double *sa;                    /* s = c - A'y, of a; that of z is cz */
    double *ma, *mz;               /* mu = s/t + grad phi */
    double *waa, *waz, *wzz;       /* W, the inverse Hessian */
    double *da, *dz;               /* the step */
    double *trial_a, *trial_slack; /* x + step dx */
    double *here;                  /* merit of x, per unit */
    double *gl, *gu, *zl, *zu;     /* predictor: distances to the bounds, their multipliers, */
    double *pa;                    /*   and the step of a for t = 0 */
    bool boxed;                    /* both bounds of a are finite */
    bool plain;                    /* every factor, and cost of z, is 1 */
    bool free;                     /* every cost of a is 0 */
} fed_units;

/* Kinds of the server; maxima of a pass; steps that miss Ax = b before the path counts as lost */
enum { FED_SERVER_UNITS = 3, FED_MAXIMA = 4, FED_STRAYED = 10 };

struct fed_ipm;

/* How dy is found from r + A W mu: one file each. */
typedef struct fed_system {
    fed_entry entry;
    bool gathers;  /* wants A W A' in ipm->normal */
    bool local;    /* clients have multipliers of their own: dy is not common */
    bool dense;    /* clients form their A W A', which counts as d passes over their samples */
    bool doubtful; /* may solve another system than that of the path */
    int patience;  /* Newton steps for one t after which the path counts as lost */
    fed_status (*setup)(struct fed_ipm *ipm);
    bool exact; /* dy is that of the path for any right-hand side: a predictor may ask twice */
    /* what is sent and done once for a W, before any solve; false: no such step */
    bool (*prepare)(struct fed_ipm *ipm);
    /* (A W A')^-1 g in ipm->dy (or ipm->local_dy), counts the words */
    void (*solve)(struct fed_ipm *ipm);
    /* a system with steps of its own: the first point, and a round; else NULL */
    fed_status (*start)(struct fed_ipm *ipm);
    fed_status (*round)(struct fed_ipm *ipm);
    /* before the last step for a t: what dy lacks for Ax = b, in ipm->dy; or NULL */
    void (*refine)(struct fed_ipm *ipm);
} fed_system;

typedef struct fed_ipm {
    fed_run *run;
    const fed_problem *rows; /* whose rows are A's columns: the problem, or a view of a program */
    const fed_system *system;
    bool program;      /* a linear program: theta is x, not y */
    struct fed_lp *lp; /* a program's way back; its columns by unit */
    size_t *column_of;
    bool wants_short, paper;       /* as configured */
    bool predictor;                /* predictor and corrector, not the barrier's own Newton steps */
    size_t d;                      /* rows of A */
    const struct fed_codes *codes; /* where the columns of A are shortened by codes; or NULL */
    double *lifted, *coded;        /*   the codes' vector for A', and the sums of the clients; */
    double *bends;        /*   W of every unit with its factors, which A W A' is made of; */
    double *awm, *awt;    /*   A W mu and A W (1/gl - 1/gu) at the point, d */
    size_t width, square; /* numbers in the clients' A v and A W A': d and d x d, or codes' and 0 */
    fed_units client, server[FED_SERVER_UNITS];
    double *b, *y, *dy;        /* d */
    double *r, *g;             /* b - Ax; r + A W mu */
    double *before;            /* r before the step */
    fed_normal normal;         /* A W A', or what stands for it */
    double *sums;              /* over all units */
    double *coefficient;       /* short: c_i of every client, the server's last */
    double *local_dy;          /* clients x d, where the system is local */
    size_t chunks;             /* of the ordered sums over units, */
    const size_t *chunk_start; /*   chunks+1, at clients */
    const size_t *entries;     /* clients: numbers in their A_i W_i A_i', where it is sparse */
    double most;               /* units of the largest client */
    double t_used;             /* t of the round just run */
    double tolerance, scaling; /* scaling: internal objective over the configuration's */
    double unit, one;          /* size of the responses; of one sample's loss, as configured */
    double lambda, alpha, xi, threshold; /* of short steps */
    double decrement, centrality;        /* |dx| and |mu| in the local norms */
    double step, dual_step;         /* of x, and of the multipliers where they have their own */
    double largest;                 /* the largest entry of A */
    double *row_size;               /* d: norms of the rows of A, 1 where a row is empty */
    double *triangle, *basis_scale; /* basis.c: L and D of T = L^-1 D; NULL where not to be had */
    double *basis;      /* T', d x d, where the features have been changed to T x; or NULL */
    double *chunk_most; /* maxima of every chunk */
    double gap;         /* c'x less the dual's value */
    double primal_residual, dual_residual; /* predictor: relative */
    double most_cost;                      /* the largest cost */
    double interior;                       /* the smallest distance to the boundary */
    double moved;                          /* predictor: |A'dy| of the last step, relative */
    double projection_error;               /* |P~ - P|, NAN when not known */
    double projection_bound, theorem_rows; /* what the paper's Lemma C.6 says of it; its b */
    double max_gamma, potential; /* short: the largest |mu_i|; sum of exp(lambda |mu_i|) */
    double words_before;         /* sent before this round */
    size_t passes;               /* of a system over the samples in this round, besides its W */
    bool weighed;                /* predictor: mu and W are those of the point */
    bool refines;                /* predictor: A dx is looked at, and corrected */
    bool measures;               /* predictor: A x is summed after the step */
    bool singular;               /* the system had no solution */
    bool inside;                 /* x is in the interior and finite */
    /* the place on the path, from t to modified: it lasts, with the points */
    double t, nu;            /* of the next round; degree of the barriers */
    double cost;             /* c'x, of predictors */
    double residual, norm_b; /* |Ax - b|, |b| */
    double rounding;         /* what rounding does to the residual */
    size_t servers;          /* kinds of units of the server */
    int steps_at_t;          /* Newton steps since t changed */
    int missed;              /* steps in a row that did not do to Ax - b what they should */
    int closed;              /* rounds in a row that the gap is closed */
    int stalled;             /* steps in a row that were short, or for the least t */
    bool rebased;            /* the features have been changed */
    bool centred;            /* the path has been reached once */
    bool short_step;         /* short steps now: the path has been met */
    bool modified;           /* the last server unit is the column added for a feasible start */
    fed_table *table;
    void *state; /* the system's own */
} fed_ipm;

/* Units that a body is given at most: FED_BLOCK, or so many where their rows are codes */
enum { FED_STRETCH = 256 };

/* passes.c: body for every block of at most FED_STRETCH units of one client, in parallel; it adds
 * to sums, which are summed over fixed chunks in order: A W A' first, then vectors A v, then
 * numbers. A client's vectors have fed_ipm_width numbers. */
typedef void fed_ipm_body(fed_ipm *ipm, const fed_units *units, size_t client, size_t first,
                          size_t n, double *sums, double *work);

/* newton.c: one Newton step's parts. */
void fed_ipm_local(fed_ipm *ipm);     /* mu, W */
void fed_ipm_gather(fed_ipm *ipm);    /* matrix, g = r + A W mu; with long steps mu and W first */
void fed_ipm_direction(fed_ipm *ipm); /* dx, y, s, decrement */
void fed_ipm_refine(fed_ipm *ipm);    /* the same for a dy that is added */
bool fed_ipm_solve(fed_ipm *ipm);     /* dy = t (A W A')^-1 g; false: singular */
/* merit s'x/t + phi at x + step dx less that at x; step 0 first, for x itself */
double fed_ipm_trial(fed_ipm *ipm, double step);
void fed_ipm_take(fed_ipm *ipm, double step); /* x += step dx; then the residual */
void fed_ipm_residual(fed_ipm *ipm);          /* r, inside */
double fed_ipm_cost(fed_ipm *ipm);            /* c'x */

/* Numbers in client m's x. */
size_t fed_ipm_variables(const fed_ipm *ipm, size_t client);
/* bodies: sums = [A W A', d x d][A W mu, d] of the units; and A W A' alone */
fed_ipm_body fed_ipm_message, fed_ipm_square;

extern const fed_entry *const fed_systems[];

#endif
