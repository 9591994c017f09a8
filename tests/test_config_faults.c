/* test_config_faults.c -- what is refused, where it is said to be, and in which words. */
#include "config_rows.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_unknown_keys(void)
{
    refuse("seed = 1;\nalgorithm = { learning_rat = 0.1; };\n",
           "t.cfg:2: algorithm.learning_rat: unknown key (did you mean 'learning_rate'?)");
    refuse("learning_rate = 0.1;",
           "t.cfg:1: learning_rate: unknown key (did you mean 'algorithm.learning_rate'?)");
    refuse("Seed = 1;", "t.cfg:1: Seed: unknown key (did you mean 'seed'?)");
    refuse("xyzzy = 1;", "t.cfg:1: xyzzy: unknown key");
    refuse("algoritm = { rounds = 1; };",
           "t.cfg:1: algoritm: unknown key (did you mean 'algorithm'?)");
    refuse("data = { covariance = {\n roh = 0.1; }; };",
           "t.cfg:2: data.covariance.roh: unknown key (did you mean 'rho'?)");
    refuse("algorithm = { learning_rate = { schedule = \"step\"; valeus = [1.0]; }; };",
           "t.cfg:1: algorithm.learning_rate.valeus: unknown key (did you mean 'values'?)");
    refuse("swep = ();", "t.cfg:1: swep: unknown key (did you mean 'sweep'?)");
}

static void test_types(void)
{
    refuse("seed = 2.7;", "t.cfg:1: seed: expected an integer, found 2.7");
    refuse("seed = \"x\";", "t.cfg:1: seed: expected an integer, found the string \"x\"");
    refuse("seed = true;", "t.cfg:1: seed: expected an integer, found true");
    refuse("seed = (1);", "t.cfg:1: seed: expected an integer, found a list");
    refuse("seed = { a = 1; };", "t.cfg:1: seed: expected an integer, found a group");
    refuse("name = 3;", "t.cfg:1: name: expected a string, found 3");
    refuse("data = { noise = \"1\"; };",
           "t.cfg:1: data.noise: expected a number, found the string \"1\"");
    refuse("data = { header = 1; };", "t.cfg:1: data.header: expected true or false, found 1");
    refuse("data = { target = 1.5; };",
           "t.cfg:1: data.target: expected a column's name or index, found 1.5");
    refuse("data = { target = -1; };",
           "t.cfg:1: data.target: a column's index must be at least 0, found -1");
    refuse("data = 3;", "t.cfg:1: data: expected a group { }, found 3");
    refuse("data = { theta = 3; };",
           "t.cfg:1: data.theta: expected a word or an array of numbers, found 3");
    refuse(
        "data = { theta = (1.0,\n \"a\"); };",
        "t.cfg:2: data.theta: expected an array of numbers, found the string \"a\" as element 1");
    refuse(
        "algorithm = { sizes = [1.0]; };",
        "t.cfg:1: algorithm.sizes: expected an array of integers, found the float 1 as element 0");
    refuse("algorithm = { learning_rate = \"0.1\"; };",
           "t.cfg:1: algorithm.learning_rate: expected a number or a "
           "group { schedule = ...; }, found the string \"0.1\"");
    refuse("analysis = 1;", "t.cfg:1: analysis: expected a string or a list of strings, found 1");
    refuse("analysis = (1);", "t.cfg:1: analysis: expected a string, found 1");
    refuse("data = { labels = { a = \"b\"; }; };",
           "t.cfg:1: data.labels: expected a group { word = number; } or a "
           "list of (\"word\", number), found a group");
}

