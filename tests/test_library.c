/* test_library.c -- the installed interface alone: losses and algorithms written against fedomp.h
 * give what the library's own give, and every misuse is a status with words. */
#include "fedomp.h"
#include "files.h"
#include "tap.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

static const char server_text[] =
    "seed = 3; replicates = 2;\n"
    "data = { source = \"synthetic\"; model = \"logistic\"; samples = 300; theta = [1.0, -0.5, "
    "0.25]; };\n"
    "partition = { clients = 7; scheme = \"quantity\"; };\n"
    "loss = { type = \"logistic\"; l2 = 0.01; };\n"
    "algorithm = { name = \"fedavg\"; rounds = 25; learning_rate = 0.4; };\n"
    "output = { every = 5; };\n";

static const char peers_text[] =
    "seed = 4; replicates = 3;\n"
    "data = { source = \"synthetic\"; model = \"linear\"; samples = 240; theta = [1.0, -0.5, 0.25, "
    "2.0]; };\n"
    "partition = { clients = 8; };\n"
    "network = { type = \"fixed-degree\"; degree = 2; };\n"
    "loss = { type = \"linear\"; };\n"
    "algorithm = { name = \"ngd\"; rounds = 40; learning_rate = 0.05; };\n";

/* A written-out logistic loss. */
static void logit(const double *key, size_t n, const double *eta, const double *y, double *value,
                  double *first, double *second, void *context)
{
    (void)key, (void)context;
    for (size_t i = 0; i < n; i++) {
        const double s = 1.0 / (1.0 + exp(-eta[i]));

        if (value != NULL)
            value[i] = log1p(exp(eta[i])) - y[i] * eta[i];
        if (first != NULL)
            first[i] = s - y[i];
        if (second != NULL)
            second[i] = s * (1.0 - s);
    }
}

/* delta^2 (sqrt(1 + (r/delta)^2) - 1), r = eta - y: half a square for large delta. */
static void pseudo_huber(const double *key, size_t n, const double *eta, const double *y,
                         double *value, double *first, double *second, void *context)
{
    const double delta = key[1] * *(const double *)context;

    for (size_t i = 0; i < n; i++) {
        const double r = eta[i] - y[i], root = sqrt(1.0 + r * r / (delta * delta));

        if (value != NULL)
            value[i] = delta * delta * (root - 1.0);
        if (first != NULL)
            first[i] = r / root;
        if (second != NULL)
            second[i] = 1.0 / (root * root * root);
    }
}

static const fedomp_key huber_keys[] = {
    {"unused", 0.0, -1.0, 1.0, "another key before"},
    {"delta", 1.0, 1e-3, INFINITY, "where the loss turns linear"},
    {NULL, 0.0, 0.0, 0.0, NULL}};

static double unit = 2.0; /* of delta */

static const fedomp_loss logit_loss = {.name = "logit",
                                       .summary = "the logistic loss again",
                                       .responses = FEDOMP_FRACTION,
                                       .curvature = 0.25,
                                       .eval = logit};
static const fedomp_loss huber_loss = {.name = "pseudo-huber",
                                       .keys = huber_keys,
                                       .curvature = 1.0,
                                       .eval = pseudo_huber,
                                       .context = &unit};

/* FedAvg with one local step: x_m = theta - rate grad L_m(theta). */
static void one_step(fedomp_run *run, size_t client, double *scratch)
{
    const size_t p = fedomp_run_parameters(run);
    const double *theta = fedomp_run_theta(run, client);
    double *row = fedomp_run_row(run, client);

    fedomp_gradient(run, client, 0, theta, scratch, scratch);
    for (size_t j = 0; j < p; j++)
        row[j] = theta[j] - fedomp_run_rate(run) * scratch[j];
}

static fedomp_status averaging_round(fedomp_run *run)
{
    fedomp_count(run, 0, fedomp_run_parameters(run));
    fedomp_each(run, one_step);
    fedomp_average(run, fedomp_run_theta(run, 0));
    return FEDOMP_OK;
}

/* Network gradient descent: theta_m <- u - rate grad L_m(u), u the neighbours' mean. */
static void network_step(fedomp_run *run, size_t client, double *scratch)
{
    const size_t p = fedomp_run_parameters(run);
    double *row = fedomp_run_row(run, client), *u = scratch, *g = scratch + p;

    fedomp_neighbours(run, client, u);
    fedomp_gradient(run, client, 0, u, g, scratch);
    for (size_t j = 0; j < p; j++)
        row[j] = u[j] - fedomp_run_rate(run) * g[j];
}

