/* input.h -- a whole file in memory, unpacked when it is gzip, with the checksum of its bytes. */
#ifndef FED_INPUT_H
#define FED_INPUT_H

#include "core/arena.h"
#include "core/status.h"

#include <stdint.h>

#define FED_INPUT_MAX ((size_t)4 << 30) /* bytes, on disk and unpacked */

/* A file asked for; sha256 NULL: any bytes will do. */
typedef struct fed_file {
    const char *path, *sha256;
    uint64_t bytes;
} fed_file;

typedef struct fed_input {
    const char *path;
    char *text; /* size bytes and a NUL */
    size_t size;
    char sha256[65]; /* of the bytes on disk */
} fed_input;

/* Regular files only; an empty, oversized or truncated one, or one whose checksum differs, is
 * FED_DATA. */
fed_status fed_input_read(fed_arena *arena, const fed_file *file, size_t most, fed_input *input,
                          fed_error *error);

/* Whether there is a file to read at all: FED_DATA when it is missing, empty, too large, or no
 * regular file. */
fed_status fed_input_check(const char *path, fed_error *error);

#endif
