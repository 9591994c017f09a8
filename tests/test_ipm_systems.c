/* test_ipm_systems.c -- short steps, sketched systems, conjugate gradients, naive models: paths and
 * words. */
#include "ipm_lab.h"

enum { CLIENTS = 4, N = 80, D = 5 }; /* pairs: 2N variables; padded size 8 */

static lab *study(const char *algorithm)
{
    return ipm_study(1, "samples", "logistic", "l2 = 0.02;", algorithm);
}

static void write_data(void)
{
    ipm_data("data.csv", "hard", N, D, CLIENTS, 21);
}

static bool answered(const lab *l)
{
    return lab_result(l, 0, 0)->outcome == FED_TOLERANCE;
}

/* t falls by 1 - xi/sqrt(nu): (sqrt(nu)/xi) ln(nu t0/(eps (1+|f|))) rounds within 5%, to the same
 * answer. */
static void test_short(void)
{
    static const struct {
        const char *kind, *type, *loss;
        double nu; /* per sample; with ridge D more */
        bool ridge;
    } cases[] = {{"hard", "logistic", "l2 = 0.02;", 3, true},
                 {"heavy", "quantile", "tau = 0.3;", 2, false},
                 {"linear", "pnorm", "p = 3.0;", 4, false},
                 {"counts", "poisson", "l2 = 0.02;", 2, true},
                 {"hard", "exponential", "l2 = 0.02;", 2, true}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double nu = cases[k].nu * N + (cases[k].ridge ? D : 0);
        lab *brief, *slow;
        double t0, f, rounds;

        ipm_data("data.csv", cases[k].kind, N, D, CLIENTS, 31 + k);
        brief = ipm_study(1, "samples", cases[k].type, cases[k].loss, "name = \"fedipm\";");
        slow = ipm_study(1, "samples", cases[k].type, cases[k].loss,
                         "name = \"fedipm\"; step = \"short\"; rounds = 5000;");
        CU_ASSERT(answered(brief) && answered(slow));
        t0 = ipm_table(slow, 0)->cells[IPM_T];
        f = N * lab_last(brief, 0, FED_METRIC_loss);
        rounds = sqrt(nu) / 0.3 * log(nu * t0 / (1e-8 * (1.0 + f)));
        CU_ASSERT(fabs((double)ipm_steps(slow, 0) / rounds - 1.0) < 0.05);
        ASSERT_CLOSE(lab_last(slow, 0, FED_METRIC_loss), lab_last(brief, 0, FED_METRIC_loss), 1e-7);
        for (size_t j = 0; j < D; j++)
            CU_ASSERT(fabs(lab_theta(slow, 0)[j] - lab_theta(brief, 0)[j]) < 1e-5);
        lab_free(brief);
        lab_free(slow);
    }
}

/* From Lemma F.2's start Algorithm 1 begins at once: t falls by 1 - xi/sqrt(nu) from the first
 * round on, no gamma_i is above the half that a step of alpha = 1/2 can take away, and the gap at
 * the end is below Lemma F.3's 4 t nu. */
static void test_algorithm_1(void)
{
    lab *exact, *l;
    const fed_table *table;
    double nu, factor;

    write_data();
    exact = study("name = \"fedipm\";");
    l = study("name = \"fedipm\"; step = \"short\"; start = \"modified\"; rounds = 20000;");
    table = ipm_table(l, 0);
    CU_ASSERT(answered(l));
    nu = table->cells[IPM_NU];
    CU_ASSERT(nu == 3.0 * N + D + 1.0); /* the added column's bound is one more */
    factor = 1.0 - 0.3 / sqrt(nu);
    for (size_t i = 2; i < table->rows; i++) {
        const double *cell = table->cells + i * IPM_COLUMNS, *before = cell - IPM_COLUMNS;

        ASSERT_CLOSE(cell[IPM_T], factor * before[IPM_T], 1e-12);
        CU_ASSERT(cell[IPM_MAX_GAMMA] < 0.5);
        CU_ASSERT(cell[IPM_POTENTIAL] >= CLIENTS + 1.0);
        CU_ASSERT(cell[IPM_POTENTIAL] <=
                  (CLIENTS + 1.0) * exp(log(CLIENTS) * cell[IPM_MAX_GAMMA]) * (1.0 + 1e-12));
        CU_ASSERT(cell[IPM_WORDS] == CLIENTS * (D * (D + 1) / 2 + D) + CLIENTS * D);
    }
    CU_ASSERT(ipm_cell(l, 0, IPM_GAP) <= ipm_cell(l, 0, IPM_GAP_BOUND));
    ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_loss), lab_last(exact, 0, FED_METRIC_loss), 1e-7);
    lab_free(exact);
    lab_free(l);
}