static fedomp_status network_round(fedomp_run *run)
{
    fedomp_each(run, network_step);
    fedomp_exchange(run);
    return FEDOMP_OK;
}

static const fedomp_algorithm averaging = {
    .name = "averaging", .scratch = 1, .round = averaging_round};
static const fedomp_algorithm network = {
    .name = "network", .decentralised = 1, .scratch = 2, .round = network_round};

static fedomp_session *open_with(const fedomp_algorithm *algorithm, const char *text)
{
    fedomp_session *s = fedomp_open();

    CU_ASSERT_FATAL(s != NULL);
    if (algorithm != NULL)
        CU_ASSERT_FATAL(fedomp_add_algorithm(s, algorithm) == FEDOMP_OK);
    CU_ASSERT_FATAL(fedomp_add_loss(s, &logit_loss) == FEDOMP_OK);
    CU_ASSERT_FATAL(fedomp_add_loss(s, &huber_loss) == FEDOMP_OK);
    CU_ASSERT_FATAL(fedomp_load(s, files_text("library.cfg", text)) == FEDOMP_OK);
    return s;
}

static void set(fedomp_session *s, const char *key, const char *value)
{
    CU_ASSERT(fedomp_set(s, key, value) == FEDOMP_OK);
    CU_ASSERT_STRING_EQUAL(fedomp_error(s), "");
}

/* Every record and the final parameters of both, to rounding. */
static void compare(fedomp_session *a, fedomp_session *b, double tolerance)
{
    static const char *const names[] = {"rate",       "loss",       "gap",       "grad_norm",
                                        "mse",        "consensus",  "gradients", "words_up",
                                        "words_down", "words_peer", "gamma",     "active"};

    CU_ASSERT_FATAL(fedomp_solve(a) == FEDOMP_OK && fedomp_solve(b) == FEDOMP_OK);
    CU_ASSERT_FATAL(fedomp_replicates(a) == fedomp_replicates(b) && fedomp_replicates(a) > 0);
    for (size_t r = 0; r < fedomp_replicates(a); r++) {
        const double *x = fedomp_theta(a, 0, r), *y = fedomp_theta(b, 0, r);
        const size_t size = fedomp_models(a, 0, r) * fedomp_parameters(a, 0, r);

        CU_ASSERT_FATAL(size > 0 && size == fedomp_models(b, 0, r) * fedomp_parameters(b, 0, r));
        for (size_t i = 0; i < size; i++)
            ASSERT_CLOSE(x[i], y[i], tolerance);
        CU_ASSERT_FATAL(fedomp_records(a, 0, r) == fedomp_records(b, 0, r));
        for (size_t k = 0; k < fedomp_records(a, 0, r); k++) {
            CU_ASSERT(fedomp_round(a, 0, r, k) == fedomp_round(b, 0, r, k));
            for (size_t m = 0; m < sizeof names / sizeof *names; m++) {
                const double v = fedomp_metric(a, 0, r, k, names[m]),
                             w = fedomp_metric(b, 0, r, k, names[m]);

                CU_ASSERT(isnan(v) == isnan(w));
                if (!isnan(w))
                    ASSERT_CLOSE(v, w, tolerance);
            }
        }
    }
    fedomp_close(a);
    fedomp_close(b);
}

static void test_loss(void)
{
    fedomp_session *a = open_with(NULL, server_text), *b = open_with(NULL, server_text);

    set(a, "loss.type", "logit");
    compare(a, b, 1e-12);
}

/* With a large delta the pseudo-Huber loss is half a square; the sweep moves the caller's own key.
 */
