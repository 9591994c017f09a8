/* partition.h -- which client holds which samples. */
#ifndef FED_PARTITION_H
#define FED_PARTITION_H

#include "datasets/dataset.h"

typedef struct fed_partition {
    size_t clients;
    const size_t *start;  /* clients+1: client m holds row[start[m]] .. row[start[m+1]-1] */
    const size_t *row;    /* sample numbers */
    size_t server_count;  /* samples held by the server, */
    const size_t *server; /*   their numbers */
    const char *scheme;   /* the name of the one that was used */
} fed_partition;

/* How many samples a client holds, and their numbers. */
static inline size_t fed_held(const fed_partition *part, size_t client)
{
    return part->start[client + 1] - part->start[client];
}
static inline const size_t *fed_held_rows(const fed_partition *part, size_t client)
{
    return part->row + part->start[client];
}

/* The most that one client holds. */
static inline size_t fed_held_most(const fed_partition *part)
{
    size_t most = 0;

    for (size_t m = 0; m < part->clients; m++)
        if (fed_held(part, m) > most)
            most = fed_held(part, m);
    return most;
}

/* A scheme shares `count` samples (their numbers in pool, in file order, server's left out) among
 * partition->clients clients. It fills start (zeroed before) and row, both preallocated, and may
 * reorder pool; scratch goes when it returns. */
typedef struct fed_scheme {
    fed_entry entry;
    /* the scheme to use in its place, which then assigns; or NULL */
    const struct fed_scheme *(*choose)(const fed_dataset *data, size_t clients);
    fed_status (*assign)(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error);
} fed_scheme;

extern const fed_entry *const fed_schemes[];
extern const fed_param fed_partition_params[];

/* Fails with FED_DATA for a client without samples; for more clients than samples with FED_CONFIG
 * when the data are synthetic, FED_DATA when they come from a file. */
fed_status fed_partition_make(fed_arena *arena, const fed_config *config, const fed_dataset *data,
                              uint64_t seed, uint64_t replicate, const fed_partition **partition,
                              fed_error *error);

#endif
