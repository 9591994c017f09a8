/* test_ipm_degenerate.c -- input without a unique or finite optimum, or hardly enough to have one.
 */
#include "ipm_lab.h"

static const fed_result *result(const lab *l)
{
    return lab_result(l, 0, 0);
}

/* Dependent columns and d > n: the smallest objective is found, and the run says it is not unique.
 */
static void test_rank(void)
{
    static const char *const text =
        "client,y,a,b,c\n0,1,1,2,3\n0,2,2,1,3\n1,0.5,-1,1,0\n1,-1,0.3,-1.3,-1\n"
        "1,0.2,2,2,4\n";
    static const struct {
        const char *type, *rest;
    } cases[] = {{"linear", ""}, {"quantile", "tau = 0.4;"}, {"pnorm", "p = 3.0;"}};

    for (size_t k = 0; k < 3; k++) {
        lab *wide, *narrow;
        static const char *const two =
            "client,y,a,b\n0,1,1,2\n0,2,2,1\n1,0.5,-1,1\n1,-1,0.3,-1.3\n1,0.2,2,2\n";

        files_text("data.csv", text);
        wide = ipm_study(1, "samples", cases[k].type, cases[k].rest,
                         "name = \"fedipm\"; tolerance = 1e-10;");
        files_text("data.csv", two); /* c = a + b adds nothing */
        narrow = ipm_study(1, "samples", cases[k].type, cases[k].rest,
                           "name = \"fedipm\"; tolerance = 1e-10;");
        CU_ASSERT(result(wide)->outcome == FED_TOLERANCE &&
                  strstr(result(wide)->warning, "rank 2 of 3") != NULL);
        CU_ASSERT(result(narrow)->outcome == FED_TOLERANCE && result(narrow)->warning[0] == '\0');
        ASSERT_CLOSE(lab_last(wide, 0, FED_METRIC_loss), lab_last(narrow, 0, FED_METRIC_loss),
                     1e-8);
        lab_free(wide);
        lab_free(narrow);
    }
    for (size_t k = 0; k < 3; k++) { /* more features than samples: every residual is 0 */
        lab *l;

        ipm_data("data.csv", "linear", 6, 9, 2, 3);
        l = ipm_study(1, "samples", cases[k].type, cases[k].rest,
                      "name = \"fedipm\"; tolerance = 1e-10;");
        CU_ASSERT(result(l)->outcome == FED_TOLERANCE &&
                  strstr(result(l)->warning, "rank 6 of 9") != NULL);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_loss) < 1e-8);
        lab_free(l);
    }
}

/* With a ridge d > n is like any other problem. */
static void test_wide_ridge(void)
{
    lab *ours, *newton;

    ipm_data("data.csv", "linear", 10, 30, 3, 4);
    ours = ipm_study(1, "samples", "linear", "l2 = 0.1;", "name = \"fedipm\"; tolerance = 1e-10;");
    newton = ipm_study(1, "samples", "linear", "l2 = 0.1;", "name = \"fednewton\";");
    CU_ASSERT(result(ours)->outcome == FED_TOLERANCE && result(ours)->warning[0] == '\0');
    for (size_t j = 0; j < 30; j++)
        ASSERT_CLOSE(lab_theta(ours, 0)[j], lab_theta(newton, 0)[j], 1e-8);
    lab_free(ours);
    lab_free(newton);
}

/* Separated classes without a penalty: no finite optimum for the logistic loss, minimum 0 for the
 * hinge. */
