/* test_datasets.c -- files become the samples they hold, or are refused with their place named. */
#include "core/rng.h"
#include "core/sha256.h"
#include "datasets/decimal.h"
#include "datasets/format.h"
#include "files.h"
#include "tap.h"
#include "datasets/theta_file.h"
#include "datasets/tree.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static fed_arena arena;
static fed_dataset data;
static fed_error error;

static fed_layout layout_for(const char *target, const char *client)
{
    fed_layout layout = fed_layout_default;

    layout.target.name = target;
    layout.client.name = client;
    return layout;
}

static fed_status load(const fed_format *format, const fed_layout *layout, const char *path,
                       const char *target)
{
    fed_file file = {path, NULL, 0}, second = {target, NULL, 0};

    fed_arena_free(&arena);
    error = (fed_error){FED_OK, ""};
    return fed_format_read(&arena, format, layout, &file, target == NULL ? NULL : &second, &data,
                           &error);
}

static void check_message(const char *expected)
{
    if (strcmp(files_strip(error.text), expected) != 0)
        printf("# got '%s'\n# not '%s'\n", files_strip(error.text), expected);
    CU_ASSERT(error.status == FED_DATA);
    CU_ASSERT(strcmp(files_strip(error.text), expected) == 0);
}

static void refuse_path(const fed_format *format, const fed_layout *layout, const char *path,
                        const char *target, const char *expected)
{
    CU_ASSERT(load(format, layout, path, target) == FED_DATA);
    check_message(expected);
}

static void refuse_csv(const fed_layout *layout, const char *text, const char *expected)
{
    refuse_path(&fed_format_csv, layout, files_text("x.csv", text), NULL, expected);
}

static void same(const double *found, const double *expected, size_t count)
{
    for (size_t k = 0; k < count; k++)
        ASSERT_SAME_BITS(found[k], expected[k]);
}

static void test_sha256(void)
{
    /* FIPS 180-2, appendix B, and the length that needs a second padding block. */
    static const char million[] =
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    struct sha256_ctx hash;
    char hex[65], *a = malloc(1000000);

    fed_sha256_of("abc", 3, hex);
    CU_ASSERT(strcmp(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") == 0);
    fed_sha256_of("", 0, hex);
    CU_ASSERT(strcmp(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") == 0);
    fed_sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, hex);
    CU_ASSERT(strcmp(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1") == 0);
    memset(a, 'a', 1000000);
    fed_sha256_of(a, 1000000, hex);
    CU_ASSERT(strcmp(hex, million) == 0);
    sha256_init(&hash);
    for (size_t at = 0, step = 1; at < 1000000;
         at += step, step = step % 97 + 1) /* in odd pieces */
        sha256_update(&hash, at + step < 1000000 ? step : 1000000 - at, (const uint8_t *)a + at);
    fed_sha256_hex(&hash, hex);
    CU_ASSERT(strcmp(hex, million) == 0);
    free(a);
}

/* Every text must give the bits strtod gives: a wrong fast path would be off by one rounding. */
static void test_numbers_are_exact(void)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "+1",
                                        "1.",
                                        ".5",
                                        "0.1",
                                        "123456789012345678",
                                        "1e22",
                                        "1e23",
                                        "9007199254740992",
                                        "9007199254740993",
                                        "9007199254740993e1",
                                        "1e-22",
                                        "1e-23",
                                        "2.2250738585072014e-308",
                                        "4.9e-324",
                                        "1.7976931348623157e308",
                                        "0.000000000000000000000000000001",
                                        "1000000000000000000000000000000",
                                        "8.5e-0",
                                        "1E+5",
                                        "00012.500",
                                        "0.30000000000000004",
                                        "5e-325",
                                        "0e999"};
    fed_rng rng = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0);
    char text[64];
    double value;

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const char *end = texts[k] + strlen(texts[k]);

        CU_ASSERT(fed_decimal_scan(texts[k], end, &value) == end);
        ASSERT_SAME_BITS(value, strtod(texts[k], NULL));
    }
    for (int k = 0; k < 100000; k++) {
        int digits = 1 + (int)fed_rng_below(&rng, 19);
        double scale = pow(10.0, (double)fed_rng_below(&rng, 60) - 30.0);

        snprintf(text, sizeof text, fed_rng_below(&rng, 2) != 0 ? "%.*g" : "%.*e", digits,
                 (fed_rng_uniform(&rng) - 0.5) * scale);
        fed_decimal_scan(text, text + strlen(text), &value);
        if (value != strtod(text, NULL))
            printf("# %s\n", text);
        ASSERT_SAME_BITS(value, strtod(text, NULL));
    }
}

static void test_not_numbers(void)
{
    static const char *const texts[] = {"",      "-",        "+",   ".",     "e5",    "1e",  "1e+",
                                        "1.2.3", "0x10",     "1 2", "--1",   "1f",    "abc", "nan",
                                        "-inf",  "Infinity", "NaN", "1e999", "-1e999"};
    const char *fault;
    double value;

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        CU_ASSERT(!fed_decimal_cell(texts[k], strlen(texts[k]), &value, &fault));
        CU_ASSERT(strcmp(fault, k < 13 ? "is not a number" : "is not a finite number") == 0);
    }
}

