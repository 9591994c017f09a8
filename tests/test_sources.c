/* test_sources.c -- the data group of a configuration: files, manifests, test sets, standardizing.
 */
#include "core/sha256.h"
#include "datasets/dataset.h"
#include "datasets/format.h"
#include "datasets/manifest.h"
#include "datasets/transform.h"
#include "crew.h"
#include "files.h"
#include "tap.h"
#include "config/open.h"
#include "datasets/list.h"
#include "datasets/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const fed_section sections[] = {{"data", "source", fed_data_params, fed_sources, NULL, NULL},
                                       {NULL, NULL, NULL, NULL, NULL, NULL}};

static fed_arena arena;
static const fed_dataset *data;
static fed_error error;

static fed_status load_seed(const char *group, uint64_t seed, uint64_t replicate)
{
    char text[4096];
    fed_config *config;

    fed_arena_free(&arena);
    error = (fed_error){FED_OK, ""};
    snprintf(text, sizeof text, "data = { %s };\n", group);
    TRY(fed_config_open(&arena, files_text("c.cfg", text), sections, NULL, 0, &config, NULL,
                        &error));
    return fed_dataset_load(&arena, crew(), config, seed, replicate, &data, &error);
}

static fed_status load(const char *group)
{
    fed_status status = load_seed(group, 1, 0);

    if (status != FED_OK)
        printf("# %s\n", files_strip(error.text));
    return status;
}

static void refuse(const char *group, fed_status status, const char *expected)
{
    CU_ASSERT(load_seed(group, 1, 0) == status && error.status == status);
    if (strcmp(files_strip(error.text), expected) != 0)
        printf("# got '%s'\n# not '%s'\n", files_strip(error.text), expected);
    CU_ASSERT(strcmp(files_strip(error.text), expected) == 0);
}

/* y = row, x1 = 2 row, x2 = a constant, client = row % 3 */
static void write_rows(const char *name, int rows)
{
    char text[8192];
    size_t used = (size_t)sprintf(text, "client,y,x1,x2\n");

    for (int i = 0; i < rows; i++)
        used += (size_t)sprintf(text + used, "%d,%d,%d,0.1\n", i % 3, i, 2 * i);
    files_text(name, text);
}

static void test_file(void)
{
    write_rows("x.csv", 5);
    files_text("truth.csv", "client,theta_0,theta_1\n0,1,1\n-1,3,4\n");
    CU_ASSERT_FATAL(
        load("source = \"file\"; path = \"x.csv\"; target = \"y\"; client = \"client\";") ==
        FED_OK);
    CU_ASSERT(data->n == 5 && data->d == 2 && data->clients == 3 && data->client[4] == 1 &&
              data->y[4] == 4.0);
    CU_ASSERT(data->test == NULL && data->truth == NULL && strlen(data->hash) == 64);
    CU_ASSERT_FATAL(
        load("source = \"file\"; path = \"x.csv\"; target = 1; drop = [\"client\"]; features = 4; "
             "truth = \"truth.csv\";") == FED_OK);
    CU_ASSERT(data->d == 4 && data->x[4] == 2.0 && data->x[5] == 0.1 && data->x[6] == 0.0 &&
              data->x[7] == 0.0);
    CU_ASSERT(data->truth_count == 2 && data->truth[0] == 3.0 && data->truth[1] == 4.0);
    files_text("words.data", "1;g\n2;h\n");
    CU_ASSERT_FATAL(load("source = \"file\"; path = \"words.data\"; format = \"csv\"; header = "
                         "false; target = 1; "
                         "delimiter = \";\"; labels = { g = 1; h = -1.0; };") == FED_OK);
    CU_ASSERT(data->y[0] == 1.0 && data->y[1] == -1.0);
}

