/* test_servers.c -- the servers' optimizers recomputed step by step on a separable quadratic. */
#include "lab.h"

enum { P = 2, ROUNDS = 25 };

/* x as the definitions say, q = x - c of one client with unit curvature; all scalars written out.
 */
static void recompute(const char *name, double rate, double beta, double beta1, double beta2,
                      double epsilon, double start, bool correct, double *x)
{
    static const double c[P] = {2.0, -0.5};

    for (int j = 0; j < P; j++) {
        double m = 0.0, v = start, u = start;

        x[j] = 0.0;
        for (int t = 1; t <= ROUNDS; t++) {
            const double q = x[j] - c[j];
            double mhat, vhat;

            if (strcmp(name, "sgd") == 0) {
                x[j] = x[j] - rate * q;
            } else if (strcmp(name, "momentum") == 0) {
                m = beta * m + q;
                x[j] = x[j] - rate * m;
            } else if (strcmp(name, "nesterov") == 0) {
                m = beta * m + q;
                x[j] = x[j] - rate * (q + beta * m);
            } else if (strcmp(name, "adagrad") == 0) {
                v = v + q * q;
                x[j] = x[j] - rate * q / (sqrt(v) + epsilon);
            } else {
                m = strcmp(name, "rmsprop") == 0 ? q : beta1 * m + (1.0 - beta1) * q;
                if (strcmp(name, "yogi") == 0)
                    v = v > q * q   ? v - (1.0 - beta2) * q * q
                        : v < q * q ? v + (1.0 - beta2) * q * q
                                    : v;
                else
                    v = beta2 * v + (1.0 - beta2) * q * q;
                mhat = correct && strcmp(name, "rmsprop") != 0 ? m / (1.0 - pow(beta1, t)) : m;
                vhat = correct ? v / (1.0 - pow(beta2, t)) : v;
                if (strcmp(name, "amsgrad") == 0) {
                    u = u > v ? u : v;
                    mhat = m;
                    vhat = u;
                }
                x[j] = x[j] - rate * mhat / (sqrt(vhat) + epsilon);
            }
        }
    }
}

static void check(const char *name, const char *keys, double beta, double beta1, double beta2,
                  double epsilon, double start, bool correct)
{
    lab *l = lab_run(1,
                     LAB_DATA("one.csv") "loss = { type = \"quadratic\"; };\n"
                                         "algorithm = { name = \"local-update\"; rounds = %d; "
                                         "server_learning_rate = 0.05; "
                                         "server = { optimizer = \"%s\"; %s }; };\n",
                     ROUNDS, name, keys);
    double x[P];

    recompute(name, 0.05, beta, beta1, beta2, epsilon, start, correct, x);
    for (int j = 0; j < P; j++) {
        ASSERT_CLOSE(lab_theta(l, 0)[j], x[j], 1e-13);
        CU_ASSERT(fabs(x[j]) > 1e-3);
    }
    lab_free(l);
}

static void write_one(void)
{
    files_text("one.csv", "client,y,a,b\n0,1,2,-0.5\n");
}

static const char *const names[] = {"sgd",     "momentum", "nesterov", "adagrad",
                                    "rmsprop", "adam",     "yogi",     "amsgrad"};
enum { NAMES = sizeof names / sizeof *names };

static void test_defaults(void)
{
    write_one();
    for (size_t k = 0; k < NAMES; k++)
        check(names[k], "", 0.9, 0.9, 0.99, 1e-5, 0.0, false);
}

static void test_settings(void)
{
    write_one();
    for (size_t k = 0; k < NAMES; k++)
        check(names[k],
              "momentum = 0.5; beta1 = 0.8; beta2 = 0.9; epsilon = 1e-2; accumulator = 0.1; "
              "correction = true;",
              0.5, 0.8, 0.9, 1e-2, 0.1, true);
    /* a second moment that falls from its start, which is the largest */
    check("amsgrad", "accumulator = 5.0;", 0.9, 0.9, 0.99, 1e-5, 5.0, false);
}

/* Two clients of unlike curvature, two local steps by Adam (corrected) or with momentum; moments
 * begin anew in every round, or are the client's own. The server takes the mean of what they moved.
 */
