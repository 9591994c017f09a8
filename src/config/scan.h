/* scan.h -- the text on its way to libconfig. */
#ifndef FED_CONFIG_SCAN_H
#define FED_CONFIG_SCAN_H

#include "config/types.h"

/* What libconfig reads, with includes in their place, and where each of its lines came from. */
typedef struct fed_copy {
    char *text;
    size_t size;
    fed_place *lines;
    size_t line_count;
} fed_copy;

/* The main file with all that it includes; or, where given, one text without lines, which messages
 * call by the name `file`. */
fed_status fed_scan(fed_build *build, const char *file, const char *text, fed_copy *copy);

#endif
