/* test_servers.c -- the servers' optimizers recomputed step by step on a separable quadratic. */
#include "lab.h"

enum { P = 2, ROUNDS = 25 };

/* x as the definitions say, q = x - c of one client with unit curvature; all scalars written out. */
static void recompute(const char *name, double rate, double beta, double beta1, double beta2,
                      double epsilon, double start, bool correct, double *x)
{
    static const double c[P] = {2.0, -0.5};

    for (int j = 0; j < P; j++) {
        double m = 0.0, v = start;

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
                                    "rmsprop", "adam",     "yogi"};

static void test_defaults(void)
{
    write_one();
    for (size_t k = 0; k < 7; k++)
        check(names[k], "", 0.9, 0.9, 0.99, 1e-5, 0.0, false);
}

static void test_settings(void)
{
    write_one();
    for (size_t k = 0; k < 7; k++)
        check(names[k],
              "momentum = 0.5; beta1 = 0.8; beta2 = 0.9; epsilon = 1e-2; accumulator = 0.1; "
              "correction = true;",
              0.5, 0.8, 0.9, 1e-2, 0.1, true);
}

/* Points of a sweep and replicates start from fresh moments: both replicates of every point agree. */
static void test_fresh_state(void)
{
    lab *l;

    write_one();
    l = lab_run(
        2,
        LAB_DATA("one.csv") "loss = { type = \"quadratic\"; };\nreplicates = 2;\n"
                            "algorithm = { name = \"local-update\"; rounds = 9; };\n"
                            "sweep = ( { key = \"algorithm.server.optimizer\"; values = [\"sgd\", "
                            "\"momentum\", "
                            "\"nesterov\", \"adagrad\", \"rmsprop\", \"adam\", \"yogi\"]; } );\n");
    for (size_t point = 0; point < 7; point++) {
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
                           {"state belongs to one run", test_fresh_state},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"servers", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
