/* test_local.c -- fedavg, fedprox and local-update against gradient descent, closed forms and each
 * other. */
#include "core/linalg.h"
#include "crew.h"
#include "lab.h"
#include "problem/problem.h"
#include "core/lapack.h"
#include "problem/client.h"
#include "problem/make.h"
#include "problem/objective.h"

enum { LOSSES = 6, D = 4 };
static const char *const losses[LOSSES] = {"linear",  "logistic",  "poisson",
                                           "softmax", "quadratic", "exponential"};

/* The problem of a configuration, for the gradients a test computes itself. */
typedef struct bench {
    fed_arena arena;
    const fed_problem *problem;
    size_t p;
    double *work[1];
} bench;

static bench build(const fed_config *config)
{
    bench b = {{NULL}, NULL, 0, {NULL}};
    fed_error error = {FED_OK, ""};
    const fed_dataset *data;
    const fed_partition *part;

    CU_ASSERT_FATAL(fed_dataset_load(&b.arena, crew(), config, 1, 0, &data, &error) == FED_OK);
    CU_ASSERT_FATAL(fed_partition_make(&b.arena, config, data, 1, 0, &part, &error) == FED_OK);
    CU_ASSERT_FATAL(fed_problem_make(&b.arena, crew(), config, data, part, false, false, &b.problem,
                                     &error) == FED_OK);
    b.p = b.problem->p;
    b.work[0] = FED_ARRAY(&b.arena, b.problem->work + b.p, double);
    return b;
}

static double *room(bench *b, size_t n)
{
    double *x = FED_ARRAY(&b->arena, n, double);

    CU_ASSERT_FATAL(x != NULL);
    return x;
}

/* Every loss of one kind of data, `clients` clients; the file is LOSS.csv. */
static void write_data(size_t clients)
{
    for (size_t k = 0; k < LOSSES; k++) {
        char name[32];

        snprintf(name, sizeof name, "%s.csv", losses[k]);
        lab_data(name, losses[k], 60, D, clients, 11 + k);
    }
}

/* The loss with its penalty and intercept (quadratics have none), weights, and the algorithm. */
static lab *study(const char *loss, double l2, const char *weights, const char *algorithm)
{
    return lab_run(
        1,
        "data = { source = \"file\"; path = \"%s.csv\"; target = \"y\"; client = \"client\"; };\n"
        "partition = { scheme = \"given\"; weights = \"%s\"; };\n"
        "loss = { type = \"%s\"; l2 = %g; intercept = %s; optimum = false; };\n"
        "algorithm = { %s };\noutput = { every = 1000; };\n",
        loss, weights, loss, l2, l2 > 0.0 && strcmp(loss, "quadratic") != 0 ? "true" : "false",
        algorithm);
}

/* One local step and everybody there: each method is gradient descent with its effective rate. */
static void test_descent(void)
{
    static const char *const methods[] = {
        "name = \"fedavg\"; learning_rate = 0.2; rounds = 7;",
        "name = \"fedavg\"; learning_rate = 0.2; batch = 1000; rounds = 7;",
        "name = \"local-update\"; client_learning_rate = 0.7; server_learning_rate = 0.2; rounds = "
        "7;",
        "name = \"local-update\"; client_learning_rate = 0.5; server_learning_rate = 0.4; delta = "
        "true; rounds = 7;",
        "name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = 0.2; theta = "
        "\"last\"; rounds = 7;",
        "name = \"local-update\"; client_learning_rate = 0.0; server_learning_rate = 0.2; theta = "
        "\"maml\"; rounds = 7;",
        "name = \"local-update\"; client_learning_rate = 0; server_learning_rate = 0.1; "
        "local_steps = 2; rounds = 7;",
        "name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = 0.1; theta = "
        "[2.0, 0.0]; rounds = 7;",
        "name = \"local-update\"; server_learning_rate = 0.2; local_epochs = 1; batch = 500; "
        "rounds = 7;",
    };

    write_data(3);
    for (size_t k = 0; k < LOSSES; k++)
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            for (int variant = 0; variant < 2; variant++) {
                lab *l = study(losses[k], variant ? 0.3 : 0.0, variant ? "uniform" : "samples",
                               methods[m]);
                bench b = build(l->config);
                double *theta = room(&b, b.p), *g = room(&b, b.p);

                for (int t = 0; t < 7; t++) {
                    fed_problem_value(b.problem, crew(), theta, g);
                    fed_axpy(b.p, -0.2, g, theta);
                }
                CU_ASSERT(fed_norm(b.p, theta) > 0.01);
                for (size_t j = 0; j < b.p; j++)
                    ASSERT_CLOSE(lab_theta(l, 0)[j], theta[j], 1e-13);
                fed_arena_free(&b.arena);
                lab_free(l);
            }
}