static void test_locale(void)
{
    static const char text[] = "0.30000000000000004"; /* too long for the fast path */
    double value;

    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL &&
        setlocale(LC_NUMERIC, "fr_FR.UTF-8") == NULL) {
        tap_skip("no locale with a decimal comma");
        return;
    }
    fed_decimal_scan(text, text + strlen(text), &value);
    setlocale(LC_NUMERIC, "C");
    ASSERT_SAME_BITS(value, 0.30000000000000004);
}

static void test_csv_values(void)
{
    static const double x[] = {1.5, -2.0, 3.0, 4e-3, 5.0, 6.0}, y[] = {10.0, 0.0, -1.0};
    static const int64_t client[] = {1, -1, 0}; /* ids 7, -1, -8 */
    fed_layout layout = layout_for("y", "client");
    const char *path = files_text("x.csv", "\xef\xbb\xbfx1,client,y,x2\r\n1.5,7,10,-2\r\n"
                                           " 3 ,-1,\"0\" , \"4e-3\"\r\n5,-8,-1,6");

    CU_ASSERT_FATAL(load(&fed_format_csv, &layout, path, NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 3 && data.d == 2 && data.clients == 2 && data.ptr == NULL);
    same(data.x, x, 6);
    same(data.y, y, 3);
    CU_ASSERT(memcmp(data.client, client, sizeof client) == 0);
    CU_ASSERT(strcmp(data.names[0], "x1") == 0 && strcmp(data.names[1], "x2") == 0);
}

/* Ids that doubles would not tell apart, and the ends of 64 bits. */
static void test_csv_large_ids(void)
{
    static const int64_t client[] = {2, 1, 3, 0};
    fed_layout layout = layout_for("y", "client");
    const char *path =
        files_text("x.csv", "client,y,x\n9007199254740993,1,1\n9007199254740992,2,2\n"
                            "9223372036854775807,3,3\n-9223372036854775808,4,4\n");

    CU_ASSERT_FATAL(load(&fed_format_csv, &layout, path, NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 4 && data.clients == 4);
    CU_ASSERT(memcmp(data.client, client, sizeof client) == 0);
    refuse_csv(&layout, "client,y,x\n9223372036854775808,2,3\n",
               "x.csv:2: column 1 (client): '9223372036854775808' is beyond 64 bits");
    refuse_csv(
        &layout, "client,y,x\n1e17,2,3\n",
        "x.csv:2: column 1 (client): '1e17' is too large for an integer not written in digits");
}

static void test_csv_layouts(void)
{
    static const char *const words[] = {"g", "h"}, *const drop[] = {"town, or city", "0"};
    static const double numbers[] = {1.0, -1.0}, magic[] = {0.5, 1.5}, y[] = {1.0, -1.0},
                        one[] = {2.0, 8.0};
    fed_layout layout = fed_layout_default;

    layout.header = false; /* columns by index, words in the target, another delimiter */
    layout.delimiter = ';';
    layout.target.index = 1;
    layout.words = words;
    layout.numbers = numbers;
    layout.word_count = 2;
    CU_ASSERT_FATAL(
        load(&fed_format_csv, &layout, files_text("x.csv", "0.5;g\n1.5;h\n\n\n"), NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 2 && data.d == 1 && data.names == NULL && data.client == NULL);
    same(data.x, magic, 2);
    same(data.y, y, 2);
    layout =
        layout_for("y", NULL); /* columns left out, rows with empty cells too, quotes with commas */
    layout.drop = drop;
    layout.drop_count = 2;
    layout.missing = FED_MISSING_DROP;
    layout.divide = 2.0;
    CU_ASSERT_FATAL(
        load(&fed_format_csv, &layout,
             files_text("x.csv",
                        "id,y,\"town, or city\",a\n,1,\"Say \"\"A, B\"\"\",4\n2,1,B,\n3,-1,,16\n"),
             NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 2 && data.d == 1);
    same(data.x, one, 2);
    same(data.y, y, 2);
}

static void test_csv_refusals(void)
{
    fed_layout layout = layout_for("y", NULL), ids = layout_for("y", "client"),
               bare = fed_layout_default;
    static const char *const drop[] = {"twon"};

    refuse_csv(&layout, "y,x1\n1,2\n3,abc\n3,4\n", "x.csv:3: column 2 (x1): 'abc' is not a number");
    refuse_csv(
        &layout, "y,x1\n1,nan\n",
        "x.csv:2: column 2 (x1): 'nan' is a missing value (data.missing = \"drop\" leaves out "
        "such rows, \"mean\" uses the mean of the column)");
    refuse_csv(&layout, "y,x1\n1,-1e999\n1,2\n1,3\n",
               "x.csv:2: column 2 (x1): '-1e999' is not a finite number");
    refuse_csv(&layout, "y,x1\nyes,1\n1,2\n2,3\n", "x.csv:2: column 1 (y): 'yes' is not a number");
    refuse_csv(&layout, "y,x1\n1,2\n3\n", "x.csv:3: 1 cells, expected 2");
    refuse_csv(&layout, "y,x1\n1,2,3\n", "x.csv:2: 3 cells, expected 2");
    refuse_csv(&layout, "y,x1\n1,2\n\n3,4\n",
               "x.csv:3: empty line; delete it, and lines before the header, as titles");
    refuse_csv(&layout, "y,x1\n1,\n",
               "x.csv:2: column 2 (x1): '' is a missing value (data.missing = \"drop\" leaves out "
               "such rows, \"mean\" uses the mean of the column)");
    refuse_csv(&layout, "y,x1\n1,\"2\n", "x.csv:2: column 2: quote without its end");
    refuse_csv(&layout, "y,x1\n1,\"2\"3\n",
               "x.csv:2: column 2: text after the closing quote (a quote in a text is written "
               "twice)");
    refuse_csv(&layout, "", "x.csv: empty file");
    refuse_csv(&layout, "y,x1\n", "x.csv: no rows after the header");
    refuse_csv(&layout, "y,x1", "x.csv: no rows after the header");
    refuse_csv(&layout, "\n\n", "x.csv: no rows");
    refuse_csv(&layout, "y\n1\n",
               "x.csv: only one column; put commas, semicolons or tabs between cells, or set "
               "data.delimiter (\" \" for spaces)");
    refuse_csv(&layout, "yy,x1\n1,2\n", "x.csv:1: no column 'y' for target (did you mean 'yy'?)");
    refuse_csv(&layout, "response,x1\n1,2\n",
               "x.csv:1: no column 'y' for target; line 1 is taken for the names of the columns");
    refuse_csv(&layout, "y,x1,y\n1,2,3\n",
               "x.csv:1: columns 1 and 3 are both called 'y'; rename one");
    refuse_csv(&layout, "1.5,2\n3,4\n",
               "x.csv:1: the header has only numbers (header = false reads it as a row)");
    refuse_csv(&ids, "client,y,x\n1,2,3\n1.5,2,3\n",
               "x.csv:3: column 1 (client): '1.5' is not an integer");
    refuse_csv(&ids, "clients,y,x\n1,2,3\n",
               "x.csv:1: no column 'client' for client (did you mean 'clients'?)");
    refuse_csv(&layout, "y,x\n1,\"a\n\nb\"\n1,2\n1,3\n",
               "x.csv:2: column 2 (x): 'a??b' is not a number");
    ids.client.name = "y";
    refuse_csv(&ids, "client,y,x\n1,2,3\n", "x.csv:1: column 2 cannot be both target and client");
    layout.drop = drop;
    layout.drop_count = 1;
    refuse_csv(&layout, "y,x,town\n1,2,3\n",
               "x.csv:1: no column 'twon' for drop (did you mean 'town'?)");
    layout.drop_count = 0;
    layout.missing = FED_MISSING_DROP;
    refuse_csv(&layout, "y,x\n1,\n,2\n", "x.csv: every row has a missing value");
    layout.features = 1;
    refuse_csv(&layout, "y,x,z\n1,2,3\n", "x.csv:1: 2 features, more than the 1 of data.features");
    bare.header = false;
    bare.target.index = 2;
    refuse_csv(&bare, "1,2\n", "x.csv: no column 2 for target; there are 2, counted from 0");
    bare.target = (fed_column){"y", -1};
    refuse_csv(&bare, "1,2\n",
               "x.csv: no column 'y' for target: the file has no header, use an index");
    bare.target = (fed_column){NULL, 0};
    refuse_csv(&bare, "1,x\n1,2\n1,3\n", "x.csv:1: column 2: 'x' is not a number");
}

static void test_kinds_of_file(void)
{
    fed_layout layout = layout_for("y", NULL);
    fed_file file;
    fed_input input;

    refuse_path(&fed_format_csv, &layout, files_path("none.csv"), NULL,
                "none.csv: No such file or directory");
    mkdir(files_path("folder.csv"), 0777);
    refuse_path(&fed_format_csv, &layout, files_path("folder.csv"), NULL,
                "folder.csv: is a directory, not a file");
    CU_ASSERT_FATAL(mkfifo(files_path("fifo.csv"), 0666) == 0);
    refuse_path(&fed_format_csv, &layout, files_path("fifo.csv"), NULL,
                "fifo.csv: is not a regular file");
    files_text("large.csv", "y,x\n");
    files_cut("large.csv", ((size_t)4 << 30) + 1);
    refuse_path(&fed_format_csv, &layout, files_path("large.csv"), NULL,
                "large.csv: larger than 4294967296 bytes");
    file = (fed_file){files_text("sum.txt", "abc"), "0000", 4};
    error = (fed_error){FED_OK, ""};
    CU_ASSERT(fed_input_read(&arena, &file, 100, &input, &error) == FED_DATA);
    check_message("sum.txt: 3 bytes, expected 4");
    file.bytes = 3;
    error = (fed_error){FED_OK, ""};
    CU_ASSERT(fed_input_read(&arena, &file, 100, &input, &error) == FED_DATA);
    check_message(
        "sum.txt: sha256 is ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, "
        "expected 0000");
}

static void test_gzip(void)
{
    static char text[300000], twice[600000];
    fed_layout layout = layout_for("y", NULL);
    size_t used = (size_t)sprintf(text, "y,x\n");
    const char *path;
    struct stat info;
    fed_input input;
    fed_file file;

    for (int i = 0; used < sizeof text - 40; i++)
        used += (size_t)sprintf(text + used, "%d,%d.25\n", i, i * 7919 % 10007);
    CU_ASSERT_FATAL(load(&fed_format_csv, &layout, files_gzip("x.csv.gz", text, used), NULL) ==
                    FED_OK);
    CU_ASSERT(data.n > 20000 && data.x[20000] == (double)(20000 * 7919 % 10007) + 0.25 &&
              data.y[20000] == 20000.0);
    path = files_path("x.csv.gz");
    CU_ASSERT_FATAL(stat(path, &info) == 0 && info.st_size > 100);
    files_cut("x.csv.gz", (size_t)info.st_size - 1); /* inside the trailer, then inside the data */
    refuse_path(&fed_format_csv, &layout, path, NULL, "x.csv.gz: truncated gzip file");
    files_cut("x.csv.gz", (size_t)info.st_size / 2);
    refuse_path(&fed_format_csv, &layout, path, NULL, "x.csv.gz: truncated gzip file");
    files_cut("x.csv.gz", 5);
    refuse_path(&fed_format_csv, &layout, path, NULL, "x.csv.gz: truncated gzip file");
    path = files_write("bad.csv.gz",
                       "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff", 19);
    refuse_path(&fed_format_csv, &layout, path, NULL,
                "bad.csv.gz: damaged gzip file (invalid block type)");
    file = (fed_file){files_gzip("x.csv.gz", text, used), NULL, 0}; /* more than is wanted */
    error = (fed_error){FED_OK, ""};
    CU_ASSERT(fed_input_read(&arena, &file, 200000, &input, &error) == FED_DATA);
    check_message("x.csv.gz: larger than 200000 bytes");
    memset(twice, '7', sizeof twice); /* two members: both are read */
    {
        FILE *in = fopen(files_gzip("one.gz", twice, sizeof twice), "rb"),
             *out = fopen(files_path("two.gz"), "wb");
        char packed[10000];
        size_t size = fread(packed, 1, sizeof packed, in);

        fwrite(packed, 1, size, out);
        fwrite(packed, 1, size, out);
        fclose(in);
        fclose(out);
    }
    file.path = files_path("two.gz");
    error = (fed_error){FED_OK, ""};
    CU_ASSERT(fed_input_read(&arena, &file, FED_INPUT_MAX, &input, &error) == FED_OK);
    CU_ASSERT(input.size == 2 * sizeof twice && input.text[input.size - 1] == '7' &&
              input.text[input.size] == '\0');
}

static void test_csv_test_set(void)
{
    static const double x[] = {1.0, 2.0, 3.0};
    fed_layout layout = layout_for("y", "client");
    fed_arena kept = {NULL};
    fed_file file = {files_text("train.csv", "client,y,a,b,c\n3,0,1,2,3\n"), NULL, 0};
    fed_dataset train;

    error = (fed_error){FED_OK, ""};
    CU_ASSERT_FATAL(fed_format_read(&kept, &fed_format_csv, &layout, &file, NULL, &train, &error) ==
                    FED_OK);
    layout.like = &train;
    CU_ASSERT_FATAL(
        load(&fed_format_csv, &layout, files_text("t.csv", "c,y,b,a\n3,5,2,1\n"), NULL) == FED_OK);
    same(data.x, x, 3); /* by name, in the training set's order; no client needed */
    CU_ASSERT(data.client == NULL && data.y[0] == 5.0);
    refuse_path(&fed_format_csv, &layout, files_text("t.csv", "y,a,b\n1,2,3\n"), NULL,
                "t.csv:1: no column 'c', which the training set has");
    refuse_path(&fed_format_csv, &layout, files_text("t.csv", "y,a,b,c,d\n1,2,3,4,5\n"), NULL,
                "t.csv:1: column 5 (d) is not in the training set");
    layout.header = false;
    layout.target = (fed_column){NULL, 0};
    layout.client = (fed_column){NULL, -1};
    refuse_path(&fed_format_csv, &layout, files_text("t.csv", "1,2,3\n"), NULL,
                "t.csv: 2 columns of features, but the training set has 3");
    fed_arena_free(&kept);
}

static void test_libsvm_values(void)
{
    static const size_t ptr[] = {0, 2, 2, 3, 4};
    static const uint32_t col[] = {0, 2, 4, 1};
    static const double val[] = {0.5, -1.0, 1e-3, 2.0}, y[] = {1.0, -1.0, 1.0, 0.0};
    static const char *const words[] = {"no"};
    static const double numbers[] = {0.0};
    static const char text[] =
        "# made: by hand\n+1 1:0.5 3:-1 \r\n-1\n1\t5:1e-3 # a comment: 7:7\nno  2:2";
    fed_layout layout = fed_layout_default;

    layout.words = words;
    layout.numbers = numbers;
    layout.word_count = 1;
    CU_ASSERT_FATAL(load(&fed_format_libsvm, &layout, files_text("x.svm", text), NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 4 && data.d == 5 && data.x == NULL);
    CU_ASSERT(memcmp(data.ptr, ptr, sizeof ptr) == 0 && memcmp(data.col, col, sizeof col) == 0);
    same(data.val, val, 4);
    same(data.y, y, 4);
    layout.base = 0;
    layout.features = 9;
    CU_ASSERT_FATAL(load(&fed_format_libsvm, &layout, files_text("x.svm", text), NULL) == FED_OK);
    CU_ASSERT(data.d == 9 && data.col[0] == 1 && data.col[2] == 5);
}

static void refuse_svm(const fed_layout *layout, const char *text, const char *expected)
{
    refuse_path(&fed_format_libsvm, layout, files_text("x.svm", text), NULL, expected);
}

static void test_libsvm_refusals(void)
{
    fed_layout layout = fed_layout_default;

    refuse_svm(&layout, "1 1:1\n1 0:1\n",
               "x.svm:2: column 1: '0:1' has an index below the base 1 (base = 0 counts from 0)");
    refuse_svm(&layout, "1 2:1 2:1\n", "x.svm:1: column 2: index 2 does not come after 2");
    refuse_svm(&layout, "1 3:1 2:1\n", "x.svm:1: column 2: index 2 does not come after 3");
    refuse_svm(&layout, "1 1:1 2:x\n", "x.svm:1: column 2: '2:x' is not index:value");
    refuse_svm(&layout, "1 1:1 2\n", "x.svm:1: column 2: '2' is not index:value");
    refuse_svm(&layout, "1 1:\n", "x.svm:1: column 1: '1:' is not index:value");
    refuse_svm(&layout, "1 1:1:1\n", "x.svm:1: column 1: '1:1:1' is not index:value");
    refuse_svm(&layout, "1 -1:1\n", "x.svm:1: column 1: '-1:1' is not index:value");
    refuse_svm(&layout, "1 qid:3 1:1\n", "x.svm:1: column 1: 'qid:3' is not index:value");
    refuse_svm(&layout, "1 1:nan\n", "x.svm:1: column 1: '1:nan' is not index:value");
    refuse_svm(&layout, "1 1:1e999\n", "x.svm:1: column 1: '1:1e999' is not a finite number");
    refuse_svm(&layout, "a 1:1\n",
               "x.svm:1: column 0: 'a' is not a number (data.labels can assign numbers to "
               "words of the target)");
    refuse_svm(&layout, "1:1 2:2\n", "x.svm:1: column 0: '1:1' is not a number");
    refuse_svm(&layout, "1 1:1\n\n1 1:1\n", "x.svm:2: empty line");
    refuse_svm(&layout, " \n\n", "x.svm: no rows");
    refuse_svm(&layout, "1\n-1\n", "x.svm: no features");
    refuse_svm(&layout, "1 99999999999999999999:1\n",
               "x.svm:1: column 1: index 9999999999999 is beyond the 134217728 features");
    layout.features = 3;
    refuse_svm(&layout, "1 1:1\n1 4:1\n", "x.svm:2: column 1: index 4 is beyond the 3 features");
}

/* A file of version 1 with this dictionary and these elements. */
static const char *npy(const char *name, int version, const char *header, const void *elements,
                       size_t size)
{
    static char bytes[4096];
    size_t length = strlen(header), head = version == 1 ? 10 : 12;

    memcpy(bytes, "\x93NUMPY", 6);
    bytes[6] = (char)version;
    bytes[7] = bytes[10] = bytes[11] = 0;
    bytes[8] = (char)(length & 255);
    bytes[9] = (char)(length >> 8);
    memcpy(bytes + head, header, length);
    memcpy(bytes + head + length, elements, size);
    return files_write(name, bytes, head + length + size);
}

static void test_npy_values(void)
{
    static const double wide[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 3, 4, 6}, y[] = {2, 5};
    static const char big[] = {0x3f, (char)0x80, 0, 0, (char)0xc0, 0, 0, 0}; /* 1.0f, -2.0f */
    static const int64_t longs[] = {-3, 1};
    static const int16_t shorts[] = {-300, 7};
    static const double negative[] = {-3.0, 1.0}, small[] = {-300.0, 7.0}, floats[] = {1.0, -2.0};
    static const double halves[] = {1.0, -65504.0, 0x1p-24, -0.0};
    fed_layout layout = fed_layout_default;

    layout.target.index = 1;
    CU_ASSERT_FATAL(load(&fed_format_npy, &layout,
                         npy("x.npy", 1,
                             "{'descr': '<f8', 'fortran_order': False, "
                             "'shape': (2, 3), }   \n",
                             wide, sizeof wide),
                         NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 2 && data.d == 2);
    same(data.x, x, 4);
    same(data.y, y, 2);
    layout.target.index = 2; /* columns 1 2 | 3 4 | 5 6; client 3 4 */
    layout.client.index = 1;
    CU_ASSERT_FATAL(load(&fed_format_npy, &layout,
                         npy("x.npy", 2,
                             "{'shape': (2,3), 'fortran_order': True, "
                             "'descr': '<f8'}",
                             wide, sizeof wide),
                         NULL) == FED_OK);
    CU_ASSERT(data.d == 1 && data.x[0] == 1.0 && data.x[1] == 2.0 && data.y[1] == 6.0 &&
              data.client[1] == 1);
    layout = fed_layout_default; /* the response in a file of its own, one dimension each */
    CU_ASSERT_FATAL(
        load(&fed_format_npy, &layout,
             npy("x.npy", 3, "{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", big, 8),
             npy("y.npy", 1, "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1)}", longs,
                 16)) == FED_OK);
    same(data.x, floats, 2);
    same(data.y, negative, 2);
    CU_ASSERT_FATAL(
        load(&fed_format_npy, &layout,
             npy("x.npy", 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\1\0", 2),
             npy("y.npy", 1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,)}", shorts,
                 4)) == FED_OK);
    CU_ASSERT(data.x[0] == 1.0 && data.x[1] == 0.0);
    same(data.y, small, 2);
    CU_ASSERT_FATAL(load(&fed_format_npy, &layout,
                         npy("x.npy", 1, "{'descr': '<f2', 'fortran_order': False, 'shape': (4,)}",
                             "\0\x3c\xff\xfb\1\0\0\x80", 8),
                         npy("y.npy", 1, "{'descr': '>f2', 'fortran_order': False, 'shape': (4,)}",
                             "\x3c\0\xfb\xff\0\1\x80\0", 8)) == FED_OK);
    same(data.x, halves, 4);
    same(data.y, halves, 4);
}

static void refuse_npy(const char *header, const void *elements, size_t size, const char *expected)
{
    fed_layout layout = fed_layout_default;

    layout.target.index = 0;
    refuse_path(&fed_format_npy, &layout, npy("x.npy", 1, header, elements, size), NULL, expected);
}

static void test_npy_refusals(void)
{
    static const double values[] = {1.0, 2.0, 3.0, NAN};
    fed_layout layout = fed_layout_default;

    layout.target.index = 0;
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", values, 32,
               "x.npy: row 1, column 1: not a finite number");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", values, 31,
               "x.npy: 31 bytes of elements, expected 2 x 2 of 8");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 99999999)}", values,
               32, "x.npy: 32 bytes of elements, expected 99999999999 x 99999999 of 8");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 99999999999)}", values, 32,
               "x.npy: more than 134217728 features");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2)}", values, 0,
               "x.npy: no rows");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 2)}", values, 32,
               "x.npy: row 0, column 3: not a finite number");
    refuse_npy("{'descr': '<f8', 'fortran_order': True, 'shape': (1, 2, 2)}", values, 32,
               "x.npy: 3 dimensions in Fortran order, expected C order");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': ()}", values, 8,
               "x.npy: npy header: shape must have one to 8 dimensions");
    refuse_npy("{'descr': '<c16', 'fortran_order': False, 'shape': (2,)}", values, 32,
               "x.npy: unsupported element type; expected f2, f4, f8, i1 to i8, u1 to u8 or b1");
    refuse_npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", values, 32,
               "x.npy: unsupported element type; expected f2, f4, f8, i1 to i8, u1 to u8 or b1");
    refuse_npy("{'descr': '<f8', 'fortran_order': No, 'shape': (2,)}", values, 16,
               "x.npy: npy header: fortran_order must be True or False");
    refuse_npy("{'descr': '<f8', 'descr': '<f8'}", values, 16,
               "x.npy: npy header has an unknown or repeated key");
    refuse_npy("{'descr': '<f8'}", values, 16,
               "x.npy: npy header must have descr, fortran_order and shape, and nothing else");
    refuse_npy("[1]", values, 16, "x.npy: npy header is not a dictionary");
    refuse_npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", values, 16,
               "x.npy: there is no column left for features (without target, client and drop)");
    refuse_path(&fed_format_npy, &layout, files_text("x.npy", "\x93NUMPY\x01"), NULL,
                "x.npy: not an npy file of version 1, 2 or 3");
    refuse_path(&fed_format_npy, &layout, files_write("x.npy", "\x93NUMPY\x01\0\xff\xff{}", 12),
                NULL, "x.npy: npy header truncated: 2 bytes of 65535");
}

