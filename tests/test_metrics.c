/* test_metrics.c -- statistics over replicates, cells and YAML of the outputs. */
#include "core/folder.h"
#include "files.h"
#include "run/spread.h"
#include "study/statistics.h"
#include "tap.h"
#include "writers/writer.h"
#include "writers/yaml.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_quantiles(void)
{
    double x[] = {4, 1, 3, 2}, one[] = {7};
    fed_summary s = fed_summarise(x, 4);

    CU_ASSERT(s.n == 4 && s.median == 2.5 && s.q25 == 1.75 && s.q75 == 3.25 && s.mean == 2.5);
    ASSERT_CLOSE(s.sd, sqrt(5.0 / 3.0), 1e-15); /* divided by n-1 */
    s = fed_summarise(one, 1);
    CU_ASSERT(s.median == 7 && s.q25 == 7 && s.q75 == 7 && isnan(s.sd));
    CU_ASSERT(isnan(fed_summarise(one, 0).median));
}

static fed_summary summary_of(fed_columns *columns, size_t column)
{
    fed_error error = {FED_OK, ""};
    fed_summary s = {.n = 0};

    CU_ASSERT(fed_columns_summary(columns, column, &s, &error) == FED_OK);
    return s;
}

/* Values of both signs, many of them equal, some infinite, some missing. */
static double value_at(size_t row, size_t column)
{
    const size_t hash = (row * 2654435761u + column * 40503u) % 1009;

    return hash % 7 == 0 ? NAN : hash == 5 ? INFINITY : (double)hash / 16.0 - 30.0;
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* What is merged from runs has the bits of what was sorted in memory, for any size of memory, and
 * after columns that were longer or shorter. */
static void test_merged_runs(void)
{
    enum { WIDTH = 3, ROWS = 1000 };
    const size_t rooms[] = {0, 100, 500, WIDTH * ROWS - 1, WIDTH * ROWS},
                 rows[] = {ROWS, 40, 0, 999};
    fed_folder folder = FED_NO_FOLDER;
    fed_error error = {FED_OK, ""};

    CU_ASSERT_FATAL(fed_folder_open(&folder, files_path("columns"), false, &error) == FED_OK);
    for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
        fed_columns sorted, merged;

        if (k == 2) /* the directory is removed during the run */
            CU_ASSERT(unlinkat(folder.room, "lock", 0) == 0 &&
                      unlinkat(folder.dir, FED_FOLDER_ROOM, AT_REMOVEDIR) == 0 &&
                      rmdir(folder.path) == 0);
        CU_ASSERT(fed_columns_open(&sorted, NULL, WIDTH, ROWS, 1, &error) == FED_OK);
        CU_ASSERT(fed_columns_open(&merged, &folder, WIDTH, ROWS, rooms[k], &error) == FED_OK);
        for (size_t j = 0; j < sizeof rows / sizeof *rows; j++) {
            fed_columns_clear(&sorted);
            fed_columns_clear(&merged);
            for (size_t row = 0; row < rows[j]; row++) {
                CU_ASSERT(fed_columns_row(&sorted, &error) == FED_OK);
                CU_ASSERT(fed_columns_row(&merged, &error) == FED_OK);
                for (size_t c = 0; c < WIDTH; c++) {
                    fed_columns_set(&sorted, c, value_at(row, c));
                    fed_columns_set(&merged, c, value_at(row, c));
                }
            }
            CU_ASSERT((merged.runs > 0) == (rows[j] > merged.room));
            for (size_t c = 0; c < WIDTH; c++) {
                const fed_summary a = summary_of(&sorted, c), b = summary_of(&merged, c);

                CU_ASSERT(a.n == b.n && a.n <= rows[j]);
                CU_ASSERT(same(a.q05, b.q05) && same(a.q25, b.q25) && same(a.median, b.median));
                CU_ASSERT(same(a.q75, b.q75) && same(a.q95, b.q95) && same(a.mean, b.mean));
                CU_ASSERT(same(a.sd, b.sd));
            }
        }
        fed_columns_close(&sorted);
        fed_columns_close(&merged);
    }
    fed_folder_close(&folder);
}