/* One client: a round of FedProx solves eta grad L(x') + x' - x = 0, for every loss and rate. */
static void test_proximal_point(void)
{
    static const double rates[] = {0.01, 1.0, 50.0, 1e4};

    write_data(1);
    for (size_t k = 0; k < LOSSES; k++)
        for (size_t r = 0; r < 4; r++) {
            char method[128];
            lab *two, *three;
            bench b;
            double *g;

            snprintf(method, sizeof method, "name = \"fedprox\"; learning_rate = %g; rounds = 2;",
                     rates[r]);
            two = study(losses[k], 0.1, "samples", method);
            method[strlen(method) - 2] = '3';
            three = study(losses[k], 0.1, "samples", method);
            b = build(two->config);
            g = room(&b, b.p);
            fed_problem_value(b.problem, crew(), lab_theta(three, 0), g);
            for (size_t j = 0; j < b.p; j++) {
                const double x = lab_theta(three, 0)[j], moved = x - lab_theta(two, 0)[j];

                CU_ASSERT(fabs(g[j] + moved / rates[r]) <=
                          2e-12 * (1.0 + fabs(x) + fabs(x) / rates[r]));
            }
            fed_arena_free(&b.arena);
            lab_free(two);
            lab_free(three);
        }
}

/* A and b of sum w_i Q_i S_i theta = sum w_i Q_i b_i with Q_i = (I + eta S_i)^-1 (FedProx), or
 * Q_i = sum_{k<s} (I - eta S_i)^k (FedAvg), S_i and b_i from the gradients at 0 and the unit
 * vectors. */
static void limit(bench *b, double eta, int steps, double *theta)
{
    const size_t p = b->p;
    double *all = room(b, p * p), *s = room(b, p * p), *q = room(b, p * p), *power = room(b, p * p);
    double *next = room(b, p * p), *g0 = room(b, p), *unit = room(b, p), *spare = room(b, p * p);
    int *pivots = (int *)fed_alloc(&b->arena, p, sizeof *pivots);

    memset(theta, 0, p * sizeof *theta);
    for (size_t m = 0; m < b->problem->clients; m++) {
        fed_client_gradient(b->problem, m, unit, g0, b->work[0]);
        for (size_t j = 0; j < p; j++) { /* row j of S: symmetric */
            unit[j] = 1.0;
            fed_client_gradient(b->problem, m, unit, s + j * p, b->work[0]);
            unit[j] = 0.0;
            fed_axpy(p, -1.0, g0, s + j * p);
        }
        memset(q, 0, p * p * sizeof *q);
        if (steps == 0) { /* columns of the inverse */
            memcpy(next, s, p * p * sizeof *next);
            for (size_t j = 0; j < p * p; j++)
                next[j] = eta * s[j] + (j % (p + 1) == 0);
            CU_ASSERT(fed_cholesky(p, next, p));
            for (size_t j = 0; j < p; j++) {
                q[j * p + j] = 1.0;
                fed_cholesky_solve(p, next, p, q + j * p);
            }
        } else {
            for (size_t j = 0; j < p * p; j++)
                power[j] = j % (p + 1) == 0;
            for (int k = 0; k < steps; k++) {
                fed_axpy(p * p, 1.0, power, q);
                fed_gemm(false, false, p, p, p, -eta, power, p, s, p, 0.0, next, p);
                fed_axpy(p * p, 1.0, next, power);
            }
        }
        fed_gemm(false, false, p, p, p, b->problem->weight[m], q, p, s, p, 1.0, all, p);
        fed_gemv(p, p, -b->problem->weight[m], q, p, g0, 1.0, theta);
    }
    memcpy(spare, all, p * p * sizeof *spare);
    CU_ASSERT_FATAL(fed_lu(p, spare, pivots));
    fed_lu_solve(p, spare, pivots, theta);
}