static void test_faults(void)
{
    write_rows("x.csv", 5);
    files_text("many.csv", "client,theta_0\n0,1\n1,1\n");
    files_text("plain", "y,x\n1,2\n");
    refuse("source = \"file\"; path = \"none\"; target = \"y\";", FED_DATA,
           "c.cfg:1: data.path: none: No such file or directory");
    refuse("source = \"file\"; path = \".\"; target = \"y\";", FED_DATA,
           ".: is a directory, not a file");
    refuse("source = \"file\"; path = \"plain\"; target = \"y\";", FED_CONFIG,
           "c.cfg:1: data.path: unknown format of 'plain'; set data.format");
    refuse("source = \"file\"; target = \"y\";", FED_CONFIG,
           "c.cfg:1: data.path: needed with source = \"file\"");
    refuse("source = \"file\"; path = \"x.csv\";", FED_CONFIG,
           "c.cfg:1: data.target: needed with format = \"csv\"");
    refuse("source = \"file\"; path = \"x.idx\";", FED_CONFIG,
           "c.cfg:1: data.target_path: needed with format = \"idx\"");
    refuse(
        "source = \"file\"; path = \"x.csv\"; target = \"y\"; delimiter = \"..\";", FED_CONFIG,
        "c.cfg:1: data.delimiter: '..' is not one character that no number has, nor tab or auto");
    refuse("source = \"file\"; path = \"y.csv\"; target = \"y\";", FED_DATA,
           "c.cfg:1: data.path: y.csv: No such file or directory");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"clinet\";", FED_DATA,
           "x.csv:1: no column 'clinet' for target (did you mean 'client'?)");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"y\"; features = 2;", FED_DATA,
           "x.csv:1: 3 features, more than the 2 of data.features");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"y\"; test_fraction = 0.01;", FED_DATA,
           "c.cfg:1: data.test_fraction: 5 samples would give 0 for the test and 5 for training");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"y\"; test_fraction = 0.5; test_path = "
           "\"x.csv\";",
           FED_CONFIG, "c.cfg:1: data.test_path: cannot be combined with test_fraction");
    refuse("source = \"synthetic\"; samples = 5; theta = [1.0]; test_path = \"x.csv\";", FED_CONFIG,
           "c.cfg:1: data.test_path: needs data from a file; use test_fraction");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"y\"; truth = \"many.csv\";", FED_DATA,
           "many.csv: no row of client -1 among 2");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"y\"; truth = \"none.csv\";", FED_DATA,
           "c.cfg:1: data.truth: none.csv: No such file or directory");
    refuse("features = 3;", FED_CONFIG, "c.cfg:1: data.source: needed");
}

/* Each sample goes to exactly one set, in file order, the same for every replicate of a file. */
static void check_split(size_t rows, size_t test_rows, double (*value)(const fed_dataset *, size_t))
{
    size_t train = 0, test = 0;

    CU_ASSERT_FATAL(data->test != NULL && data->n == rows - test_rows &&
                    data->test->n == test_rows);
    CU_ASSERT(data->test->client == NULL);
    for (size_t i = 0; i < rows; i++) {
        bool here = train < data->n && data->y[train] == (double)i;
        const fed_dataset *set = here ? data : data->test;
        size_t row = here ? train++ : test++;

        CU_ASSERT_FATAL(row < set->n);
        CU_ASSERT(set->y[row] == (double)i && value(set, row) == 2.0 * (double)i);
        if (here && set->client != NULL)
            CU_ASSERT(set->client[row] == (int64_t)(i % 3));
    }
    CU_ASSERT(train == data->n && test == test_rows);
}

static double dense_value(const fed_dataset *set, size_t row)
{
    return set->x[row * set->d];
}

/* Row i holds i % 3 + 1 entries, the first at column i % 5, all of value 2 i. */
static double sparse_value(const fed_dataset *set, size_t row)
{
    size_t i = (size_t)set->y[row], first = set->ptr[row];
    bool good = set->ptr[row + 1] - first == i % 3 + 1 && set->col[first] == i % 5;

    return good ? set->val[set->ptr[row + 1] - 1] : -1.0;
}

