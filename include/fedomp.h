/* fedomp.h -- federated and decentralised optimization from C: load a configuration, change keys, run
 * it, read what came of it; add a loss or an algorithm of one's own. libfedomp(3) has an example. */
#ifndef FEDOMP_H
#define FEDOMP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FEDOMP_API __attribute__((visibility("default")))
#else
#define FEDOMP_API
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
    FEDOMP_STOPPED   /* by fedomp_stop */
} fedomp_status;

/* A configuration with its results. Sessions share nothing; one thread at a time may use one. */
typedef struct fedomp_session fedomp_session;

/* Life */
FEDOMP_API const char *fedomp_version(void);      /* "0.1.0" */
FEDOMP_API fedomp_session *fedomp_open(void);     /* NULL when out of memory */
FEDOMP_API void fedomp_close(fedomp_session *s);  /* frees everything read from it; NULL is fine */
FEDOMP_API const char *fedomp_error(const fedomp_session *s); /* of the last call; "" after success */

/* Configure and run */
FEDOMP_API fedomp_status fedomp_load(fedomp_session *s, const char *file); /* forgets what was set */
FEDOMP_API fedomp_status fedomp_set(fedomp_session *s, const char *key, const char *value); /* as -D */
FEDOMP_API fedomp_status fedomp_solve(fedomp_session *s); /* every sweep point, every replicate */
FEDOMP_API void fedomp_stop(fedomp_session *s); /* ends fedomp_solve soon; from any thread or handler */
/* Writes metrics.csv and the other files; a directory that is not empty is refused without force. */
FEDOMP_API fedomp_status fedomp_write(fedomp_session *s, const char *dir, int force);

/* The study: points of the sweep (1 without sweep) times replicates; both 0 before fedomp_load. */
FEDOMP_API size_t fedomp_points(const fedomp_session *s);
FEDOMP_API size_t fedomp_replicates(const fedomp_session *s);
FEDOMP_API size_t fedomp_sweep_keys(const fedomp_session *s);              /* keys that vary */
FEDOMP_API const char *fedomp_sweep_key(const fedomp_session *s, size_t k); /* "network.type" */
FEDOMP_API const char *fedomp_sweep_value(const fedomp_session *s, size_t point, size_t k); /* text */

/* Results of a replicate, after fedomp_solve; before it, or out of range: 0, NAN, NULL. */
FEDOMP_API int fedomp_answered(const fedomp_session *s, size_t point, size_t replicate); /* 1: it has one */
FEDOMP_API const char *fedomp_outcome(const fedomp_session *s, size_t point, size_t replicate); /* words */
FEDOMP_API size_t fedomp_records(const fedomp_session *s, size_t point, size_t replicate); /* rounds kept */
FEDOMP_API size_t fedomp_round(const fedomp_session *s, size_t point, size_t replicate, size_t record);
/* A column of metrics.csv by its name: "loss", "gap", "words_up"; NAN where it does not apply. */
FEDOMP_API double fedomp_metric(const fedomp_session *s, size_t point, size_t replicate, size_t record,
                                const char *name);
FEDOMP_API size_t fedomp_parameters(const fedomp_session *s, size_t point, size_t replicate);
FEDOMP_API size_t fedomp_models(const fedomp_session *s, size_t point, size_t replicate); /* 1 or clients */
/* The final parameters, models x parameters, row by row; valid until load, set, solve or close. */
FEDOMP_API const double *fedomp_theta(const fedomp_session *s, size_t point, size_t replicate);

/* A key of a loss or an algorithm of one's own: a number that configurations and sweeps may set. */
typedef struct fedomp_key {
    const char *name;      /* lower case letters, digits, _; NULL ends a list of keys */
    double value;          /* default */
    double low, high;      /* inclusive bounds, infinite for none */
    const char *doc;       /* one sentence without final stop */
} fedomp_key;

/* What the responses y must be. */
typedef enum fedomp_responses {
    FEDOMP_ANY,     /* any number */
    FEDOMP_COUNTS,  /* not negative */
    FEDOMP_BINARY,  /* two distinct values, seen as 0 and 1 */
    FEDOMP_FRACTION /* within [0,1], or two distinct values */
} fedomp_responses;

/* A loss phi(eta, y) of a sample, eta = x'theta, continuously differentiable in eta. */
typedef struct fedomp_loss {
    const char *name;            /* of loss.type; a new one */
    const char *summary;         /* one line, or NULL */
    const fedomp_key *keys;      /* of the group `loss`, or NULL */
    fedomp_responses responses;
    double curvature;            /* the largest second derivative, INFINITY when unbounded */
    /* For n samples: value, first and second derivative in eta, those that are not NULL. key[] has the
     * values of `keys` in their order. Called by several threads at once. */
    void (*eval)(const double *key, size_t n, const double *eta, const double *y, double *value,
                 double *first, double *second);
} fedomp_loss;

