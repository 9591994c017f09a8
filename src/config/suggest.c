/* suggest.c -- the nearest known word to a misspelt one. */
#include "config/suggest.h"

#include <string.h>
#include <strings.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Changes, insertions, removals and swaps of neighbours that turn a into b. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), row[3][LONGEST + 2], *before = row[0], *last = row[1],
           *now = row[2];

    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= m; j++)
        last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *free_row = before;

        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        before = last;
        last = now;
        now = free_row;
    }
    return last[m];
}

const char *fed_suggest(const char *word, const char *const *words)
{
    size_t length = strlen(word), best = length / 3 + 2; /* must be below: 1 fault in 3 letters, */
    const char *nearest = NULL;

    for (; *words != NULL; words++) {
        size_t d = strcasecmp(word, *words) == 0 ? 0 : distance(word, *words);

        if (d < best && d < strlen(*words)) {
            best = d;
            nearest = *words;
        }
    }
    return nearest;
}

/* The keys beside the unknown one are tried first, then a key of that name elsewhere. */
const char *fed_suggest_key(fed_arena *arena, const fed_schema *schema, const char *path)
{
    const char *dot = strrchr(path, '.'), *leaf = dot == NULL ? path : dot + 1, *found = NULL;
    size_t prefix = (size_t)(leaf - path), count = 0, same = 0;
    const char **names = FED_ARRAY(arena, schema->count + 3, const char *);

    if (names == NULL)
        return NULL;
    for (size_t k = 0; k < schema->count; k++)
        if (strncmp(schema->slots[k].path, path, prefix) == 0) {
            const char *rest = schema->slots[k].path + prefix;

            if ((names[count++] = fed_sprintf(arena, "%.*s", (int)strcspn(rest, "."), rest)) ==
                NULL)
                return NULL;
        }
    if (prefix == 0) {
        names[count++] = "sweep";
        names[count++] = "zip";
    }
    if ((found = fed_suggest(leaf, names)) != NULL)
        return found;
    for (size_t k = 0; k < schema->count; k++) {
        const char *end = strrchr(schema->slots[k].path, '.');

        if (end != NULL && strcmp(end + 1, leaf) == 0) {
            found = schema->slots[k].path;
            same++;
        }
    }
    return same == 1 ? found : NULL;
}

/* The nearest whole path, for keys named outside the tree (a sweep's, an option's). */
const char *fed_suggest_path(fed_arena *arena, const fed_schema *schema, const char *path)
{
    const char *near = fed_suggest_key(arena, schema, path), *dot = strrchr(path, '.');
    const char **paths = FED_ARRAY(arena, schema->count + 1, const char *);

    if (near != NULL && (dot == NULL || strchr(near, '.') != NULL))
        return near;
    if (near != NULL)
        return fed_sprintf(arena, "%.*s%s", (int)(dot - path) + 1, path, near);
    if (paths == NULL)
        return NULL;
    for (size_t k = 0; k < schema->count; k++)
        paths[k] = schema->slots[k].path;
    return fed_suggest(path, paths);
}