/* Iterates settle at the closed-form limits; with fewer samples than parameters at a client too,
 * where the proximal step goes through the smaller system. */
static void test_limits(void)
{
    static const struct {
        size_t n, d;
        double l2;
    } cases[] = {{120, 5, 0.0}, {60, 12, 0.0}, {30, 16, 0.05}};

    for (size_t c = 0; c < 3; c++)
        for (int steps = 0; steps <= 5; steps += steps == 0 ? 1 : 4) {
            char method[160];
            lab *l;
            bench b;
            double *theta;

            lab_data("linear.csv", "linear", cases[c].n, cases[c].d, 4, 31 + c);
            if (steps == 0)
                snprintf(method, sizeof method,
                         "name = \"fedprox\"; learning_rate = 3.0; rounds = 20000;");
            else
                snprintf(
                    method, sizeof method,
                    "name = \"fedavg\"; learning_rate = 0.1; local_steps = %d; rounds = 20000;",
                    steps);
            l = study("linear", cases[c].l2, "samples", method);
            b = build(l->config);
            theta = room(&b, b.p);
            limit(&b, steps == 0 ? 3.0 : 0.1, steps, theta);
            for (size_t j = 0; j < b.p; j++)
                ASSERT_CLOSE(lab_theta(l, 0)[j], theta[j], 1e-10);
            fed_arena_free(&b.arena);
            lab_free(l);
        }
}

/* A model too wide for a dense Hessian: the conjugate gradients reach the same stated tolerance. */
static void test_wide(void)
{
    lab *l;
    bench b;
    double *g;

    lab_data("logistic.csv", "logistic", 40, 300, 1, 5);
    l = study("logistic", 0.01, "samples", "name = \"fedprox\"; learning_rate = 20.0; rounds = 1;");
    b = build(l->config);
    g = room(&b, b.p);
    CU_ASSERT(b.p == 301);
    fed_problem_value(b.problem, crew(), lab_theta(l, 0), g);
    fed_axpy(b.p, 1.0 / 20.0, lab_theta(l, 0), g);
    CU_ASSERT(fed_norm(b.p, g) <= 2e-12 * (1.0 + fed_norm(b.p, lab_theta(l, 0))));
    CU_ASSERT(fed_norm(b.p, lab_theta(l, 0)) > 0.1);
    fed_arena_free(&b.arena);
    lab_free(l);
}

/* On quadratics MAML's gradient through K steps is the (2K+1)-th gradient along the way. */
static void test_maml_quadratic(void)
{
    static const char *const quadratics[] = {"linear", "quadratic"};
    static const char *const list[] = {"[0.0, 0.0, 1.0]", "[0.0, 0.0, 0.0, 0.0, 1.0]",
                                       "[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]"};

    write_data(3);
    for (size_t k = 0; k < 2; k++)
        for (int steps = 1; steps <= 3; steps++) {
            char maml[200], explicit[200];
            lab *a, *b;

            snprintf(maml, sizeof maml,
                     "name = \"local-update\"; client_learning_rate = 0.2; server_learning_rate = "
                     "0.3; rounds = 5; "
                     "theta = \"maml\"; local_steps = %d;",
                     steps);
            snprintf(explicit, sizeof explicit,
                     "name = \"local-update\"; client_learning_rate = 0.2; server_learning_rate = "
                     "0.3; rounds = 5; "
                     "theta = %s;",
                     list[steps - 1]);
            a = study(quadratics[k], 0.1, "samples", maml);
            b = study(quadratics[k], 0.1, "samples", explicit);
            for (size_t j = 0; j < lab_result(a, 0, 0)->p; j++)
                ASSERT_CLOSE(lab_theta(a, 0)[j], lab_theta(b, 0)[j], 1e-12);
            CU_ASSERT(lab_last(a, 0, FED_METRIC_gradients) ==
                      lab_last(b, 0, FED_METRIC_gradients)); /* 2K+1 passes */
            lab_free(a);
            lab_free(b);
        }
}

