/* examples.h -- the example configurations of the source tree or of the installation. */
#ifndef FED_CLI_EXAMPLES_H
#define FED_CLI_EXAMPLES_H

#include "cli/app.h"

int fed_app_examples(void); /* --list=examples */
/* The path of the file of -c: itself or, for a name without slash that is no file, the example of
 * that name; false when there is neither. */
bool fed_app_find(const char *name, char *path, size_t size);

#endif
