/* columns.c -- which column of a file is the response, the client, a feature, or left out. */
#include "datasets/columns.h"

#include "datasets/coding.h"
#include "datasets/decimal.h"
#include "datasets/format.h"
#include "config/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *suggest(fed_arena *arena, const char *word, const char *const *names,
                           size_t count)
{
    const char **list = FED_ARRAY(arena, count + 1, const char *);
    const char *near;

    if (list == NULL)
        return "";
    memcpy(list, names, count * sizeof *names);
    near = fed_suggest(word, list);
    near = near == NULL ? "" : fed_sprintf(arena, " (did you mean '%s'?)", near);
    return near == NULL ? "" : near;
}

/* The one column called name; count when there is none. */
static fed_status find_name(const char *where, const char *const *names, size_t count,
                            const char *key, const char *name, size_t *found, fed_error *error)
{
    *found = count;
    for (size_t j = 0; j < count; j++) {
        if (strcmp(names[j], name) != 0)
            continue;
        if (*found < count)
            return fed_fail(error, FED_DATA,
                            "%s: columns %zu and %zu are both called '%s', named by %s", where,
                            *found + 1, j + 1, name, key);
        *found = j;
    }
    return FED_OK;
}

static fed_status find_index(const char *where, const char *key, int64_t index, size_t count,
                             size_t *found, fed_error *error)
{
    if (index < 0 || (uint64_t)index >= count)
        return fed_fail(error, FED_DATA, "%s: no column %lld for %s; there are %zu, counted from 0",
                        where, (long long)index, key, count);
    *found = (size_t)index;
    return FED_OK;
}

/* A word of `drop`: a name of the header, else an index in digits. */
static fed_status find_word(fed_arena *arena, const char *where, const char *const *names,
                            size_t count, const char *key, const char *word, bool digits,
                            size_t *found, fed_error *error)
{
    const char *near;
    char *stop;
    long long index;

    *found = count;
    if (names != NULL)
        TRY(find_name(where, names, count, key, word, found, error));
    if (*found < count)
        return FED_OK;
    errno = 0;
    index = strtoll(word, &stop, 10);
    if ((digits || names == NULL) && *word >= '0' && *word <= '9' && *stop == '\0' && errno == 0)
        return find_index(where, key, index, count, found, error);
    if (names == NULL)
        return fed_fail(error, FED_DATA,
                        "%s: no column '%s' for %s: the file has no header, use an index", where,
                        word, key);
    near = suggest(arena, word, names, count);
    return fed_fail(error, FED_DATA, "%s: no column '%s' for %s%s", where, word, key,
                    *near != '\0' ? near : "; line 1 is taken for the names of the columns");
}

static fed_status mark(fed_arena *arena, const char *where, const char *key,
                       const fed_column *column, int64_t role, fed_columns *columns,
                       fed_error *error)
{
    size_t j = 0;

    if (column->name != NULL)
        TRY(find_word(arena, where, columns->names, columns->count, key, column->name, false, &j,
                      error));
    else
        TRY(find_index(where, key, column->index, columns->count, &j, error));
    if (columns->role[j] == FED_COLUMN_TARGET || columns->role[j] == FED_COLUMN_CLIENT)
        return fed_fail(error, FED_DATA, "%s: column %zu cannot be both %s and %s", where, j + 1,
                        columns->role[j] == FED_COLUMN_TARGET ? "target" : "client", key);
    columns->role[j] = role;
    return FED_OK;
}

