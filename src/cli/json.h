/* json.h -- --json: run.yaml of a results directory as JSON. */
#ifndef FED_CLI_JSON_H
#define FED_CLI_JSON_H

/* Returns the exit status. */
int fed_app_json(const char *dir);

#endif
