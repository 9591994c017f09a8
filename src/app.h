/* app.h -- what the command line asks for. */
#ifndef FED_APP_H
#define FED_APP_H

#include "study.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fed_app {
    const char *file;             /* -c */
    const char *dir;              /* -o; NULL: the configuration's */
    const char *const *overrides; /* -D and -s */
    size_t override_count;
    int threads; /* -t; 0: not given */
    bool force, quiet, verbose, check, print_config;
} fed_app;

/* Runs, checks or prints the configuration; messages go to stderr, the summary to stdout.
 * Returns the exit status. */
int fed_app_run(const fed_app *app);
/* --list[=kind] (NULL: the kinds) and --explain=path; the exit status. */
int fed_app_list(const char *kind);
int fed_app_explain(const char *path);
int fed_app_examples(void); /* --list=examples */
void fed_app_warn(const fed_study *study); /* on standard error */
/* The path of the file of -c: itself or, for a name without slash that is no file, the example of that
 * name; false when there is neither. */
bool fed_app_find(const char *name, char *path, size_t size);

#endif