static void test_loss_key(void)
{
    static const char sweep[] = "sweep = ({ key = \"loss.delta\"; values = [0.5, 1e6]; });\n";
    fedomp_session *a = fedomp_open(), *b = open_with(NULL, peers_text);
    char text[2048];

    snprintf(text, sizeof text, "%s%s", peers_text, sweep);
    CU_ASSERT_FATAL(fedomp_add_loss(a, &huber_loss) == FEDOMP_OK);
    CU_ASSERT_FATAL(fedomp_load(a, files_text("sweep.cfg", text)) == FEDOMP_OK);
    set(a, "loss.type", "pseudo-huber");
    CU_ASSERT(fedomp_points(a) == 2 && fedomp_sweep_keys(a) == 1);
    CU_ASSERT_STRING_EQUAL(fedomp_sweep_key(a, 0), "loss.delta");
    CU_ASSERT_STRING_EQUAL(fedomp_sweep_value(a, 0, 0), "0.5");
    CU_ASSERT_FATAL(fedomp_solve(a) == FEDOMP_OK && fedomp_solve(b) == FEDOMP_OK);
    for (size_t i = 0; i < fedomp_parameters(b, 0, 0); i++) {
        ASSERT_CLOSE(fedomp_theta(a, 1, 0)[i], fedomp_theta(b, 0, 0)[i], 1e-6);
        CU_ASSERT(fabs(fedomp_theta(a, 0, 0)[i] - fedomp_theta(b, 0, 0)[i]) > 1e-5);
    }
    CU_ASSERT(fedomp_set(a, "loss.delta", "0.0001") == FEDOMP_CONFIG);
    fedomp_close(a);
    fedomp_close(b);
}

static void test_server_algorithm(void)
{
    fedomp_session *a = open_with(&averaging, server_text), *b = open_with(NULL, server_text);

    set(a, "algorithm.name", "averaging");
    compare(a, b, 1e-13);
    a = open_with(&averaging, server_text);
    b = open_with(NULL, server_text);
    set(a, "algorithm.name", "averaging");
    set(a, "algorithm.clients_per_round", "3");
    set(b, "algorithm.clients_per_round", "3");
    compare(a, b, 1e-13);
}

static void test_decentralised_algorithm(void)
{
    fedomp_session *a = open_with(&network, peers_text), *b = open_with(NULL, peers_text);

    set(a, "algorithm.name", "network");
    compare(a, b, 1e-12);
    a = open_with(&network, peers_text);
    b = open_with(NULL, peers_text);
    set(a, "algorithm.name", "network");
    set(a, "algorithm.batch", "5");
    set(b, "algorithm.batch", "5");
    compare(a, b, 1e-12);
}

/* Momentum in the caller's memory, its key, its random numbers, and each client's own memory. */
static fedomp_status check_setup(fedomp_run *run)
{
    for (size_t k = 0; k < 2; k++)
        CU_ASSERT(fedomp_run_memory(run, k)[0] == 0.0);
    CU_ASSERT(fedomp_run_key(run, "momentum") == 0.5);
    CU_ASSERT(isnan(fedomp_run_key(run, "moment")));
    return FEDOMP_OK;
}

static void heavy_client(fedomp_run *run, size_t client, double *scratch)
{
    double u[2];

    fedomp_uniforms(run, client, 2, u);
    fedomp_run_client_memory(run, client, 0)[0] += 1.0;
    fedomp_run_client_memory(run, client, 1)[2] += u[0] + u[1];
    fedomp_gradient(run, client, 0, fedomp_run_theta(run, client), fedomp_run_row(run, client),
                    scratch);
}

static fedomp_status heavy_round(fedomp_run *run)
{
    double *theta = fedomp_run_theta(run, 0), *step = fedomp_run_memory(run, 0),
           *mean = fedomp_run_memory(run, 1);
    double total = 0.0, drawn = 0.0;

    fedomp_count(run, 0, fedomp_run_parameters(run));
    fedomp_each(run, heavy_client);
    fedomp_average(run, mean);
    for (size_t j = 0; j < fedomp_run_parameters(run); j++) {
        step[j] = fedomp_run_key(run, "momentum") * step[j] - fedomp_run_rate(run) * mean[j];
        theta[j] += step[j];
    }
    for (size_t m = 0; m < fedomp_run_clients(run); m++) {
        const double rounds = (double)fedomp_run_round(run) + 1.0,
                     sum = fedomp_run_client_memory(run, m, 1)[2];

        total += fedomp_run_weight(run, m);
        if (fedomp_run_client_memory(run, m, 0)[0] != rounds || !(sum > 0.0 && sum < 2.0 * rounds))
            return fedomp_fail(run, FEDOMP_INTERNAL, "a client's memory is not its own");
        drawn += sum;
    }
    if (fabs(total - 1.0) > 1e-12)
        return fedomp_fail(run, FEDOMP_INTERNAL, "weights do not sum to 1");
    if (drawn > 200.0) /* 14 uniforms a round */
        fedomp_finish(run);
    return FEDOMP_OK;
}

