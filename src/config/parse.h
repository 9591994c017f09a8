/* parse.h -- from text to nodes. */
#ifndef FED_CONFIG_PARSE_H
#define FED_CONFIG_PARSE_H

#include "config/types.h"

/* The only caller of libconfig. */
fed_status fed_parse_file(fed_build *build, const char *file, fed_node **root);
fed_status fed_parse_value(fed_build *build, const char *origin, const char *text, bool verbatim,
                           fed_node **node);

#endif
