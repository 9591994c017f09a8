/* test_ipm_codes.c -- the interior point method on rows of units, which it shortens to codes: the
 * answers of methods that do not, and the same bytes at any number of threads. */
#include "ipm_lab.h"

enum { ROWS = 3000, FIELDS = 8, CHOICES = 5, LOOSE = 10, D = FIELDS * CHOICES + LOOSE };

/* A choice in every field, that often goes with that of the field before; and loose columns. */
static void write_units(uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 12, 0, 0);
    char *text = NULL;
    size_t size = 0, choice = 0;
    FILE *stream = open_memstream(&text, &size);

    for (size_t i = 0; i < ROWS; i++) {
        size_t column[FIELDS + LOOSE], n = 0;
        double sum = -0.5;

        for (size_t f = 0; f < FIELDS; f++) {
            if (f == 0 || fed_rng_below(&rng, 3) == 0)
                choice = (size_t)fed_rng_below(&rng, CHOICES);
            column[n++] = f * CHOICES + choice;
        }
        for (size_t j = FIELDS * CHOICES; j < D; j++)
            if (fed_rng_below(&rng, 4) == 0)
                column[n++] = j;
        for (size_t k = 0; k < n; k++)
            sum += 0.4 * (double)(column[k] % 7) - 1.1;
        fprintf(stream, "%d", sum + fed_rng_normal(&rng) > 0.0);
        for (size_t k = 0; k < n; k++)
            fprintf(stream, " %zu:1", column[k] + 1);
        fputc('\n', stream);
    }
    fclose(stream);
    files_write("units.svm", text, size);
    free(text);
}

static lab *study(int threads, const char *loss, const char *algorithm)
{
    lab *l = lab_run(threads,
                     "data = { source = \"file\"; path = \"units.svm\"; };\n"
                     "partition = { clients = 7; scheme = \"dirichlet\"; alpha = 0.5; weights = "
                     "\"uniform\"; };\n"
                     "loss = { %s };\nalgorithm = { %s };\n",
                     loss, algorithm);

    CU_ASSERT(lab_result(l, 0, 0)->outcome == FED_TOLERANCE && lab_result(l, 0, 0)->p == D);
    return l;
}

/* Long steps and conjugate gradients have the rows as they are. */
static void test_answers(void)
{
    static const struct {
        const char *loss, *other;
    } cases[] = {{"type = \"logistic\"; l2 = 0.01;",
                  "name = \"fedipm\"; step = \"long\"; tolerance = 1e-12;"},
                 {"type = \"logistic\"; l1 = 0.002; l2 = 1e-4;",
                  "name = \"fedipm\"; system = \"pcg\"; tolerance = 1e-11;"},
                 {"type = \"hinge\"; l2 = 0.01;",
                  "name = \"fedipm\"; system = \"pcg\"; tolerance = 1e-11;"}};

    for (size_t k = 0; k < 9; k++) {
        lab *other, *first;

        write_units(1 + k);
        other = study(1, cases[k % 3].loss, cases[k % 3].other);
        first = study(1, cases[k % 3].loss, "name = \"fedipm\"; tolerance = 1e-11;");
        ASSERT_CLOSE(lab_last(first, 0, FED_METRIC_loss), lab_last(other, 0, FED_METRIC_loss),
                     1e-9);
        for (size_t j = 0; j < D; j++)
            CU_ASSERT(fabs(lab_theta(first, 0)[j] - lab_theta(other, 0)[j]) < 1e-5);
        for (int threads = 2; threads <= 7; threads += threads == 2 ? 1 : 4) {
            lab *l = study(threads, cases[k % 3].loss, "name = \"fedipm\"; tolerance = 1e-11;");

            CU_ASSERT(memcmp(lab_theta(l, 0), lab_theta(first, 0), D * sizeof(double)) == 0);
            lab_free(l);
        }
        lab_free(first);
        lab_free(other);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"the answers of other steps and systems", test_answers},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"ipm codes", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
