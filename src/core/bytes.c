/* bytes.c -- values one after the other in a buffer that grows, and read again. */
#include "core/bytes.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const uint64_t NO_TEXT = UINT64_MAX;

void fed_put(fed_bytes *bytes, const void *value, size_t size)
{
    if (size > bytes->room - bytes->size) {
        size_t room = 2 * bytes->room + size + 256;
        char *at = bytes->spoilt ? NULL : realloc(bytes->at, room);

        if (at == NULL) {
            bytes->spoilt = true;
            return;
        }
        bytes->at = at;
        bytes->room = room;
    }
    if (size > 0)
        memcpy(bytes->at + bytes->size, value, size);
    bytes->size += size;
}

void fed_put_count(fed_bytes *bytes, uint64_t count)
{
    fed_put(bytes, &count, sizeof count);
}

void fed_put_text(fed_bytes *bytes, const char *text)
{
    fed_put_count(bytes, text != NULL ? strlen(text) : NO_TEXT);
    if (text != NULL)
        fed_put(bytes, text, strlen(text));
}

void fed_put_padding(fed_bytes *bytes)
{
    static const char zeros[8];

    fed_put(bytes, zeros, (8 - bytes->size % 8) % 8);
}

void fed_bytes_free(fed_bytes *bytes)
{
    free(bytes->at);
    *bytes = (fed_bytes){NULL, 0, 0, false};
}

void fed_get(fed_reader *reader, void *value, size_t size)
{
    if (reader->spoilt || size > reader->left) {
        reader->spoilt = true;
        memset(value, 0, size);
        return;
    }
    memcpy(value, reader->at, size);
    reader->at += size;
    reader->left -= size;
}

uint64_t fed_get_count(fed_reader *reader)
{
    uint64_t count;

    fed_get(reader, &count, sizeof count);
    return count;
}

size_t fed_get_many(fed_reader *reader, size_t size)
{
    const uint64_t count = fed_get_count(reader);

    if (count > reader->left / (size > 0 ? size : 1)) {
        reader->spoilt = true;
        return 0;
    }
    return (size_t)count;
}

const char *fed_get_text(fed_reader *reader, fed_arena *arena)
{
    const uint64_t length = fed_get_count(reader);
    char *text;

    if (reader->spoilt || length == NO_TEXT)
        return NULL;
    if (length > reader->left || (text = fed_alloc(arena, (size_t)length + 1, 1)) == NULL) {
        reader->spoilt = true;
        return NULL;
    }
    fed_get(reader, text, (size_t)length);
    return text;
}

double *fed_get_doubles(fed_reader *reader, fed_arena *arena, size_t count)
{
    double *x;

    if (count > reader->left / sizeof *x || (x = FED_ARRAY(arena, count, double)) == NULL) {
        reader->spoilt = true;
        return NULL;
    }
    fed_get(reader, x, count * sizeof *x);
    return x;
}

uint32_t fed_checksum(const void *bytes, size_t size)
{
    return (uint32_t)crc32_z(crc32_z(0, NULL, 0), bytes, size);
}
