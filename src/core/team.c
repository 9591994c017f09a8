/* team.c -- the team, its tasks, its threads' stacks of scratch, sums in a fixed order. */
#include "core/team.h"

#include "core/linalg.h"
#include "core/locale.h"
#include "core/simd.h"

#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A task of some 20 microseconds; a loop worth sharing. */
enum { TASK_FLOPS = 200000, WORTH_FLOPS = 200000 };
enum { MOST_TASKS = 4096 };
enum {
    HEARING_FLOPS = 100000000
}; /* between two looks whether to stop: some hundredths of a second */
enum { PARTS = 1 << 21, MOST_PARTS = 1 << 27 }; /* doubles of the parts of a sum at once */
enum { LINE = 8, STACK = 1 << 13 };             /* doubles of a cache line; of a stack's block */

/* A block of a stack. Blocks above the one in use are kept for the next time. */
typedef struct block {
    struct block *below, *above;
    size_t size, used; /* doubles of room */
    double *room;
} block;

typedef struct lane {
    block *top;
    char apart[128 - sizeof(block *)]; /* no cache line of two threads */
} lane;

struct fed_team {
    int threads;
    atomic_int busy; /* threads with work of their own */
    atomic_bool starved;
    const volatile sig_atomic_t *stop; /* or NULL */
    lane *lanes;                       /* of every thread */
};

static lane *own_lane(const fed_team *team)
{
    return &team->lanes[team->threads == 1 ? 0 : omp_get_thread_num()];
}

int fed_team_threads(const fed_team *team)
{
    return team->threads;
}

bool fed_team_starved(const fed_team *team)
{
    return atomic_load_explicit(&team->starved, memory_order_relaxed);
}

void fed_team_listen(fed_team *team, const volatile sig_atomic_t *stop)
{
    team->stop = stop;
}

/* The flag may be set by a signal handler or by another thread. */
static sig_atomic_t heard(const fed_team *team)
{
    sig_atomic_t stop = 0;

    if (team->stop != NULL) {
#pragma omp atomic read
        stop = *team->stop;
    }
    return stop;
}

bool fed_team_asked(const fed_team *team)
{
    return heard(team) > 0;
}

bool fed_team_hurried(const fed_team *team)
{
    return heard(team) > 1;
}

void fed_team_starve(fed_team *team)
{
    atomic_store_explicit(&team->starved, true, memory_order_relaxed);
}

void fed_team_busy(fed_team *team, int threads)
{
    atomic_store_explicit(&team->busy, threads, memory_order_relaxed);
}

/* Whether a thread may be idle that a task could use. */
static bool has_idle(const fed_team *team)
{
    return team->threads > 1 &&
           atomic_load_explicit(&team->busy, memory_order_relaxed) < team->threads;
}

static block *block_new(size_t doubles)
{
    const size_t size = doubles > STACK ? doubles : STACK;
    block *fresh;
    double *room;

    if (doubles > SIZE_MAX / sizeof(double) - LINE)
        return NULL;
    fresh = calloc(1, sizeof *fresh);
    room =
        aligned_alloc(64, (size + LINE) * sizeof(double)); /* vector loads may run past the end */
    if (fresh == NULL || room == NULL) {
        free(fresh);
        free(room);
        return NULL;
    }
    memset(room, 0, (size + LINE) * sizeof(double));
    fresh->size = size;
    fresh->room = room;
    return fresh;
}

/* The block above the top that has room: kept from before, or a new one in its place. */
static block *climb(lane *own, size_t doubles)
{
    block *top = own->top, *above = top != NULL ? top->above : NULL;

    if (above == NULL || above->size < doubles) {
        block *fresh = block_new(doubles);

        if (fresh == NULL)
            return NULL;
        fresh->below = top;
        if (above != NULL) {
            if ((fresh->above = above->above) != NULL)
                fresh->above->below = fresh;
            free(above->room);
            free(above);
        }
        if (top != NULL)
            top->above = fresh;
        above = fresh;
    }
    own->top = above;
    return above;
}

double *fed_take(fed_team *team, size_t doubles)
{
    lane *own = own_lane(team);
    const size_t size = FED_ROUND_UP(doubles, LINE) + LINE; /* padded as an arena's blocks are */
    block *top = own->top;
    double *room;

    if (top == NULL || top->size - top->used < size)
        top = climb(own, size);
    if (top == NULL) {
        fed_team_starve(team);
        return NULL;
    }
    room = top->room + top->used;
    top->used += size;
#ifdef FED_SANITIZED
    for (size_t i = 0; i < size; i++)
        room[i] = NAN; /* whoever reads what it has not written shows it */
#endif
    return room;
}

void fed_give(fed_team *team, double *room)
{
    lane *own = own_lane(team);

    if (room == NULL)
        return;
    own->top->used = (size_t)(room - own->top->room);
    if (own->top->used == 0 && own->top->below != NULL)
        own->top = own->top->below;
}

static void lane_free(lane *own)
{
    block *at = own->top, *below;

    while (at != NULL && at->above != NULL)
        at = at->above;
    for (; at != NULL; at = below) {
        below = at->below;
        free(at->room);
        free(at);
    }
}

static fed_team *team_new(int threads)
{
    fed_team *team = calloc(1, sizeof *team);

    if (team == NULL)
        return NULL;
    team->threads = threads;
    team->busy = 1;
    team->lanes = calloc((size_t)threads, sizeof *team->lanes);
    if (team->lanes == NULL) {
        free(team);
        return NULL;
    }
    return team;
}