/* A replicate as an algorithm of one's own sees it. */
typedef struct fedomp_run fedomp_run;

/* An algorithm. Its keys learning_rate and batch (and clients_per_round, sampling with a server) are
 * there already, as are rounds, tolerance and what else the group `algorithm` has for all. */
typedef struct fedomp_algorithm {
    const char *name;            /* of algorithm.name; a new one */
    const char *summary;         /* one line, or NULL */
    const fedomp_key *keys;      /* of the group `algorithm`, or NULL */
    int decentralised;           /* 1: every client keeps a model and hears its neighbours; 0: a server */
    size_t scratch;              /* vectors of p doubles that `body` of fedomp_each may use */
    size_t memory;               /* vectors of p doubles that last from round to round, at first 0 */
    size_t client_memory;        /* the same for every client */
    fedomp_status (*setup)(fedomp_run *run); /* before the first round, or NULL */
    fedomp_status (*round)(fedomp_run *run); /* theta(t) becomes theta(t+1) */
} fedomp_algorithm;

/* Before fedomp_load. The struct is copied, the texts and keys with it. */
FEDOMP_API fedomp_status fedomp_add_loss(fedomp_session *s, const fedomp_loss *loss);
FEDOMP_API fedomp_status fedomp_add_algorithm(fedomp_session *s, const fedomp_algorithm *algorithm);

/* What an algorithm sees */
FEDOMP_API size_t fedomp_run_clients(const fedomp_run *run);
FEDOMP_API size_t fedomp_run_parameters(const fedomp_run *run);               /* p */
FEDOMP_API size_t fedomp_run_round(const fedomp_run *run);                    /* t = 0, 1, ... */
FEDOMP_API double fedomp_run_rate(const fedomp_run *run);                     /* learning_rate at t */
FEDOMP_API double fedomp_run_key(const fedomp_run *run, const char *name);    /* one of its own keys */
FEDOMP_API size_t fedomp_run_samples(const fedomp_run *run, size_t client);   /* n_m */
FEDOMP_API double fedomp_run_weight(const fedomp_run *run, size_t client);    /* in the objective */
FEDOMP_API double *fedomp_run_theta(fedomp_run *run, size_t client); /* its model; the server's: any client */
FEDOMP_API double *fedomp_run_row(fedomp_run *run, size_t client);   /* p doubles that the client writes */
FEDOMP_API double *fedomp_run_memory(fedomp_run *run, size_t k);     /* p doubles, k < memory */
FEDOMP_API double *fedomp_run_client_memory(fedomp_run *run, size_t client, size_t k);

/* What it does in a round */
/* body(run, client, scratch) for the clients of the round, several at once: each writes its own row. */
FEDOMP_API void fedomp_each(fedomp_run *run, void (*body)(fedomp_run *run, size_t client, double *scratch));
/* Within body, with the scratch it was given: the gradient of the client's objective at theta, on a
 * batch drawn for (round, step) when algorithm.batch is not 0. Sample gradients are counted. */
FEDOMP_API void fedomp_gradient(fedomp_run *run, size_t client, size_t step, const double *theta, double *gradient,
                                double *scratch);
/* Within body, decentralised: out = sum_k w_mk theta_k over those whom the client hears. */
FEDOMP_API void fedomp_neighbours(const fedomp_run *run, size_t client, double *out);
/* n numbers in (0,1) for (seed, replicate, round, client): the same at any number of threads. */
FEDOMP_API void fedomp_uniforms(const fedomp_run *run, size_t client, size_t n, double *out);
/* With a server: out = the weighted mean of the rows, in order of clients; counts words up. */
FEDOMP_API void fedomp_average(fedomp_run *run, double *out);
/* Decentralised: the rows become the models; counts words between clients. */
FEDOMP_API void fedomp_exchange(fedomp_run *run);
/* Counts so many further doubles from every client of the round to the server, and from it to them. */
FEDOMP_API void fedomp_count(fedomp_run *run, size_t words_up, size_t words_down);
/* The replicate has its answer: no further round. */
FEDOMP_API void fedomp_finish(fedomp_run *run);
/* `return fedomp_fail(run, FEDOMP_CONFIG, "...")` ends the study with this error. */
FEDOMP_API fedomp_status fedomp_fail(fedomp_run *run, fedomp_status status, const char *text);

#ifdef __cplusplus
}
#endif

#endif