/* The published constants are refused with the number of rounds they need. */
static void test_paper_constants(void)
{
    lab *l;

    write_data();
    l = lab_try(1, LAB_DATA("data.csv") "loss = { type = \"logistic\"; l2 = 0.02; };\n"
                                        "algorithm = { name = \"fedipm\"; step = \"short\"; "
                                        "constants = \"paper\"; };\n");
    CU_ASSERT(l->status == FED_CONFIG);
    CU_ASSERT(strstr(l->error.text, "algorithm.constants") != NULL &&
              strstr(l->error.text, "rounds") != NULL);
    lab_free(l);
}

/* Paired with b = 2d, and SRHT when the padded size divides b: |P~ - P| = 0, the exact path step
 * for step. */
static void test_exact_sketches(void)
{
    static const char *const settings[] = {
        "pairing = \"paired\"; sketch = \"ams\"; sizes = [10];",
        "pairing = \"paired\"; sketch = \"srht\"; sizes = 12;",
        "pairing = \"equal\"; sketch = \"gaussian\"; sizes = [10];",
        "pairing = \"independent\"; sketch = \"srht\"; sizes = [8];",
        "pairing = \"independent\"; sketch = \"srht\"; sizes = [16, 8, 24, 8];",
        "pairing = \"paired\"; sketch = \"ams\"; sizes = [10]; step = \"short\"; rounds = 5000;"};
    lab *exact, *slow;

    write_data();
    exact = study("name = \"fedipm\"; step = \"long\";");
    slow = study("name = \"fedipm\"; step = \"short\"; rounds = 5000;");
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        const lab *model = strstr(settings[k], "short") != NULL ? slow : exact;
        const fed_table *ours, *theirs = ipm_table(model, 0);
        char algorithm[256];
        lab *l;

        snprintf(algorithm, sizeof algorithm, "name = \"fedipm\"; system = \"sketch\"; %s",
                 settings[k]);
        l = study(algorithm);
        ours = ipm_table(l, 0);
        CU_ASSERT(answered(l) && ours->rows == theirs->rows);
        for (size_t i = 1; i < ours->rows && i < theirs->rows; i++) {
            const double *a = ours->cells + i * IPM_COLUMNS, *b = theirs->cells + i * IPM_COLUMNS;

            ASSERT_CLOSE(a[IPM_T], b[IPM_T], 1e-12);
            if (model == exact) /* short steps have a length that does not shrink with mu */
                ASSERT_CLOSE(a[IPM_CENTRALITY], b[IPM_CENTRALITY], 1e-6);
            CU_ASSERT(a[IPM_PROJECTION] < 1e-9);
            CU_ASSERT(isnan(b[IPM_PROJECTION]));
        }
        for (size_t j = 0; j < D; j++)
            ASSERT_CLOSE(lab_theta(l, 0)[j], lab_theta(model, 0)[j], 1e-8);
        lab_free(l);
    }
    lab_free(exact);
    lab_free(slow);
}

/* Independent sketches, and equal ones below d, lose the path where the error is large, and that is
 * what the run says; where it is below 1 they may reach the optimum, slowly, and never another
 * point.
 */