static void test_split(void)
{
    static const char group[] =
        "source = \"file\"; path = \"x.csv\"; target = \"y\"; client = \"client\"; "
        "test_fraction = 0.3;";
    char text[8192];
    size_t used = 0;
    double first[40];

    write_rows("x.csv", 40);
    CU_ASSERT_FATAL(load(group) == FED_OK);
    check_split(40, 12, dense_value);
    memcpy(first, data->y, data->n * sizeof *first);
    CU_ASSERT_FATAL(load_seed(group, 1, 7) == FED_OK);
    CU_ASSERT(memcmp(first, data->y, data->n * sizeof *first) == 0); /* file data are fixed */
    CU_ASSERT_FATAL(load_seed(group, 2, 0) == FED_OK);
    CU_ASSERT(memcmp(first, data->y, data->n * sizeof *first) != 0);
    for (int i = 0; i < 40; i++) {
        used += (size_t)sprintf(text + used, "%d", i);
        for (int k = 0; k <= i % 3; k++)
            used += (size_t)sprintf(text + used, " %d:%d", i % 5 + k + 1, 2 * i);
        used += (size_t)sprintf(text + used, "\n");
    }
    files_text("x.svm", text);
    CU_ASSERT_FATAL(load("source = \"file\"; path = \"x.svm\"; test_fraction = 0.3;") == FED_OK);
    check_split(40, 12, sparse_value);
    CU_ASSERT_FATAL(
        load("source = \"synthetic\"; samples = 50; theta = [1.0, 2.0]; test_fraction = 0.2;") ==
        FED_OK);
    CU_ASSERT(data->n == 40 && data->test->n == 10);
}

static void test_test_path(void)
{
    files_text("a.svm", "1 1:1 3:1\n-1 2:1\n");
    files_text("b.svm", "1 1:1\n");
    files_text("wide.svm", "1 4:1\n");
    CU_ASSERT_FATAL(load("source = \"file\"; path = \"a.svm\"; test_path = \"b.svm\";") == FED_OK);
    CU_ASSERT(data->d == 3 && data->test->d == 3 &&
              data->test->n == 1); /* widened to the training set */
    refuse("source = \"file\"; path = \"a.svm\"; test_path = \"wide.svm\";", FED_DATA,
           "wide.svm:1: column 1: index 4 is beyond the 3 features");
    CU_ASSERT_FATAL(
        load("source = \"file\"; path = \"a.svm\"; test_path = \"wide.svm\"; features = 6;") ==
        FED_OK);
    CU_ASSERT(data->d == 6 && data->test->d == 6);
}

static void test_standardize(void)
{
    double mean = 0.0, square = 0.0, scale;

    write_rows("x.csv", 7);
    files_text("t.csv", "y,x1,x2\n0,6,0.1\n0,8,0.3\n");
    CU_ASSERT_FATAL(
        load("source = \"file\"; path = \"x.csv\"; target = \"y\"; client = \"client\"; "
             "test_path = \"t.csv\"; standardize = true; features = 3;") == FED_OK);
    for (size_t i = 0; i < 7; i++) {
        mean += data->x[3 * i] / 7.0;
        square += data->x[3 * i] * data->x[3 * i] / 7.0;
        CU_ASSERT(data->x[3 * i + 1] == 0.1 && data->x[3 * i + 2] == 0.0); /* constants stay */
    }
    ASSERT_CLOSE(mean, 0.0, 1e-15);
    ASSERT_CLOSE(square, 1.0, 1e-15);
    ASSERT_CLOSE(data->test->x[0], 0.0, 1e-15); /* 2 row has mean 6 and standard deviation 4 */
    ASSERT_CLOSE(data->test->x[3], 0.5, 1e-15);
    CU_ASSERT(data->test->x[4] == 0.3);
    files_text("s.svm", "1 1:3 2:5\n1 2:5\n1 1:3 2:5\n1 2:5 3:-2\n");
    CU_ASSERT_FATAL(load("source = \"file\"; path = \"s.svm\"; standardize = true;") == FED_OK);
    CU_ASSERT(data->ptr[4] == 7 &&
              data->val[1] == 5.0);                  /* no entry added, the constant as it was */
    ASSERT_CLOSE(data->val[0], 3.0 / 1.5, 1e-15);    /* 3, 0, 3, 0: standard deviation 1.5 */
    scale = sqrt((3 * 0.5 * 0.5 + 1.5 * 1.5) / 4.0); /* 0, 0, 0, -2: mean -0.5 */
    ASSERT_CLOSE(data->val[6], -2.0 / scale, 1e-15);
    files_text("x.csv", "y,x\n1,1e308\n1,-1e308\n");
    refuse("source = \"file\"; path = \"x.csv\"; target = \"y\"; standardize = true;", FED_DATA,
           "x.csv: feature 0 is too large or too small to be standardized");
}

static const char *manifest_text(const char *rest)
{
    static char text[4096];

    snprintf(text, sizeof text,
             "name: made\ntitle: Made\nformat: csv\ntarget: y\nsamples: 2\nfeatures: 1\n%s", rest);
    return text;
}

