/* replay.c -- every file of the corpus through its target, each in a process of its own: none
 * crashes or hangs. With arguments: TARGET FILE..., in this process, for a debugger. */
#include "targets.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 120 }; /* far more than any takes under a sanitizer on a loaded machine */

static int replay(const fuzz_target *target, const char *path)
{
    FILE *stream = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t size = 0;
    long length;

    if (stream == NULL || fseek(stream, 0, SEEK_END) != 0 || (length = ftell(stream)) < 0 ||
        (bytes = malloc((size_t)length + 1)) == NULL) {
        perror(path);
        return EXIT_FAILURE;
    }
    rewind(stream);
    size = fread(bytes, 1, (size_t)length, stream);
    fclose(stream);
    fuzz_begin();
    fuzz_one(target, bytes, size);
    fuzz_end();
    free(bytes);
    return EXIT_SUCCESS;
}

/* In a child: whatever becomes of it is told by its parent. */
static int is_fine(const fuzz_target *target, const char *path)
{
    int status = 0;
    pid_t child;

    fflush(stdout);
    if ((child = fork()) == 0) {
        alarm(MOST_SECONDS);
        exit(replay(target, path));
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return 1;
    printf("# %s %s: %s %d\n", target->name, path, WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return 0;
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* A target without files is a fault of the corpus. */
static int replay_all(const fuzz_target *target, const char *corpus, size_t number)
{
    char folder[4200], path[4500];
    struct dirent **entries = NULL;
    int count, fine = 0;

    snprintf(folder, sizeof folder, "%s/%.40s", corpus, target->name);
    count = scandir(folder, &entries, is_file, alphasort);
    for (int k = 0; k < count; k++) {
        snprintf(path, sizeof path, "%s/%.255s", folder, entries[k]->d_name);
        fine += is_fine(target, path);
        free(entries[k]);
    }
    free(entries);
    printf("%s %zu - %s: %d of %d files end well\n", count > 0 && fine == count ? "ok" : "not ok",
           number, target->name, fine, count);
    return count > 0 && fine == count;
}

int main(int argc, char **argv)
{
    const char *source = getenv("FED_SRCDIR");
    char corpus[4096];
    size_t number = 0;
    int good = 1;

    for (int k = 2; k < argc; k++)
        good = replay(fuzz_find(argv[1]), argv[k]) == EXIT_SUCCESS && good;
    if (argc > 2)
        return good ? EXIT_SUCCESS : EXIT_FAILURE;
    snprintf(corpus, sizeof corpus, "%s/tests/fuzz/corpus", source != NULL ? source : ".");
    for (const fuzz_target *target = fuzz_targets; target->name != NULL; target++)
        good = replay_all(target, corpus, ++number) && good;
    printf("1..%zu\n", number);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
