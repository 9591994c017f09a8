/* test_newton.c -- fednewton and newton-sketch against the reference optimum, their words and their
 * limits. */
#include "ipm_lab.h"

/* Every smooth loss: the reference optimum, found by other code, in a few rounds. */
static void test_fednewton(void)
{
    static const char *const losses[] = {"linear",  "logistic",  "poisson",
                                         "softmax", "quadratic", "exponential"};

    for (size_t k = 0; k < sizeof losses / sizeof *losses; k++)
        for (int uniform = 0; uniform < 2; uniform++) {
            lab *l;

            lab_data("data.csv", losses[k], 90, 4, 5, 17 + k);
            l = ipm_study(2, uniform ? "uniform" : "samples", losses[k], "l2 = 0.03; scale = 1.7;",
                          "name = \"fednewton\";");
            CU_ASSERT(lab_result(l, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(l, 0) <= 12);
            CU_ASSERT(fabs(lab_last(l, 0, FED_METRIC_gap)) < 1e-12);
            CU_ASSERT(lab_last(l, 0, FED_METRIC_dist_global) < 1e-18);
            CU_ASSERT(lab_last(l, 0, FED_METRIC_grad_norm) < 1e-10);
            CU_ASSERT(lab_last(l, 0, FED_METRIC_gradients) == /* a gradient and p products */
                      (double)(lab_result(l, 0, 0)->p + 1) * (double)ipm_steps(l, 0));
            lab_free(l);
        }
}

/* One Newton step solves least squares; its length is the rate. */
static void test_one_step(void)
{
    lab *l;

    ipm_data("data.csv", "linear", 50, 5, 3, 2);
    l = ipm_study(1, "samples", "linear", "", "name = \"fednewton\"; tolerance = 1e-12;");
    CU_ASSERT(ipm_steps(l, 0) <= 2 && lab_last(l, 0, FED_METRIC_rate) == 1.0);
    CU_ASSERT(lab_last(l, 0, FED_METRIC_gap) < 1e-14);
    lab_free(l);
}

/* Sketched Hessians reach the same optimum, in more rounds but fewer words than whole Hessians cost
 * per round; every kind of sketch, and rows enough to send the samples themselves, which is
 * Newton's method. */
static void test_newton_sketch(void)
{
    static const char *const kinds[] = {"ams", "countsketch", "gaussian", "srht"};
    enum { N = 900, P = 12, CLIENTS = 6 };
    lab *whole, *newton;

    ipm_data("data.csv", "hard", N, P, CLIENTS, 12);
    newton = ipm_study(1, "samples", "logistic", "l2 = 0.01;", "name = \"fednewton\";");
    for (size_t k = 0; k < 4; k++) {
        char algorithm[128];
        double rows = 0.0;
        lab *l;

        snprintf(algorithm, sizeof algorithm,
                 "name = \"newton-sketch\"; sketch = \"%s\"; sizes = [96];", kinds[k]);
        l = ipm_study(2, "samples", "logistic", "l2 = 0.01;", algorithm);
        CU_ASSERT(lab_result(l, 0, 0)->outcome == FED_TOLERANCE);
        CU_ASSERT(fabs(lab_last(l, 0, FED_METRIC_gap)) < 1e-12);
        CU_ASSERT(ipm_steps(l, 0) >= ipm_steps(newton, 0));
        rows = (lab_last(l, 0, FED_METRIC_words_up) / (double)ipm_steps(l, 0) - CLIENTS * P) / P;
        CU_ASSERT(rows == floor(rows) && rows >= 96.0 && rows <= 96.0 + CLIENTS);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_words_down) == (double)(ipm_steps(l, 0) * CLIENTS * P));
        lab_free(l);
    }
    whole = ipm_study(1, "samples", "logistic", "l2 = 0.01;",
                      "name = \"newton-sketch\"; sizes = [5000];");
    CU_ASSERT(ipm_steps(whole, 0) == ipm_steps(newton, 0));
    for (size_t j = 0; j < P; j++)
        ASSERT_CLOSE(lab_theta(whole, 0)[j], lab_theta(newton, 0)[j], 1e-10);
    lab_free(whole);
    lab_free(newton);
}

static void test_refused(void)
{
    static const char *const bad[] = {"hinge", "quantile"};
    lab *l;

    ipm_data("data.csv", "hard", 30, 2, 3, 2);
    for (size_t k = 0; k < 2; k++) {
        l = lab_try(
            1,
            LAB_DATA("data.csv") "loss = { type = \"%s\"; l2 = 0.1; };\nalgorithm = { name = "
                                 "\"newton-sketch\"; };\n",
            bad[k]);
        CU_ASSERT(l->status == FED_CONFIG);
        lab_free(l);
    }
    l = lab_try(1, LAB_DATA("data.csv") "loss = { type = \"linear\"; l1 = 0.1; };\nalgorithm = { "
                                        "name = \"fednewton\"; "
                                        "};\n");
    CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, "l1") != NULL);
    lab_free(l);
    lab_data("data.csv", "softmax", 30, 2, 3, 2);
    l = lab_try(
        1, LAB_DATA("data.csv") "loss = { type = \"softmax\"; l2 = 0.1; };\nalgorithm = { name = "
                                "\"newton-sketch\"; };\n");
    CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, "softmax") != NULL);
    lab_free(l);
}

int main(void)
{
    CU_TestInfo tests[] = {{"fednewton finds the optimum", test_fednewton},
                           {"least squares in one step", test_one_step},
                           {"newton-sketch finds the optimum", test_newton_sketch},
                           {"what they refuse", test_refused},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"newton", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