static const char *files_of(const char *content)
{
    static char text[512];
    char hash[65];

    fed_sha256_of(content, strlen(content), hash);
    snprintf(text, sizeof text,
             "files:\n  train:\n    path: made.csv\n    sha256: %s\n    bytes: %zu\n", hash,
             strlen(content));
    return text;
}

/* What is skipped is what the same number of samples draws: the two make the whole set. */
static void skip_thinned(const double *drawn)
{
    bool seen[60] = {false};
    size_t distinct = 0;
    double rest[40];

    CU_ASSERT_FATAL(load("source = \"dataset\"; name = \"made\"; skip = 20;") == FED_OK &&
                    data->n == 40);
    memcpy(rest, data->y, sizeof rest);
    for (size_t i = 0; i < 60; i++) {
        const size_t y = (size_t)(i < 20 ? drawn[i] : rest[i - 20]);

        CU_ASSERT(i < 20 || data->x[i - 20] == 2.0 * rest[i - 20]);
        distinct += y < 60 && !seen[y];
        seen[y % 60] = true;
    }
    CU_ASSERT(distinct == 60);
    CU_ASSERT_FATAL(load("source = \"dataset\"; name = \"made\"; skip = 20; samples = 30;") ==
                        FED_OK &&
                    data->n == 30);
    for (size_t i = 0, k = 0; i < 30; i++) { /* 30 of the 40 */
        while (k < 40 && rest[k] != data->y[i])
            k++;
        CU_ASSERT(k < 40);
    }
    refuse("source = \"dataset\"; name = \"made\"; skip = 60;", FED_CONFIG,
           "c.cfg:1: data.skip: 60, but there are no others");
    refuse("source = \"dataset\"; name = \"made\"; skip = 20; samples = 41;", FED_CONFIG,
           "c.cfg:1: data.samples: 41, but there are fewer samples");
    refuse("source = \"dataset\"; name = \"made\"; skip = 20; fraction = 0.5;", FED_CONFIG,
           "c.cfg:1: data.skip: not together with data.fraction");
}

/* Some of the samples of a known data set: so many distinct ones in the file's order. */
static void test_thinning(void)
{
    static const char group[] = "source = \"dataset\"; name = \"made\"; samples = 20;";
    char rows[1024] = "y,x\n", text[1024], folder[400];
    double first[20];
    bool ordered = true;

    for (int i = 0; i < 60; i++)
        sprintf(rows + strlen(rows), "%d,%d\n", i, 2 * i);
    snprintf(folder, sizeof folder, "%s", files_path(""));
    setenv("FEDOMP_DATA_PATH", folder, 1);
    files_text("made.csv", rows);
    snprintf(text, sizeof text,
             "name: made\ntitle: Made\nformat: csv\ntarget: y\nsamples: 60\nfeatures: 1\n%s",
             files_of(rows));
    files_text("made.yaml", text);
    CU_ASSERT_FATAL(load(group) == FED_OK && data->n == 20);
    memcpy(first, data->y, sizeof first);
    for (size_t i = 0; i < 20; i++)
        ordered = ordered && data->x[i] == 2.0 * first[i] && (i == 0 || first[i] > first[i - 1]);
    CU_ASSERT(ordered && first[19] > 20.0);
    CU_ASSERT_FATAL(load_seed(group, 1, 7) == FED_OK && data->n == 20);
    CU_ASSERT(memcmp(first, data->y, sizeof first) == 0); /* the same in every replicate */
    CU_ASSERT_FATAL(load_seed(group, 2, 0) == FED_OK && data->n == 20);
    CU_ASSERT(memcmp(first, data->y, sizeof first) != 0);
    skip_thinned(first);
    refuse("source = \"dataset\"; name = \"made\"; samples = 61;", FED_CONFIG,
           "c.cfg:1: data.samples: 61, but there are fewer samples");
    refuse("source = \"dataset\"; name = \"made\"; test_samples = 1;", FED_CONFIG,
           "c.cfg:1: data.test_samples: 1, but there is no test set");
    unsetenv("FEDOMP_DATA_PATH");
    refuse("source = \"dataset\"; name = \"toy\"; samples = 20;", FED_CONFIG,
           "c.cfg:1: data.samples: 20, but the samples belong to clients");
}

