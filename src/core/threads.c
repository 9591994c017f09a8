/* threads.c -- the choice of a thread count, and what machine it is. */
#include "core/threads.h"

#include <blis.h>
#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { MOST_THREADS = 4096 };

/* A count from the environment, 0 when absent or not a positive number. OMP_NUM_THREADS may list
 * one count per nesting level ("4,2"): the first one is ours. */
static int64_t from_environment(const char *name)
{
    const char *text = getenv(name);
    char *end;
    long long value;

    if (text == NULL)
        return 0;
    errno = 0;
    value = strtoll(text, &end, 10);
    end += strspn(end, " \t");
    if (end == text || errno != 0 || (*end != '\0' && *end != ',') || value < 1)
        return 0;
    return value;
}

int fed_threads_choose(int64_t option, int64_t configured)
{
    int64_t count = option;

    if (count < 1)
        count = configured;
    if (count < 1)
        count = from_environment("OMP_NUM_THREADS");
    if (count < 1)
        count = from_environment("SLURM_CPUS_PER_TASK");
    if (count <
        1) /* the affinity mask, as it was before OpenMP bound the first thread to a place */
        count = omp_get_num_procs();
    if (count < 1)
        count = 1;
    return (int)(count < MOST_THREADS ? count : MOST_THREADS);
}

/* Read without a stream, which would take memory: what it says must not depend on that. */
const char *fed_cpu_name(fed_arena *arena)
{
    const int fd = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    char text[4096], *name = NULL;
    const ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    struct utsname machine;

    if (fd >= 0)
        close(fd);
    text[size > 0 ? size : 0] = '\0';
    if ((name = strstr(text, "model name")) != NULL && (name = strchr(name, ':')) != NULL) {
        name += 1 + strspn(name + 1, " \t");
        name[strcspn(name, "\n")] = '\0';
    }
    if (name == NULL)
        name = uname(&machine) == 0 ? machine.machine : "unknown";
    return fed_strdup(arena, name);
}

const char *fed_blis_kernel(void)
{
    return bli_arch_string(bli_arch_query_id());
}

const char *fed_blis_version(void)
{
    return bli_info_get_version_str();
}