static void test_memory(void)
{
    static const fedomp_key keys[] = {{"momentum", 0.9, 0.0, 1.0, "of the last step"},
                                      {NULL, 0.0, 0.0, 0.0, NULL}};
    const fedomp_algorithm heavy = {.name = "heavy-ball",
                                    .keys = keys,
                                    .memory = 2,
                                    .client_memory = 2,
                                    .setup = check_setup,
                                    .round = heavy_round};
    double theta[2][3] = {{0.0}, {1.0}};

    for (int threads = 1; threads <= 2; threads++) {
        fedomp_session *s = open_with(&heavy, server_text);

        set(s, "algorithm.name", "heavy-ball");
        set(s, "algorithm.momentum", "0.5");
        set(s, "algorithm.rounds", "400");
        set(s, "replicates", "1");
        set(s, "threads", threads == 1 ? "1" : "2");
        CU_ASSERT(fedomp_solve(s) == FEDOMP_OK);
        CU_ASSERT_STRING_EQUAL(fedomp_error(s), "");
        CU_ASSERT_STRING_EQUAL(fedomp_outcome(s, 0, 0), "stop criterion reached");
        CU_ASSERT_FATAL(fedomp_records(s, 0, 0) > 2);
        CU_ASSERT(fedomp_round(s, 0, 0, fedomp_records(s, 0, 0) - 1) < 50);
        memcpy(theta[threads - 1], fedomp_theta(s, 0, 0), sizeof theta[0]);
        fedomp_close(s);
    }
    CU_ASSERT(memcmp(theta[0], theta[1], sizeof theta[0]) == 0);
}

/* A study in each of several threads at once. The threads wait for the last test before they end:
 * LLVM's OpenMP runtime keeps, in the workers' lists, memory of tasks that an ended thread made. */
enum { SESSIONS = 4 };
static pthread_t session[SESSIONS];
static sem_t solved, parting;

typedef struct study {
    const char *file;
    double loss;
} study;

static void *solve_alone(void *argument)
{
    study *own = argument;
    fedomp_session *s = fedomp_open();

    if (fedomp_add_loss(s, &logit_loss) == FEDOMP_OK && fedomp_load(s, own->file) == FEDOMP_OK &&
        fedomp_set(s, "loss.type", "logit") == FEDOMP_OK &&
        fedomp_set(s, "threads", "2") == FEDOMP_OK && fedomp_solve(s) == FEDOMP_OK)
        own->loss = fedomp_metric(s, 0, 1, fedomp_records(s, 0, 1) - 1, "loss");
    fedomp_close(s);
    return NULL;
}

static void *solve_and_wait(void *argument)
{
    solve_alone(argument);
    sem_post(&solved);
    sem_wait(&parting);
    return NULL;
}

static void test_sessions(void)
{
    const char *file = files_text("library.cfg", server_text);
    study alone = {file, 0.0}, at_once[SESSIONS];

    sem_init(&solved, 0, 0);
    sem_init(&parting, 0, 0);
    solve_alone(&alone);
    CU_ASSERT(alone.loss > 0.0);
    for (int k = 0; k < SESSIONS; k++) {
        at_once[k] = (study){file, 0.0};
        CU_ASSERT_FATAL(pthread_create(&session[k], NULL, solve_and_wait, &at_once[k]) == 0);
    }
    for (int k = 0; k < SESSIONS; k++)
        sem_wait(&solved);
    for (int k = 0; k < SESSIONS; k++)
        CU_ASSERT(at_once[k].loss == alone.loss);
}

static int end_sessions(void)
{
    for (int k = 0; k < SESSIONS; k++)
        sem_post(&parting);
    for (int k = 0; k < SESSIONS; k++)
        pthread_join(session[k], NULL);
    return files_close();
}

static fedomp_status stopping_round(fedomp_run *run)
{
    if (fedomp_run_round(run) == 3)
        fedomp_stop(*(fedomp_session **)fedomp_run_context(run));
    return FEDOMP_OK;
}

static fedomp_status failing_round(fedomp_run *run)
{
    return fedomp_run_round(run) == 2 ? fedomp_fail(run, FEDOMP_DATA, "no third round") : FEDOMP_OK;
}

