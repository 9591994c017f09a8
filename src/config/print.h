/* print.h -- the resolved configuration as input again, and key by key. */
#ifndef FED_CONFIG_PRINT_H
#define FED_CONFIG_PRINT_H

#include "config/config.h"

/* The resolved configuration in libconfig syntax, valid input again (files by absolute path): with
 * its sweep for what open returned, alone for a point. Keys in schema order; with hashed = true
 * only what determines results (no name, threads, output). */
fed_status fed_config_print(const fed_config *config, FILE *stream, bool hashed);
/* SHA-256 of what fed_config_print gives with hashed = true, as 64 hexadecimal digits. */
fed_status fed_config_hash(const fed_config *config, char hash[65]);
/* Calls row(context, path, value) for every resolved key, in the same order (for run.yaml); last
 * "sweep" if there is one, a string in libconfig syntax. False when out of memory. */
bool fed_config_visit(const fed_config *config,
                      void (*row)(void *context, const char *path, const fed_node *value),
                      void *context);

#endif
