/* sha256.c -- SHA-256 as FIPS 180-4 writes it. */
#include "core/sha256.h"

#include <string.h>

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static uint32_t big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

    for (int t = 0; t < 16; t++)
        w[t] = big_endian(block + 4 * t);
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;

        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    for (int t = 0; t < 64; t++) {
        uint32_t choose = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        uint32_t t1 =
            h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choose + round_constant[t] + w[t];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;

        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void fed_sha256_init(fed_sha256 *hash)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    memcpy(hash->state, start, sizeof start);
    hash->bytes = 0;
}

void fed_sha256_update(fed_sha256 *hash, const void *data, size_t size)
{
    const unsigned char *in = data;

    while (size > 0) {
        size_t used = (size_t)(hash->bytes % 64), take = 64 - used < size ? 64 - used : size;

        if (take == 64) { /* a whole block, from where it lies */
            compress(hash->state, in);
        } else {
            memcpy(hash->block + used, in, take);
            if (used + take == 64)
                compress(hash->state, hash->block);
        }
        hash->bytes += take;
        in += take;
        size -= take;
    }
}

void fed_sha256_hex(fed_sha256 *hash, char hex[65])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t bits = hash->bytes * 8;
    size_t used = (size_t)(hash->bytes % 64);
    unsigned char tail[72] = {0x80}; /* padding, then the length in bits, big-endian */
    size_t padding = (used < 56 ? 56 : 120) - used;

    for (int k = 0; k < 8; k++)
        tail[padding + (size_t)k] = (unsigned char)(bits >> (56 - 8 * k));
    fed_sha256_update(hash, tail, padding + 8);
    for (int k = 0; k < 64; k++)
        hex[k] = digits[hash->state[k / 8] >> (28 - 4 * (k % 8)) & 15];
    hex[64] = '\0';
}

void fed_sha256_of(const void *data, size_t size, char hex[65])
{
    fed_sha256 hash;

    fed_sha256_init(&hash);
    fed_sha256_update(&hash, data, size);
    fed_sha256_hex(&hash, hex);
}
