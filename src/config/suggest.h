/* suggest.h -- the nearest key to a misspelt one. */
#ifndef FED_CONFIG_SUGGEST_H
#define FED_CONFIG_SUGGEST_H

#include "config/config.h"
#include "config/types.h"

/* a key beside the unknown one; a full path */
const char *fed_suggest_path(fed_arena *arena, const fed_schema *schema, const char *path);
const char *fed_suggest_key(fed_arena *arena, const fed_schema *schema, const char *path);

/* The nearest of the NULL-terminated words to a misspelt one, or NULL. */
const char *fed_suggest(const char *word, const char *const *words);

#endif
