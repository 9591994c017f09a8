/* racing.c -- tasks of a team that all write the same sum, as none may: ThreadSanitizer must see
 * it. With an argument each writes a place of its own, of which there is nothing to tell. */
#include "core/team.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { TASKS = 64, PATIENCE = 1000 };

typedef struct shared {
    int apart;
    atomic_int threads; /* that are in a loop */
    double sum[TASKS];
} shared;

static void add(void *context, size_t first, size_t last, double *work)
{
    shared *s = context;

    (void)work;
    atomic_fetch_add_explicit(&s->threads, 1, memory_order_relaxed);
    for (int k = 0; k < PATIENCE && atomic_load_explicit(&s->threads, memory_order_relaxed) < 2;
         k++)
        sched_yield(); /* until another has come, in no order that the sanitizer could see */
    for (size_t k = first; k < last; k++)
        s->sum[s->apart ? k : 0] += (double)k;
    atomic_fetch_sub_explicit(&s->threads, 1, memory_order_relaxed);
}

static void race(fed_team *team, void *context)
{
    for (int k = 0; k < 100; k++)
        fed_each(team, TASKS, 1e6, 0, add, context); /* as dear as makes tasks of them */
}

int main(int argc, char **argv)
{
    shared s = {.apart = argc > 1};
    fed_error error = {FED_OK, ""};
    double sum = 0.0;

    (void)argv;
    if (fed_team_run(4, race, &s, &error) != FED_OK)
        return EXIT_FAILURE;
    for (size_t k = 0; k < TASKS; k++)
        sum += s.sum[k];
    printf("%g\n", sum);
    return EXIT_SUCCESS;
}