static void test_ranges(void)
{
    refuse("replicates = 0;",
           "t.cfg:1: replicates: must be at least 1 and at most 1000000, found 0");
    refuse("data = { samples = -5; };",
           "t.cfg:1: data.samples: must be at least 1 and at most 1000000000, found -5");
    refuse("replicates = 4294967297L;",
           "t.cfg:1: replicates: must be at least 1 and at most 1000000, found 4294967297");
    refuse("data = { noise = 0.0; };", "t.cfg:1: data.noise: must be above 0, found 0");
    refuse("data = { test_fraction = 1; };",
           "t.cfg:1: data.test_fraction: must be at least 0 and below 1, found 1");
    refuse("algorithm = { learning_rate = -0.1; };",
           "t.cfg:1: algorithm.learning_rate: must be at least 0, found -0.1");
    refuse("algorithm = { sizes = [1, 2,\n0]; };",
           "t.cfg:2: algorithm.sizes: must be at least 1 and at most 1000000, found 0");
    refuse("algorithm = { learning_rate = { schedule = \"step\"; values = [-1.0]; }; };",
           "t.cfg:1: algorithm.learning_rate.values: must be at least 0, found -1");
}

static void test_words(void)
{
    refuse("network = { type = \"circel\"; };",
           "t.cfg:1: network.type: unknown word 'circel' (did you mean "
           "'circle'?); one of central, circle, fixed-degree");
    refuse("data = { model = \"Linear\"; };", "t.cfg:1: data.model: unknown word 'Linear' (did you "
                                              "mean 'linear'?); one of linear, logistic, poisson");
    refuse("data = { theta = \"qqqqqq\"; };",
           "t.cfg:1: data.theta: unknown word 'qqqqqq'; one of zeros, normal");
    refuse("analysis = (\"gain\", \"stabel\");",
           "t.cfg:1: analysis: unknown word 'stabel' (did you mean 'stable'?); one of stable, "
           "surrogate, gain");
    refuse("algorithm = { learning_rate = { schedule = \"steps\"; }; };",
           "t.cfg:1: algorithm.learning_rate.schedule: "
           "unknown word 'steps' (did you mean 'step'?); one of constant, step");
}

/* What libconfig would bend, drop or blame elsewhere. */
static void test_numbers(void)
{
    refuse("\nseed = 20240229123456;",
           "t.cfg:2: seed: 20240229123456 is beyond 32 bits and needs the suffix L");
    refuse("seed = 0x1FFFFFFFF;",
           "t.cfg:1: seed: 0x1FFFFFFFF is beyond 32 bits and needs the suffix L");
    refuse("seed = 0xFFFFFFFF;",
           "t.cfg:1: seed: 0xFFFFFFFF is beyond 32 bits and needs the suffix L");
    refuse("seed = 2147483648;",
           "t.cfg:1: seed: 2147483648 is beyond 32 bits and needs the suffix L");
    refuse("seed = 9223372036854775808L;", "t.cfg:1: seed: 9223372036854775808L is beyond 64 bits");
    refuse("data = { noise = 1e999; };",
           "t.cfg:1: data.noise: 1e999 is beyond the range of a double");
    refuse("data = { noise = -1.0e400; };",
           "t.cfg:1: data.noise: -1.0e400 is beyond the range of a double");
    refuse("data = { noise = .; };", "t.cfg:1: data.noise: . is not a number");
    refuse("data = { noise = 1e; };", "t.cfg:1: data.noise: 1e is not a number");
    refuse("seed = 1_000;", "t.cfg:1: seed: 1_000 is not a number");
    refuse("seed = 12b = 3;", "t.cfg:1: seed: 12b is not a number");
    refuse("seed = 0x;", "t.cfg:1: seed: 0x is not a number");
    refuse("data = { theta = [1, 2.5]; };",
           "t.cfg:1: data.theta: an array [ ] cannot mix integers and floats; write "
           "every number with a decimal point, or a list ( )");
    refuse("data = { noise = nan; };",
           "t.cfg:1: data.noise: a string is written in double quotes: \"nan\"");
    must_accept(open_text("data = { theta = (1, 2.5); };"));
    must_accept(open_text("seed = 2147483647; data = { noise = +.5e-3; };"));
}