/* Two replicates: one of 4 records, one that stopped at round 15 after 3. */
static void test_early_end_counts_with_last_record(void)
{
    fed_record longer[4] = {{.round = 0}, {.round = 10}, {.round = 20}, {.round = 30}};
    fed_record shorter[3] = {{.round = 0}, {.round = 10}, {.round = 15}};
    fed_result results[2] = {{.records = shorter, .recorded = 3},
                             {.records = longer, .recorded = 4}};
    fed_study study = {.points = 1, .replicates = 2, .results = results};
    const size_t expected[] = {0, 10, 15, 20, 30};
    const size_t *rounds;
    fed_columns columns;
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_cursor cursor = fed_cursor_begin(&study, &error);
    size_t count, last;
    fed_summary s;

    for (int k = 0; k < 4; k++)
        longer[k].value[FED_METRIC_loss] = 100.0;
    for (int k = 0; k < 3; k++)
        shorter[k].value[FED_METRIC_loss] = k;
    longer[3].value[FED_METRIC_gap] = NAN;
    shorter[2].value[FED_METRIC_gap] = 5.0;
    CU_ASSERT_FATAL(fed_point_rounds(&cursor, 0, &arena, &rounds, &count) == FED_OK);
    CU_ASSERT_FATAL(count == 5 && memcmp(rounds, expected, sizeof expected) == 0);
    CU_ASSERT_FATAL(fed_point_open(&columns, &study, 5 * FED_METRIC_ALL, &error) == FED_OK);
    CU_ASSERT(fed_point_values(&cursor, 0, rounds, 0, count, &columns) == FED_OK);
    s = summary_of(&columns, 1 * FED_METRIC_ALL + FED_METRIC_loss);
    CU_ASSERT(s.n == 2 && s.mean == 50.5);
    s = summary_of(&columns, 4 * FED_METRIC_ALL + FED_METRIC_loss);
    CU_ASSERT(s.n == 2 && s.mean == 51.0);
    CU_ASSERT(fed_point_values(&cursor, 0, rounds, 2, 4, &columns) == FED_OK);
    CU_ASSERT(summary_of(&columns, FED_METRIC_loss).mean == 51.0); /* of rounds 10 and 15 */
    CU_ASSERT(fed_point_last(&cursor, 0, &last, &columns) == FED_OK && last == 30);
    CU_ASSERT(summary_of(&columns, FED_METRIC_loss).mean == 51.0);
    CU_ASSERT(summary_of(&columns, FED_METRIC_gap).n == 1); /* NAN is no value */
    fed_cursor_end(&cursor);
    fed_columns_close(&columns);
    fed_arena_free(&arena);
}

static void with_memory(char **text, void (*put)(FILE *))
{
    size_t size;
    FILE *stream = open_memstream(text, &size);

    put(stream);
    fclose(stream);
}

static void put_cells(FILE *stream)
{
    fed_put_number(stream, 0.1);
    fputc('|', stream);
    fed_put_number(stream, NAN);
    fputc('|', stream);
    fed_put_cell(stream, "a,\"b\"");
    fputc('|', stream);
    fed_put_cell(stream, "plain");
}

static void test_cells(void)
{
    char *text;

    with_memory(&text, put_cells);
    CU_ASSERT_STRING_EQUAL(text, "0.10000000000000001||\"a,\"\"b\"\"\"|plain");
    free(text);
}

static void put_yaml(FILE *stream)
{
    fed_yaml yaml;

    fed_yaml_begin(&yaml, stream, false);
    fed_yaml_text(&yaml, "word", "plain");
    fed_yaml_text(&yaml, "digits", "1e3"); /* a text that looks like a number stays a text */
    fed_yaml_text(&yaml, "date", "2020-01-01");
    fed_yaml_plain(&yaml, "small", "1e-08"); /* a number without a point is none to many readers */
    fed_yaml_plain(&yaml, "long", "5000000000L");
    fed_yaml_value(&yaml, "value", "0.05");
    fed_yaml_number(&yaml, "large", 1e20);
    fed_yaml_number(&yaml, "number", 0.5);
    fed_yaml_number(&yaml, "nothing", NAN);
    fed_yaml_number(&yaml, "infinite", -INFINITY);
    fed_yaml_list(&yaml, "list");
    fed_yaml_count(&yaml, NULL, 3);
    fed_yaml_bool(&yaml, NULL, true);
    fed_yaml_close_list(&yaml);
    CU_ASSERT(fed_yaml_end(&yaml));
}

