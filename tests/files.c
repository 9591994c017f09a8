/* files.c -- the test's own directory. */
#include "files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static char folder[64];

int files_open(void)
{
    strcpy(folder, "fedomp-test-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int remove_item(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

int files_close(void)
{
    return nftw(folder, remove_item, 8, FTW_DEPTH | FTW_PHYS) != 0;
}

const char *files_path(const char *name)
{
    static char paths[8][400];
    static unsigned turn;
    char *path = paths[turn++ % 8];

    if (*folder == '\0') { /* not the root's */
        fputs("files_open is not this suite's initialisation\n", stderr);
        exit(EXIT_FAILURE);
    }
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

const char *files_write(const char *name, const void *bytes, size_t size)
{
    const char *path = files_path(name);
    FILE *stream = fopen(path, "wb");

    if (stream == NULL || fwrite(bytes, 1, size, stream) != size || fclose(stream) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return path;
}

const char *files_text(const char *name, const char *text)
{
    return files_write(name, text, strlen(text));
}

const char *files_gzip(const char *name, const void *bytes, size_t size)
{
    const char *path = files_path(name);
    gzFile stream = gzopen(path, "wb");

    if (stream == NULL || gzwrite(stream, bytes, (unsigned)size) != (int)size ||
        gzclose(stream) != Z_OK) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return path;
}

void files_cut(const char *name, size_t size)
{
    if (truncate(files_path(name), (off_t)size) != 0)
        perror(name);
}

const char *files_strip(const char *message)
{
    static char text[2048];
    size_t length = strlen(folder), used = 0;

    while (*message != '\0' && used + 1 < sizeof text) {
        if (strncmp(message, folder, length) == 0 && message[length] == '/')
            message += length + 1;
        else
            text[used++] = *message++;
    }
    text[used] = '\0';
    return text;
}
