/* test_threads.c -- the order in which a thread count is chosen; one BLIS thread on each worker, in
 * an environment that asks for nested ones. */
#include "core/threads.h"
#include "tap.h"

#include <blis.h>
#include <dirent.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WORKERS = 3 };

static void test_choice(void)
{
    setenv("OMP_NUM_THREADS", "5,2", 1);
    setenv("SLURM_CPUS_PER_TASK", "7", 1);
    CU_ASSERT(fed_threads_choose(2, 3) == 2);
    CU_ASSERT(fed_threads_choose(0, 3) == 3);
    CU_ASSERT(fed_threads_choose(0, 0) == 5);
    setenv("OMP_NUM_THREADS", "many", 1); /* not a number: as if unset */
    CU_ASSERT(fed_threads_choose(0, 0) == 7);
    setenv("OMP_NUM_THREADS", "0", 1);
    CU_ASSERT(fed_threads_choose(0, 0) == 7);
    unsetenv("OMP_NUM_THREADS");
    CU_ASSERT(fed_threads_choose(0, 0) == 7);
    unsetenv("SLURM_CPUS_PER_TASK");
    CU_ASSERT(fed_threads_choose(0, 0) == 1); /* main left one processor in the affinity mask */
}

static int count_threads(void)
{
    DIR *directory = opendir("/proc/self/task");
    int count = 0;

    if (directory == NULL)
        return -1;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static void multiply(double *room)
{
    enum { N = 128 };
    double one = 1.0;

    bli_dgemm(BLIS_NO_TRANSPOSE, BLIS_NO_TRANSPOSE, N, N, N, &one, room, N, 1, room + N * N, N, 1,
              &one, room + 2 * N * N, N, 1);
}

/* Run with OMP_MAX_ACTIVE_LEVELS=2, OMP_NUM_THREADS=4,4 and BLIS_NUM_THREADS=4: without the guard
 * each worker's product would start threads of its own, a hundred times slower than without. */
static void test_one_blis_thread(void)
{
    long threads[WORKERS] = {0};
    int levels = 0, team = 0, before, after;
    double *room = calloc(WORKERS * 3 * 128 * 128, sizeof *room);

    CU_ASSERT_FATAL(room != NULL);
    CU_ASSERT(strcmp(getenv("OMP_MAX_ACTIVE_LEVELS"), "2") == 0);
    fed_threads_begin(WORKERS);
    before = count_threads();
#pragma omp parallel
    {
        int me = omp_get_thread_num();

        threads[me] = (long)bli_thread_get_num_threads();
        multiply(room + (size_t)me * 3 * 128 * 128);
#pragma omp master
        {
            levels = omp_get_max_active_levels();
            team = omp_get_num_threads();
        }
    }
    after = count_threads();
    CU_ASSERT(team == WORKERS);
    CU_ASSERT(levels == 1);
    for (int k = 0; k < WORKERS; k++)
        CU_ASSERT(threads[k] == 1);
    CU_ASSERT(before > 0 && after == before);
    free(room);
}

/* A larger team has threads that never heard of the first call. */
static void test_growing_team(void)
{
    long threads[2 * WORKERS] = {0};

    fed_threads_begin(1);
    fed_threads_begin(2 * WORKERS);
#pragma omp parallel
    threads[omp_get_thread_num()] = (long)bli_thread_get_num_threads();
    for (int k = 0; k < 2 * WORKERS; k++)
        CU_ASSERT(threads[k] == 1);
}

static void test_names(void)
{
    fed_arena arena = {NULL};
    const char *cpu = fed_cpu_name(&arena);

    CU_ASSERT(cpu != NULL && cpu[0] != '\0' && strchr(cpu, '\n') == NULL);
    CU_ASSERT(strlen(fed_blis_kernel()) > 0);
    CU_ASSERT(fed_blis_version()[0] >= '0' && fed_blis_version()[0] <= '9');
    fed_arena_free(&arena);
}

/* The runtimes read the environment and the affinity mask once, before main: start again. */
static int restart(const char *name)
{
    cpu_set_t mask, one;
    size_t cpu = 0;

    if (sched_getaffinity(0, sizeof mask, &mask) == 0) {
        while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &mask))
            cpu++;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    setenv("OMP_MAX_ACTIVE_LEVELS", "2", 1);
    setenv("OMP_NUM_THREADS", "4,4", 1);
    setenv("BLIS_NUM_THREADS", "4", 1);
    execl("/proc/self/exe", name, "restarted", (char *)NULL);
    perror("exec");
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    CU_TestInfo tests[] = {{"option, configuration, environment, processors", test_choice},
                           {"BLIS stays single on each worker", test_one_blis_thread},
                           {"also on threads that join later", test_growing_team},
                           {"processor and kernel have names", test_names},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"threads", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    if (argc == 1)
        return restart(argv[0]);
    return tap_main(suites);
}
