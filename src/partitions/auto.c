/* auto.c -- the clients that the data name; without such names, or when another number of clients is
 * asked for, an equal share at random. */
#include "partitions/scheme.h"

extern const fed_scheme fed_scheme_given, fed_scheme_random;

static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    const bool named = data->client != NULL && clients == data->clients;
    const fed_scheme *scheme = named ? &fed_scheme_given : &fed_scheme_random;

    return scheme->assign(config, data, seed, replicate, pool, count, scratch, clients, start, row, error);
}

static const fed_param params[] = {FED_END};

const fed_scheme fed_scheme_auto = {.entry = {"auto", "given when the data name as many clients, else random", params},
                                    .assign = assign};
