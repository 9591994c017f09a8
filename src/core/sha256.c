/* sha256.c -- digests as hexadecimal digits. */
#include "core/sha256.h"

#include <nettle/base16.h>

void fed_sha256_hex(struct sha256_ctx *hash, char hex[65])
{
    uint8_t digest[SHA256_DIGEST_SIZE];

    sha256_digest(hash, sizeof digest, digest);
    base16_encode_update(hex, sizeof digest, digest);
    hex[64] = '\0';
}

void fed_sha256_of(const void *data, size_t size, char hex[65])
{
    struct sha256_ctx hash;

    sha256_init(&hash);
    sha256_update(&hash, size, data);
    fed_sha256_hex(&hash, hex);
}
