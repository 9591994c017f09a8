/* pieces.c -- whoever has made the piece whose turn it is uses it, and those that follow it and
 * wait. */
#include "core/pieces.h"

#include "core/team.h"

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { AHEAD = 8 }; /* pieces of a thread that may wait for others */

struct fed_pieces {
    const fed_piece_steps *steps;
    void *context;
    size_t count, slots;
    atomic_size_t begun, used;
    omp_lock_t lock; /* over what follows */
    bool *made;      /* of every slot */
    bool using;      /* some thread does */
};

size_t fed_pieces_slots(int threads)
{
    return threads > 1 ? (size_t)threads * AHEAD : 1;
}

static void await_used(fed_pieces *all, size_t count)
{
    while (atomic_load_explicit(&all->used, memory_order_acquire) < count)
        sched_yield();
}

void fed_pieces_await(fed_pieces *all, size_t k)
{
    await_used(all, k);
}

/* The next piece, once the one that had its slot before has been used. */
static bool begin(fed_pieces *all, size_t *k)
{
    *k = atomic_fetch_add_explicit(&all->begun, 1, memory_order_relaxed);
    if (*k >= all->count)
        return false;
    if (*k >= all->slots)
        await_used(all, *k - all->slots + 1);
    return true;
}

/* With the lock, which is left while a piece is used. Returns how many there were. */
static size_t use_made(fed_pieces *all)
{
    const size_t first = atomic_load_explicit(&all->used, memory_order_relaxed);
    size_t k = first;

    for (; k < all->count && all->made[k % all->slots]; k++) {
        all->made[k % all->slots] = false;
        omp_unset_lock(&all->lock);
        all->steps->use(all->context, k, k % all->slots);
        atomic_store_explicit(&all->used, k + 1, memory_order_release);
        omp_set_lock(&all->lock);
    }
    return k - first;
}

/* The piece is made; what now can be used is. */
static void hand_in(fed_pieces *all, size_t k)
{
    size_t first = 0, count = 0;

    omp_set_lock(&all->lock);
    all->made[k % all->slots] = true;
    if (!all->using) {
        all->using = true;
        first = atomic_load_explicit(&all->used, memory_order_relaxed);
        count = use_made(all);
        all->using = false;
    }
    omp_unset_lock(&all->lock);
    for (size_t j = first; j < first + count && all->steps->after != NULL; j++)
        all->steps->after(all->context, j);
}

static void take_part(fed_team *team, void *context)
{
    fed_pieces *all = context;
    size_t k;

    (void)team;
    while (begin(all, &k)) {
        all->steps->make(all->context, all, k, k % all->slots);
        hand_in(all, k);
    }
}

static void all_take_part(fed_team *team, void *context)
{
    for (int k = 1; k < fed_team_threads(team); k++)
        fed_team_spawn(team, take_part, context);
    take_part(team, context);
}

fed_status fed_pieces_run(int threads, size_t count, const fed_piece_steps *steps, void *context,
                          fed_error *error)
{
    fed_pieces all = {.steps = steps,
                      .context = context,
                      .count = count,
                      .slots = fed_pieces_slots(threads),
                      .made = calloc(fed_pieces_slots(threads), sizeof *all.made)};
    fed_status status;

    if (all.made == NULL)
        return fed_nomem(error);
    omp_init_lock(&all.lock);
    status = fed_team_run(threads, all_take_part, &all, error);
    omp_destroy_lock(&all.lock);
    free(all.made);
    return status;
}
