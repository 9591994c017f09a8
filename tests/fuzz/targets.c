/* targets.c -- the table of targets, and the folder that their files stand in. */
#include "targets.h"

#include "readers.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const fuzz_target fuzz_targets[] = {
    {"config", {"main.cfg", "one.cfg", "below/two.cfg"}, fuzz_config},
    {"override", {"overrides"}, fuzz_override},
    {"manifest", {"set.yaml", "train.csv", "test.csv"}, fuzz_manifest},
    {"csv", {"train.csv", "test.csv"}, fuzz_csv},
    {"libsvm", {"train.svm"}, fuzz_libsvm},
    {"idx", {"train.idx", "labels.idx"}, fuzz_idx},
    {"npy", {"train.npy", "labels.npy"}, fuzz_npy},
    {"cifar", {"train.bin"}, fuzz_cifar},
    {"leaf", {"train.json", "test.json"}, fuzz_leaf},
    {"mps", {"program.mps"}, fuzz_mps},
    {"lp", {"A.csv", "b.csv", "c.csv", "bounds.csv", "owner.csv"}, fuzz_lp},
    {"graph", {"edges"}, fuzz_graph},
    {"theta", {"theta"}, fuzz_theta},
    {"spool", {"batch", "segment", "study"}, fuzz_spool},
    {"checkpoint", {"state"}, fuzz_checkpoint},
    {NULL, {NULL}, NULL},
};

static char folder[64];

const fuzz_target *fuzz_find(const char *name)
{
    for (const fuzz_target *target = fuzz_targets; target->name != NULL; target++)
        if (name != NULL && strcmp(name, target->name) == 0)
            return target;
    fprintf(stderr, "FUZZ_TARGET=%s: no such target; there are", name != NULL ? name : "");
    for (const fuzz_target *target = fuzz_targets; target->name != NULL; target++)
        fprintf(stderr, " %s", target->name);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

static void need(int done, const char *what)
{
    if (!done) {
        perror(what);
        exit(EXIT_FAILURE);
    }
}

void fuzz_begin(void)
{
    const char *shared = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

    snprintf(folder, sizeof folder, "%s/fedomp-fuzz-XXXXXX", shared);
    need(mkdtemp(folder) != NULL && chdir(folder) == 0 && mkdir("below", 0700) == 0, folder);
}

static int remove_item(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

void fuzz_end(void)
{
    need(chdir("/") == 0, "/");
    nftw(folder, remove_item, 8, FTW_DEPTH | FTW_PHYS);
}

static void write_file(const char *name, const uint8_t *bytes, size_t size)
{
    const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    need(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0, name);
}

void fuzz_one(const fuzz_target *target, const uint8_t *bytes, size_t size)
{
    for (size_t k = 0; k < FUZZ_FILES && target->files[k] != NULL; k++) {
        const int last = k + 1 == FUZZ_FILES || target->files[k + 1] == NULL;
        const uint8_t *cut = last || bytes == NULL ? NULL : memmem(bytes, size, "\n%%\n", 4);
        const size_t part = cut != NULL ? (size_t)(cut - bytes) + 1 : size;

        if (bytes == NULL) {
            unlink(target->files[k]);
            continue;
        }
        write_file(target->files[k], bytes, part);
        size -= cut != NULL ? part + 3 : size;
        bytes = cut != NULL ? cut + 4 : NULL;
    }
    target->read();
}
