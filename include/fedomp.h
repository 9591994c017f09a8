/* fedomp.h -- federated and decentralised optimization from C: load a configuration, change keys,
 * run it, read what came of it; add a loss or an algorithm of one's own. libfedomp(3) has an
 * example. */
#ifndef FEDOMP_H
#define FEDOMP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* What a call came to. Anything but FEDOMP_OK has its reason in fedomp_error. */
typedef enum fedomp_status {
    FEDOMP_OK,
    FEDOMP_NOMEM,    /* out of memory */
    FEDOMP_INTERNAL, /* an error of the library, or of a callback that gave no better status */
    FEDOMP_USAGE,    /* a call at the wrong time, or with impossible arguments */
    FEDOMP_OUTPUT,   /* the output directory cannot be written, or is not empty */
    FEDOMP_CONFIG,   /* the configuration: "FILE:LINE: key: what" */
    FEDOMP_DATA,     /* a data file: missing, malformed, too few samples */
    FEDOMP_NOANSWER, /* all was run, but some replicate diverged or has no optimum */
    FEDOMP_STOPPED   /* by fedomp_stop, or by a callback that returned this */
} fedomp_status;

/* A configuration with its results. Sessions share nothing: several threads may use several at
 * once, one thread at a time each. NULL stands for one there was no memory for: calls answer
 * FEDOMP_NOMEM, 0, NAN or NULL. */
typedef struct fedomp_session fedomp_session;

const char *fedomp_version(void);  /* "0.2.0" */
fedomp_session *fedomp_open(void); /* NULL when out of memory */
/* frees all that was read from it; NULL is fine */
void fedomp_close(fedomp_session *s);
const char *fedomp_error(const fedomp_session *s); /* of the last call; "" after success */

/* Reads and checks a configuration; what was set before is forgotten. */
fedomp_status fedomp_load(fedomp_session *s, const char *file);
/* Sets a key ("algorithm.rounds", "500"), as -D does; a key that is refused changes nothing. */
fedomp_status fedomp_set(fedomp_session *s, const char *key, const char *value);
/* Runs every replicate of every point of the sweep. */
fedomp_status fedomp_solve(fedomp_session *s);
/* Ends fedomp_solve after its present round; from another thread or a signal handler. */
void fedomp_stop(fedomp_session *s);
/* Writes metrics.csv and the other files; a directory that is not empty is refused without force.
 */
fedomp_status fedomp_write(fedomp_session *s, const char *dir, int force);

/* The study: points of the sweep (1 without sweep) times replicates; 0 before fedomp_load. */
size_t fedomp_points(const fedomp_session *s);
size_t fedomp_replicates(const fedomp_session *s);
size_t fedomp_sweep_keys(const fedomp_session *s);               /* keys that vary between points */
const char *fedomp_sweep_key(const fedomp_session *s, size_t k); /* "network.type" */
const char *fedomp_sweep_value(const fedomp_session *s, size_t point, size_t k); /* as text */

/* What became of a replicate. Before fedomp_solve, and out of range: 0, NAN or NULL. */
/* 1, or 0: diverged, ... */
int fedomp_answered(const fedomp_session *s, size_t point, size_t replicate);
const char *fedomp_outcome(const fedomp_session *s, size_t point, size_t replicate); /* in words */
/* recorded rounds */
size_t fedomp_records(const fedomp_session *s, size_t point, size_t replicate);
/* The round of a record; record 0 is the start, the last one the end. */
size_t fedomp_round(const fedomp_session *s, size_t point, size_t replicate, size_t record);
/* A column of metrics.csv by its name ("loss", "gap", "words_up"); NAN where it does not apply. */
double fedomp_metric(const fedomp_session *s, size_t point, size_t replicate, size_t record,
                     const char *name);
size_t fedomp_parameters(const fedomp_session *s, size_t point, size_t replicate); /* p */
/* 1, or one a client */
size_t fedomp_models(const fedomp_session *s, size_t point, size_t replicate);
/* The final models, row by row of p; valid until the next load, set, solve or close. */
const double *fedomp_theta(const fedomp_session *s, size_t point, size_t replicate);

/* A key of one's own method: a number that configurations set and sweeps move. */
typedef struct fedomp_key {
    const char *name; /* lower case letters, digits, _; NULL ends a list of keys */
    double value;     /* default */
    double low, high; /* bounds, inclusive; infinite for none */
    const char *doc;  /* one sentence without final stop, or NULL */
} fedomp_key;

/* What the responses y must be. */
typedef enum fedomp_responses {
    FEDOMP_ANY,     /* any number */
    FEDOMP_COUNTS,  /* not negative */
    FEDOMP_BINARY,  /* two distinct values, seen as 0 and 1 */
    FEDOMP_FRACTION /* within [0,1], or two distinct values */
} fedomp_responses;