static void test_yaml(void)
{
    char *text;

    with_memory(&text, put_yaml);
    CU_ASSERT_STRING_EQUAL(
        text,
        "word: plain\ndigits: \"1e3\"\ndate: \"2020-01-01\"\nsmall: 1.0e-08\nlong: 5000000000\n"
        "value: 0.05\nlarge: 1.0e+20\nnumber: 0.5\ninfinite: -.inf\nlist:\n- 3\n- true\n");
    free(text);
}

/* Readers of YAML take these for something else when they are plain; the last is no UTF-8. */
static const char *const typed[] = {
    "=",   "<<", "0b101", "0x_1", "2026-01-01 10:00:00", "2026-01", "2026-01-01T10:00:00Z",
    "yes", "",   "~"};

static void put_typed(FILE *stream)
{
    fed_yaml yaml;

    fed_yaml_begin(&yaml, stream, false);
    for (size_t k = 0; k < sizeof typed / sizeof *typed; k++)
        fed_yaml_text(&yaml, "text", typed[k]);
    fed_yaml_text(&yaml, "bytes", "caf\xe9 \xed\xa0\x80");
    fed_yaml_text(&yaml, "letters", "caf\xc3\xa9");
    CU_ASSERT(fed_yaml_end(&yaml));
}

static void test_yaml_typed(void)
{
    char *text, line[64], *at;

    with_memory(&text, put_typed);
    at = text;
    for (size_t k = 0; k < sizeof typed / sizeof *typed; k++) {
        const int length = snprintf(line, sizeof line, "text: \"%s\"\n", typed[k]);

        CU_ASSERT(strncmp(at, line, (size_t)length) == 0);
        at += length;
    }
    CU_ASSERT_STRING_EQUAL(at, "bytes: caf\\xe9 \\xed\\xa0\\x80\nletters: caf\xc3\xa9\n");
    free(text);
}

/* The mean of the models and their distances, against sums of one column after another, for models
 * narrower and wider than what is read at once: the last of them end where the memory does. */
static void test_spread(void)
{
    for (size_t p = 1; p <= 19; p++)
        for (size_t models = 1; models <= 11; models += 5) {
            double *theta = malloc(models * p * sizeof *theta), mean[19], square[FED_CENTRES],
                   centre[FED_CENTRES][19];
            const double *from[FED_CENTRES] = {centre[0], centre[1], centre[2]};

            for (size_t i = 0; i < models * p; i++)
                theta[i] = cos(3.0 * (double)i);
            for (size_t k = 0; k < FED_CENTRES; k++)
                for (size_t j = 0; j < p; j++)
                    centre[k][j] = sin((double)(k + 5 * j));
            fed_spread_mean(models, p, theta, mean);
            fed_spread_squares(models, p, theta, from, square);
            for (size_t j = 0; j < p; j++) {
                double sum = 0.0;

                for (size_t m = 0; m < models; m++)
                    sum += theta[m * p + j];
                CU_ASSERT(mean[j] == sum / (double)models);
            }
            for (size_t k = 0; k < FED_CENTRES; k++) {
                double sum = 0.0;

                for (size_t i = 0; i < models * p; i++)
                    sum += (theta[i] - centre[k][i % p]) * (theta[i] - centre[k][i % p]);
                ASSERT_CLOSE(square[k], sum / (double)models, 1e-13);
            }
            free(theta);
        }
}

int main(void)
{
    CU_TestInfo tests[] = {{"quantiles interpolate, sd divides by n-1", test_quantiles},
                           {"a replicate that ended early keeps its last record",
                            test_early_end_counts_with_last_record},
                           {"columns too long for memory are merged", test_merged_runs},
                           {"the mean of models and how far they are from it", test_spread},
                           {"CSV cells are exact and quoted when they must be", test_cells},
                           {"YAML keeps texts apart from numbers", test_yaml},
                           {"and from all that readers take for more", test_yaml_typed},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"metrics", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