static void test_failing_sketches(void)
{
    size_t lost = 0;
    lab *exact;

    write_data();
    exact = study("name = \"fedipm\";");
    for (size_t b = 2; b <= 8 * D; b += b < 12 ? 1 : 7)
        for (int kind = 0; kind < 3; kind++) {
            static const char *const settings[] = {"sketch = \"ams\"; pairing = \"independent\"",
                                                   "sketch = \"srht\"; pairing = \"independent\"",
                                                   "sketch = \"ams\"; pairing = \"equal\""};
            char algorithm[256];
            lab *l;

            if ((kind == 1 && b % 8 == 0) || (kind == 2 && b >= D)) /* these are exact */
                continue;
            snprintf(algorithm, sizeof algorithm,
                     "name = \"fedipm\"; system = \"sketch\"; %s; sizes = [%zu];", settings[kind],
                     b);
            l = study(algorithm);
            if (lab_result(l, 0, 0)->outcome != FED_DIVERGED) {
                CU_ASSERT(ipm_cell(l, 0, IPM_PROJECTION) < 1.0);
                if (answered(l))
                    ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_loss),
                                 lab_last(exact, 0, FED_METRIC_loss), 1e-7);
                lab_free(l);
                continue;
            }
            lost++;
            CU_ASSERT(strstr(lab_result(l, 0, 0)->reason, "feasibility") != NULL ||
                      strstr(lab_result(l, 0, 0)->reason, "cone") != NULL ||
                      strstr(lab_result(l, 0, 0)->reason, "path") != NULL);
            CU_ASSERT(ipm_cell(l, 0, IPM_PROJECTION) > 0.1 ||
                      strstr(lab_result(l, 0, 0)->reason, "singular") != NULL);
            lab_free(l);
        }
    CU_ASSERT(lost > 10);
    lab_free(exact);
}

/* |P~ - P| falls as 1/sqrt(b): a size at which it is below 1, and the optimum. */
static void test_large_sketches(void)
{
    lab *exact, *l;

    write_data();
    exact = study("name = \"fedipm\";");
    l = study("name = \"fedipm\"; system = \"sketch\"; sizes = [4096];");
    CU_ASSERT(answered(l) && ipm_cell(l, 0, IPM_PROJECTION) < 1.0);
    ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_loss), lab_last(exact, 0, FED_METRIC_loss), 1e-7);
    lab_free(l);
    lab_free(exact);
}

/* Two features: the first W is the same for all samples, so kappa is that of X'X, in closed form;
 * Lemma C.6 with n = 2 samples variables, and its b. */
static void test_bounds(void)
{
    enum { SAMPLES = 50, B = 8 };
    double xx = 0.0, xy = 0.0, yy = 0.0, root, kappa;
    const double *cell;
    problem_copy copy;
    lab *l;

    ipm_data("data.csv", "linear", SAMPLES, 2, 4, 12);
    l = ipm_study(1, "samples", "linear", "",
                  "name = \"fedipm\"; system = \"sketch\"; pairing = \"paired\"; sizes = 8;");
    copy = ipm_copy(l);
    for (size_t i = 0; i < SAMPLES; i++) {
        xx += copy.x[2 * i] * copy.x[2 * i];
        xy += copy.x[2 * i] * copy.x[2 * i + 1];
        yy += copy.x[2 * i + 1] * copy.x[2 * i + 1];
    }
    root = sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy);
    kappa = (xx + yy + root) / (xx + yy - root);
    CU_ASSERT_FATAL(answered(l) && ipm_table(l, 0)->rows > 1);
    cell = ipm_table(l, 0)->cells + IPM_COLUMNS; /* the first round */
    ASSERT_CLOSE(cell[IPM_PROJECTION_BOUND] / (kappa * kappa),
                 pow(log(2.0), 6.0) * (1.0 / sqrt(B) + 2.0 * SAMPLES / (B * B)), 1e-9);
    ASSERT_CLOSE(cell[IPM_THEOREM_ROWS] / (kappa * kappa),
                 10.0 * sqrt(2.0 * SAMPLES) * pow(log(2.0), 3.0), 1e-9);
    CU_ASSERT(strstr(lab_result(l, 0, 0)->warning, "compress nothing") != NULL);
    fed_arena_free(&copy.arena);
    lab_free(l);
}

