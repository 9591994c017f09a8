/* view.h -- reads watched. */
#ifndef FED_CONFIG_VIEW_H
#define FED_CONFIG_VIEW_H

#include "config/config.h"
#include "config/types.h"

/* Notes a read that the prefixes do not cover. */
void fed_watch_read(fed_watch *watch, const char *path);

/* Everything that a read can tell of a value; not where it is written. */
bool fed_node_same(const fed_node *a, const fed_node *b);

/* What a stage reads, told by a list of prefixes that ends with NULL: "data." takes the keys below
 * data, "seed" that key, "algorithm.learning_rate" that key and those inside it. A view (NULL when
 * out of memory) reads as its point, and remembers the first read that the prefixes do not cover,
 * on whichever thread; a view of a view tells both. The prefixes and the point must outlive it. */
const fed_config *fed_config_only(fed_arena *arena, const fed_config *config,
                                  const char *const *prefixes);
const char *fed_config_strayed(const fed_config *view); /* the path of that read, or NULL */
/* The keys below the prefixes, as numbers of slots, in which some point differs from the base; NULL
 * when out of memory. */
const size_t *fed_config_varying(fed_arena *arena, const fed_config *config,
                                 const char *const *prefixes, size_t *count);
/* Whether two points of one configuration answer alike at so many of these: no read below the
 * prefixes can tell them apart. Points that do have the same digest, so that groups are found in
 * linear time. */
bool fed_config_same(const fed_config *a, const fed_config *b, const size_t *slots, size_t count);
uint64_t fed_config_digest(const fed_config *config, const size_t *slots, size_t count);

#endif
