/* types.h -- one replicate of one sweep point: what an algorithm sees and changes. */
#ifndef FED_RUN_TYPES_H
#define FED_RUN_TYPES_H

#include "core/state.h"
#include "graphs/graph.h"
#include "problem/traits.h"
#include "run/rule.h"
#include "schedules/schedule.h"

/* name in metrics.csv, one line of explanation; "Columns, always all of them". */
#define FED_METRICS(X)                                                        \
    X(rate, "learning rate of the last update")                               \
    X(loss, "global objective at the server's model or the mean of the "      \
            "clients' models")                                                \
    X(gap, "loss minus the reference optimum")                                \
    X(grad_norm, "norm of the gradient at this model")                        \
    X(error, "distance of this model from the truth")                         \
    X(mse, "mean over clients of the squared distance from the truth")        \
    X(log_mse, "natural logarithm of mse")                                    \
    X(dist_global, "mean over clients of the squared distance from the "      \
                   "reference optimum")                                       \
    X(consensus, "mean over clients of the squared distance from their mean") \
    X(accuracy, "fraction of training samples classified correctly by this "  \
                "model")                                                      \
    X(test_error, "fraction of test samples misclassified by this model")     \
    X(active, "number of clients that took part in the round")                \
    X(gradients, "sample gradients so far, divided by the number of samples") \
    X(words_up, "doubles sent by clients to the server so far")               \
    X(words_down, "doubles sent by the server to clients so far")             \
    X(words_peer, "doubles sent between clients so far")                      \
    X(gamma, "federated oracle complexity so far")                            \
    X(seconds, "time since the replicate started; may differ between runs")

/* Columns after those, when output.columns names them. */
#define FED_FURTHER(X)                                                           \
    X(function_error, "|f - f*|_N at the samples, for the functions f of the "   \
                      "model and f* of the truth")                               \
    X(adapted_loss, "mean of the clients' losses after the local steps of the "  \
                    "next round")                                                \
    X(test_loss, "mean loss of the test samples, without penalties")             \
    X(test_mse, "mean squared error of the predictions for the test samples")    \
    X(recall_at_5, "mean over the test samples of the share of a sample's "      \
                   "labels among its five largest outputs")                      \
    X(cohort_loss, "mean loss of the round's clients at the model they "         \
                   "received, before their local steps")                         \
    X(clients_error, "mean over the clients of the test errors of their models") \
    X(clients_error_log_sd, "logarithm of the standard deviation of these "      \
                            "errors over the clients")

typedef enum fed_metric {
#define FED_METRIC_ENUM(name, doc) FED_METRIC_##name,
    FED_METRICS(FED_METRIC_ENUM) FED_METRIC_COUNT,
    FED_METRIC_LAST = FED_METRIC_COUNT - 1,
    FED_FURTHER(FED_METRIC_ENUM)
#undef FED_METRIC_ENUM
        FED_METRIC_ALL
} fed_metric;

/* Room for records: one for every so many rounds, and these: the first, the last,
 * one to spare. */
enum { FED_RECORDS_SPARE = 3 };

typedef struct fed_record {
    size_t round;
    double value[FED_METRIC_ALL]; /* NAN: not applicable, or not asked for */
} fed_record;

/* How a replicate ended. Not an error of the program. */
#define FED_OUTCOMES(X)                     \
    X(RUNNING, "running", 0)                \
    X(ROUNDS, "all rounds run", 1)          \
    X(TOLERANCE, "tolerance reached", 1)    \
    X(STOPPED, "stop criterion reached", 1) \
    X(DIVERGED, "diverged", 0)              \
    X(INFEASIBLE, "infeasible", 0)          \
    X(UNBOUNDED, "unbounded", 0)            \
    X(NO_OPTIMUM, "no finite optimum", 0)   \
    X(GIVEN_UP, "given up", 0)

typedef enum fed_outcome {
#define FED_OUTCOME_ENUM(name, text, answer) FED_##name,
    FED_OUTCOMES(FED_OUTCOME_ENUM)
#undef FED_OUTCOME_ENUM
        FED_OUTCOME_COUNT
} fed_outcome;
enum { FED_CSV_COLUMNS = 4096 }; /* parameters or features told in text, at most */

/* A table beside metrics.csv: NAME.csv with the columns run, replicate and these. */
typedef struct fed_table {
    struct fed_table *next;
    const char *name;
    const char *const *columns;
    size_t column_count, rows, room; /* rows written; rows there is room for */
    double *cells;                   /* rows x column_count; NAN is an empty cell */
    const char *const *labels;       /* rows: a last column, `name`; NULL: there is none */
} fed_table;

/* A number for run.yaml: analyses: group: name: value. */
typedef struct fed_scalar {
    struct fed_scalar *next;
    const char *group, *name;
    double value;
} fed_scalar;

typedef struct fed_counts {
    double gradients; /* sample gradients */
    double words_up, words_down, words_peer, scalars;
    double gamma;
    /* of type A, B and C: clients compute and send, nobody sends, clients only send
     */
    double epochs[3];
    double expected;           /* running time of those epochs, expected */
    double computing, sending; /* the same drawn, when time is simulated */
} fed_counts;

/* What clients compute and send in the epoch at hand, until fed_epoch closes it. */
typedef struct fed_pending {
    double gradients, most; /* sample gradients of all clients, of the busiest */
    size_t senders;         /* clients that send one message or more */
    double words;           /* that each of them sends alike; run->sent has what they do
                               besides */
} fed_pending;

