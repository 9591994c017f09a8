/* run.h -- one replicate of one sweep point: what an algorithm sees and changes. */
#ifndef FED_RUN_H
#define FED_RUN_H

#include "clock.h"
#include "graphs/graph.h"
#include "losses/loss.h"
#include "schedules/schedule.h"

#include <signal.h>

/* name in metrics.csv, one line of explanation; "Columns, always all of them". */
#define FED_METRICS(X)                                                                      \
    X(rate, "learning rate just used")                                                      \
    X(loss, "global objective at the server's model or the clients' mean")                  \
    X(gap, "loss minus the reference optimum")                                              \
    X(grad_norm, "norm of the objective's gradient there")                                  \
    X(error, "distance of that model to the truth")                                         \
    X(mse, "mean over clients of the squared distance to the truth")                        \
    X(log_mse, "natural logarithm of mse")                                                  \
    X(dist_global, "mean over clients of the squared distance to the reference optimum")    \
    X(consensus, "mean over clients of the squared distance to their mean")                 \
    X(accuracy, "fraction of training samples classified rightly")                          \
    X(test_error, "fraction of test samples classified wrongly")                            \
    X(active, "clients that took part in the round")                                        \
    X(gradients, "sample gradients so far divided by samples")                              \
    X(words_up, "doubles sent to the server so far")                                        \
    X(words_down, "doubles sent by the server so far")                                      \
    X(words_peer, "doubles sent between clients so far")                                    \
    X(gamma, "federated oracle complexity so far")                                          \
    X(seconds, "time since the replicate began; the only column that may differ")

typedef enum fed_metric {
#define FED_METRIC_ENUM(name, doc) FED_METRIC_##name,
    FED_METRICS(FED_METRIC_ENUM)
#undef FED_METRIC_ENUM
        FED_METRIC_COUNT
} fed_metric;

typedef struct fed_record {
    size_t round;
    double value[FED_METRIC_COUNT]; /* NAN: not applicable */
} fed_record;

/* How a replicate ended. Not an error of the program. */
#define FED_OUTCOMES(X)                                     \
    X(RUNNING, "running", 0)                                \
    X(ROUNDS, "all rounds run", 1)                          \
    X(TOLERANCE, "tolerance reached", 1)                    \
    X(STOPPED, "stop criterion reached", 1)                 \
    X(DIVERGED, "diverged", 0)                              \
    X(INFEASIBLE, "infeasible", 0)                          \
    X(UNBOUNDED, "unbounded", 0)                            \
    X(NO_OPTIMUM, "no finite optimum", 0)                   \
    X(GIVEN_UP, "given up", 0)

typedef enum fed_outcome {
#define FED_OUTCOME_ENUM(name, text, answer) FED_##name,
    FED_OUTCOMES(FED_OUTCOME_ENUM)
#undef FED_OUTCOME_ENUM
} fed_outcome;
const char *fed_outcome_text(fed_outcome outcome);
bool fed_outcome_is_answer(fed_outcome outcome);

enum { FED_CSV_COLUMNS = 4096 }; /* parameters or features told in text, at most */

/* A table beside metrics.csv: NAME.csv with the columns run, replicate and these. */
typedef struct fed_table {
    struct fed_table *next;
    const char *name;
    const char *const *columns;
    size_t column_count, rows;
    double *cells; /* rows x column_count; NAN is an empty cell */
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
    double epochs[3];           /* of type A, B and C: clients compute and send, nobody sends, clients only send */
    double expected;            /* running time of those epochs, expected */
    double computing, sending;  /* the same drawn, when time is simulated */
} fed_counts;

typedef struct fed_run {
    fed_arena *arena;        /* scratch of this run; the round loop takes nothing from it */
    fed_arena *result_arena; /* what outlives it: records and final models */
    const struct fed_algorithm *algorithm;
    const fed_config *config;
    const fed_problem *problem;
    const fed_graph *graph; /* NULL for methods with a server */
    uint64_t seed, replicate;
    int threads; /* it may use inside a round; 1 when replicates share the machine */

    size_t round, rounds;
    size_t models;  /* rows of theta: clients for decentralised methods, else 1 */
    double *theta;  /* models x p, the iterate; after a round the new one */
    double *next;   /* models x p, what the round is writing */
    double *mean, *gradient; /* p: the clients' mean and the gradient there, for metrics */
    double rate;    /* of the round being run */
    fed_schedule schedule;
    size_t batch;   /* 0: full */
    size_t active;  /* cohort of the round: client numbers cohort[0..active) */
    size_t *cohort;
    double phi;
    fed_clock clock;
    fed_table *times; /* clock.csv; NULL when time is not simulated */
    fed_counts counts;
    void *state;    /* the algorithm's own */

    double **work; /* per thread; see fed_run_work */
    fed_outcome outcome;
    char reason[256];  /* of an outcome without answer */
    char warning[256]; /* a condition of the theory that does not hold */
    char remark[256];  /* what the numbers in run.yaml mean, where it is not plain */

    fed_record *records;
    size_t recorded;
    fed_table *trajectory; /* trajectory.csv; NULL when it is not asked for */
    fed_table *tables;     /* newest first */
    fed_scalar *scalars;
    const volatile sig_atomic_t *stop; /* set by a signal; may be NULL */
    void (*tick)(void *context, const struct fed_run *run); /* after every round; may be NULL */
    void *tick_context;
    double started;
    fed_error *error;
} fed_run;