/* L(x_K) where x_K follows K gradient steps from x */
static double adapted(bench *b, const double *x, int steps, double gamma)
{
    double *y = room(b, b->p), *g = room(b, b->p);

    memcpy(y, x, b->p * sizeof *y);
    for (int k = 0; k < steps; k++) {
        fed_client_gradient(b->problem, 0, y, g, b->work[0]);
        fed_axpy(b->p, -gamma, g, y);
    }
    return fed_client_value(b->problem, 0, y, b->work[0]);
}

/* On any smooth loss it is the derivative of the loss after K steps, by finite differences. */
static void test_maml_derivative(void)
{
    write_data(1);
    for (size_t k = 0; k < 4; k++) {
        lab *l = study(losses[k], 0.1, "samples",
                       "name = \"local-update\"; client_learning_rate = 0.4; server_learning_rate "
                       "= 1.0; rounds = 1; "
                       "theta = \"maml\"; local_steps = 3;");
        bench b = build(l->config);
        double *x = room(&b, b.p);
        const double h = 1e-5;

        for (size_t j = 0; j < b.p; j++) {
            double up, down;

            x[j] = h;
            up = adapted(&b, x, 3, 0.4);
            x[j] = -h;
            down = adapted(&b, x, 3, 0.4);
            x[j] = 0.0;
            ASSERT_CLOSE(-lab_theta(l, 0)[j], (up - down) / (2.0 * h), 1e-8);
        }
        fed_arena_free(&b.arena);
        lab_free(l);
    }
}

#define TWO_CLIENTS                                                                             \
    "data = { source = \"file\"; path = \"two.csv\"; target = \"y\"; client = \"client\"; };\n" \
    "partition = { scheme = \"given\"; };\nloss = { type = \"quadratic\"; };\n"

/* Clients z = 1, 2 with z (x - 1/z)^2 / 2: minimisers of the surrogates, paper and pencil. */
static void test_two_clients(void)
{
    files_text("two.csv", "client,y,x\n1,1,1\n2,2,0.5\n");
    for (int i = 0; i <= 5; i++) {
        const double gamma = 0.1 * i;
        lab *l = lab_run(1,
                         TWO_CLIENTS
                         "algorithm = { name = \"local-update\"; client_learning_rate = %.17g; "
                         "server_learning_rate = 0.3; local_steps = 2; rounds = 400; };\n",
                         gamma);

        ASSERT_CLOSE(lab_theta(l, 0)[0], (4.0 - 3.0 * gamma) / (6.0 - 5.0 * gamma), 1e-12);
        lab_free(l);
    }
    for (int k = 1; k <= 6; k++) {
        lab *l = lab_run(1,
                         TWO_CLIENTS
                         "algorithm = { name = \"local-update\"; client_learning_rate = 0.5; "
                         "server_learning_rate = 0.3; local_steps = %d; rounds = 400; };\n",
                         k);
        const double gap = (ldexp(1.0, k) - 2.0) / (6.0 * (ldexp(1.0, k + 1) - 1.0));

        ASSERT_CLOSE(lab_theta(l, 0)[0], 2.0 / 3.0 + gap, 1e-12);
        lab_free(l);
    }
}

/* theorem29 finds mu = 1 and L = 2 of those clients itself, and its rates reach the true
 * minimiser's side. */
static void test_theorem29(void)
{
    lab *l = lab_run(1, TWO_CLIENTS
                     "algorithm = { name = \"local-update\"; local_steps = 3; rounds = 4000; "
                     "client_learning_rate = { schedule = \"theorem29\"; }; "
                     "server_learning_rate = { schedule = \"theorem29\"; }; };\n");
    const fed_result *result = lab_result(l, 0, 0);

    for (size_t t = 1; t < 200; t++) {
        const double time = 12.0 + (double)t; /* b = 3 kappa^2 */
        const double gamma = fmin(1.0 / (2.0 * time), log(2.0) / 3.0);
        const double mu = (1.0 - pow(1.0 - gamma, 3.0)) / gamma;

        ASSERT_CLOSE(result->records[t].value[FED_METRIC_rate], 3.0 / (mu * time), 1e-12);
    }
    ASSERT_CLOSE(lab_theta(l, 0)[0], 2.0 / 3.0, 1e-3);
    lab_free(l);
    l = lab_try(
        1, TWO_CLIENTS
        "algorithm = { name = \"fedprox\"; learning_rate = { schedule = \"theorem29\"; }; };\n");
    CU_ASSERT(l->status == FED_CONFIG);
    lab_free(l);
}