static void test_idx_values(void)
{
    static const char images[] = {0, 0, 8, 3, 0, 0, 0, 2,  0,   0,
                                  0, 1, 0, 0, 0, 2, 0, 51, 102, (char)255};
    static const char labels[] = {0, 0, 8, 1, 0, 0, 0, 2, 7, 9},
                      doubles[] = {0, 0, 0x0B, 1, 0, 0, 0, 2, -1, -2, 1, 0};
    static const double y[] = {7.0, 9.0}, shorts[] = {-2.0, 256.0};
    fed_layout layout = fed_layout_default;
    char hash[65];

    layout.divide = 255.0;
    CU_ASSERT_FATAL(load(&fed_format_idx, &layout, files_gzip("x.gz", images, sizeof images),
                         files_write("y", labels, sizeof labels)) == FED_OK);
    CU_ASSERT_FATAL(data.n == 2 && data.d == 2);
    CU_ASSERT(data.x == NULL && data.unit == 1.0 / 255.0); /* bytes stay bytes */
    CU_ASSERT(memcmp(data.bytes, images + 16, 4) == 0);
    same(data.y, y, 2);
    memcpy(hash, data.hash, sizeof hash);
    CU_ASSERT_FATAL(load(&fed_format_idx, &layout, files_path("x.gz"),
                         files_write("y", doubles, sizeof doubles)) == FED_OK);
    same(data.y, shorts, 2);
    CU_ASSERT(strcmp(hash, data.hash) != 0); /* the second file counts in the hash */
}