static double by_clients(bool adam, bool lasting)
{
    static const double z[] = {1.0, 3.0}, c[] = {2.0, -0.5};
    double x = 0.0, m[2] = {0.0, 0.0}, v[2] = {0.0, 0.0};
    int steps[2] = {0, 0};

    for (int t = 0; t < 6; t++) {
        double moved = 0.0;

        for (int i = 0; i < 2; i++) {
            double y = x;

            if (!lasting)
                m[i] = v[i] = steps[i] = 0;
            for (int k = 0; k < 2; k++) {
                const double g = z[i] * (y - c[i]);

                steps[i]++;
                m[i] = adam ? 0.9 * m[i] + 0.1 * g : 0.9 * m[i] + g;
                v[i] = 0.99 * v[i] + 0.01 * g * g;
                y -= 0.05 * (adam ? m[i] / (1.0 - pow(0.9, steps[i])) /
                                        (sqrt(v[i] / (1.0 - pow(0.99, steps[i]))) + 1e-5)
                                  : m[i]);
            }
            moved += 0.5 * (y - x);
        }
        x += moved;
    }
    return x;
}

static void test_clients(void)
{
    files_text("two.csv", "client,y,a\n0,1,2\n1,3,-0.5\n");
    for (int adam = 0; adam < 2; adam++)
        for (int lasting = 0; lasting < 2; lasting++) {
            lab *l = lab_run(1,
                             LAB_DATA("two.csv") "loss = { type = \"quadratic\"; };\n"
                                                 "algorithm = { name = \"local-update\"; "
                                                 "rounds = 6; local_steps = 2; delta = true; "
                                                 "client_learning_rate = 0.05; "
                                                 "server_learning_rate = 1.0; "
                                                 "client = { optimizer = \"%s\"; %s state = "
                                                 "\"%s\"; }; };\n",
                             adam ? "adam" : "momentum", adam ? "correction = true;" : "",
                             lasting ? "client" : "round");

            ASSERT_CLOSE(lab_theta(l, 0)[0], by_clients(adam, lasting), 1e-13);
            lab_free(l);
        }
}

/* The gradient through the steps is known for plain ones only. */
static void test_maml_refused(void)
{
    lab *l;

    write_one();
    l = lab_try(1, LAB_DATA("one.csv") "algorithm = { name = \"local-update\"; theta = \"maml\"; "
                                       "client = { optimizer = \"adam\"; }; };\n");
    CU_ASSERT(l->status == FED_CONFIG);
    CU_ASSERT(strstr(l->error.text, "algorithm.client.optimizer") != NULL);
    lab_free(l);
}

/* Points of a sweep and replicates start from fresh moments: both replicates of every point agree.
 */
static void test_fresh_state(void)
{
    lab *l;

    write_one();
    l = lab_run(
        2,
        LAB_DATA("one.csv") "loss = { type = \"quadratic\"; };\nreplicates = 2;\n"
                            "algorithm = { name = \"local-update\"; rounds = 9; server = { "
                            "accumulator = 5.0; }; };\n"
                            "sweep = ( { key = \"algorithm.server.optimizer\"; values = [\"sgd\", "
                            "\"momentum\", "
                            "\"nesterov\", \"adagrad\", \"rmsprop\", \"adam\", \"yogi\", "
                            "\"amsgrad\"]; } );\n");
    for (size_t point = 0; point < NAMES; point++) {
        ASSERT_SAME_BITS(lab_result(l, point, 0)->theta[0], lab_result(l, point, 1)->theta[0]);
        for (size_t other = 0; other < point; other++)
            CU_ASSERT(lab_theta(l, point)[0] != lab_theta(l, other)[0]);
    }
    lab_free(l);
}

int main(void)
{
    CU_TestInfo tests[] = {{"each by its definition", test_defaults},
                           {"and with other constants, corrected", test_settings},
                           {"of clients, anew or lasting", test_clients},
                           {"through the steps, plain ones", test_maml_refused},
                           {"state belongs to one run", test_fresh_state},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"servers", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