/* For a logistic loss the curvature lies between l2 and l2 + lambda_max(X'X/n)/4: here 1-d, one
 * client. */
static void test_theorem29_logistic(void)
{
    const double mu = 0.1, most = 0.1 + 0.25 * (1.0 + 4.0 + 9.0) / 3.0, kappa = most / mu;
    lab *l;

    files_text("one.csv", "client,y,x\n0,0,1\n0,1,2\n0,1,-3\n");
    l = lab_run(1, LAB_DATA("one.csv") "loss = { type = \"logistic\"; l2 = 0.1; };\n"
                                       "algorithm = { name = \"fedavg\"; rounds = 3; "
                                       "learning_rate = { schedule = \"theorem29\"; }; };\n");
    ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_rate), 1.0 / (most * (3.0 * kappa * kappa + 3.0)),
                 1e-12);
    lab_free(l);
    l = lab_try(1, LAB_DATA("one.csv") "loss = { type = \"poisson\"; l2 = 0.1; };\n"
                                       "algorithm = { name = \"fedavg\"; learning_rate = { "
                                       "schedule = \"theorem29\"; }; };\n");
    CU_ASSERT(l->status == FED_CONFIG); /* unbounded curvature */
    lab_free(l);
    l = lab_try(1, LAB_DATA("one.csv") "loss = { type = \"logistic\"; };\n"
                                       "algorithm = { name = \"fedavg\"; learning_rate = { "
                                       "schedule = \"theorem29\"; }; };\n");
    CU_ASSERT(l->status == FED_CONFIG); /* no curvature from below */
    lab_free(l);
}

/* What a round counts: clients of 10, 20 and 30 samples, p = 4, phi = 5. */
static void test_counts(void)
{
    static const struct {
        const char *method;
        double samples, most; /* sample gradients of a round: all, the busiest client's; */
        double matrix;        /*   products for the Hessians of the first, a sample */
    } cases[] = {
        {"name = \"fedavg\"; local_steps = 3;", 180, 90, 0},
        {"name = \"fedavg\"; local_steps = 3; batch = 7;", 180, 90, 0},
        {"name = \"fedprox\";", 60, 30, D},
        {"name = \"local-update\"; local_steps = 4;", 240, 120, 0},
        {"name = \"local-update\"; local_steps = 4; batch = 5;", 60, 20, 0},
        {"name = \"local-update\"; local_epochs = 2; batch = 7;", 120, 60, 0},
        {"name = \"local-update\"; theta = [1.0, 0.0, 1.0, 0.0]; batch = 5;", 45, 15, 0},
        {"name = \"local-update\"; theta = \"maml\"; local_steps = 4;", 540, 270, 0},
        {"name = \"local-update\"; theta = \"maml\"; local_steps = 4; batch = 5;", 135, 45, 0},
        {"name = \"local-update\"; theta = \"maml\"; local_epochs = 1; batch = 5;", 135, 65, 0},
    };

    lab_data("linear.csv", "linear", 60, D, 3, 3);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lab *l = lab_run(
            1, LAB_DATA("linear.csv") "cost = { phi = 5.0; };\nalgorithm = { rounds = 6; %s };\n",
            cases[k].method);

        ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_gradients),
                     6.0 * cases[k].samples / 60.0 + cases[k].matrix, 1e-14);
        ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_gamma),
                     6.0 * (cases[k].most + 5.0 * 3.0) + cases[k].matrix * cases[k].most, 1e-14);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_words_up) == 6.0 * 3.0 * D);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_words_down) == 6.0 * 3.0 * D);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_active) == 3.0);
        lab_free(l);
    }
}

