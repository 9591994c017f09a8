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

/* Room for at least `need` bytes, keeping what is there: zlib's window outlives the old one. */
static fed_status grow(fed_arena *arena, fed_input *out, size_t *room, size_t need,
                       fed_error *error)
{
    char *larger = fed_alloc(arena, need + 1, 1);

    if (larger == NULL)
        return fed_nomem(error);
    if (out->size > 0)
        memcpy(larger, out->text, out->size);
    out->text = larger;
    *room = need;
    return FED_OK;
}

/* The members of a gzip file one after another. packed lies in memory; out->text is written. */
static fed_status inflate_members(fed_arena *arena, z_stream *stream, const char *packed,
                                  size_t size, size_t most, fed_input *out, fed_error *error)
{
    const unsigned char *tail = (const unsigned char *)packed + size - 4;
    size_t room = 0, hint = 0, used = 0;
    int code = Z_OK;

    if (size >= 18) /* the last member's length modulo 2^32 ends the file */
        hint = tail[0] | (size_t)tail[1] << 8 | (size_t)tail[2] << 16 | (size_t)tail[3] << 24;
    if (hint / 1032 > size || hint == 0) /* deflate packs 1032 to 1 at best */
        hint = 4 * size;
    out->size = 0;
    TRY(grow(arena, out, &room, hint < most ? hint : most, error));
    while (used < size) {
        size_t in = size - used, free_room = room - out->size;

        if (code == Z_STREAM_END && inflateReset(stream) != Z_OK)
            return fed_fail(error, FED_INTERNAL, "%s: zlib failed", out->path);
        stream->next_in = (z_const Bytef *)(packed + used);
        stream->avail_in = (uInt)(in < 1u << 30 ? in : 1u << 30);
        stream->next_out = (Bytef *)out->text + out->size;
        stream->avail_out = (uInt)(free_room < 1u << 30 ? free_room : 1u << 30);
        in = stream->avail_in;
        free_room = stream->avail_out;
        code = inflate(stream, Z_NO_FLUSH);
        used += in - stream->avail_in;
        out->size += free_room - stream->avail_out;
        if (code == Z_STREAM_END)
            continue;
        if (code != Z_OK && code != Z_BUF_ERROR)
            return fed_fail(error, code == Z_MEM_ERROR ? FED_NOMEM : FED_DATA,
                            "%s: damaged gzip file (%s)", out->path,
                            stream->msg != NULL ? stream->msg : "no message");
        if (stream->avail_out == 0 && out->size == room) {
            if (room >= most)
                return too_large(out->path, most, error);
            TRY(grow(arena, out, &room, room < most / 2 ? 2 * room : most, error));
        }
    }
    if (code != Z_STREAM_END)
        return fed_fail(error, FED_DATA, "%s: truncated gzip file", out->path);
    return FED_OK;
}

static fed_status unpack(fed_arena *arena, size_t most, fed_input *input, fed_error *error)
{
    fed_input out = *input;
    z_stream stream;
    fed_status status;

    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 16) != Z_OK) /* 16: gzip, with its checksum */
        return fed_nomem(error);
    status = inflate_members(arena, &stream, input->text, input->size, most, &out, error);
    inflateEnd(&stream);
    TRY(status);
    if (out.size == 0)
        return fed_fail(error, FED_DATA, "%s: empty file", out.path);
    out.text[out.size] = '\0';
    *input = out;
    return FED_OK;
}

static fed_status read_descriptor(fed_arena *arena, int descriptor, const fed_file *file,
                                  size_t most, fed_input *input, fed_error *error)
{
    TRY(check_kind(descriptor, file, most, &input->size, error));
    input->path = file->path;
    input->text = fed_alloc(arena, input->size + 1, 1);
    if (input->text == NULL)
        return fed_nomem(error);
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