static void refuse_manifest(const char *text, const char *expected)
{
    files_text("made.yaml", text);
    refuse("source = \"dataset\"; name = \"made\";", FED_DATA, expected);
}

/* The row of --list=datasets that opens with `name` has `part`, among ten or more. */
static void check_list(const char *name, const char *part)
{
    char *text = NULL, *row = NULL, *rest;
    size_t size, rows = 0;
    FILE *stream = open_memstream(&text, &size);

    error = (fed_error){FED_OK, ""};
    CU_ASSERT(fed_dataset_list(stream, &error) == FED_OK);
    fclose(stream);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest), rows++)
        if (strncmp(line, name, strlen(name)) == 0)
            row = line;
    CU_ASSERT(row != NULL && strstr(files_strip(row), part) != NULL);
    CU_ASSERT(rows >= 11); /* the heading and ten manifests */
    free(text);
}

/* What a field, and the fields together, must be. */
static void test_manifest_fields(void)
{
    static const char *const wrong[][2] = {
        {"name: [made]\n", ":1: name: expected a word or a line of text"},
        {"samples: many\n", ":1: samples: expected a number"},
        {"samples: 2.5\n", ":1: samples: expected a count"},
        {"header: yes\n", ":1: header: expected true or false"},
        {"missing: ignore\n", ":1: missing: expected drop or error"},
        {"delimiter: 12\n", ":1: delimiter: expected one character that no number has, or tab"},
        {"drop: x\n", ":1: drop: expected a list of columns"},
        {"drop: [[x]]\n", ":1: drop: expected a list of columns"},
        {"labels: [a]\n", ":1: labels: expected lines of word: number"},
        {"files: x\n",
         ":1: files: expected train, and optionally train_labels, test and test_labels"},
        {"files:\n  train: x\n", ":2: train: expected path, sha256 and bytes"},
        {"files:\n  train:\n    path: x\n", ":3: train: expected path, sha256 and bytes"},
    };
    char text[4096];

    snprintf(text, sizeof text, "%s", files_path(""));
    setenv("FEDOMP_DATA_PATH", text, 1);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        snprintf(text, sizeof text, "/made.yaml%s", wrong[k][1]);
        refuse_manifest(wrong[k][0], text);
    }
    snprintf(text, sizeof text, "name: made\ntitle: Made\nsamples: 2\nfeatures: 1\n%s",
             files_of("x"));
    refuse_manifest(text, "/made.yaml: a manifest needs format: " FED_FORMAT_CHOICES);
    snprintf(text, sizeof text, "name: made\ntitle: Made\nsamples: 2\nfeatures: 1\nformat: csv\n%s",
             files_of("x"));
    refuse_manifest(text, "/made.yaml: a manifest needs target");
    snprintf(text, sizeof text, "name: made\ntitle: Made\nsamples: 2\nfeatures: 1\nformat: idx\n%s",
             files_of("x"));
    refuse_manifest(text, "/made.yaml: a manifest needs files: train_labels");
    unlink(files_path("made.yaml"));
    unsetenv("FEDOMP_DATA_PATH");
}

