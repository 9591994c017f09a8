/* input.c -- files read whole; gzip through zlib. */
#include "datasets/input.h"

#include "core/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static fed_status too_large(const char *path, size_t most, fed_error *error)
{
    return fed_fail(error, FED_DATA, "%s: larger than %zu bytes", path, most);
}

static fed_status check_kind(int descriptor, const fed_file *file, size_t most, size_t *size,
                             fed_error *error)
{
    struct stat info;

    if (fstat(descriptor, &info) != 0)
        return fed_fail(error, FED_DATA, "%s: %s", file->path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return fed_fail(error, FED_DATA, "%s: is a directory, not a file", file->path);
    if (!S_ISREG(info.st_mode))
        return fed_fail(error, FED_DATA, "%s: is not a regular file", file->path);
    if (info.st_size == 0)
        return fed_fail(error, FED_DATA, "%s: empty file", file->path);
    if ((uint64_t)info.st_size > most)
        return too_large(file->path, most, error);
    *size = (size_t)info.st_size;
    if (file->sha256 != NULL && *size != file->bytes)
        return fed_fail(error, FED_DATA, "%s: %zu bytes, expected %llu", file->path, *size,
                        (unsigned long long)file->bytes);
    return FED_OK;
}

static fed_status read_all(int descriptor, const char *path, char *text, size_t size,
                           fed_error *error)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = read(descriptor, text + done, size - done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fed_fail(error, FED_DATA, "%s: %s", path, strerror(errno));
        if (got == 0)
            return fed_fail(error, FED_DATA, "%s: became shorter while it was read", path);
        done += (size_t)got;
    }
    return FED_OK;
}

/* A file that unpacks to more than this is refused when it was packed better than numbers can be.
 */
enum { FREELY = 1 << 26, RATIO = 200, PIECE = 1 << 16 };

/* The members of a gzip file one after another, into to, of most + 1 bytes; NULL counts them only,
 * a piece at a time, so that nothing is taken that the file does not hold. */
static fed_status inflate_members(z_stream *stream, const fed_input *packed, size_t most, char *to,
                                  size_t *size, fed_error *error)
{
    char piece[PIECE];
    size_t used = 0;
    int code = Z_STREAM_END;

    *size = 0;
    while (used < packed->size) {
        size_t in = packed->size - used, out = to == NULL ? PIECE : most - *size + 1;

        if (code == Z_STREAM_END && inflateReset(stream) != Z_OK)
            return fed_fail(error, FED_INTERNAL, "%s: zlib failed", packed->path);
        stream->next_in = (z_const Bytef *)(packed->text + used);
        stream->avail_in = (uInt)(in < 1u << 30 ? in : 1u << 30);
        stream->next_out = (Bytef *)(to == NULL ? piece : to + *size);
        stream->avail_out = (uInt)(out < 1u << 30 ? out : 1u << 30);
        in = stream->avail_in;
        out = stream->avail_out;
        code = inflate(stream, Z_NO_FLUSH);
        used += in - stream->avail_in;
        *size += out - stream->avail_out;
        if (code != Z_STREAM_END && code != Z_OK && code != Z_BUF_ERROR)
            return fed_fail(error, code == Z_MEM_ERROR ? FED_NOMEM : FED_DATA,
                            "%s: damaged gzip file (%s)", packed->path,
                            stream->msg != NULL ? stream->msg : "no message");
        if (*size > most)
            return too_large(packed->path, most, error);
        if (*size > FREELY && *size / RATIO > packed->size)
            return fed_fail(error, FED_DATA,
                            "%s: its %zu bytes unpack to more than %d times as many; if "
                            "this is correct, unpack the file first",
                            packed->path, packed->size, RATIO);
    }
    return code == Z_STREAM_END
               ? FED_OK
               : fed_fail(error, FED_DATA, "%s: truncated gzip file", packed->path);
}

/* Twice: the first time counts. */
static fed_status inflate_twice(fed_arena *arena, z_stream *stream, size_t most, fed_input *input,
                                fed_error *error)
{
    size_t size = 0, again = 0;
    char *text;

    TRY(inflate_members(stream, input, most, NULL, &size, error));
    if (size == 0)
        return fed_fail(error, FED_DATA, "%s: empty file", input->path);
    if ((text = fed_alloc(arena, size + 1, 1)) == NULL)
        return fed_fail(error, FED_NOMEM, "%s: out of memory for its %zu unpacked bytes",
                        input->path, size);
    TRY(inflate_members(stream, input, size, text, &again, error));
    input->text = text;
    input->size = size;
    return FED_OK;
}

static fed_status unpack(fed_arena *arena, size_t most, fed_input *input, fed_error *error)
{
    z_stream stream;
    fed_status status;

    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 16) != Z_OK) /* 16: gzip, with its checksum */
        return fed_nomem(error);
    status = inflate_twice(arena, &stream, most, input, error);
    inflateEnd(&stream);
    return status;
}

static fed_status read_descriptor(fed_arena *arena, int descriptor, const fed_file *file,
                                  size_t most, fed_input *input, fed_error *error)
{
    TRY(check_kind(descriptor, file, most, &input->size, error));
    input->path = file->path;
    input->text = fed_alloc(arena, input->size + 1, 1);
    if (input->text == NULL)
        return fed_fail(error, FED_NOMEM, "%s: out of memory for its %zu bytes", file->path,
                        input->size);
    TRY(read_all(descriptor, file->path, input->text, input->size, error));
    fed_sha256_of(input->text, input->size, input->sha256);
    if (file->sha256 != NULL && strcmp(file->sha256, input->sha256) != 0)
        return fed_fail(error, FED_DATA, "%s: sha256 is %s, expected %s", file->path, input->sha256,
                        file->sha256);
    if (input->size >= 2 && memcmp(input->text, "\x1f\x8b", 2) == 0)
        return unpack(arena, most, input, error);
    return FED_OK;
}

static fed_status open_file(const char *path, int *descriptor, fed_error *error)
{
    *descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO must not hang */
    if (*descriptor < 0)
        return fed_fail(error, FED_DATA, "%s: %s", path, strerror(errno));
    return FED_OK;
}

fed_status fed_input_check(const char *path, fed_error *error)
{
    fed_file file = {path, NULL, 0};
    int descriptor = -1;
    size_t size;
    fed_status status;

    TRY(open_file(path, &descriptor, error));
    status = check_kind(descriptor, &file, FED_INPUT_MAX, &size, error);
    close(descriptor);
    return status;
}

fed_status fed_input_read(fed_arena *arena, const fed_file *file, size_t most, fed_input *input,
                          fed_error *error)
{
    int descriptor = -1;
    fed_status status;

    TRY(open_file(file->path, &descriptor, error));
    status = read_descriptor(arena, descriptor, file, most, input, error);
    close(descriptor);
    return status;
}
