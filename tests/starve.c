/* starve.c -- loaded before the C library (LD_PRELOAD): one allocation of the program has no
 * answer, and at exit a line says how many there were and what was never given back.
 *
 *   STARVE_AT=K    the K-th allocation fails, from 1; 0 fails none
 *   STARVE_ALL=1   and so do all that follow
 *   STARVE_LOG=F   file that the report is written to:
 *                  "counted N", "spared LIBRARY COUNT"..., "failed LIBRARY", "live LIBRARY
 *                  BLOCKS"..., and "site K"... for the first allocation of every stack of calls
 *
 * Counted are the allocations that the program asks for, itself or through a library; those of the
 * libraries of spared[], which check none of their own, always succeed. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t align, size_t size);
extern void __libc_free(void *block);

enum { SLOTS = 1 << 20, NAMES = 64, DEEP = 12, CALLS = 8, SITES = 1 << 15 };

static struct {
    void *block;
    unsigned char owner;
} slots[SLOTS];
static char names[NAMES][40];
static long spared_count[NAMES], live[NAMES];
static const char *const spared[] = {"libgomp",  "libblis",  "libconfig",
                                     "ld-linux", "libgcc_s", "libgfortran"};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long at, counted, failed = -1;
static struct {
    uint64_t calls; /* 0: free */
    long first;
} sites[SITES];
static bool ready, all, begun, over;
static __thread bool inside;

/* The library, or the program, whose name begins there, as a number. */
static unsigned char number_of(const char *path)
{
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path != NULL ? path : "?";
    const size_t length = strcspn(base, ".") < 39 ? strcspn(base, ".") : 39;

    for (unsigned char k = 0; k < NAMES - 1; k++) {
        if (names[k][0] == '\0')
            memcpy(names[k], base, length);
        if (strncmp(names[k], base, length) == 0 && names[k][length] == '\0')
            return k;
    }
    return NAMES - 1;
}

/* Notes the allocation if none before it came by the same calls. */
static void note_site(void *const *frames, int depth, long number)
{
    uint64_t calls = 14695981039346656037U;
    size_t k;

    for (int d = 2; d < depth && d < 2 + CALLS; d++)
        calls = (calls ^ (uintptr_t)frames[d]) * 1099511628211U;
    for (k = calls % (SITES - 1); sites[k].calls != 0 && sites[k].calls != calls;
         k = (k + 1) % SITES)
        continue;
    if (sites[k].calls == 0)
        sites[k].first = number;
    sites[k].calls = calls;
}

/* Who asks: the first frame that is neither here nor in the C library. */
static unsigned char caller(void *const *frames, int depth)
{
    Dl_info info;

    for (int k = 1; k < depth; k++)
        if (dladdr(frames[k], &info) != 0 && info.dli_fname != NULL &&
            strstr(info.dli_fname, "libc.so") == NULL && strstr(info.dli_fname, "starve") == NULL)
            return number_of(info.dli_fname);
    return number_of("libc");
}

static bool is_spared(unsigned char owner)
{
    for (size_t k = 0; k < sizeof spared / sizeof spared[0]; k++)
        if (strncmp(names[owner], spared[k], strlen(spared[k])) == 0)
            return true;
    return false;
}

/* The program has ended; what follows is of the compiler's counters (gcov), which need memory. */
static void end(void)
{
    over = true;
}

/* Counts one request and says whether it is granted. */
static bool granted(unsigned char *owner)
{
    void *frames[DEEP];
    const int depth = backtrace(frames, DEEP);
    bool yes = true;

    pthread_mutex_lock(&mutex);
    *owner = caller(frames, depth);
    if (!begun)
        begun = atexit(end) == 0; /* called last, as the first to be registered */
    if (is_spared(*owner)) {
        spared_count[*owner]++;
    } else if (!over) {
        counted++;
        if (at == 0)
            note_site(frames, depth, counted);
        yes = !(at > 0 && (counted == at || (all && counted > at)));
        if (!yes && failed < 0)
            failed = *owner;
    }
    pthread_mutex_unlock(&mutex);
    return yes;
}