/* The second replicate's clients hold other data, by which this one knows itself. */
static fedomp_status hopeless_round(fedomp_run *run)
{
    const double *samples = fedomp_run_context(run);

    if ((double)fedomp_run_samples(run, 0) == *samples && fedomp_run_round(run) == 2)
        return fedomp_fail(run, FEDOMP_NOANSWER, "nothing to be had");
    return FEDOMP_OK;
}

static void only_size(fedomp_run *run, size_t client, double *scratch)
{
    (void)scratch;
    fedomp_run_row(run, client)[0] = (double)fedomp_run_samples(run, client);
}

/* theta_0 becomes the number of samples of client 0. */
static fedomp_status size_round(fedomp_run *run)
{
    fedomp_each(run, only_size);
    fedomp_run_theta(run, 0)[0] = fedomp_run_row(run, 0)[0];
    return FEDOMP_OK;
}

static fedomp_status nan_round(fedomp_run *run)
{
    fedomp_run_theta(run, 0)[1] = fedomp_run_round(run) >= 6 ? NAN : 0.0;
    return FEDOMP_OK;
}

static fedomp_status leaving_round(fedomp_run *run)
{
    return fedomp_fail(run, FEDOMP_STOPPED, "enough");
}

/* The file has the word on one of its lines. */
static void expect_word(const char *name, const char *word)
{
    FILE *file = fopen(files_path(name), "r");
    char line[1024];
    int found = 0;

    CU_ASSERT_FATAL(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        found = found || strstr(line, word) != NULL;
    fclose(file);
    CU_ASSERT(found);
}

/* A study with this algorithm ends so, in these words. */
static void expect_end(const fedomp_algorithm *algorithm, fedomp_status status, const char *words)
{
    fedomp_session *s = open_with(algorithm, server_text);

    set(s, "algorithm.name", algorithm->name);
    CU_ASSERT(fedomp_solve(s) == status);
    CU_ASSERT_STRING_EQUAL(fedomp_error(s), words);
    fedomp_close(s);
}

static void test_without_answer(void)
{
    double samples = 0.0;
    const fedomp_algorithm size = {.name = "size", .round = size_round};
    const fedomp_algorithm hopeless = {
        .name = "hopeless", .round = hopeless_round, .context = &samples};
    const fedomp_algorithm broken = {.name = "broken", .round = nan_round};
    const fedomp_algorithm leaving = {.name = "leaving", .round = leaving_round};
    fedomp_session *s = open_with(&size, server_text);

    set(s, "algorithm.name", "size");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_OK);
    samples = fedomp_theta(s, 0, 1)[0];
    CU_ASSERT_FATAL(samples > 0.0 && samples != fedomp_theta(s, 0, 0)[0]);
    fedomp_close(s);
    s = open_with(&hopeless, server_text);
    set(s, "algorithm.name", "hopeless");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_NOANSWER);
    CU_ASSERT_STRING_EQUAL(fedomp_error(s), "run 0, replicate 1: given up: nothing to be had");
    CU_ASSERT(fedomp_answered(s, 0, 0) && fedomp_theta(s, 0, 0) != NULL);
    CU_ASSERT(!fedomp_answered(s, 0, 1) && fedomp_records(s, 0, 1) > 0);
    CU_ASSERT_STRING_EQUAL(fedomp_outcome(s, 0, 1), "given up");
    CU_ASSERT(fedomp_write(s, files_path("given-up"), 0) == FEDOMP_OK);
    expect_word("given-up/run.yaml", "given up: 1");
    fedomp_close(s);
    s = open_with(&broken, server_text);
    set(s, "algorithm.name", "broken");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_NOANSWER);
    CU_ASSERT_STRING_EQUAL(fedomp_outcome(s, 0, 0), "diverged");
    fedomp_close(s);
    expect_end(&leaving, FEDOMP_STOPPED, "enough");
}

static fedomp_status silent_setup(fedomp_run *run)
{
    (void)run;
    return (fedomp_status)99;
}