static void test_manifest(void)
{
    static const char group[] = "source = \"dataset\"; name = \"made\";",
                      rows[] = "y,x\n1,2\n3,4\n";
    char deep[200] = "x: ", *p = deep + 3;
    char folder[400], message[300], found[65], wanted[65];

    snprintf(folder, sizeof folder, "%s", files_path(""));
    setenv("FEDOMP_DATA_PATH", folder, 1);
    files_text("made.csv", rows);
    files_text("made.yaml", manifest_text(files_of(rows)));
    CU_ASSERT_FATAL(load(group) == FED_OK);
    CU_ASSERT(data->n == 2 && data->x[1] == 4.0 && data->y[1] == 3.0);
    files_text("made.csv", "y,x\n1,2\n3,5\n"); /* a changed byte, a lost byte, no file */
    fed_sha256_of("y,x\n1,2\n3,5\n", 12, found);
    fed_sha256_of(rows, 12, wanted);
    snprintf(message, sizeof message, "/made.csv: sha256 is %s, expected %s", found, wanted);
    refuse(group, FED_DATA, message);
    files_text("made.csv", "y,x\n1,2\n3,4");
    refuse(group, FED_DATA, "/made.csv: 11 bytes, expected 12");
    unlink(files_path("made.csv"));
    refuse(
        group, FED_DATA,
        "c.cfg:1: data.name: file 'made.csv' of made not found; get it from its makers, put it in "
        "a directory and set FEDOMP_DATA_PATH to that");
    refuse("source = \"dataset\"; name = \"mede\";", FED_DATA,
           "c.cfg:1: data.name: no data set 'mede' (did you mean 'made'?)");
    refuse("source = \"dataset\"; name = \"../made\";", FED_DATA,
           "c.cfg:1: data.name: no data set '../made' (did you mean 'made'?)");
    refuse("source = \"dataset\";", FED_CONFIG,
           "c.cfg:1: data.name: needed with source = \"dataset\"");
    refuse_manifest("name: made\nname: made\n", "/made.yaml:2: repeated key 'name'");
    refuse_manifest("name: &a made\n", "/made.yaml:1: anchors are not allowed");
    refuse_manifest("name: made\ntitle: *a\n", "/made.yaml:2: aliases are not allowed");
    refuse_manifest("labels: &l\n  a: 1\n", "/made.yaml:1: anchors are not allowed");
    refuse_manifest("- name\n", "/made.yaml:1: expected lines of key: value");
    refuse_manifest("name: made\n---\nname: made\n", "/made.yaml:2: a second document");
    refuse_manifest("name: [made\n", "/made.yaml:2: did not find expected ',' or ']'");
    refuse_manifest("nam: made\n", "/made.yaml:1: nam: unknown key");
    refuse_manifest("samples: -3\n", "/made.yaml:1: samples: expected a count");
    refuse_manifest("divide: 0\n", "/made.yaml:1: divide: expected a number above 0");
    refuse_manifest("files:\n  train:\n    path: ../x\n",
                    "/made.yaml:3: path: expected a path below a data directory");
    refuse_manifest("files:\n  train:\n    path: x\n    sha256: 12\n",
                    "/made.yaml:4: sha256: expected 64 lower case hexadecimal digits");
    refuse_manifest("name: made\n",
                    "/made.yaml: a manifest needs name, title, samples and features");
    refuse_manifest(manifest_text(""), "/made.yaml: a manifest needs files: train");
    for (int k = 0; k < 40; k++)
        *p++ = '[';
    refuse_manifest(deep, "/made.yaml:1: nested deeper than 32 levels");
    check_list("made ",
               "/made.yaml:1: nested deeper than 32 levels"); /* the list goes on without it */
    files_cut("made.yaml", (1 << 20) + 1);
    refuse("source = \"dataset\"; name = \"made\";", FED_DATA,
           "/made.yaml: larger than 1048576 bytes");
    unlink(files_path("made.yaml"));
    unsetenv("FEDOMP_DATA_PATH");
}

/* sum over the samples of sum_j (j + 1) x_j: a wrong column or a lost entry changes it. */
static double weighted_sum(const fed_dataset *set)
{
    double *row = FED_ARRAY(&arena, set->d, double), sum = 0.0;

    for (size_t i = 0; i < set->n; i++)
        if (set->ptr == NULL) {
            fed_row_copy(&set->matrix, i, row);
            for (size_t j = 0; j < set->d; j++)
                sum += (double)(j + 1) * row[j];
        } else {
            for (size_t k = set->ptr[i]; k < set->ptr[i + 1]; k++)
                sum += (double)(set->col[k] + 1) * set->val[k];
        }
    return sum;
}

static double response_sum(const fed_dataset *set)
{
    double sum = 0.0;

    for (size_t i = 0; i < set->n; i++)
        sum += set->y[i];
    return sum;
}