static void test_separable(void)
{
    static const char *const methods[] = {"name = \"fedipm\";", "name = \"fednewton\";",
                                          "name = \"newton-sketch\";"};
    static const char *const losses[] = {"logistic", "exponential"};
    lab *l;

    ipm_data("data.csv", "separable", 80, 3, 4, 6);
    for (size_t k = 0; k < 6; k++) {
        l = ipm_study(1, "samples", losses[k / 3], "intercept = true;", methods[k % 3]);
        CU_ASSERT(result(l)->outcome == FED_NO_OPTIMUM &&
                  strstr(result(l)->reason, "separated") != NULL);
        lab_free(l);
        l = ipm_study(1, "samples", losses[k / 3], "intercept = true; l2 = 0.001;", methods[k % 3]);
        CU_ASSERT(result(l)->outcome == FED_TOLERANCE);
        lab_free(l);
    }
    l = ipm_study(1, "samples", "hinge", "intercept = true;", "name = \"fedipm\";");
    CU_ASSERT(result(l)->outcome == FED_TOLERANCE && lab_last(l, 0, FED_METRIC_loss) == 0.0);
    CU_ASSERT(strstr(result(l)->warning, "separated") != NULL);
    lab_free(l);
    /* a plane that some samples touch: the others push theta to infinity all the same */
    files_text("data.csv", "client,y,a,b\n0,1,2,0\n0,0,-1,0\n1,1,0,1\n1,0,0,1\n1,1,0,0\n");
    for (size_t k = 0; k < 2; k++) {
        l = ipm_study(1, "samples", losses[k], "", "name = \"fedipm\";");
        CU_ASSERT(result(l)->outcome == FED_NO_OPTIMUM);
        lab_free(l);
    }
    l = ipm_study(1, "samples", "hinge", "",
                  "name = \"fedipm\";"); /* but the hinge's minimum is reached */
    CU_ASSERT(result(l)->outcome == FED_TOLERANCE);
    ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_loss), 3.0 / 5.0, 1e-6);
    lab_free(l);
    /* soft labels are on neither side: sigma(theta) between 0.8 and 0.9 */
    files_text("data.csv", "client,y,a\n0,0.9,1\n0,0.2,-1\n1,0.9,1\n1,0.2,-1\n");
    for (size_t k = 0; k < 3; k++) {
        static const char *const steps[] = {"predictor", "long", "short"};
        char algorithm[96];

        snprintf(algorithm, sizeof algorithm,
                 "name = \"fedipm\"; tolerance = 1e-10; rounds = 2000; step = \"%s\";", steps[k]);
        l = ipm_study(1, "samples", "logistic", "", algorithm);
        CU_ASSERT(result(l)->outcome == FED_TOLERANCE && result(l)->warning[0] == '\0');
        ASSERT_CLOSE(lab_theta(l, 0)[0], log(0.85 / 0.15), 1e-8);
        lab_free(l);
    }
    ipm_data("data.csv", "hard", 5, 8, 2, 7); /* fewer samples than features are always separated */
    l = ipm_study(1, "samples", "logistic", "", "name = \"fedipm\";");
    CU_ASSERT(result(l)->outcome == FED_NO_OPTIMUM);
    lab_free(l);
}

/* One class and an intercept that nothing holds; a ridge holds the features only. */
static void test_one_class(void)
{
    static const char *const methods[] = {"name = \"fedipm\";", "name = \"fednewton\";"};

    files_text("data.csv", "client,y,a\n0,1,0.5\n0,1,-1\n1,1,2\n1,1,0.1\n");
    for (size_t k = 0; k < 2; k++) {
        lab *l = ipm_study(1, "samples", "logistic", "intercept = true; l2 = 0.1;", methods[k]);

        CU_ASSERT(result(l)->outcome == FED_NO_OPTIMUM);
        lab_free(l);
    }
}

/* Clients with a single sample each, under every system. */
static void test_single_samples(void)
{
    static const char *const systems[] = {"exact", "pcg", "sketch\"; pairing = \"paired", "model3"};
    lab *newton;

    ipm_data("data.csv", "hard", 40, 3, 40, 9);
    newton = ipm_study(1, "samples", "logistic", "l2 = 0.05;", "name = \"fednewton\";");
    for (size_t k = 0; k < 4; k++) {
        char algorithm[96];
        lab *l;

        snprintf(algorithm, sizeof algorithm,
                 "name = \"fedipm\"; tolerance = 1e-9; system = \"%s\";", systems[k]);
        l = ipm_study(1, "samples", "logistic", "l2 = 0.05;", algorithm);
        CU_ASSERT(result(l)->clients == 40 && result(l)->outcome == FED_TOLERANCE);
        for (size_t j = 0; j < 3; j++)
            ASSERT_CLOSE(lab_theta(l, 0)[j], lab_theta(newton, 0)[j], 1e-6);
        lab_free(l);
    }
    lab_free(newton);
    files_text("data.csv", "client,y,a\n0,1.5,2\n"); /* one sample in all */
    newton =
        ipm_study(1, "samples", "linear", "l2 = 0.5;", "name = \"fedipm\"; tolerance = 1e-10;");
    ASSERT_CLOSE(lab_theta(newton, 0)[0], 3.0 / 4.5, 1e-9);
    lab_free(newton);
}