static void test_failing_algorithms(void)
{
    fedomp_session *s;
    const fedomp_algorithm stopping = {.name = "stopping", .round = stopping_round, .context = &s};
    const fedomp_algorithm failing = {.name = "failing", .round = failing_round};
    const fedomp_algorithm silent = {
        .name = "silent", .setup = silent_setup, .round = failing_round};

    s = open_with(&stopping, server_text);
    set(s, "algorithm.name", "stopping");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_STOPPED);
    CU_ASSERT_STRING_EQUAL(fedomp_error(s), "stopped by fedomp_stop");
    CU_ASSERT(fedomp_theta(s, 0, 0) == NULL && fedomp_records(s, 0, 0) == 0);
    set(s, "algorithm.name", "fedavg");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_OK); /* a stop holds for one call */
    fedomp_close(s);
    expect_end(&failing, FEDOMP_DATA, "no third round");
    expect_end(&silent, FEDOMP_INTERNAL, "silent: its setup failed");
}

static void expect_refused(fedomp_session *s, fedomp_status status, fedomp_status wanted,
                           const char *words)
{
    CU_ASSERT(status == wanted);
    CU_ASSERT(strstr(fedomp_error(s), words) != NULL);
    if (strstr(fedomp_error(s), words) == NULL)
        printf("# '%s' lacks '%s'\n", fedomp_error(s), words);
}

static void test_refused_methods(void)
{
    static const fedomp_key twice[] = {{"batch", 0.0, 0.0, 1.0, ""}, {NULL, 0.0, 0.0, 0.0, NULL}};
    static const fedomp_key wild[] = {{"delta", 2.0, 0.0, 1.0, ""}, {NULL, 0.0, 0.0, 0.0, NULL}};
    static const fedomp_key dotted[] = {{"a.b", 0.0, 0.0, 1.0, ""}, {NULL, 0.0, 0.0, 0.0, NULL}};
    fedomp_algorithm bad = averaging;
    fedomp_loss loss = logit_loss;
    fedomp_session *s = fedomp_open();

    bad.name = "fedavg";
    expect_refused(s, fedomp_add_algorithm(s, &bad), FEDOMP_USAGE, "already exists");
    bad.name = "Own";
    expect_refused(s, fedomp_add_algorithm(s, &bad), FEDOMP_USAGE, "not a name");
    bad.name = NULL;
    expect_refused(s, fedomp_add_algorithm(s, &bad), FEDOMP_USAGE, "not a name");
    bad = averaging;
    bad.keys = twice;
    expect_refused(s, fedomp_add_algorithm(s, &bad), FEDOMP_USAGE, "'batch' already exists");
    bad.keys = dotted;
    expect_refused(s, fedomp_add_algorithm(s, &bad), FEDOMP_USAGE, "not the name of a key");
    bad.keys = NULL;
    bad.round = NULL;
    expect_refused(s, fedomp_add_algorithm(s, &bad), FEDOMP_USAGE, "needs its round");
    loss.keys = wild;
    expect_refused(s, fedomp_add_loss(s, &loss), FEDOMP_USAGE,
                   "default 2 is not a number from 0 to 1");
    loss = logit_loss;
    loss.eval = NULL;
    expect_refused(s, fedomp_add_loss(s, &loss), FEDOMP_USAGE, "needs eval");
    CU_ASSERT(fedomp_add_loss(s, &logit_loss) == FEDOMP_OK);
    expect_refused(s, fedomp_add_loss(s, &logit_loss), FEDOMP_USAGE, "already exists");
    CU_ASSERT(fedomp_load(s, files_text("library.cfg", server_text)) == FEDOMP_OK);
    expect_refused(s, fedomp_add_loss(s, &huber_loss), FEDOMP_USAGE, "before a configuration");
    fedomp_close(s);
}

/* Wrong in one way, by context: the sign of first, second twice too large, asked for one alone. */
static void wrong(const double *key, size_t n, const double *eta, const double *y, double *value,
                  double *first, double *second, void *context)
{
    const int way = *(const int *)context;

    (void)key;
    for (size_t i = 0; i < n; i++) {
        const double r = eta[i] - y[i];

        if (value != NULL)
            value[i] = way == 4 ? log(eta[i]) : 0.5 * r * r;
        if (first != NULL)
            first[i] = way == 1 || (way == 3 && value == NULL) ? -r : r;
        if (second != NULL)
            second[i] = way == 2 ? 2.0 : 1.0;
    }
}

/* Huber's loss: the second derivative jumps where |r| = 1/2, and that is no fault. */
static void huber(const double *key, size_t n, const double *eta, const double *y, double *value,
                  double *first, double *second, void *context)
{
    (void)key, (void)context;
    for (size_t i = 0; i < n; i++) {
        const double r = eta[i] - y[i], size = fabs(r);

        if (value != NULL)
            value[i] = size <= 0.5 ? 0.5 * r * r : 0.5 * (size - 0.25);
        if (first != NULL)
            first[i] = size <= 0.5 ? r : copysign(0.5, r);
        if (second != NULL)
            second[i] = size <= 0.5 ? 1.0 : 0.0;
    }
}

