/* state.c -- the list of what lasts from round to round. */
#include "core/state.h"

#include <stdint.h>

static fed_kept *append(fed_state *state, const char *name, bool client, size_t count, size_t size)
{
    fed_kept *kept = FED_NEW(state->arena, fed_kept), **end = &state->first;

    if (kept == NULL)
        return NULL;
    kept->name = name;
    kept->client = client;
    kept->count = count;
    kept->size = size;
    kept->rows = client ? state->clients : 1;
    kept->at = &kept->room;
    while (*end != NULL)
        end = &(*end)->next;
    *end = kept;
    return kept;
}

static void *keep(fed_state *state, const char *name, bool client, size_t count, size_t size)
{
    fed_kept *kept = append(state, name, client, count, size);

    if (kept == NULL || (count != 0 && kept->rows > SIZE_MAX / count))
        return NULL;
    kept->room = fed_alloc(state->arena, kept->rows * count, size);
    return kept->room;
}

void *fed_state_keep(fed_state *state, const char *name, size_t count, size_t size)
{
    return keep(state, name, false, count, size);
}

void *fed_state_keep_clients(fed_state *state, const char *name, size_t count, size_t size)
{
    return keep(state, name, true, count, size);
}

bool fed_state_keep_at(fed_state *state, const char *name, void *room, size_t size)
{
    fed_kept *kept = append(state, name, false, 1, size);

    if (kept != NULL)
        kept->room = room;
    return kept != NULL;
}

bool fed_state_keep_rows(fed_state *state, const char *name, bool client, size_t count, double **at)
{
    fed_kept *kept = append(state, name, client, count, sizeof(double));

    if (kept != NULL)
        kept->at = (void **)at;
    return kept != NULL;
}

size_t fed_kept_bytes(const fed_kept *kept)
{
    return kept->rows * kept->count * kept->size;
}
