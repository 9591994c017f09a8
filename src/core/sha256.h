/* sha256.h -- SHA-256 (FIPS 180-4), for the checksums of data files and configurations. */
#ifndef FED_SHA256_H
#define FED_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct fed_sha256 {
    uint32_t state[8];
    uint64_t bytes; /* seen so far */
    unsigned char block[64];
} fed_sha256;

void fed_sha256_init(fed_sha256 *hash);
void fed_sha256_update(fed_sha256 *hash, const void *data, size_t size);
void fed_sha256_hex(fed_sha256 *hash, char hex[65]); /* ends it: 64 digits and a NUL */

/* All three at once. */
void fed_sha256_of(const void *data, size_t size, char hex[65]);

#endif
