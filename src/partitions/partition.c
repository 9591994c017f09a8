/* partition.c -- the server's samples set apart, the others shared out by the scheme, the result
 * checked. */
#include "partitions/partition.h"

#include "core/rng.h"
#include "partitions/scheme.h"

#include <string.h>

enum { DEFAULT_CLIENTS = 10 };

const fed_param fed_partition_params[] = {
    {"clients", FED_INT, "0", 0, 4294967295.0, NULL,
     "number of clients; 0: as many as in the data, or 10 (at most the number of "
     "samples) if the data have no clients"},
    {"scheme", FED_NAME, "auto", FED_ANY, NULL, "how samples are assigned to clients"},
    {"weights", FED_CHOICE, NULL, FED_ANY, "samples|uniform",
     "weight of a client: n_m/N or 1/M; the default is samples, but uniform for "
     "decentralised methods"},
    {"server", FED_INT, "0", 0, 1e12, NULL,
     "number of samples, drawn at random, that "
     "the server holds"},
    FED_END};

/* Samples of client -1, or `partition.server` drawn at random; pool gets the others in file order.
 */
static fed_status take_server(const fed_config *config, const fed_dataset *data, uint64_t seed,
                              uint64_t replicate, size_t *server, size_t *pool,
                              size_t *server_count, fed_error *error)
{
    size_t wanted = (size_t)fed_config_int(config, "partition.server"), kept = 0, held = 0;
    fed_rng rng = fed_rng_stream(seed, FED_RNG_SPLIT, replicate, 0, 1);

    for (size_t i = 0; i < data->n; i++)
        if (data->client != NULL && data->client[i] < 0)
            server[held++] = i;
        else
            pool[kept++] = i;
    if (wanted > 0 && held > 0)
        return fed_config_fault(config, error, FED_CONFIG, "partition.server",
                                "the client column already gives the server %zu samples", held);
    if (wanted > kept)
        return fed_too_few_samples(config, data, error, "partition.server", wanted, kept);
    for (size_t i = 0, left = wanted, stay = 0; i < kept && wanted > 0;
         i++) /* Knuth's selection sampling */
        if (fed_rng_below(&rng, kept - i) < left) {
            server[held++] = pool[i];
            left--;
        } else {
            pool[stay++] = pool[i];
        }
    *server_count = held;
    return FED_OK;
}

static fed_status share(fed_arena *arena, fed_arena *scratch, const fed_config *config,
                        const fed_dataset *data, uint64_t seed, uint64_t replicate,
                        fed_partition *part, fed_error *error)
{
    const fed_scheme *scheme = (const fed_scheme *)fed_entry_find(
        fed_schemes, fed_config_string(config, "partition.scheme"));
    size_t clients = (size_t)fed_config_int(config, "partition.clients"), count;
    size_t *pool = FED_ARRAY(scratch, data->n, size_t), *held = FED_ARRAY(scratch, data->n, size_t);
    size_t *start, *row, *server;

    if (pool == NULL || held == NULL)
        return fed_nomem(error);
    TRY(take_server(config, data, seed, replicate, held, pool, &part->server_count, error));
    count = data->n - part->server_count;
    if (clients == 0)
        clients = data->client != NULL      ? data->clients
                  : count < DEFAULT_CLIENTS ? count
                                            : DEFAULT_CLIENTS;
    if (clients == 0)
        return fed_config_fault(config, error, FED_DATA, "partition.clients",
                                "every sample belongs to the server, none to a client");
    if (clients > count)
        return fed_too_few_samples(config, data, error, "partition.clients", clients, count);
    start = FED_ARRAY(arena, clients + 1, size_t);
    row = FED_ARRAY(arena, count, size_t);
    server = FED_ARRAY(arena, part->server_count, size_t);
    if (start == NULL || row == NULL || server == NULL)
        return fed_nomem(error);
    memcpy(server, held, part->server_count * sizeof *server);
    if (scheme->choose != NULL)
        scheme = scheme->choose(data, clients);
    TRY(scheme->assign(config, data, seed, replicate, pool, count, scratch, clients, start, row,
                       error));
    for (size_t m = 0; m < clients; m++)
        if (start[m + 1] <= start[m])
            return fed_config_fault(config, error, FED_DATA, "partition.clients",
                                    "client %zu of %zu has no samples", m, clients);
    *part = (fed_partition){clients, start, row, part->server_count, server, scheme->entry.name};
    return FED_OK;
}

fed_status fed_partition_make(fed_arena *arena, const fed_config *config, const fed_dataset *data,
                              uint64_t seed, uint64_t replicate, const fed_partition **partition,
                              fed_error *error)
{
    fed_arena scratch = {NULL};
    fed_partition *part = FED_NEW(arena, fed_partition);
    fed_status status = part == NULL
                            ? fed_nomem(error)
                            : share(arena, &scratch, config, data, seed, replicate, part, error);

    fed_arena_free(&scratch);
    *partition = part;
    return status;
}
