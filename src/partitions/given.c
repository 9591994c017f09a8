/* given.c -- the clients named by the data's own client column. */
#include "partitions/scheme.h"

static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    size_t *next = FED_ARRAY(scratch, clients, size_t);

    (void)seed, (void)replicate;
    if (data->client == NULL)
        return fed_config_fault(config, error, FED_CONFIG, "partition.scheme",
                                "\"given\" needs data with a client column (data.client)");
    if (clients < data->clients)
        return fed_config_fault(config, error, FED_CONFIG, "partition.clients",
                                "%zu, but the client column has %zu clients", clients,
                                data->clients);
    if (clients > data->clients)
        return fed_config_fault(
            config, error, FED_DATA, "partition.clients",
            "client %zu of %zu has no samples: the client column has %zu clients", data->clients,
            clients, data->clients);
    if (next == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < count; i++) /* counting sort: stable */
        start[data->client[pool[i]] + 1]++;
    for (size_t m = 0; m < clients; m++) {
        start[m + 1] += start[m];
        next[m] = start[m];
    }
    for (size_t i = 0; i < count; i++)
        row[next[data->client[pool[i]]]++] = pool[i];
    return FED_OK;
}

static const fed_param params[] = {FED_END};

const fed_scheme fed_scheme_given = {.entry = {"given", "the data's client column", params},
                                     .assign = assign};