static void test_idx_refusals(void)
{
    static const char images[] = {0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 51},
                      labels[] = {0, 0, 8, 1, 0, 0, 0, 2, 7, 9};
    static const char three[] = {0, 0, 8, 1, 0, 0, 0, 3, 7, 9, 1};
    static const char nan_value[] = {0, 0, 0x0D, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0x7f, (char)0xc0, 0, 0};
    static const char huge[] = {0, 0, 8, 3, -1, -1, -1, -1, 127, -1, -1, -1, 127, -1, -1, -1, 0};
    fed_layout layout = fed_layout_default;
    const char *good = files_write("y", labels, sizeof labels), *x;

    x = files_write("x", images, sizeof images);
    refuse_path(&fed_format_idx, &layout, x, files_write("z", three, sizeof three),
                "z: 3 labels, but x has 2 samples");
    refuse_path(&fed_format_idx, &layout, good, files_write("z", images, sizeof images - 1),
                "z: 1 bytes of elements, expected 2 (2 x 1 of 1 bytes)");
    refuse_path(&fed_format_idx, &layout, files_write("x", images, 10), good,
                "x: idx header truncated: 10 bytes for 2 dimensions");
    refuse_path(&fed_format_idx, &layout, files_text("x", "y,x\n1,2\n"), good,
                "x: not an idx file: it must open with 0, 0 and a type");
    refuse_path(&fed_format_idx, &layout, files_write("x", nan_value, sizeof nan_value), good,
                "x: row 1, column 0: not a finite number");
    refuse_path(&fed_format_idx, &layout, files_write("x", huge, sizeof huge), good,
                "x: more than 134217728 features");
    refuse_path(&fed_format_idx, &layout, files_write("x", "\0\0\x08\x01\0\0\0\0", 8), good,
                "x: dimension 0 is 0");
}