/* A set as another program reads it; the test set's numbers are 0 where there is none. */
static void check_set(const char *name, size_t n, size_t d, double x, double y, size_t test_n,
                      double test_x, double test_y)
{
    char group[100];
    const char *missing;
    fed_manifest manifest;
    bool found;

    fed_arena_free(&arena);
    error = (fed_error){FED_OK, ""};
    CU_ASSERT_FATAL(fed_manifest_find(&arena, name, &manifest, &found, &error) == FED_OK && found);
    CU_ASSERT_FATAL(fed_manifest_locate(&arena, &manifest, &missing, &error) == FED_OK);
    if (missing != NULL) {
        tap_skip("its files are not on this machine");
        return;
    }
    snprintf(group, sizeof group, "source = \"dataset\"; name = \"%s\";", name);
    CU_ASSERT_FATAL(load(group) == FED_OK);
    CU_ASSERT(data->n == n && data->d == d);
    ASSERT_CLOSE(weighted_sum(data) * manifest.layout.divide, x, 1e-12);
    ASSERT_CLOSE(response_sum(data), y, 1e-14);
    CU_ASSERT_FATAL((data->test != NULL) == (test_n > 0));
    if (test_n == 0)
        return;
    CU_ASSERT(data->test->n == test_n && data->test->d == d);
    ASSERT_CLOSE(weighted_sum(data->test) * manifest.layout.divide, test_x, 1e-12);
    ASSERT_CLOSE(response_sum(data->test), test_y, 1e-14);
}

static void test_a9a(void)
{
    check_set("a9a", 32561, 123, 22513357.0, -16879.0, 16281, 11254800.0, -8589.0);
}

static void test_w8a(void)
{
    check_set("w8a", 49749, 300, 88075727.0, -46791.0, 14951, 26456078.0, -14043.0);
}

static void test_phishing(void)
{
    check_set("phishing", 11055, 68, 1763494.3844602343, 6157.0, 0, 0, 0);
}

static void test_mushrooms(void)
{
    check_set("mushrooms", 8124, 112, 9436716.0, 12332.0, 0, 0, 0);
}

static void test_splice(void)
{
    check_set("splice", 1000, 60, 4570458.0, 34.0, 0, 0, 0);
}

static void test_mnist(void)
{
    check_set("mnist", 60000, 784, 637784654393.0, 267236.0, 10000, 107790167391.0, 44434.0);
}

static void test_fashion(void)
{
    check_set("fashion-mnist", 60000, 784, 1413923198216.0, 270000.0, 10000, 236710503601.0,
              45000.0);
}

static void test_cifar(void)
{
    check_set("cifar10-subset", 10000, 3072, 5526391221744.0, 44921.0, 2000, 1103226810363.0,
              9034.0);
}

static void test_california(void)
{
    check_set("california-housing", 20433, 8, 517969397.8999999, 4226860554.0, 0, 0, 0);
}

static void test_magic(void)
{
    check_set("magic", 19020, 10, 44611400.6116, 12332.0, 0, 0, 0);
}

/* The file in datasets/ is what datasets/README.md says it is. */
static void test_toy(void)
{
    CU_ASSERT_FATAL(load("source = \"dataset\"; name = \"toy\";") == FED_OK);
    CU_ASSERT_FATAL(data->n == 60 && data->d == 2 && data->clients == 6);
    for (int i = 0; i < 60; i++) {
        double x1 = (7 * i % 11 - 5) / 4.0, x2 = (5 * i % 13 - 6) / 4.0,
               noise = (3 * i % 7 - 3) / 8.0;

        CU_ASSERT(data->x[2 * i] == x1 && data->x[2 * i + 1] == x2 &&
                  data->y[i] == 2.0 * x1 - x2 + noise);
        CU_ASSERT(data->client[i] == i % 6);
    }
}

static void test_list(void)
{
    check_list("toy ", " present ");
    check_list("a9a ", " libsvm ");
}

int main(void)
{
    CU_TestInfo tests[] = {{"files as the configuration names them", test_file},
                           {"faults of the configuration and of the files", test_faults},
                           {"test_fraction parts the samples", test_split},
                           {"test_path has the training set's width", test_test_path},
                           {"standardized features", test_standardize},
                           {"toy follows its formula", test_toy},
                           {"the list of data sets", test_list},
                           {"a9a", test_a9a},
                           {"w8a", test_w8a},
                           {"phishing", test_phishing},
                           {"mushrooms", test_mushrooms},
                           {"splice", test_splice},
                           {"mnist", test_mnist},
                           {"fashion-mnist", test_fashion},
                           {"cifar10-subset", test_cifar},
                           {"california-housing", test_california},
                           {"magic", test_magic},
                           {"some samples of a data set", test_thinning},
                           {"manifests, checked and refused", test_manifest},
                           {"fields of a manifest", test_manifest_fields},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"sources", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};
    int status = tap_main(suites);

    fed_arena_free(&arena);
    return status;
}