/* A feature that is always 0, responses that are all 0, and responses of very different sizes. */
static void test_odd_data(void)
{
    lab *l;

    files_text("data.csv", "client,y,a,b\n0,1,1,0\n0,2,2,0\n1,0.5,-1,0\n1,3,1,0\n");
    l = ipm_study(1, "samples", "linear", "", "name = \"fedipm\";");
    CU_ASSERT(result(l)->outcome == FED_TOLERANCE && lab_theta(l, 0)[1] == 0.0);
    ASSERT_CLOSE(lab_theta(l, 0)[0], (1 + 4 - 0.5 + 3) / 7.0, 1e-8);
    lab_free(l);
    files_text("data.csv", "client,y,a,b\n0,0,1,2\n0,0,2,1\n1,0,-1,1\n1,0,1,1\n");
    for (size_t k = 0; k < 2; k++) {
        l = ipm_study(1, "samples", k == 0 ? "linear" : "quantile", "", "name = \"fedipm\";");
        CU_ASSERT(result(l)->outcome == FED_TOLERANCE && fabs(lab_theta(l, 0)[0]) < 1e-6);
        lab_free(l);
    }
    files_text("data.csv", "client,y,a\n0,1e5,1\n0,-2e4,2\n1,3e-5,3\n1,4e4,-1\n1,8e4,0.5\n");
    l = ipm_study(1, "samples", "pnorm", "p = 20.0;", "name = \"fedipm\";"); /* |y|^20 is 1e100 */
    CU_ASSERT(result(l)->outcome == FED_TOLERANCE);
    CU_ASSERT(fabs(ipm_cell(l, 0, IPM_GAP)) <= 1e-7 * lab_last(l, 0, FED_METRIC_loss));
    lab_free(l);
    files_text("data.csv", "client,y,a\n0,1e7,1\n0,-2e6,2\n1,3e-5,3\n1,4e6,-1\n1,8e6,0.5\n");
    l = ipm_study(1, "samples", "linear", "", "name = \"fedipm\"; tolerance = 1e-12;");
    CU_ASSERT(result(l)->outcome == FED_TOLERANCE);
    ASSERT_CLOSE(lab_theta(l, 0)[0] / ((1e7 - 4e6 + 9e-5 - 4e6 + 4e6) / 15.25), 1.0, 1e-8);
    lab_free(l);
}

/* An intercept takes up an offset of 1e6 of a feature: the least objective is that without it, and
 * a run that says it has reached its tolerance has reached it, with any step. */
static void test_offset(void)
{
    static const char *const steps[] = {"name = \"fedipm\"; step = \"long\";",
                                        "name = \"fedipm\"; step = \"predictor\";"};
    static const char *const losses[] = {"intercept = true; l1 = 0.01; l2 = 0.01;",
                                         "intercept = true; l2 = 0.1;"};

    for (uint64_t seed = 1; seed <= 8; seed++)
        for (size_t k = 0; k < 2; k++) {
            lab *plain;
            double least;

            ipm_data("data.csv", "hard", 40, 5, 3, seed);
            plain = ipm_study(1, "uniform", "hinge", losses[k], steps[1]);
            least = lab_last(plain, 0, FED_METRIC_loss);
            lab_free(plain);
            ipm_data_at(1e6, "data.csv", "hard", 40, 5, 3, seed);
            for (size_t i = 0; i < 2; i++) {
                lab *moved = ipm_study(1, "uniform", "hinge", losses[k], steps[i]);

                CU_ASSERT(result(moved)->outcome == FED_TOLERANCE);
                ASSERT_CLOSE(lab_last(moved, 0, FED_METRIC_loss), least, 1e-7 * least);
                lab_free(moved);
            }
        }
}

/* A loss without a barrier, functions of a kernel and cones are refused. */
static void test_refused(void)
{
    lab *l;

    files_text("data.csv", "client,y,a\n0,1,0.5\n0,0,-1\n1,2,2\n1,1,0.1\n");
    l = lab_try(
        1,
        LAB_DATA(
            "data.csv") "loss = { type = \"softmax\"; };\nalgorithm = { name = \"fedipm\"; };\n");
    CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, "softmax") != NULL);
    lab_free(l);
    l = lab_try(1, LAB_DATA("data.csv") "features = { type = \"kernel\"; };\n"
                                        "algorithm = { name = \"fedipm\"; };\n");
    CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, "polynomial") != NULL);
    lab_free(l);
    l = lab_try(1, "data = { source = \"cone\"; path = \"data.csv\"; };\nalgorithm = { name = "
                   "\"fedipm\"; };\n");
    CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, "cone") != NULL);
    lab_free(l);
    l = lab_try(1, LAB_DATA("data.csv") "loss = { type = \"quantile\"; };\nalgorithm = { name = "
                                        "\"fednewton\"; };\n");
    CU_ASSERT(l->status == FED_CONFIG);
    lab_free(l);
}

int main(void)
{
    CU_TestInfo tests[] = {{"dependent features, more features than samples", test_rank},
                           {"more features than samples with a ridge", test_wide_ridge},
                           {"separable classes", test_separable},
                           {"one class", test_one_class},
                           {"clients of one sample", test_single_samples},
                           {"odd data", test_odd_data},
                           {"a feature far from 0", test_offset},
                           {"losses without a barrier", test_refused},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"ipm degenerate", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