static void test_check_loss(void)
{
    static const char *const words[] = {"", "the slope of value is", "the slope of first is",
                                        "computes only one", "not all finite"};
    int way = 0;
    fedomp_loss loss = {.name = "wrong", .curvature = 1.0, .eval = wrong, .context = &way};
    fedomp_session *s = fedomp_open();

    CU_ASSERT(fedomp_check_loss(s, &logit_loss) == FEDOMP_OK);
    CU_ASSERT(fedomp_check_loss(s, &huber_loss) == FEDOMP_OK);
    CU_ASSERT(fedomp_check_loss(s, &loss) == FEDOMP_OK);
    for (way = 1; way <= 4; way++)
        expect_refused(s, fedomp_check_loss(s, &loss), FEDOMP_USAGE, words[way]);
    way = 0;
    loss.curvature = 0.5;
    expect_refused(s, fedomp_check_loss(s, &loss), FEDOMP_USAGE, "above the curvature 0.5");
    loss.curvature = 1.0;
    loss.eval = huber;
    for (loss.responses = FEDOMP_ANY; loss.responses <= FEDOMP_FRACTION; loss.responses++)
        CU_ASSERT(fedomp_check_loss(s, &loss) == FEDOMP_OK);
    CU_ASSERT(fedomp_load(s, files_text("library.cfg", server_text)) == FEDOMP_OK);
    expect_refused(s, fedomp_set(s, "loss.type", "wrong"), FEDOMP_CONFIG, "wrong"); /* not added */
    fedomp_close(s);
}

/* A session there was no memory for, and whatever else may be NULL. */
static void test_null(void)
{
    fedomp_session *s = fedomp_open();

    CU_ASSERT(fedomp_load(NULL, "x") == FEDOMP_NOMEM && fedomp_solve(NULL) == FEDOMP_NOMEM);
    CU_ASSERT(fedomp_set(NULL, "seed", "1") == FEDOMP_NOMEM);
    CU_ASSERT(fedomp_write(NULL, "x", 0) == FEDOMP_NOMEM);
    CU_ASSERT(fedomp_add_loss(NULL, &logit_loss) == FEDOMP_NOMEM);
    CU_ASSERT(fedomp_check_loss(NULL, &logit_loss) == FEDOMP_NOMEM);
    CU_ASSERT(fedomp_add_algorithm(NULL, &averaging) == FEDOMP_NOMEM);
    CU_ASSERT(fedomp_points(NULL) + fedomp_replicates(NULL) + fedomp_sweep_keys(NULL) == 0);
    CU_ASSERT(fedomp_sweep_key(NULL, 0) == NULL && fedomp_sweep_value(NULL, 0, 0) == NULL);
    CU_ASSERT(fedomp_answered(NULL, 0, 0) == 0 && fedomp_outcome(NULL, 0, 0) == NULL);
    CU_ASSERT(fedomp_records(NULL, 0, 0) + fedomp_round(NULL, 0, 0, 0) == 0);
    CU_ASSERT(fedomp_parameters(NULL, 0, 0) + fedomp_models(NULL, 0, 0) == 0);
    CU_ASSERT(isnan(fedomp_metric(NULL, 0, 0, 0, "loss")) && fedomp_theta(NULL, 0, 0) == NULL);
    fedomp_stop(NULL);
    fedomp_close(NULL);
    CU_ASSERT(strlen(fedomp_error(NULL)) > 0 && strlen(fedomp_version()) > 0);
    expect_refused(s, fedomp_load(s, NULL), FEDOMP_USAGE, "no file");
    expect_refused(s, fedomp_add_loss(s, NULL), FEDOMP_USAGE, "not a name");
    expect_refused(s, fedomp_check_loss(s, NULL), FEDOMP_USAGE, "not a name");
    expect_refused(s, fedomp_add_algorithm(s, NULL), FEDOMP_USAGE, "not a name");
    CU_ASSERT(fedomp_load(s, files_text("library.cfg", server_text)) == FEDOMP_OK);
    expect_refused(s, fedomp_set(s, NULL, "1"), FEDOMP_USAGE, "expected a key");
    expect_refused(s, fedomp_set(s, "seed", NULL), FEDOMP_USAGE, "seed: ");
    expect_refused(s, fedomp_set(s, "name=x", "y"), FEDOMP_USAGE, "'name=x' is not the name");
    expect_refused(s, fedomp_set(s, "", "y"), FEDOMP_USAGE, "not the name");
    expect_refused(s, fedomp_write(s, NULL, 0), FEDOMP_USAGE, "no directory");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_OK && isnan(fedomp_metric(s, 0, 0, 0, NULL)));
    fedomp_close(s);
}