/* Two records of CIFAR-10, of CIFAR-100 by their fine labels, and neither. */
static void test_cifar(void)
{
    static const double ten[] = {3.0, 9.0}, hundred[] = {31.0, 77.0};
    char file[2 * 3074] = {0};
    fed_layout layout = fed_layout_default;

    layout.divide = 255.0;
    file[0] = 3;
    file[1] = (char)200;
    file[3073] = 9;
    file[2 * 3073 - 1] = 17;
    CU_ASSERT_FATAL(
        load(&fed_format_cifar, &layout, files_gzip("x.bin.gz", file, 2 * 3073), NULL) == FED_OK);
    CU_ASSERT_FATAL(data.n == 2 && data.d == 3072 && data.bytes != NULL);
    same(data.y, ten, 2);
    CU_ASSERT(data.bytes[0] == 200 && data.bytes[1] == 0 && data.bytes[2 * 3072 - 1] == 17);
    memset(file, 0, sizeof file);
    file[1] = 31;
    file[3075] = 77;
    CU_ASSERT_FATAL(
        load(&fed_format_cifar, &layout, files_write("x.bin", file, sizeof file), NULL) == FED_OK);
    same(data.y, hundred, 2);
    refuse_path(&fed_format_cifar, &layout, files_write("x.bin", file, 3000), NULL,
                "x.bin: 3000 bytes, expected records of 3073 (one label) or 3074 (two)");
}

