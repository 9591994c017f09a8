/* app.h -- what the command line asks for. */
#ifndef FED_APP_H
#define FED_APP_H

#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fed_app {
    const char *file;             /* -c */
    const char *command;          /* the whole line, for run.yaml */
    const char *dir;              /* -o; NULL: the configuration's */
    const char *const *overrides; /* -D and -s */
    size_t override_count;
    int threads;                           /* -t; 0: not given */
    size_t points_from, points_to;         /* --point; points_to 0: all */
    size_t replicates_from, replicates_to; /* --replicates */
    bool points, merge;
    unsigned seconds; /* --max-time; 0: none */
    bool force, resume, quiet, verbose, check, print_config;
    bool check_time;     /* --check=time */
    const char *explain; /* --explain; with a file and "model": that file's */
} fed_app;

/* Runs, checks or prints the configuration; messages go to stderr, the summary to stdout.
 * Returns the exit status. */
int fed_app_run(const fed_app *app);
/* --list[=kind] (NULL: the kinds) and --explain=path; the exit status. */
int fed_app_list(const char *kind);
int fed_app_explain(const char *path);

#endif