static void test_sizes_are_checked(void)
{
    static const char *const bad[] = {"sizes = [10, 10];", "sizes = [3, 3, 4, 4];",
                                      "pairing = \"paired\"; sizes = [10, 10, 12, 10];",
                                      "pairing = \"equal\"; sizes = [10, 12, 10, 12];"};

    write_data();
    for (size_t k = 0; k < 4; k++) {
        lab *l = lab_try(
            1,
            LAB_DATA("data.csv") "loss = { type = \"logistic\"; l2 = 0.02; };\n"
                                 "algorithm = { name = \"fedipm\"; system = \"sketch\"; %s };\n",
            bad[k]);

        CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, "algorithm.sizes") != NULL);
        lab_free(l);
    }
}

/* At most 1.15 times the exact system's Newton steps, on every class, and the same answer; clients
 * are unequal, of 1 to 200 samples. */
static void test_pcg(void)
{
    static const struct {
        const char *kind, *type, *loss;
    } cases[] = {{"hard", "logistic", "l2 = 0.02;"},
                 {"hard", "logistic", "l2 = 0.0001; intercept = true;"},
                 {"hard", "hinge", "l2 = 0.05;"},
                 {"heavy", "quantile", "tau = 0.3;"},
                 {"linear", "linear", "l1 = 0.1;"},
                 {"linear", "pnorm", "p = 3.0;"},
                 {"heavy", "pnorm", "p = 1.5;"},
                 {"counts", "poisson", "l2 = 0.01;"},
                 {"hard", "exponential", "l2 = 0.01;"}};

    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        const char *weights = i % 2 ? "uniform" : "samples";
        const size_t k = i / 2;
        lab *exact, *pcg;

        ipm_data("data.csv", cases[k].kind, 600, 12, 9, 61 + k);
        exact = ipm_study(1, weights, cases[k].type, cases[k].loss, "name = \"fedipm\";");
        pcg = ipm_study(1, weights, cases[k].type, cases[k].loss,
                        "name = \"fedipm\"; system = \"pcg\";");
        CU_ASSERT(answered(exact) && answered(pcg));
        CU_ASSERT((double)ipm_steps(pcg, 0) <= 1.15 * (double)ipm_steps(exact, 0));
        ASSERT_CLOSE(lab_last(pcg, 0, FED_METRIC_loss), lab_last(exact, 0, FED_METRIC_loss), 1e-7);
        CU_ASSERT(ipm_cell(pcg, 0, IPM_FEASIBILITY) <
                  fmax(1e-8, 2.0 * ipm_cell(exact, 0, IPM_FEASIBILITY)));
        lab_free(exact);
        lab_free(pcg);
    }
}

/* The answers of Newton's method, for twice d sketched samples once and d words of a client a
 * round. */