void fed_team_end(fed_team *team)
{
    if (team == NULL)
        return;
    for (int t = 0; t < team->threads; t++)
        lane_free(&team->lanes[t]);
    free(team->lanes);
    free(team);
}

fed_team *fed_team_solo(void)
{
    fed_blas_threads(1);
    return team_new(1);
}

fed_status fed_team_run(int threads, fed_team_body *body, void *context, fed_error *error)
{
    const bool alone = omp_in_parallel() || threads <= 1;
    fed_team *team = alone ? fed_team_solo() : team_new(threads);
    bool starved;

    if (team == NULL)
        return fed_nomem(error);
    if (alone) {
        body(team, context);
    } else {
        const int dynamic = omp_get_dynamic(); /* the caller's setting is put back */

        omp_set_dynamic(0);
#pragma omp parallel num_threads(threads) default(none) shared(team, body, context)
        {
            const fed_locale locale = fed_locale_begin(); /* the caller's thread has its own */

            fed_blas_threads(1);
#pragma omp barrier
#pragma omp single
            body(team, context);
            fed_locale_end(locale);
        }
        omp_set_dynamic(dynamic);
    }
    starved = team->starved;
    fed_team_end(team);
    return starved ? fed_nomem(error) : FED_OK;
}

void fed_team_spawn(fed_team *team, fed_team_body *body, void *context)
{
    if (team->threads == 1)
        return;
#pragma omp task default(none) firstprivate(team, body, context)
    body(team, context);
}

/* A range of a loop, in parts of `step`, between which the team hears whether to stop. */
static void carry_out(fed_team *team, size_t first, size_t last, size_t step, size_t room,
                      fed_range *body, void *context)
{
    double *work = fed_take(team, room);

    for (; work != NULL && first < last && !fed_team_hurried(team); first += step) {
        const size_t end = last - first < step ? last : first + step;

        body(context, first, end, work);
        if (end == last)
            break;
    }
    fed_give(team, work);
}

static size_t step_of(double cost)
{
    const double step = HEARING_FLOPS / fmax(cost, 1.0);

    return step > 1.0 ? (size_t)step : 1;
}

/* How many tasks a loop becomes: the same number for every thread. It changes no result. */
static size_t tasks_of(const fed_team *team, size_t count, double cost)
{
    const double flops = cost * (double)count, threads = (double)team->threads;
    const double wanted = threads * ceil(flops / (threads * TASK_FLOPS));

    if (flops < WORTH_FLOPS || !has_idle(team))
        return 1;
    return wanted < MOST_TASKS && wanted < (double)count ? (size_t)wanted
           : count < MOST_TASKS                          ? count
                                                         : MOST_TASKS;
}

void fed_each(fed_team *team, size_t count, double cost, size_t room, fed_range *body,
              void *context)
{
    const size_t tasks = tasks_of(team, count, cost), step = step_of(cost);

    if (tasks <= 1) {
        if (count > 0)
            carry_out(team, 0, count, step, room, body, context);
        return;
    }
#pragma omp taskgroup
    {
        for (size_t k = 0; k + 1 < tasks; k++) {
            const size_t first = k * count / tasks, last = (k + 1) * count / tasks;

#pragma omp task default(none) firstprivate(team, first, last, step, room, body, context)
            carry_out(team, first, last, step, room, body, context);
        }
        /* the last is this thread's own: a task less to make and to wait for */
        carry_out(team, (tasks - 1) * count / tasks, count, step, room, body, context);
    }
}

typedef struct partial {
    fed_term *body;
    void *context;
    size_t first, width;
    double *parts;
} partial;

static void fill_parts(void *context, size_t first, size_t last, double *work)
{
    const partial *p = context;

    for (size_t k = first; k < last; k++) {
        double *part = p->parts + k * p->width;

        memset(part, 0, p->width * sizeof *part);
        p->body(p->context, p->first + k, part, work);
    }
}

/* Parts that exist at once: all where they are small, and several for every thread unless they are
 * huge. Their number changes no bit of the sum. */
static size_t wave_of(const fed_team *team, size_t count, double cost, size_t width)
{
    const size_t fit = PARTS / (width + 1), most = MOST_PARTS / (width + 1);
    size_t wave = 2 * (size_t)team->threads;

    if (count <= 1 || cost * (double)count < WORTH_FLOPS || !has_idle(team))
        return 1;
    wave = wave < fit ? fit : wave;
    wave = wave < most ? wave : most;
    return wave < 1 ? 1 : wave < count ? wave : count;
}

void fed_sum(fed_team *team, size_t count, double cost, size_t width, size_t room, fed_term *body,
             void *context, double *sum)
{
    const size_t wave = wave_of(team, count, cost, width);
    partial p = {.body = body, .context = context, .width = width};

    if ((p.parts = fed_take(team, wave * width)) == NULL)
        return;
    for (p.first = 0; p.first < count; p.first += wave) {
        const size_t now = count - p.first < wave ? count - p.first : wave;

        fed_each(team, now, cost, room, fill_parts, &p);
        for (size_t k = 0; k < now; k++)
            fed_axpy(width, 1.0, p.parts + k * width, sum);
    }
    fed_give(team, p.parts);
}