static size_t hash(const void *block)
{
    return ((uintptr_t)block >> 4) * 2654435761U % SLOTS;
}

static void note(void *block, unsigned char owner)
{
    if (block == NULL)
        return;
    pthread_mutex_lock(&mutex);
    for (size_t k = hash(block), tries = 0; tries < SLOTS; k = (k + 1) % SLOTS, tries++)
        if (slots[k].block == NULL || slots[k].block == (void *)slots) {
            slots[k].block = block;
            slots[k].owner = owner;
            live[owner]++;
            break;
        }
    pthread_mutex_unlock(&mutex);
}

static void forget(const void *block)
{
    pthread_mutex_lock(&mutex);
    for (size_t k = hash(block), tries = 0; tries < SLOTS && slots[k].block != NULL;
         k = (k + 1) % SLOTS, tries++)
        if (slots[k].block == block) {
            slots[k].block = (void *)slots; /* was taken */
            live[slots[k].owner]--;
            break;
        }
    pthread_mutex_unlock(&mutex);
}

__attribute__((constructor)) static void begin(void)
{
    void *frames[DEEP];
    const char *number = getenv("STARVE_AT");

    backtrace(frames, DEEP); /* which loads a library the first time */
    at = number == NULL ? 0 : atol(number);
    all = getenv("STARVE_ALL") != NULL;
    ready = true;
}

__attribute__((destructor)) static void report(void)
{
    char text[4096];
    const char *path = getenv("STARVE_LOG");
    int size, fd;

    ready = false;
    if (path == NULL || (fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
        return;
    size = snprintf(text, sizeof text, "counted %ld\n", counted);
    if (failed >= 0)
        size += snprintf(text + size, sizeof text - (size_t)size, "failed %s\n", names[failed]);
    for (int k = 0; k < NAMES && names[k][0] != '\0'; k++)
        if (spared_count[k] > 0)
            size += snprintf(text + size, sizeof text - (size_t)size, "spared %s %ld\n", names[k],
                             spared_count[k]);
        else
            size += snprintf(text + size, sizeof text - (size_t)size, "live %s %ld\n", names[k],
                             live[k]);
    if (write(fd, text, (size_t)size) != size)
        _exit(99);
    for (size_t k = 0; k < SITES; k++)
        if (sites[k].calls != 0)
            dprintf(fd, "site %ld\n", sites[k].first);
    close(fd);
}

/* Outside of this file's own doing: the request as the program sees it. */
#define ANSWER(block, call)                     \
    do {                                        \
        unsigned char owner_ = 0;               \
        if (!ready || inside)                   \
            return call;                        \
        inside = true;                          \
        block = granted(&owner_) ? call : NULL; \
        note(block, owner_);                    \
        inside = false;                         \
        if (block == NULL)                      \
            errno = ENOMEM;                     \
    } while (0)

void *malloc(size_t size)
{
    void *block;

    ANSWER(block, __libc_malloc(size));
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block;

    ANSWER(block, __libc_calloc(count, size));
    return block;
}

void *memalign(size_t align, size_t size)
{
    void *block;

    ANSWER(block, __libc_memalign(align, size));
    return block;
}

void *aligned_alloc(size_t align, size_t size)
{
    return memalign(align, size);
}

int posix_memalign(void **block, size_t align, size_t size)
{
    void *room = memalign(align, size);

    if (room == NULL)
        return ENOMEM;
    *block = room;
    return 0;
}

void free(void *block)
{
    if (ready && !inside && block != NULL)
        forget(block);
    __libc_free(block);
}

void *realloc(void *block, size_t size)
{
    unsigned char owner = 0;
    void *fresh;

    if (!ready || inside)
        return __libc_realloc(block, size);
    inside = true;
    fresh = granted(&owner) ? __libc_realloc(block, size) : NULL;
    if (fresh != NULL && block != NULL)
        forget(block);
    note(fresh, owner);
    inside = false;
    if (fresh == NULL)
        errno = ENOMEM;
    return fresh;
}