static void test_refused_calls(void)
{
    fedomp_session *s = fedomp_open();

    CU_ASSERT(fedomp_points(s) == 0 && fedomp_replicates(s) == 0);
    expect_refused(s, fedomp_solve(s), FEDOMP_USAGE, "no configuration");
    expect_refused(s, fedomp_set(s, "seed", "1"), FEDOMP_USAGE, "no configuration");
    expect_refused(s, fedomp_load(s, files_path("absent.cfg")), FEDOMP_CONFIG, "absent.cfg");
    CU_ASSERT(fedomp_load(s, files_text("library.cfg", server_text)) == FEDOMP_OK);
    expect_refused(s, fedomp_set(s, "algorithm.round", "3"), FEDOMP_CONFIG,
                   "did you mean 'rounds'?");
    expect_refused(s, fedomp_set(s, "loss.type", "logit"), FEDOMP_CONFIG, "logit");
    expect_refused(s, fedomp_write(s, files_path("out"), 0), FEDOMP_USAGE, "not run");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_OK); /* what was refused left no trace */
    CU_ASSERT(fedomp_round(s, 0, 1, fedomp_records(s, 0, 1) - 1) == 25 && fedomp_answered(s, 0, 1));
    CU_ASSERT(isnan(fedomp_metric(s, 0, 0, 0, "los")) && isnan(fedomp_metric(s, 0, 0, 99, "loss")));
    CU_ASSERT(isnan(fedomp_metric(s, 1, 0, 0, "loss")) && isnan(fedomp_metric(s, 0, 2, 0, "loss")));
    CU_ASSERT(fedomp_theta(s, 0, 2) == NULL && fedomp_sweep_key(s, 0) == NULL);
    CU_ASSERT(fedomp_write(s, files_path("out"), 0) == FEDOMP_OK);
    expect_refused(s, fedomp_write(s, files_path("out"), 0), FEDOMP_OUTPUT, "not empty");
    CU_ASSERT(fedomp_write(s, files_path("out"), 1) == FEDOMP_OK);
    expect_refused(s, fedomp_write(s, files_path("library.cfg/out"), 0), FEDOMP_OUTPUT,
                   "library.cfg");
    set(s, "algorithm.learning_rate", "1e6");
    set(s, "algorithm.divergence", "100.0");
    expect_refused(s, fedomp_solve(s), FEDOMP_NOANSWER, "diverged");
    CU_ASSERT(fedomp_records(s, 0, 0) > 0 && !fedomp_answered(s, 0, 0));
    set(s, "on_divergence", "record");
    CU_ASSERT(fedomp_solve(s) == FEDOMP_OK);
    fedomp_close(s);
}

static CU_TestInfo methods[] = {
    {"a loss of one's own gives what the built-in one gives", test_loss},
    {"a loss's own key is swept, checked and reaches it", test_loss_key},
    {"an algorithm with a server", test_server_algorithm},
    {"a decentralised algorithm", test_decentralised_algorithm},
    {"memory, keys, draws, an early end", test_memory},
    {"sessions at once in several threads", test_sessions},
    CU_TEST_INFO_NULL};
static CU_TestInfo refusals[] = {{"algorithms that stop or fail", test_failing_algorithms},
                                 {"replicates without answer", test_without_answer},
                                 {"derivatives that are none", test_check_loss},
                                 {"NULL", test_null},
                                 {"methods that cannot be added", test_refused_methods},
                                 {"calls that cannot be answered", test_refused_calls},
                                 CU_TEST_INFO_NULL};

int main(void)
{
    CU_SuiteInfo suites[] = {{.pName = "methods", files_open, files_close, .pTests = methods},
                             {.pName = "refusals", files_open, end_sessions, .pTests = refusals},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