static void test_learned(void)
{
    static const struct {
        const char *kind, *weights, *type, *loss;
    } cases[] = {{"hard", "samples", "logistic", "l2 = 0.02;"},
                 {"soft", "uniform", "logistic", "l2 = 0.001; intercept = true;"},
                 {"hard", "uniform", "logistic", "l2 = 0.0;"},
                 {"linear", "samples", "linear", "l2 = 0.0; intercept = true;"},
                 {"counts", "samples", "poisson", "l2 = 0.01;"},
                 {"hard", "samples", "exponential", "l2 = 0.01; intercept = true;"},
                 {"heavy", "uniform", "linear", "l2 = 0.1; scale = 0.5;"}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const bool intercept = strstr(cases[k].loss, "intercept") != NULL;
        const size_t d = 12 + intercept, clients = 9;
        double first, rounds;
        lab *newton, *l;

        ipm_data("data.csv", cases[k].kind, 600, 12, clients, 71 + k);
        newton =
            ipm_study(1, cases[k].weights, cases[k].type, cases[k].loss, "name = \"fednewton\";");
        l = ipm_study(1, cases[k].weights, cases[k].type, cases[k].loss,
                      "name = \"fedipm\"; system = \"learned\"; tolerance = 1e-12;");
        CU_ASSERT(answered(newton) && answered(l));
        ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_loss), lab_last(newton, 0, FED_METRIC_loss), 1e-11);
        for (size_t j = 0; j < d; j++)
            CU_ASSERT(fabs(lab_theta(l, 0)[j] - lab_theta(newton, 0)[j]) < 1e-5);
        rounds = (double)ipm_steps(l, 0);
        first = lab_last(l, 0, FED_METRIC_words_up) - rounds * (double)(clients * d);
        /* a client's share is rounded up, and no more than its samples */
        CU_ASSERT(first <= (double)((2 * d + clients) * d));
        CU_ASSERT(strcmp(cases[k].weights, "uniform") == 0 || first >= (double)(2 * d * d));
        CU_ASSERT(lab_last(l, 0, FED_METRIC_words_down) >= rounds * (double)(clients * d));
        lab_free(newton);
        lab_free(l);
    }
}

/* What it cannot do it refuses by key; separated classes have no optimum. */
static void test_learned_refusals(void)
{
    static const struct {
        const char *loss, *keys, *says;
    } cases[] = {{"type = \"hinge\"; l2 = 0.1;", "", "algorithm.system"},
                 {"type = \"logistic\"; l1 = 0.1;", "", "algorithm.system"},
                 {"type = \"logistic\";", "step = \"long\";", "algorithm.step"},
                 {"type = \"logistic\";", "start = \"modified\";", "algorithm.start"}};
    lab *l;

    write_data();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        l = lab_try(1,
                    LAB_DATA("data.csv") "loss = { %s };\n"
                                         "algorithm = { name = \"fedipm\"; system = \"learned\"; "
                                         "%s };\n",
                    cases[k].loss, cases[k].keys);
        CU_ASSERT(l->status == FED_CONFIG && strstr(l->error.text, cases[k].says) != NULL);
        lab_free(l);
    }
    ipm_data("data.csv", "separable", N, D, CLIENTS, 5);
    l = study("name = \"fedipm\"; system = \"learned\";");
    CU_ASSERT(answered(l));
    lab_free(l);
    l = ipm_study(1, "samples", "logistic", "l2 = 0.0; intercept = true;",
                  "name = \"fedipm\"; system = \"learned\";");
    CU_ASSERT(lab_result(l, 0, 0)->outcome == FED_NO_OPTIMUM);
    lab_free(l);
}

/* Words as they were sent against the formulas; x has 2N numbers. */
static void test_words(void)
{
    static const struct {
        const char *algorithm;
        double up, down, first; /* per round; once */
    } cases[] = {
        {"name = \"fedipm\"; rounds = 7; step = \"long\";", CLIENTS * (D * (D + 1) / 2 + D),
         CLIENTS * D, 0},
        /* A W A' once; A W mu, the corrector's two vectors; dy twice */
        {"name = \"fedipm\"; rounds = 4;", CLIENTS * (D * (D + 1) / 2 + 3 * D), CLIENTS * 2 * D, 0},
        {"name = \"fedipm\"; rounds = 7; system = \"sketch\"; pairing = \"paired\"; sizes = [10];",
         2 * 2 * N * 10 + CLIENTS * 10 * 10 + 2 * N, 2 * 2 * N, 0},
        {"name = \"fedipm\"; rounds = 3; system = \"sketch\"; sketch = \"srht\"; sizes = [8, 16, "
         "24, 32];",
         2 * N * (8 + 32) + CLIENTS * 16 * 24 + 2 * N, 2 * 2 * N, 0},
        {"name = \"fedipm\"; rounds = 5; system = \"model1\";", 2 * 2 * N, 0, 0},
        {"name = \"fedipm\"; rounds = 5; system = \"model2\";", CLIENTS * D * (D + 1) / 2 + 2 * N,
         2 * 2 * N, 0},
        {"name = \"fedipm\"; rounds = 5; system = \"model3\";", 3 * N + 2 * N, 2 * 2 * N, N * D},
        {"name = \"fednewton\"; rounds = 3; tolerance = 0.0;", CLIENTS * (D * (D + 1) / 2 + D),
         CLIENTS * D, 0}};

    write_data();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lab *l = study(cases[k].algorithm);
        const double rounds = (double)ipm_steps(l, 0);

        CU_ASSERT(rounds >= 3.0);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_words_up) == rounds * cases[k].up + cases[k].first);
        CU_ASSERT(lab_last(l, 0, FED_METRIC_words_down) == rounds * cases[k].down);
        lab_free(l);
    }
}