static void test_syntax(void)
{
    refuse("seed = 1;\n/* no end\nname = \"x\";\n", "t.cfg:2: comment /* is never closed");
    refuse("seed = 1;\nname = \"x;\n\n", "t.cfg:2: name: string is never closed");
    refuse("name = \"a\\x00b\";", "t.cfg:1: name: string contains a zero byte");
    refuse("a \"x\" = 1;", "t.cfg:1: a: expected '=' after the key");
    refuse("seed\n\nname = \"x\";", "t.cfg:1: seed: expected '=' after the key");
    refuse("data = { samples =\n\n};", "t.cfg:1: data.samples: key has no value");
    refuse("seed = 1;\n= 3;", "t.cfg:2: '=' without a key before it");
    refuse("name = ngd;", "t.cfg:1: name: a string is written in double quotes: \"ngd\"");
    refuse("seed = 1 2;", "t.cfg:1: value without a key before it");
    refuse("seed = 1;;", "t.cfg:1: unexpected ';'");
    refuse("analysis = (\"gain\" 1);", "t.cfg:1: analysis: expected ',' between values");
    refuse("analysis = (\"gain\",);", "t.cfg:1: analysis: no value between ',' and ')'");
    refuse("analysis = [\"gain\", 1];",
           "t.cfg:1: analysis: an array [ ] has values of one type; write a list ( )");
    refuse("analysis = [(1)];",
           "t.cfg:1: analysis: an array [ ] cannot contain brackets; write a list ( )");
    refuse("seed = 1;\nseed = 2;", "t.cfg:2: seed: key given twice (first at t.cfg:1)");
    refuse("data = {\nnoise = 1.0;\n", "t.cfg:1: '{' is never closed");
    refuse("data = {\nnoise = 1.0;)", "t.cfg:2: ')' closes the '{' of line 1");
    refuse("seed = 1; };", "t.cfg:1: '}' closes nothing in this file");
    refuse("seed = $;", "t.cfg:1: unexpected '$'");
    refuse("\xc3\xa9 = 1;", "t.cfg:1: unexpected byte 0xc3");
}

static void test_comments_and_strings_do_not_mix(void)
{
    must_accept(open_text(
        "// \" /*\n# \" /* 99999999999\nname = \"/* # // @include \\\" \" /* \" 1e999 \" */;\n"
        "/* // */ seed = 2; /**/"));
    CU_ASSERT(strcmp(fed_config_string(config, "name"), "/* # // @include \" ") == 0);
    CU_ASSERT(fed_config_int(config, "seed") == 2);
    must_accept(open_text("seed = 3;\r\nname = \"x\";\r\n# y\r\nthreads = 2\r\n"));
    CU_ASSERT(fed_config_int(config, "threads") == 2);
    refuse("seed = 3;\r\n\r\nfoo = 1;\r\n", "t.cfg:3: foo: unknown key");
    refuse("/*\n\n*/ name = \"a\nb\"; sed = 1;",
           "t.cfg:4: sed: unknown key (did you mean 'seed'?)");
}

static void test_files(void)
{
    char *large = calloc(1, (1 << 20) + 2);

    must_refuse(open_with("none.cfg", NULL, 0), "none.cfg: No such file or directory");
    must_refuse(open_with("none/none.cfg", NULL, 0), "none/none.cfg: No such file or directory");
    must_refuse(open_with(".", NULL, 0), ".: is a directory");
    CU_ASSERT_FATAL(mkfifo("fifo.cfg", 0600) == 0);
    must_refuse(open_with("fifo.cfg", NULL, 0), "fifo.cfg: is not a regular file");
    refuse("", "t.cfg: is empty");
    refuse("# nothing\n/* here */\n", "t.cfg: is empty");
    refuse("\xef\xbb\xbfseed = 1;",
           "t.cfg:1: begins with a byte-order mark; save it as UTF-8 without one");
    write_bytes("t.cfg", "seed = 1;\nname\0", 15);
    must_refuse(open_with("t.cfg", NULL, 0), "t.cfg:2: contains a zero byte: not a text file");
    CU_ASSERT_FATAL(large != NULL);
    memset(large, '#', (1 << 20) + 1);
    refuse(large, "t.cfg: is larger than 1 MiB");
    free(large);
}

