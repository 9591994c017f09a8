/* bytes.h -- values one after the other in a buffer that grows, and read again. Reading never goes
 * beyond the end: what is not there is 0, NULL or empty, and the reader is spoilt. */
#ifndef FED_BYTES_H
#define FED_BYTES_H

#include "core/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct fed_bytes {
    char *at;
    size_t size, room;
    bool spoilt; /* no memory */
} fed_bytes;

void fed_put(fed_bytes *bytes, const void *value, size_t size);
void fed_put_count(fed_bytes *bytes, uint64_t count);
void fed_put_text(fed_bytes *bytes, const char *text); /* NULL is not "" */
void fed_put_padding(fed_bytes *bytes);                /* to a multiple of eight */
void fed_bytes_free(fed_bytes *bytes);

typedef struct fed_reader {
    const char *at;
    size_t left;
    bool spoilt;
} fed_reader;

void fed_get(fed_reader *reader, void *value, size_t size);
uint64_t fed_get_count(fed_reader *reader);
/* A number of things of `size` bytes at least that are still to come: never more than can be. */
size_t fed_get_many(fed_reader *reader, size_t size);
const char *fed_get_text(fed_reader *reader, fed_arena *arena);
double *fed_get_doubles(fed_reader *reader, fed_arena *arena, size_t count);

uint32_t fed_checksum(const void *bytes, size_t size); /* CRC-32 */

#endif