static void test_guess(void)
{
    CU_ASSERT(fed_format_guess("a/x.csv") == &fed_format_csv &&
              fed_format_guess("x.csv.gz") == &fed_format_csv);
    CU_ASSERT(fed_format_guess("x.svm") == &fed_format_libsvm &&
              fed_format_guess("x.libsvm") == &fed_format_libsvm);
    CU_ASSERT(fed_format_guess("x.npy") == &fed_format_npy);
    CU_ASSERT(fed_format_guess("t10k-images-idx3-ubyte.gz") == &fed_format_idx);
    CU_ASSERT(fed_format_guess("a9a") == NULL && fed_format_guess(".csv") == NULL &&
              fed_format_guess("") == NULL);
}

static void refuse_theta(const char *text, const char *expected)
{
    fed_theta_file file;

    fed_arena_free(&arena);
    error = (fed_error){FED_OK, ""};
    CU_ASSERT(fed_theta_read(&arena, files_text("theta.csv", text), &file, &error) == FED_DATA);
    check_message(expected);
}

/* What fed_tree_parse says of {a: [..[1, 1, ...]..]}, with so many lists and numbers. */
static const char *tree_fault(size_t lists, size_t numbers)
{
    static char text[3 * FED_TREE_NODES];
    fed_input input = {.path = "tree.yaml", .text = text};
    const fed_tree *root = NULL;
    char *at = text;

    at += sprintf(at, "a: ");
    for (size_t k = 0; k < lists; k++)
        *at++ = '[';
    for (size_t k = 0; k < numbers; k++)
        at += sprintf(at, "%s1", k > 0 ? "," : "");
    for (size_t k = 0; k < lists; k++)
        *at++ = ']';
    *at = '\0';
    input.size = (size_t)(at - text);
    fed_arena_free(&arena);
    error = (fed_error){FED_OK, ""};
    if (fed_tree_parse(&arena, &input, &root, &error) == FED_OK)
        CU_ASSERT(root != NULL && root->kind == FED_TREE_MAP && strcmp(root->child->key, "a") == 0);
    return error.text;
}