typedef struct fed_clock {
    bool simulate;
    double service; /* rate nu of the server's queue; updates arrive at rate 1 */
} fed_clock;

typedef struct fed_further {
    bool asked[FED_METRIC_ALL];
    const double *truth; /* samples, in the partition's order: f*; NULL when unknown */
    double *losses;      /* clients */
    double cohort;       /* the mean of those of the last round's clients before it */
} fed_further;

typedef struct fed_run {
    fed_arena *arena;        /* scratch of this run; the round loop takes nothing from it */
    fed_arena *result_arena; /* what outlives it: records and final models */
    const struct fed_algorithm *algorithm;
    const fed_config *config;
    const fed_problem *problem;
    const fed_graph *graph; /* NULL for methods with a server */
    uint64_t seed, replicate;
    fed_team *team; /* carries out its tasks */

    size_t round, rounds;
    size_t models;           /* rows of theta: clients for decentralised methods, else 1 */
    double *theta;           /* models x p, the iterate; after a round the new one */
    double *next;            /* models x p, what the round is writing */
    double *before;          /* models x p, where the round began; NULL without a tolerance */
    double *mean, *gradient; /* p: the clients' mean and the gradient there, for metrics */
    double rate;             /* of the round being run */
    double tolerance, bound; /* steps so small are the end; parameters beyond count
                                as divergence */
    fed_schedule schedule;
    size_t batch;  /* 0: full */
    size_t active; /* cohort of the round: client numbers cohort[0..active) */
    size_t *cohort;
    double *sent; /* clients: words of their own lengths in the epoch at hand, */
    bool apart;   /*   and whether there are any */
    double phi;
    fed_clock clock;
    fed_table *times; /* clock.csv; NULL when time is not simulated */
    fed_counts counts;
    fed_pending pending;
    fed_state kept; /* what lasts from round to round */
    void *state;    /* the algorithm's own: what setup derives again from the
                       configuration */

    size_t abreast; /* runs from this one on that take a client's step together; see together.h */
    size_t room;    /* doubles of scratch of a task; see fed_run_room */
    fed_outcome outcome;
    char reason[256];  /* of an outcome without answer */
    char warning[256]; /* a condition of the theory that does not hold */
    char remark[256];  /* what the numbers in run.yaml mean, where it is not plain */

    fed_record *records;
    size_t recorded;
    fed_further *further;     /* what output.columns asks for; NULL when nothing */
    fed_table *trajectory;    /* trajectory.csv; NULL when it is not asked for */
    fed_table *clients_table; /* clients.csv; NULL likewise, */
    double *words;            /*   and what each client has sent so far */
    fed_table *tables;        /* newest first */
    fed_scalar *scalars;
    void (*tick)(void *context, const struct fed_run *run); /* after every round; may be NULL */
    void *tick_context;
    double started;
    fed_error *error;
} fed_run;

/* A round that is one loop over the cohort, in parts: what comes before, the work of some clients,
 * what comes after. Runs of one problem may so pass over its data together. */
typedef struct fed_parts {
    void (*begin)(fed_run *run);
    /* writes only what belongs to these clients; work: run->room doubles */
    void (*clients)(fed_run *run, const size_t *clients, size_t count, double *work);
    /* the same of runs whose graphs and batches are the same, FED_ABREAST at most; or NULL */
    void (*abreast)(fed_run *const *runs, size_t abreast, const size_t *clients, size_t count,
                    double *work);
    void (*end)(fed_run *run);
    double (*cost)(const fed_run *run); /* flops of one client */
} fed_parts;

/* A method: its rows, whether clients keep models of their own, and one round. setup
 * makes room, registers what lasts and derives the rest from the configuration;
 * start fills what lasts, and may compute and send before the first round. A run
 * that goes on from saved state has no start. */
typedef struct fed_algorithm {
    fed_entry entry;
    bool decentralised;
    bool server_samples; /* accepts samples of client -1 */
    /* fed_trait of problems: those of FED_TRAITS_HARD that it takes; others that it
     * refuses */
    unsigned takes, refuses;
    bool own_tolerance;     /* judges algorithm.tolerance itself */
    bool hessians;          /* computes that of all samples in every round */
    const char *table;      /* of its own diagnostics, TABLE.csv; or NULL */
    const char *rounds_key; /* another name of algorithm.rounds, which wins when
                               given; or NULL */
    /* the method on functions of a reproducing kernel; or NULL */
    const struct fed_algorithm *kernel;
    fed_status (*setup)(fed_run *run);
    fed_status (*start)(fed_run *run); /* or NULL */
    fed_status (*round)(fed_run *run);
    const fed_parts *parts;             /* in place of round; or NULL */
    fed_status (*finish)(fed_run *run); /* after the last round, whatever the outcome; or NULL */
    /* for theory: the round of a method with local steps; or NULL */
    fed_status (*rule)(const fed_run *run, fed_rule *rule);
    /* the gradient that a server makes of samples of its own instead of asking for
     * it; or NULL */
    void (*estimate)(const fed_run *run, const double *theta, double *gradient);
    /* a client's loss once it has taken the local steps of the round to come; work:
     * as a client's of the round; or NULL */
    double (*adapted)(const fed_run *run, size_t client, double *work);
    bool averages_first; /* theta_m <- u - rate grad L_m(u), u the neighbours' mean */
} fed_algorithm;

#endif
