/* examples.c -- the example configurations of the source tree or of the installation. */
#include "cli/examples.h"

#include "cli/app.h"

#include "core/roots.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const below[] = {"/conf", "/conf/paper"};

enum { BELOW = sizeof below / sizeof *below };

static int is_cfg(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot != NULL && strcmp(dot, ".cfg") == 0;
}

/* NAME and the first sentence of the comment that opens the file. */
static void show(const char *dir, const char *name)
{
    char path[8192], line[512];
    bool comment = true;
    FILE *stream;

    printf("  %-24.*s", (int)(strlen(name) - strlen(".cfg")), name);
    snprintf(path, sizeof path, "%s/%s", dir, name);
    stream = fopen(path, "r");
    while (comment && stream != NULL && fgets(line, sizeof line, stream) != NULL) {
        const char *text = line + strspn(line, "# ");
        const char *end = strstr(text, ". ");

        line[strcspn(line, "\n")] = '\0';
        if (!(comment = line[0] == '#'))
            break;
        printf(" %.*s", end != NULL ? (int)(end + 1 - text) : (int)strlen(text), text);
        comment = end == NULL && (text[0] == '\0' || text[strlen(text) - 1] != '.');
    }
    if (stream != NULL)
        fclose(stream);
    putchar('\n');
}

int fed_app_examples(void)
{
    fed_roots roots;

    fed_roots_find(&roots);
    for (size_t r = 0; r < roots.count; r++) {
        int shown = 0;

        for (size_t b = 0; b < BELOW; b++) {
            char dir[4000];
            struct dirent **entries;
            int count;

            snprintf(dir, sizeof dir, "%s%s", roots.path[r], below[b]);
            count = scandir(dir, &entries, is_cfg, alphasort);
            if (count > 0)
                printf("%s\n", dir);
            for (int k = 0; k < count; k++) {
                show(dir, entries[k]->d_name);
                free(entries[k]);
                shown++;
            }
            if (count >= 0)
                free(entries);
        }
        if (shown > 0)
            return 0;
    }
    return 0;
}

/* A directory of that name, perhaps one of results, is no configuration. */
static bool is_there(const char *name)
{
    struct stat about;

    return stat(name, &about) == 0 && !S_ISDIR(about.st_mode);
}

bool fed_app_find(const char *name, char *path, size_t size)
{
    fed_roots roots;
    const size_t length = strlen(name);
    const char *end = length > 4 && strcmp(name + length - 4, ".cfg") == 0 ? "" : ".cfg";

    if (strchr(name, '/') != NULL || is_there(name)) /* a file, found or not */
        return (size_t)snprintf(path, size, "%s", name) < size;
    fed_roots_find(&roots);
    for (size_t r = 0; r < roots.count; r++)
        for (size_t b = 0; b < BELOW; b++)
            if ((size_t)snprintf(path, size, "%s%s/%s%s", roots.path[r], below[b], name, end) <
                    size &&
                access(path, R_OK) == 0)
                return true;
    /* a directory and no example: the reader of configurations says so */
    return access(name, F_OK) == 0 && (size_t)snprintf(path, size, "%s", name) < size;
}
