/* threads.c -- the choice of a thread count, and one BLIS thread on each worker. */
#include "core/threads.h"

#include <blis.h>
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

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

void fed_threads_begin(int count)
{
    omp_set_dynamic(0);
    omp_set_num_threads(count);
    omp_set_max_active_levels(1);
#pragma omp parallel
    bli_thread_set_num_threads(1); /* thread-local; unset, BLIS would read OMP_NUM_THREADS */
}

const char *fed_cpu_name(fed_arena *arena)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256], *name = NULL;
    struct utsname machine;

    while (name == NULL && file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && (name = strchr(line, ':')) != NULL) {
            name += 1 + strspn(name + 1, " \t");
            name[strcspn(name, "\n")] = '\0';
        }
    if (file != NULL)
        fclose(file);
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