/* Each method large enough to be shared out among threads: the same bits at 1, 2 and 3. */
static void test_threads(void)
{
    static const char *const methods[] = {
        "name = \"fedavg\"; local_steps = 2; batch = 16; clients_per_round = 17;",
        "name = \"fedavg\"; local_steps = 3; batch_scale = \"batch\";",
        "name = \"fedprox\"; batch = 40; clients_per_round = 11; sampling = \"weight\";",
        "name = \"fedprox\"; learning_rate = 2.0;",
        "name = \"local-update\"; local_epochs = 2; batch = 16; server = { optimizer = \"yogi\"; "
        "};",
        "name = \"local-update\"; local_steps = 5; batch = 32; theta = \"maml\"; decay = { window "
        "= 2; cooldown = 1; };",
        "name = \"local-update\"; local_steps = 5; delta = true; clients_per_round = 9; sampling = "
        "\"fixed\";",
    };
    static const char *const kinds[] = {"linear", "logistic", "softmax"};

    for (size_t loss = 0; loss < 3; loss++) {
        lab_data("threads.csv", kinds[loss], 4000, 12, 20, 9);
        for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
            lab *l[3];

            for (int t = 0; t < 3; t++)
                l[t] = lab_run(t + 1,
                               LAB_DATA("threads.csv") "loss = { type = \"%s\"; l2 = 0.01; };\n"
                                                       "algorithm = { rounds = 4; %s };\n",
                               kinds[loss], methods[k]);
            for (int t = 1; t < 3; t++) {
                const fed_result *one = lab_result(l[0], 0, 0), *other = lab_result(l[t], 0, 0);

                CU_ASSERT(one->recorded == other->recorded && one->recorded == 5);
                CU_ASSERT(memcmp(one->theta, other->theta, one->p * sizeof(double)) == 0);
                for (size_t i = 0; i < one->recorded; i++)
                    CU_ASSERT(memcmp(one->records[i].value, other->records[i].value,
                                     FED_METRIC_seconds * sizeof(double)) == 0);
            }
            CU_ASSERT(fed_norm(lab_result(l[0], 0, 0)->p, lab_theta(l[0], 0)) > 1e-3);
            for (int t = 0; t < 3; t++)
                lab_free(l[t]);
        }
    }
}

/* Rates beyond stability end the replicate as diverged, with the reason. */
static void test_divergence(void)
{
    static const char *const methods[] = {
        "name = \"fedavg\"; learning_rate = 5.0; local_steps = 3;",
        "name = \"local-update\"; client_learning_rate = 3.0; server_learning_rate = 1.0; "
        "local_steps = 20;",
        "name = \"local-update\"; server_learning_rate = 10.0; server = { optimizer = "
        "\"momentum\"; };"};

    files_text("two.csv", "client,y,x\n1,1,1\n2,2,0.5\n");
    for (size_t k = 0; k < 3; k++) {
        lab *l = lab_run(1, TWO_CLIENTS "algorithm = { rounds = 500; %s };\n", methods[k]);

        CU_ASSERT(lab_result(l, 0, 0)->outcome == FED_DIVERGED);
        CU_ASSERT(lab_result(l, 0, 0)->reason[0] != '\0');
        lab_free(l);
    }
}

/* updates.csv: a server of plain steps moves by its rate times the norm told, q's and not a
 * client's. */
static void test_norm_of_the_update(void)
{
    write_data(3);
    for (size_t k = 0; k < LOSSES; k++) {
        lab *l = study(
            losses[k], 0.1, "samples",
            "name = \"local-update\"; rounds = 1; local_steps = 3; client_learning_rate = 0.05; "
            "server_learning_rate = 0.2;");
        const fed_result *result = lab_result(l, 0, 0);
        double square = 0.0;

        for (size_t j = 0; j < result->p; j++)
            square += result->theta[j] * result->theta[j];
        CU_ASSERT_FATAL(result->tables != NULL && result->tables->rows == 1);
        CU_ASSERT(square > 0.0);
        ASSERT_CLOSE(0.2 * result->tables->cells[1], sqrt(square), 1e-14);
        lab_free(l);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"one local step is gradient descent", test_descent},
                           {"a proximal step is optimal", test_proximal_point},
                           {"limits in closed form", test_limits},
                           {"proximal steps by conjugate gradients", test_wide},
                           {"MAML on quadratics is the gradient 2K+1", test_maml_quadratic},
                           {"MAML is the derivative through the steps", test_maml_derivative},
                           {"minimisers of two clients", test_two_clients},
                           {"theorem29 finds its constants", test_theorem29},
                           {"and bounds the curvature of a logistic loss", test_theorem29_logistic},
                           {"the norm of the update", test_norm_of_the_update},
                           {"words, gradients and oracle complexity", test_counts},
                           {"the same bits at any number of threads", test_threads},
                           {"divergence is told", test_divergence},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"local", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
