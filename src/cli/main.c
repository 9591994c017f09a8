/* main.c -- the command line. */
#include "cli/app.h"
#include "config.h"
#include "core/printable.h"
#include "core/threads.h"
#include "cli/describe.h"
#include "cli/diff.h"
#include "cli/duration.h"
#include "cli/init.h"
#include "cli/json.h"
#include "cli/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: fedomp -c FILE [-D PATH=VALUE]... [-o DIR] [-t THREADS] [-s SEED] [--force]\n"
    "              [--resume] [--max-time=DURATION] [-q | -v] [--check[=time]] [--print-config]\n"
    "              [--points | --point=K | --replicates=A-B | --merge]\n"
    "       fedomp --list[=KIND] | --explain=PATH | --init[=ALGORITHM] | --describe=FILE\n"
    "       fedomp --diff A B | --json=DIR\n"
    "       fedomp --help | --version [-v]\n"
    "\n"
    "  -c, --config=FILE        the configuration to run, or the name of an example\n"
    "  -D, --define=PATH=VALUE  override a key, e.g. -D algorithm.learning_rate=0.05\n"
    "  -o, --output=DIR         output directory\n"
    "  -t, --threads=N          number of threads\n"
    "  -s, --seed=N             seed of all random numbers\n"
    "      --force              replace fedomp's files in a directory that is not empty\n"
    "      --resume             continue a study that was stopped or killed\n"
    "      --max-time=DURATION  stop after 90s, 2h, 1-12:00:00, or at the SLURM limit (slurm)\n"
    "      --points             print the number of points of the sweep; with -v their keys\n"
    "      --point=K, =A-B      run only these points; other processes may run others\n"
    "      --replicates=A-B     run only these replicates\n"
    "      --merge              write the results of all parts\n"
    "  -q, --quiet              print no summary, no progress, no warnings\n"
    "  -v, --verbose            print choices such as threads, and progress without a terminal\n"
    "      --check[=time]       check the configuration and its data and estimate memory and\n"
    "                           disk; with time, also the running time; run nothing\n"
    "      --print-config       print the resolved configuration\n"
    "      --list[=KIND]        list algorithms, losses, graphs, datasets, ...\n"
    "      --explain=PATH       explain a key, e.g. --explain=network.degree; with -c,\n"
    "                           --explain=model prints the layers of the model\n"
    "      --init[=ALGORITHM]   print a commented configuration to start from\n"
    "      --describe=FILE      print the columns of a CSV file and a configuration\n"
    "      --diff A B           print the differences between two results directories\n"
    "      --json=DIR           print run.yaml of a results directory as JSON\n"
    "\n"
    "See fedomp(1) for the program and fedomp.cfg(5) for the configuration.\n";

enum {
    OPT_FORCE = 256,
    OPT_RESUME,
    OPT_MAX_TIME,
    OPT_POINTS,
    OPT_POINT,
    OPT_REPLICATES,
    OPT_MERGE,
    OPT_CHECK,
    OPT_PRINT,
    OPT_LIST,
    OPT_EXPLAIN,
    OPT_INIT,
    OPT_DESCRIBE,
    OPT_DIFF,
    OPT_JSON,
    OPT_HELP,
    OPT_VERSION
};

static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                        {"define", required_argument, NULL, 'D'},
                                        {"output", required_argument, NULL, 'o'},
                                        {"threads", required_argument, NULL, 't'},
                                        {"seed", required_argument, NULL, 's'},
                                        {"quiet", no_argument, NULL, 'q'},
                                        {"verbose", no_argument, NULL, 'v'},
                                        {"force", no_argument, NULL, OPT_FORCE},
                                        {"resume", no_argument, NULL, OPT_RESUME},
                                        {"points", no_argument, NULL, OPT_POINTS},
                                        {"point", required_argument, NULL, OPT_POINT},
                                        {"replicates", required_argument, NULL, OPT_REPLICATES},
                                        {"merge", no_argument, NULL, OPT_MERGE},
                                        {"max-time", required_argument, NULL, OPT_MAX_TIME},
                                        {"check", optional_argument, NULL, OPT_CHECK},
                                        {"print-config", no_argument, NULL, OPT_PRINT},
                                        {"list", optional_argument, NULL, OPT_LIST},
                                        {"explain", required_argument, NULL, OPT_EXPLAIN},
                                        {"init", optional_argument, NULL, OPT_INIT},
                                        {"describe", required_argument, NULL, OPT_DESCRIBE},
                                        {"diff", required_argument, NULL, OPT_DIFF},
                                        {"json", required_argument, NULL, OPT_JSON},
                                        {"help", no_argument, NULL, OPT_HELP},
                                        {"version", no_argument, NULL, OPT_VERSION},
                                        {NULL, 0, NULL, 0}};

