/* made.h -- configurations and files written by a test for itself. */
#ifndef FED_MADE_H
#define FED_MADE_H

#include "config/config.h"

/* A configuration from text, with the sections data, partition, network and algorithm (one rate).
 * The test fails, and NULL comes back, when the front end refuses it. */
const fed_config *made_config(fed_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes text beside the configurations; returns the file's path. */
const char *made_file(fed_arena *arena, const char *name, const char *text, size_t size);

/* Removes what was written. */
void made_clean(void);

#endif
