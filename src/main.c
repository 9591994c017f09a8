/* main.c -- the command line. */
#include "app.h"
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: fedomp -c FILE [-D PATH=VALUE]... [-o DIR] [-t THREADS] [-s SEED] [--force]\n"
    "              [-q | -v] [--check] [--print-config] [--list[=KIND]] [--explain=PATH]\n"
    "              [--help] [--version]\n"
    "\n"
    "  -c, --config=FILE        the configuration to run, or the name of an example\n"
    "  -D, --define=PATH=VALUE  override a key, e.g. -D algorithm.learning_rate=0.05\n"
    "  -o, --output=DIR         output directory\n"
    "  -t, --threads=N          threads to use\n"
    "  -s, --seed=N             seed of every random draw\n"
    "      --force              replace fedomp's files in a directory that is not empty\n"
    "      --resume             continue a stopped run (not available yet)\n"
    "  -q, --quiet              no summary, no progress, no warnings\n"
    "  -v, --verbose            tell what was chosen\n"
    "      --check              validate the configuration and its data, run nothing\n"
    "      --print-config       print the resolved configuration\n"
    "      --list[=KIND]        what there is: algorithms, losses, graphs, datasets, ...\n"
    "      --explain=PATH       what a key means, e.g. --explain=network.degree\n"
    "\n"
    "See fedomp(1) for the program and fedomp.cfg(5) for the configuration.\n";

enum { OPT_FORCE = 256, OPT_RESUME, OPT_CHECK, OPT_PRINT, OPT_LIST, OPT_EXPLAIN, OPT_HELP, OPT_VERSION };

static const struct option options[] = {
    {"config", required_argument, NULL, 'c'},        {"define", required_argument, NULL, 'D'},
    {"output", required_argument, NULL, 'o'},        {"threads", required_argument, NULL, 't'},
    {"seed", required_argument, NULL, 's'},          {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},             {"force", no_argument, NULL, OPT_FORCE},
    {"resume", no_argument, NULL, OPT_RESUME},       {"check", no_argument, NULL, OPT_CHECK},
    {"print-config", no_argument, NULL, OPT_PRINT},  {"list", optional_argument, NULL, OPT_LIST},
    {"explain", required_argument, NULL, OPT_EXPLAIN}, {"help", no_argument, NULL, OPT_HELP},
    {"version", no_argument, NULL, OPT_VERSION},     {NULL, 0, NULL, 0}};

static int complain(const char *what, const char *value)
{
    fprintf(stderr, "fedomp: %s%s%s%s; see fedomp --help\n", what, value != NULL ? " '" : "",
            value != NULL ? value : "", value != NULL ? "'" : "");
    return 2;
}

/* A whole number from low to high, or -1. */
static long long whole(const char *text, long long low, long long high)
{
    char *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    return errno != 0 || end == text || *end != '\0' || value < low || value > high ? -1 : value;
}

int main(int argc, char **argv)
{
    const char **overrides = calloc((size_t)argc + 1, sizeof *overrides);
    char seed[64], name[] = "fedomp";
    fed_app app = {.overrides = overrides};
    int code = -1;

    if (overrides == NULL)
        return 1;
    argv[0] = name; /* which getopt's messages begin with */
    for (int c; code < 0 && (c = getopt_long(argc, argv, "c:D:o:t:s:qvh", options, NULL)) != -1;) {
        switch (c) {
        case 'c': app.file = optarg; break;
        case 'D': overrides[app.override_count++] = optarg; break;
        case 'o': app.dir = optarg; break;
        case 'q': app.quiet = true; break;
        case 'v': app.verbose = true; break;
        case OPT_FORCE: app.force = true; break;
        case OPT_CHECK: app.check = true; break;
        case OPT_PRINT: app.print_config = true; break;
        case OPT_LIST: code = fed_app_list(optarg != NULL || optind >= argc ? optarg : argv[optind++]); break;
        case OPT_EXPLAIN: code = fed_app_explain(optarg); break;
        case OPT_RESUME: code = complain("--resume is not available: runs leave no checkpoints", NULL); break;
        case 't':
            app.threads = (int)whole(optarg, 1, 4096);
            if (app.threads < 0)
                code = complain("-t: not a number of threads from 1 to 4096:", optarg);
            break;
        case 's':
            if (whole(optarg, 0, LLONG_MAX) < 0)
                code = complain("-s: not a seed, a whole number from 0 to 2^63 - 1:", optarg);
            snprintf(seed, sizeof seed, "seed=%.40sL", optarg);
            overrides[app.override_count++] = seed;
            break;
        case 'h':
        case OPT_HELP: code = fputs(usage, stdout) < 0; break;
        case OPT_VERSION: code = printf("%s\n", PACKAGE_STRING) < 0; break;
        default: code = 2;
        }
    }
    if (code < 0 && optind < argc)
        code = complain(app.file == NULL ? "a configuration is named by -c; unexpected argument" : "unexpected argument",
                        argv[optind]);
    if (code < 0 && app.quiet && app.verbose)
        code = complain("-q and -v exclude each other", NULL);
    if (code < 0 && app.file == NULL)
        code = complain("no configuration: -c FILE is needed", NULL);
    if (code < 0)
        code = fed_app_run(&app);
    free(overrides);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "fedomp: standard output: %s\n", strerror(errno));
        code = code > 0 ? code : 2;
    }
    return code;
}