static int complain(const char *what, const char *value)
{
    char shown[400];

    fed_printable(shown, sizeof shown, value != NULL ? value : "");
    fprintf(stderr, "fedomp: %s%s%s%s; see fedomp --help\n", what, value != NULL ? " '" : "", shown,
            value != NULL ? "'" : "");
    return 2;
}

/* What getopt would say of the option that it just refused, without obeying what is in it. c is
 * what it returned: ':' where an argument is missing. */
static int refuse_option(int c, const char *word)
{
    const bool is_long = strncmp(word, "--", 2) == 0;
    const size_t length = strcspn(word, "=");
    size_t alike = 0;
    char shown[400], name[3] = {'-', (char)optopt, '\0'};

    for (const struct option *o = options; o->name != NULL; o++)
        alike += is_long && length > 2 && strncmp(o->name, word + 2, length - 2) == 0;
    fed_printable(shown, sizeof shown, is_long ? word : name);
    fprintf(stderr, "fedomp: option '%s' %s; see fedomp --help\n", shown,
            c == ':'                 ? "requires an argument"
            : is_long && optopt != 0 ? "takes no argument"
            : alike > 1              ? "is ambiguous"
                                     : "is unknown");
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

/* The command line as a shell would take it; NULL without memory. */
static char *command_line(int argc, char **argv)
{
    size_t room = 1;
    char *text, *end;

    for (int k = 0; k < argc; k++)
        room += 4 * strlen(argv[k]) + 3;
    if ((text = end = malloc(room)) == NULL)
        return NULL;
    for (int k = 0; k < argc; k++) {
        const char *mark =
            argv[k][strspn(argv[k], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                    "0123456789_-+=.,:/@%")] != '\0' ||
                    argv[k][0] == '\0'
                ? "'"
                : "";

        end += sprintf(end, "%s%s", k > 0 ? " " : "", mark);
        for (const char *p = argv[k]; *p != '\0'; p++)
            end += sprintf(end, *p == '\'' ? "'\\''" : "%c", *p);
        end += sprintf(end, "%s", mark);
    }
    return text;
}

/* --version; with -v all that a report of a fault should tell. */
static int print_version(bool verbose)
{
#ifdef __clang__
    static const char compiler[] = "clang " __VERSION__;
#else
    static const char compiler[] = "gcc " __VERSION__;
#endif
    int said = printf("%s\n", PACKAGE_STRING);

    if (verbose && said >= 0)
        said = printf("commit       %s\ncompiler     %s\nBLIS         %s, kernel %s\n"
                      "MPI          not used\n",
                      FED_COMMIT, compiler, fed_blis_version(), fed_blis_kernel());
    return said < 0;
}

/* A standard stream that is closed would be the next file that is opened. What is written to it
 * fails. */
static void fill_standard(void)
{
    for (int fd = open("/dev/null", O_RDONLY); fd >= 0; fd = open("/dev/null", O_RDONLY))
        if (fd > 2) {
            close(fd);
            return;
        }
}

/* Memory that one job frees is kept for the next: given back to the system and taken again, it
 * costs a third of a sweep of small points. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    enum { KEPT = 1 << 26, LARGE = 1 << 25 };

    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, LARGE); /* larger blocks are the system's as before */
#endif
}