static void test_caps(void)
{
    char text[100000], *at = text;

    for (int k = 0; k < 5000; k++)
        at += sprintf(at, "k%d = 1;\n", k);
    refuse(text, "t.cfg:4001: more than 4000 keys");
    at = text + sprintf(text, "data = ");
    memset(at, '(', 40000);
    at[40000] = '\0';
    refuse(text, "t.cfg:1: data: brackets nested more than 32 deep");
}

static void test_includes(void)
{
    CU_ASSERT_FATAL(mkdir("tree", 0700) == 0 && mkdir("tree/sub", 0700) == 0 &&
                    mkdir("tree/sub/dir", 0700) == 0);
    write_file("outside.cfg", "seed = 1;");
    write_file("tree/sub/b.cfg", "replicates = 7;\n  @include \"c.cfg\"\n");
    write_file("tree/sub/c.cfg", "data = { path = \"x.csv\";\n};\n");
    write_file("tree/a.cfg", "seed = 5;\n@include \"sub/b.cfg\"\nname = \"q\";\n");
    must_accept(open_with("tree/a.cfg", NULL, 0));
    CU_ASSERT(fed_config_int(config, "replicates") == 7 &&
              strcmp(fed_config_string(config, "name"), "q") == 0);
    CU_ASSERT(strcmp(fed_config_path(config, "data.path"), "tree/sub/x.csv") == 0);

    write_file("tree/a.cfg", "seed = 5;\n@include \"sub/b.cfg\"\n\nnane = \"q\";\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:4: nane: unknown key (did you mean 'name'?)");
    write_file("tree/sub/c.cfg", "data = {\n noise = 0; };\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/sub/c.cfg:2: data.noise: must be above 0, found 0");
    CU_ASSERT(faults.count == 2);
    write_file("tree/sub/c.cfg", "threads = 1;\ndata =\n"); /* the fault is not the parent's */
    must_refuse(open_with("tree/a.cfg", NULL, 0), "tree/sub/c.cfg:2: data: key has no value");
    write_file("tree/sub/c.cfg", "threads = 1;\ndata = {\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0), "tree/sub/c.cfg:2: '{' is never closed");
    write_file("tree/sub/c.cfg", "seed = 2;\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/sub/c.cfg:1: seed: key given twice (first at tree/a.cfg:1)");
}

static void test_includes_refused(void)
{
    static const char *const included[] = {"data.theta=[1.0, @include \"sub/c.cfg\"]"};
    static char large[600001]; /* a comment, twice too much */
    char text[512], here[256];

    CU_ASSERT_FATAL(getcwd(here, sizeof here) != NULL);
    CU_ASSERT_FATAL(mkfifo("tree/sub/fifo", 0600) == 0 &&
                    symlink("../outside.cfg", "tree/link.cfg") == 0);
    write_file("tree/a.cfg", "\n@include \"../outside.cfg\"\n");
    must_refuse(
        open_with("tree/a.cfg", NULL, 0),
        "tree/a.cfg:2: @include: tree/../outside.cfg: is outside the directory of tree/a.cfg");
    snprintf(text, sizeof text, "@include \"%s/outside.cfg\"\n", here);
    write_file("tree/a.cfg", text);
    snprintf(text, sizeof text,
             "tree/a.cfg:1: @include: %s/outside.cfg: is outside the directory of tree/a.cfg",
             here);
    must_refuse(open_with("tree/a.cfg", NULL, 0), text);
    write_file("tree/a.cfg", "@include \"link.cfg\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:1: @include: tree/link.cfg: is outside the directory of tree/a.cfg");
    write_file("tree/a.cfg", "@include \"sub/dir\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:1: @include: tree/sub/dir: is a directory");
    write_file("tree/a.cfg", "@include \"sub/fifo\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:1: @include: tree/sub/fifo: is not a regular file");
    write_file("tree/a.cfg", "@include \"none.cfg\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:1: @include: tree/none.cfg: No such file or directory");
    write_file("tree/a.cfg", "@include \"a.cfg\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:1: @include: tree/a.cfg: included more than 10 deep");
    write_file("tree/a.cfg", "@include sub\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:1: @include needs the name of a file in double quotes");
    write_file("tree/a.cfg", "seed = @include \"sub/c.cfg\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0), "tree/a.cfg:1: seed: key has no value");
    write_file("tree/a.cfg", "threads = 1;\n");
    must_refuse(open_with("tree/a.cfg", included, 1),
                "-D: data.theta: @include is not allowed here");
    memset(large, '#', sizeof large - 1);
    write_file("tree/large.cfg", large);
    write_file("tree/a.cfg", "@include \"large.cfg\"\n@include \"large.cfg\"\n");
    must_refuse(open_with("tree/a.cfg", NULL, 0),
                "tree/a.cfg:2: all included files together are larger than 1 MiB");
}

static void test_all_faults_in_order(void)
{
    const char *const overrides[] = {"threads=-1"};

    write_file("t.cfg", "network = { type = \"x\"; };\nfoo = 1;\nseed = \"a\";\nreplicates = 0;\n");
    must_refuse(open_with("t.cfg", overrides, 1),
                "t.cfg:1: network.type: unknown word 'x'; one of central, circle, fixed-degree");
    CU_ASSERT_FATAL(faults.count == 5);
    CU_ASSERT(strcmp(faults.text[1], "t.cfg:2: foo: unknown key") == 0);
    CU_ASSERT(strncmp(faults.text[2], "t.cfg:3: seed", 13) == 0);
    CU_ASSERT(strncmp(faults.text[3], "t.cfg:4: replicates", 19) == 0);
    CU_ASSERT(
        strcmp(faults.text[4], "-D: threads: must be at least 0 and at most 4096, found -1") == 0);
}

static void test_faults_of_later_stages(void)
{
    fed_error later = {FED_OK, ""};
    const char *const overrides[] = {"data.path=x.csv"};

    write_file("t.cfg", "seed = 1;\nnetwork = {\n type = \"circle\";\n};\n");
    must_accept(open_with("t.cfg", overrides, 1));
    CU_ASSERT(fed_config_fault(config, &later, FED_DATA, "network.type", "has %d parts", 2) ==
              FED_DATA);
    CU_ASSERT(later.status == FED_DATA &&
              strcmp(later.text, "t.cfg:3: network.type: has 2 parts") == 0);
    later.status = FED_OK;
    fed_config_fault(config, &later, FED_CONFIG, "network.degree",
                     "too large"); /* not given: its group */
    CU_ASSERT(strcmp(later.text, "t.cfg:2: network.degree: too large") == 0);
    later.status = FED_OK;
    fed_config_fault(config, &later, FED_CONFIG, "algorithm.rounds", "too few");
    CU_ASSERT(strcmp(later.text, "t.cfg: algorithm.rounds: too few") == 0);
    later.status = FED_OK;
    fed_config_fault(config, &later, FED_CONFIG, "data.path", "is missing");
    CU_ASSERT(strcmp(later.text, "-D: data.path: is missing") == 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"unknown keys, with what was meant", test_unknown_keys},
        {"types", test_types},
        {"ranges", test_ranges},
        {"words", test_words},
        {"numbers are never bent", test_numbers},
        {"syntax, at its own place", test_syntax},
        {"comments and strings keep apart, lines are counted",
         test_comments_and_strings_do_not_mix},
        {"files that are none", test_files},
        {"caps on keys and nesting", test_caps},
        {"includes are relative, and their faults their own", test_includes},
        {"includes stay in the tree and are regular files", test_includes_refused},
        {"all faults, in the order of the input", test_all_faults_in_order},
        {"faults of later stages have a place", test_faults_of_later_stages},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"config faults", make_folder, drop_folder, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