/* A method: its rows, whether clients keep models of their own, and one round. */
typedef struct fed_algorithm {
    fed_entry entry;
    bool decentralised;
    bool server_samples; /* accepts samples of client -1 */
    bool nonsmooth, l1;  /* losses it can handle beyond the smooth */
    bool programs;       /* solves linear programs too */
    bool own_tolerance;  /* judges algorithm.tolerance itself */
    const char *table;   /* of its own diagnostics, TABLE.csv; or NULL */
    const char *rounds_key; /* another name of algorithm.rounds, which wins when given; or NULL */
    const struct fed_algorithm *kernel; /* the method on functions of a reproducing kernel; or NULL */
    fed_status (*setup)(fed_run *run);
    fed_status (*round)(fed_run *run);
    fed_status (*finish)(fed_run *run); /* after the last round, whatever the outcome; or NULL */
} fed_algorithm;

extern const fed_entry *const fed_algorithms[];
extern const fed_param fed_algorithm_params[];

/* Scratch for every thread: problem->work and `extra` doubles; setup calls it. */
fed_status fed_run_work(fed_run *run, size_t extra);
/* initial.c: theta(0) as algorithm.initial says. */
fed_status fed_run_start(fed_run *run);

/* tables.c: room for a table of `rows` rows (rows may be lowered later), NULL without memory; and a
 * number. Names and columns are kept by reference. */
fed_table *fed_run_table(fed_run *run, const char *name, const char *const *columns, size_t column_count,
                         size_t rows);
fed_status fed_run_scalar(fed_run *run, const char *group, const char *name, double value);
/* The columns `first`, theta_0, theta_1, ...; NULL without memory. */
const char *const *fed_theta_columns(fed_arena *arena, const char *first, size_t p);

/* solve.c: theta(t+1) = round(theta(t)), with schedule, records, stops; written once for all methods. */
fed_status fed_solve(fed_run *run);
/* The replicate ends with this outcome, for this reason. */
void fed_without_answer(fed_run *run, fed_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define fed_diverged(run, ...) fed_without_answer(run, FED_DIVERGED, __VA_ARGS__)

/* clients.c: body(run, client, work) for every client of the cohort, in parallel when it pays; each
 * call writes only what belongs to its client. cost: flops per client, for the size of a chunk. */
typedef void fed_client_body(fed_run *run, size_t client, double *work);
void fed_each_client(fed_run *run, double cost, fed_client_body *body);
/* The same for bodies that take several clients at once. */
typedef void fed_chunk_body(fed_run *run, const size_t *clients, size_t count, double *work);
void fed_each_chunk(fed_run *run, double cost, fed_chunk_body *body);

/* exchange.c: all that passes between clients, or clients and server; the words are counted here. */
void fed_count_neighbours(fed_run *run);
void fed_count_broadcast(fed_run *run, size_t words); /* server to every active client */
void fed_count_reduce(fed_run *run, size_t words);    /* every active client to the server */
void fed_count_sent(fed_run *run, size_t words);      /* one client to the server */
void fed_count_received(fed_run *run, size_t words);  /* the server to one client */
/* gamma: b, the largest number of sample gradients of one client, and who sent */
void fed_count_epoch(fed_run *run, double most_gradients, size_t senders);

/* batches.c: B sample numbers of the client, with replacement, for (round, step). */
void fed_batch_draw(const fed_run *run, size_t client, size_t step, size_t *rows);

/* metrics/record.c: room for trajectory.csv when output.trajectory asks for it; one row of it and of
 * metrics.csv for the present state. */
fed_status fed_record_begin(fed_run *run);
void fed_record_now(fed_run *run);

#endif