/* A loss phi(eta, y) of a sample, eta = x'theta, with a continuous derivative in eta. */
typedef struct fedomp_loss {
    const char *name;           /* a new value of loss.type */
    const char *summary;        /* one line, or NULL */
    const fedomp_key *keys;     /* further keys of the group `loss`, or NULL */
    fedomp_responses responses; /* others are refused as invalid data */
    double curvature;           /* the largest second derivative; INFINITY when unbounded */
    /* For n samples: value, first and second derivative in eta, those that are not NULL; key has
     * the values of keys in their order. Several threads call it at once. */
    void (*eval)(const double *key, size_t n, const double *eta, const double *y, double *value,
                 double *first, double *second, void *context);
    void *context; /* handed to eval */
} fedomp_loss;

/* A replicate as one's own algorithm sees it. */
typedef struct fedomp_run fedomp_run;

/* An algorithm. The keys learning_rate and batch (and clients_per_round, sampling with a server)
 * are there already, as is what the group `algorithm` has for all: rounds, tolerance, initial,
 * stop. */
typedef struct fedomp_algorithm {
    const char *name;       /* a new value of algorithm.name */
    const char *summary;    /* one line, or NULL */
    const fedomp_key *keys; /* further keys of the group `algorithm`, or NULL */
    int decentralised;      /* 1: clients keep models and hear their neighbours; 0: a server does */
    size_t scratch;         /* vectors of p doubles for each call of fedomp_each's body */
    size_t memory;          /* vectors of p doubles that last from round to round, 0 at first */
    size_t client_memory;   /* the same for every client */
    fedomp_status (*setup)(fedomp_run *run); /* before the first round; or NULL */
    fedomp_status (*round)(fedomp_run *run); /* makes theta(t+1) of theta(t) */
    void *context;                           /* see fedomp_run_context */
} fedomp_algorithm;

/* Before fedomp_load. Names, texts and keys are copied; a name that is there already is refused. */
fedomp_status fedomp_add_loss(fedomp_session *s, const fedomp_loss *loss);
fedomp_status fedomp_add_algorithm(fedomp_session *s, const fedomp_algorithm *algorithm);

/* Whether first and second are the derivatives they say, by differences at eta within [-4,4] with
 * keys at their defaults; FEDOMP_USAGE, and fedomp_error tells where not. The loss need not have
 * been added. */
fedomp_status fedomp_check_loss(fedomp_session *s, const fedomp_loss *loss);

/* What an algorithm sees */
void *fedomp_run_context(const fedomp_run *run);                 /* the algorithm's */
size_t fedomp_run_clients(const fedomp_run *run);                /* M */
size_t fedomp_run_parameters(const fedomp_run *run);             /* p */
size_t fedomp_run_round(const fedomp_run *run);                  /* t = 0, 1, ... */
double fedomp_run_rate(const fedomp_run *run);                   /* learning_rate at t */
double fedomp_run_key(const fedomp_run *run, const char *name);  /* one of its keys, else NAN */
size_t fedomp_run_samples(const fedomp_run *run, size_t client); /* n_m */
double fedomp_run_weight(const fedomp_run *run, size_t client);  /* its weight in the objective */
double *fedomp_run_theta(fedomp_run *run, size_t client);        /* its model, or the server's */
double *fedomp_run_row(fedomp_run *run, size_t client);          /* p doubles that it writes */
double *fedomp_run_memory(fedomp_run *run, size_t k);            /* the k-th vector of memory */
double *fedomp_run_client_memory(fedomp_run *run, size_t client, size_t k); /* of client_memory */

/* What it does in a round */
/* body(run, client, scratch) for the clients of the round, several at once: each writes its own. */
void fedomp_each(fedomp_run *run, void (*body)(fedomp_run *run, size_t client, double *scratch));
/* Within body, with its scratch: the gradient of the client's objective at theta, on a batch drawn
 * for (round, step) when algorithm.batch is not 0. Sample gradients are counted. */
void fedomp_gradient(fedomp_run *run, size_t client, size_t step, const double *theta,
                     double *gradient, double *scratch);
/* Within body, decentralised: out = sum_k w_mk theta_k over those whom the client hears. */
void fedomp_neighbours(const fedomp_run *run, size_t client, double *out);
/* n numbers in (0,1) that depend on seed, replicate, round and client alone. */
void fedomp_uniforms(const fedomp_run *run, size_t client, size_t n, double *out);
/* With a server: out = the rows' mean by weight over the clients of the round; counts words up. */
void fedomp_average(fedomp_run *run, double *out);
/* Decentralised: the rows become the models; counts words between clients. */
void fedomp_exchange(fedomp_run *run);
/* With a server: counts so many further doubles from each client of the round, and to each. */
void fedomp_count(fedomp_run *run, size_t words_up, size_t words_down);
/* The replicate has its answer: no further round. */
void fedomp_finish(fedomp_run *run);
/* `return fedomp_fail(run, FEDOMP_CONFIG, "...")` from setup or round ends the study with this
 * error; with FEDOMP_NOANSWER it ends this replicate alone. */
fedomp_status fedomp_fail(fedomp_run *run, fedomp_status status, const char *text);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
