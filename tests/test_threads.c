/* test_threads.c -- the order in which a thread count is chosen; the team's tasks, scratch and
 * sums; one BLIS thread on each worker, in an environment that asks for nested ones. */
#include "core/team.h"
#include "core/threads.h"
#include "config/open.h"
#include "files.h"
#include "study/registry.h"
#include "study/small.h"
#include "tap.h"

#include <blis.h>
#include <dirent.h>
#include <omp.h>
#include <sched.h>
#include <stdint.h>
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

typedef struct products {
    long threads[WORKERS * 16];
    double *room; /* of every product */
    int before, after;
} products;

static void multiply_each(void *context, size_t first, size_t last, double *work)
{
    products *p = context;

    (void)work;
    for (size_t k = first; k < last; k++) {
        p->threads[k] = (long)bli_thread_get_num_threads();
        multiply(p->room + k * 3 * 128 * 128);
    }
}

static void multiply_all(fed_team *team, void *context)
{
    products *p = context;

    p->before = count_threads();
    fed_each(team, WORKERS * 16, 1e9, 0, multiply_each, p);
    p->after = count_threads();
}

/* Run with OMP_MAX_ACTIVE_LEVELS=2, OMP_NUM_THREADS=4,4 and BLIS_NUM_THREADS=4: without the guard
 * each worker's product would start threads of its own, a hundred times slower than without. */
static void test_one_blis_thread(void)
{
    products p = {.room = calloc(WORKERS * 16 * 3 * 128 * 128, sizeof(double))};
    fed_error error = {FED_OK, ""};

    CU_ASSERT_FATAL(p.room != NULL);
    CU_ASSERT(strcmp(getenv("OMP_MAX_ACTIVE_LEVELS"), "2") == 0);
    CU_ASSERT(fed_team_run(WORKERS, multiply_all, &p, &error) == FED_OK);
    for (int k = 0; k < WORKERS * 16; k++)
        CU_ASSERT(p.threads[k] == 1);
    CU_ASSERT(p.before >= WORKERS && p.after == p.before);
    free(p.room);
}

enum { ITEMS = 1000, WIDTH = 3 };

typedef struct tally {
    fed_team *team;
    int seen[ITEMS], threads;
    double sum[WIDTH];
} tally;

/* Nested: every item sums over others, on top of what its thread has taken already. */
static void count_items(void *context, size_t first, size_t last, double *work)
{
    tally *t = context;

    for (size_t k = first; k < last; k++) {
        double *above = fed_take(t->team, 10000);

        work[0] = (double)k;
        above[9999] = -1.0;
        t->seen[k] += work[0] == (double)k;
        fed_give(t->team, above);
    }
}

static void add_item(void *context, size_t k, double *part, double *work)
{
    tally *t = context;

    (void)t;
    work[0] = 1.0 / (double)(k + 1);
    for (size_t j = 0; j < WIDTH; j++)
        part[j] += work[0] * (double)(j + 1);
}

static void count_all(fed_team *team, void *context)
{
    tally *t = context;

    t->team = team;
    t->threads = fed_team_threads(team);
    fed_each(team, ITEMS, 1e5, 1, count_items, t);
    fed_sum(team, ITEMS, 1e5, WIDTH, 1, add_item, t, t->sum);
}

/* Every item once, and sums whose bits do not depend on the team. */
static void test_loops(void)
{
    tally first = {0};
    fed_error error = {FED_OK, ""};

    CU_ASSERT(fed_team_run(1, count_all, &first, &error) == FED_OK);
    for (int threads = 2; threads <= 7; threads++) {
        tally t = {0};

        CU_ASSERT(fed_team_run(threads, count_all, &t, &error) == FED_OK);
        CU_ASSERT(t.threads == threads);
        for (int k = 0; k < ITEMS; k++)
            CU_ASSERT(t.seen[k] == 1);
        CU_ASSERT(memcmp(t.sum, first.sum, sizeof t.sum) == 0);
    }
    ASSERT_CLOSE(first.sum[2], 3.0 * 7.4854708605503449, 1e-14); /* the harmonic number of 1000 */
}

/* Within a caller's region the team is the calling thread, and lanes of others are not touched. */
static void test_within_a_region(void)
{
    tally t[WORKERS];
    fed_status status[WORKERS];

    memset(t, 0, sizeof t);
#pragma omp parallel num_threads(WORKERS)
    {
        const int me = omp_get_thread_num();
        fed_error error = {FED_OK, ""};

        status[me] = fed_team_run(4, count_all, &t[me], &error);
    }
    for (int k = 0; k < WORKERS; k++) {
        CU_ASSERT(status[k] == FED_OK && t[k].threads == 1);
        CU_ASSERT(memcmp(t[k].sum, t[0].sum, sizeof t[k].sum) == 0 && t[k].seen[ITEMS - 1] == 1);
    }
}

static void ask_too_much(fed_team *team, void *context)
{
    tally *t = context;

    fed_each(team, ITEMS, 1e5, SIZE_MAX / sizeof(double), count_items, t);
}

/* A task without memory for its scratch is left out, and the team says so. */
static void test_no_memory(void)
{
    tally t = {0};
    fed_error error = {FED_OK, ""};

    CU_ASSERT(fed_team_run(2, ask_too_much, &t, &error) == FED_NOMEM);
    CU_ASSERT(error.status == FED_NOMEM && t.seen[0] == 0);
}

static bool is_small(const char *override, bool program)
{
    const char *text = "data = { source = \"synthetic\"; samples = 20; theta = [1.0, 2.0]; };\n"
                       "partition = { clients = 2; };\n"
                       "algorithm = { name = \"fedavg\"; rounds = 2; };\n";
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_config *config;
    fed_study study;
    bool small;

    CU_ASSERT_FATAL(fed_config_open(&arena, files_text("small.cfg", text), fed_sections, &override,
                                    1, &config, NULL, &error) == FED_OK);
    CU_ASSERT_FATAL(fed_study_init(&study, config, 2, &error) == FED_OK);
    study.spool = program ? (struct fed_spool *)&study : NULL; /* that there is one */
    small = fed_study_is_small(&study);
    study.spool = NULL;
    fed_study_free(&study);
    fed_arena_free(&arena);
    return small;
}

/* Whatever there may be much of makes a study one for a team. */
static void test_small(void)
{
    CU_ASSERT(is_small("seed=1234567", true));
    CU_ASSERT(is_small("output.every=100000", true));
    CU_ASSERT(!is_small("seed=1", false));
    CU_ASSERT(!is_small("replicates=2", true));
    CU_ASSERT(!is_small("algorithm.rounds=1000", true));
    CU_ASSERT(!is_small("algorithm.local_steps=1000", true));
    CU_ASSERT(!is_small("data.samples=20000", true));
    CU_ASSERT(!is_small("analysis=(\"optimum\")", true));
    CU_ASSERT(!is_small("model.type=mlp", true));
    CU_ASSERT(!is_small("sweep=({ key = \"seed\"; values = [1, 2]; })", true));
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
                           {"every item once, sums in order", test_loops},
                           {"alone within a caller's region", test_within_a_region},
                           {"no memory for scratch is told", test_no_memory},
                           {"a small study needs no team", test_small},
                           {"processor and kernel have names", test_names},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"threads", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    if (argc == 1)
        return restart(argv[0]);
    return tap_main(suites);
}