int main(int argc, char **argv)
{
    const char **overrides = calloc((size_t)argc + 1, sizeof *overrides);
    char seed[64];
    fed_app app = {.overrides = overrides};
    char *command;
    bool version = false;
    int code = -1;

    if (overrides == NULL) {
        fputs("fedomp: out of memory for the command line\n", stderr);
        return 1;
    }
    fill_standard();
    keep_freed_memory();
    app.command = command = command_line(argc, argv);
    opterr = 0;
    for (int c; code < 0 && (c = getopt_long(argc, argv, ":c:D:o:t:s:qvh", options, NULL)) != -1;) {
        switch (c) {
        case 'c': app.file = optarg; break;
        case 'D': overrides[app.override_count++] = optarg; break;
        case 'o': app.dir = optarg; break;
        case 'q': app.quiet = true; break;
        case 'v': app.verbose = true; break;
        case OPT_FORCE: app.force = true; break;
        case OPT_CHECK:
            app.check = true;
            app.check_time = optarg != NULL;
            if (optarg != NULL && strcmp(optarg, "time") != 0)
                code = complain("--check takes nothing or time, not", optarg);
            break;
        case OPT_PRINT: app.print_config = true; break;
        case OPT_LIST:
            code = fed_app_list(optarg != NULL || optind >= argc ? optarg : argv[optind++]);
            break;
        case OPT_INIT:
            code = fed_app_init(optarg != NULL || optind >= argc ? optarg : argv[optind++]);
            break;
        case OPT_DESCRIBE: code = fed_app_describe(optarg); break;
        case OPT_DIFF:
            code = optind < argc ? fed_app_diff(optarg, argv[optind++])
                                 : complain("--diff needs two directories, found only", optarg);
            break;
        case OPT_JSON: code = fed_app_json(optarg); break;
        case OPT_EXPLAIN: app.explain = optarg; break;
        case OPT_POINTS: app.points = true; break;
        case OPT_MERGE: app.merge = true; break;
        case OPT_POINT:
            if (!fed_range_read(optarg, &app.points_from, &app.points_to))
                code = complain("--point: not a point or a range such as 3 or 0-9:", optarg);
            break;
        case OPT_REPLICATES:
            if (!fed_range_read(optarg, &app.replicates_from, &app.replicates_to))
                code = complain("--replicates: not a range such as 0-9:", optarg);
            break;
        case OPT_RESUME: app.resume = true; break;
        case OPT_MAX_TIME:
            if (!fed_duration(optarg, &app.seconds))
                code = complain(strcmp(optarg, "slurm") == 0
                                    ? "--max-time: no SLURM time limit found; is this a "
                                      "SLURM job?"
                                    : "--max-time: not a duration such as 90s, 2h or 1-12:00:00:",
                                optarg);
            break;
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
        case OPT_VERSION: version = true; break;
        default: code = refuse_option(c, argv[optind - 1]);
        }
    }
    if (code < 0 && version)
        code = print_version(app.verbose);
    if (code < 0 && optind < argc)
        code = complain(app.file == NULL ? "use -c to give a configuration; unexpected "
                                           "argument"
                                         : "unexpected argument",
                        argv[optind]);
    if (code < 0 && app.quiet && app.verbose)
        code = complain("-q and -v cannot be combined", NULL);
    if (code < 0 && app.force && (app.merge || app.points_to > 0 || app.replicates_to > 0))
        code = complain("--force cannot be combined with --point, --replicates or --merge", NULL);
    if (code < 0 && app.merge && (app.points_to > 0 || app.replicates_to > 0))
        code = complain("--merge always merges all parts", NULL);
    if (code < 0 && app.resume && app.force)
        code = complain("--resume and --force cannot be combined", NULL);
    if (code < 0 && app.explain != NULL && (app.file == NULL || strcmp(app.explain, "model") != 0))
        code = fed_app_explain(app.explain);
    if (code < 0 && app.file == NULL)
        code = complain("no configuration: use -c FILE", NULL);
    if (code < 0)
        code = fed_app_run(&app);
    free(command);
    free(overrides);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "fedomp: standard output: %s\n", strerror(errno));
        code = code > 0 ? code : 2;
    }
    return code;
}
