/* sha256.h -- SHA-256 by nettle, for the checksums of data files and configurations. */
#ifndef FED_SHA256_H
#define FED_SHA256_H

#include <nettle/sha2.h>

void fed_sha256_hex(struct sha256_ctx *hash, char hex[65]);      /* ends it: 64 digits and a NUL */
void fed_sha256_of(const void *data, size_t size, char hex[65]); /* begun, fed and ended */

#endif