/* Manifests are bounded: 4096 values with the map and its list, 32 levels with the map. */
static void test_tree(void)
{
    CU_ASSERT_STRING_EQUAL(tree_fault(1, FED_TREE_NODES - 2), "");
    CU_ASSERT_STRING_EQUAL(tree_fault(1, FED_TREE_NODES - 1), "tree.yaml:1: more than 4096 values");
    CU_ASSERT_STRING_EQUAL(tree_fault(FED_TREE_DEPTH - 1, 1), "");
    CU_ASSERT_STRING_EQUAL(tree_fault(FED_TREE_DEPTH, 1),
                           "tree.yaml:1: nested deeper than 32 levels");
}

static void test_theta(void)
{
    static const double theta[] = {1.5, 2.0, 3.0, -4.0};
    fed_theta_file file;

    error = (fed_error){FED_OK, ""};
    CU_ASSERT_FATAL(
        fed_theta_read(&arena,
                       files_text("theta.csv", "client,theta_0,theta_1\n-1,1.5,2\n4,3,-4\n"), &file,
                       &error) == FED_OK);
    CU_ASSERT_FATAL(file.rows == 2 && file.p == 2 && file.client[0] == -1 && file.client[1] == 4);
    same(file.theta, theta, 4);
    CU_ASSERT_FATAL(
        fed_theta_read(&arena, files_text("theta.csv", "run,replicate,client,theta_0\n0,3,-1,7\n"),
                       &file, &error) == FED_OK);
    CU_ASSERT(file.rows == 1 && file.p == 1 && file.theta[0] == 7.0);
    refuse_theta("theta_0,theta_1\n1,2\n",
                 "theta.csv:1: expected the columns [run,replicate,]client,theta_0,...");
    refuse_theta("client,theta_0,theta_2\n-1,2,3\n",
                 "theta.csv:1: column 2 is 'theta_2', expected 'theta_1'");
    refuse_theta("client,theta_0\n", "theta.csv: no rows after the header");
    refuse_theta("client,theta_0\n-1,x\n", "theta.csv:2: column 1: 'x' is not a number");
    refuse_theta("client,theta_0\n-1,1\n-1,2\n", "theta.csv: client -1 has two rows");
    refuse_theta("client,theta_0\n-2,1\n",
                 "theta.csv:2: column 0 (client): '-2' is not a client's number");
    refuse_theta("client,theta_0\n-1,1,2\n", "theta.csv:2: 3 cells, expected 2");
    refuse_theta("run,replicate,client,theta_0\n0,0,-1,1\n0,1,-1,2\n",
                 "theta.csv:3: column 1: a second replicate; keep the rows of one");
}