/* Models 1 and 2 do not solve the problem, and do not say they did; model 3 is the exact path. */
static void test_models(void)
{
    static const char *const starts[] = {"infeasible", "modified"};
    lab *exact;

    write_data();
    exact = study("name = \"fedipm\";");
    for (size_t k = 0; k < 2; k++) {
        for (int model = 1; model <= 3; model++) {
            char algorithm[128];
            lab *l;

            snprintf(algorithm, sizeof algorithm,
                     "name = \"fedipm\"; system = \"model%d\"; start = \"%s\";", model, starts[k]);
            l = study(algorithm);
            if (model == 3) {
                CU_ASSERT(answered(l));
                ASSERT_CLOSE(lab_last(l, 0, FED_METRIC_loss), lab_last(exact, 0, FED_METRIC_loss),
                             1e-8);
            } else {
                CU_ASSERT(!fed_outcome_is_answer(lab_result(l, 0, 0)->outcome));
                CU_ASSERT(lab_last(l, 0, FED_METRIC_loss) >
                          lab_last(exact, 0, FED_METRIC_loss) + 1e-3);
            }
            lab_free(l);
        }
    }
    lab_free(exact);
}

/* Lemma F.2's start: feasible from the first round, and the same answer for every class. */
static void test_modified_start(void)
{
    static const struct {
        const char *kind, *type, *loss;
    } cases[] = {{"hard", "logistic", "l2 = 0.02;"},
                 {"hard", "hinge", "l2 = 0.05;"},
                 {"heavy", "quantile", "tau = 0.3;"},
                 {"linear", "linear", "l1 = 0.1;"},
                 {"linear", "pnorm", "p = 3.0;"}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lab *plain, *modified;

        ipm_data("data.csv", cases[k].kind, N, D, CLIENTS, 81 + k);
        plain = ipm_study(1, "samples", cases[k].type, cases[k].loss, "name = \"fedipm\";");
        modified = ipm_study(1, "samples", cases[k].type, cases[k].loss,
                             "name = \"fedipm\"; start = \"modified\";");
        CU_ASSERT(answered(modified));
        CU_ASSERT(ipm_table(modified, 0)->cells[IPM_FEASIBILITY] < 1e-9);
        ASSERT_CLOSE(lab_last(modified, 0, FED_METRIC_loss), lab_last(plain, 0, FED_METRIC_loss),
                     1e-7);
        lab_free(plain);
        lab_free(modified);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"short steps keep their formula", test_short},
                           {"Algorithm 1 to the letter", test_algorithm_1},
                           {"published constants are refused", test_paper_constants},
                           {"sketches that are exact follow the path", test_exact_sketches},
                           {"sketches that lose the path say so", test_failing_sketches},
                           {"large sketches reach the optimum", test_large_sketches},
                           {"the bounds of Lemma C.6", test_bounds},
                           {"sizes are checked", test_sizes_are_checked},
                           {"conjugate gradients", test_pcg},
                           {"learned", test_learned},
                           {"learned, refusals", test_learned_refusals},
                           {"words", test_words},
                           {"naive models", test_models},
                           {"the start of Lemma F.2", test_modified_start},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"ipm systems", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
