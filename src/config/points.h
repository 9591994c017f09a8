/* points.h -- the points of a sweep. */
#ifndef FED_CONFIG_POINTS_H
#define FED_CONFIG_POINTS_H

#include "config/config.h"
#include "config/types.h"

fed_status fed_sweep_expand(fed_build *build, fed_shared *shared);

/* The sweep: 1 point when there is none. The first entry varies slowest. What open returned stands
 * for the whole and reads as point 0. */
size_t fed_config_points(const fed_config *config);
const fed_config *fed_config_point(const fed_config *config, size_t point);
/* Whether some point has another value of the key than the others; or gives it where they do not.
 */
bool fed_config_varies(const fed_config *config, const char *path);
size_t fed_config_sweep_count(const fed_config *config);              /* swept keys */
const char *fed_config_sweep_key(const fed_config *config, size_t k); /* full path */
/* as text: a string without quotes, the shortest digits that give the number back */
const char *fed_config_sweep_value(const fed_config *config, size_t point, size_t k);

#endif