/* A test file with a header: every feature of the training set must be there, and no other. */
static fed_status match_names(fed_arena *arena, const char *where, const char *const *like,
                              size_t wanted, fed_columns *columns, fed_error *error)
{
    for (size_t k = 0, hint = 0; k < wanted; k++) {
        size_t j = hint; /* most often the columns come in the same order */

        while (j < columns->count && columns->role[j] < 0)
            j++;
        if (j == columns->count || strcmp(columns->names[j], like[k]) != 0) {
            TRY(find_name(where, columns->names, columns->count, "the training set", like[k], &j,
                          error));
            if (j == columns->count || columns->role[j] < 0)
                return fed_fail(error, FED_DATA, "%s: no column '%s', which the training set has%s",
                                where, like[k],
                                suggest(arena, like[k], columns->names, columns->count));
        }
        columns->role[j] = (int64_t)k;
        hint = j + 1;
    }
    if (columns->features > wanted)
        for (size_t j = 0; j < columns->count; j++) {
            size_t k = 0;

            while (columns->role[j] >= 0 && k < wanted && strcmp(columns->names[j], like[k]) != 0)
                k++;
            if (k == wanted)
                return fed_fail(error, FED_DATA, "%s: column %zu (%s) is not in the training set",
                                where, j + 1, columns->names[j]);
        }
    return FED_OK;
}

/* A test file may leave the client column out: it is not used. */
static bool has_client(const fed_layout *layout, const char *const *names, size_t count)
{
    if (layout->client.name == NULL)
        return layout->client.index >= 0;
    if (layout->like == NULL || names == NULL)
        return true;
    for (size_t j = 0; j < count; j++)
        if (strcmp(names[j], layout->client.name) == 0)
            return true;
    return false;
}

fed_status fed_columns_find(fed_arena *arena, const fed_layout *layout, const char *where,
                            const char *const *names, size_t count, bool wanted,
                            fed_columns *columns, fed_error *error)
{
    columns->count = count;
    columns->names = names;
    columns->features = 0;
    columns->role = FED_ARRAY(arena, count, int64_t);
    if (columns->role == NULL)
        return fed_nomem(error);
    for (size_t k = 0; k < layout->drop_count; k++) {
        size_t j;

        TRY(find_word(arena, where, names, count, "drop", layout->drop[k], true, &j, error));
        columns->role[j] = FED_COLUMN_DROPPED;
    }
    columns->client = layout->like == NULL && has_client(layout, names, count);
    if (wanted)
        TRY(mark(arena, where, "target", &layout->target, FED_COLUMN_TARGET, columns, error));
    if (has_client(layout, names, count))
        TRY(mark(arena, where, "client", &layout->client,
                 columns->client ? FED_COLUMN_CLIENT : FED_COLUMN_DROPPED, columns, error));
    for (size_t j = 0; j < count; j++)
        if (columns->role[j] >= 0)
            columns->role[j] = (int64_t)columns->features++;
    if (columns->features == 0)
        return fed_fail(
            error, FED_DATA,
            "%s: there is no column left for features (without target, client and drop)", where);
    if (layout->like != NULL && names != NULL) {
        const fed_coding *coding = layout->like->coding;
        const char *const *like = coding != NULL ? coding->names : layout->like->names;

        if (like != NULL)
            return match_names(arena, where, like,
                               coding != NULL ? coding->columns : layout->like->d, columns, error);
    }
    if (layout->like != NULL && layout->like->coding != NULL &&
        layout->like->coding->columns != columns->features)
        return fed_fail(error, FED_DATA,
                        "%s: %zu columns of features, but the training set has %zu", where,
                        columns->features, layout->like->coding->columns);
    return FED_OK;
}

fed_status fed_columns_names(fed_arena *arena, const fed_columns *columns,
                             const char *const **names, fed_error *error)
{
    const char **copy;

    *names = NULL;
    if (columns->names == NULL)
        return FED_OK;
    copy = FED_ARRAY(arena, columns->features, const char *);
    if (copy == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < columns->count; j++)
        if (columns->role[j] >= 0 &&
            (copy[columns->role[j]] = fed_strdup(arena, columns->names[j])) == NULL)
            return fed_nomem(error);
    *names = copy;
    return FED_OK;
}

const char *fed_columns_show(const fed_columns *columns, size_t column, char shown[80])
{
    char name[48];

    if (columns->names == NULL)
        snprintf(shown, 80, "column %zu", column + 1);
    else
        snprintf(shown, 80, "column %zu (%s)", column + 1,
                 fed_decimal_show(columns->names[column], strlen(columns->names[column]), name));
    return shown;
}