int main(void)
{
    CU_TestInfo numbers[] = {{"sha256 gives the published digests", test_sha256},
                             {"numbers have strtod's bits", test_numbers_are_exact},
                             {"what is not a number", test_not_numbers},
                             {"numbers are read alike in every locale", test_locale},
                             CU_TEST_INFO_NULL};
    CU_TestInfo files[] = {{"csv: values, ids, CR LF, quotes", test_csv_values},
                           {"csv: no header, words, drop, missing", test_csv_layouts},
                           {"csv: ids of 64 bits", test_csv_large_ids},
                           {"csv: refusals", test_csv_refusals},
                           {"csv: a test set by the training set's columns", test_csv_test_set},
                           {"directories, FIFOs, large files, checksums", test_kinds_of_file},
                           {"gzip, whole, truncated, damaged, many members", test_gzip},
                           {"libsvm: values", test_libsvm_values},
                           {"libsvm: refusals", test_libsvm_refusals},
                           {"npy: values", test_npy_values},
                           {"npy: refusals", test_npy_refusals},
                           {"idx: values", test_idx_values},
                           {"idx: refusals", test_idx_refusals},
                           {"CIFAR's binary files", test_cifar},
                           {"formats by name", test_guess},
                           {"theta.csv's columns", test_theta},
                           {"bounds of manifests", test_tree},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"numbers", NULL, NULL, NULL, NULL, numbers},
                             {"files", files_open, files_close, NULL, NULL, files},
                             CU_SUITE_INFO_NULL};
    int status = tap_main(suites);

    fed_arena_free(&arena);
    return status;
}
