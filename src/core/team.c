/* team.c -- the team, its tasks, loops that threads share, sums in a fixed order. */
#include "core/team.h"

#include "core/linalg.h"
#include "core/locale.h"
#include "core/claims.h"
#include "core/simd.h"
#include "core/stack.h"

#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Flops of a loop worth sharing, some 10 microseconds; of a part, which is a sixteenth of a
 * thread's share, but no less than some 2 microseconds and no more than 20. */
enum { WORTH_FLOPS = 100000, LEAST_FLOPS = 25000, MOST_FLOPS = 200000, SHARE = 16 };
enum { PATIENCE = 2000 }; /* pauses of some 50 ns until an idle helper leaves */
enum {
    HEARING_FLOPS = 100000000
};                 /* between two looks whether to stop: some hundredths of a second */
enum { LINE = 8 }; /* doubles of a cache line: no part is in one with another's */
enum { PARTS = 1 << 21, MOST_PARTS = 1 << 27 }; /* doubles of the parts of a sum at once */

/* What fed_each is asked for, and in how many ranges. */
typedef struct plan {
    size_t count, ranges, step, room;
    fed_range *body;
    void *context;
} plan;

/* A loop that its thread has opened to helpers. */
typedef struct loop {
    fed_claims claims;
    atomic_int helpers; /* begun or about to */
    bool open;          /* known to its thread alone, as the rest until a part is claimed */
    plan plan;
} loop;

typedef struct lane {
    _Alignas(128) fed_stack stack; /* no cache line of two threads */
    loop own;
} lane;

struct fed_team {
    int threads;
    atomic_int busy;    /* threads with work of their own */
    atomic_int waiting; /* tasks nobody has begun */
    int patience;       /* of helpers; none where threads share a core */
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

/* What a thread does that waits for another by looking. */
static inline void look_again(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Whether a thread may be idle that a task could use. */
static bool has_idle(const fed_team *team)
{
    return team->threads > 1 &&
           atomic_load_explicit(&team->busy, memory_order_relaxed) < team->threads;
}

double *fed_take(fed_team *team, size_t doubles)
{
    double *room = fed_stack_take(&own_lane(team)->stack, doubles);

    if (room == NULL)
        fed_team_starve(team);
    return room;
}

void fed_give(fed_team *team, double *room)
{
    fed_stack_give(&own_lane(team)->stack, room);
}

static fed_team *team_new(int threads)
{
    fed_team *team = calloc(1, sizeof *team);

    if (team == NULL)
        return NULL;
    team->threads = threads;
    team->busy = 1;
    team->lanes = aligned_alloc(_Alignof(lane), (size_t)threads * sizeof *team->lanes);
    if (team->lanes == NULL) {
        free(team);
        return NULL;
    }
    memset(team->lanes, 0, (size_t)threads * sizeof *team->lanes);
    team->patience = omp_get_num_procs() < threads ? 0 : PATIENCE;
    return team;
}

void fed_team_end(fed_team *team)
{
    if (team == NULL)
        return;
    for (int t = 0; t < team->threads; t++)
        fed_stack_free(&team->lanes[t].stack);
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

            /* Nobody is waited for: whoever comes first begins, and the others carry out tasks only
             * where they wait for its end, after this line. */
            fed_blas_threads(1);
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

/* Ranges first..end-1 of a loop, in parts of `step`, between which the team hears whether to stop.
 */
static void carry_out(fed_team *team, const plan *w, size_t first_range, size_t end_range)
{
    const size_t last = end_range * w->count / w->ranges;
    double *room = fed_take(team, w->room);

    for (size_t first = first_range * w->count / w->ranges, end;
         room != NULL && first < last && !fed_team_hurried(team); first = end) {
        end = last - first < w->step ? last : first + w->step;
        w->body(w->context, first, end, room);
    }
    fed_give(team, room);
}

static size_t step_of(double cost)
{
    const double step = HEARING_FLOPS / fmax(cost, 1.0);

    return step > 1.0 ? (size_t)step : 1;
}

/* How many ranges a loop becomes. Their number changes no result. */
static size_t ranges_of(const fed_team *team, size_t count, double cost)
{
    const double flops = cost * (double)count, share = flops / (SHARE * (double)team->threads);
    const double wanted = ceil(flops / fmin(fmax(share, LEAST_FLOPS), MOST_FLOPS));
    const size_t most = count < FED_MOST_PARTS ? count : FED_MOST_PARTS;

    if (flops < WORTH_FLOPS || !has_idle(team))
        return 1;
    return wanted < (double)most ? (size_t)wanted : most;
}

static void carry_out_claim(fed_team *team, loop *l, const fed_portion *claim)
{
    carry_out(team, &l->plan, claim->first, claim->end);
    fed_claims_did(&l->claims, claim);
}

/* Does parts of a loop, and of those that follow it soon, until a thread is wanted elsewhere. */
static void help(fed_team *team, loop *l)
{
    fed_portion claim;

    for (int idle = 0; idle <= team->patience; idle++) {
        while (fed_claims_take(&l->claims, false, (size_t)team->threads, &claim)) {
            carry_out_claim(team, l, &claim);
            idle = 0;
        }
        if (atomic_load_explicit(&team->waiting, memory_order_relaxed) > 0 || !has_idle(team))
            break;
        look_again();
    }
    atomic_fetch_sub_explicit(&l->helpers, 1, memory_order_relaxed);
}

/* The idle threads, divided among those at work, help. They stay from loop to loop: a task in every
 * round would cost more than a short round gains. */
static void call_helpers(fed_team *team, loop *l)
{
    const int busy = atomic_load_explicit(&team->busy, memory_order_relaxed);
    const int owners = busy > 1 ? busy : 1, idle = team->threads - owners;
    int missing =
        (idle + owners - 1) / owners - atomic_load_explicit(&l->helpers, memory_order_relaxed);

    for (; missing > 0; missing--) {
        atomic_fetch_add_explicit(&l->helpers, 1, memory_order_relaxed);
#pragma omp task default(none) firstprivate(team, l)
        help(team, l);
    }
}

/* With whoever helps. */
static void share(fed_team *team, loop *l, const plan *w)
{
    fed_portion claim;

    l->open = true;
    l->plan = *w;
    fed_claims_open(&l->claims, w->ranges);
    call_helpers(team, l);
    while (fed_claims_take(&l->claims, true, (size_t)team->threads, &claim))
        carry_out_claim(team, l, &claim);
    for (int idle = 0; idle < team->patience && !fed_claims_done(&l->claims); idle++)
        look_again();
    while (!fed_claims_done(&l->claims))
        sched_yield();
    l->open = false;
}

/* A loop within a part of another: its ranges are tasks. */
static void divide(fed_team *team, const plan *w)
{
#pragma omp taskgroup
    for (size_t k = 0; k < w->ranges; k++) {
        atomic_fetch_add_explicit(&team->waiting, 1, memory_order_relaxed);
#pragma omp task default(none) firstprivate(team, w, k)
        {
            atomic_fetch_sub_explicit(&team->waiting, 1, memory_order_relaxed);
            carry_out(team, w, k, k + 1);
        }
    }
}

void fed_each(fed_team *team, size_t count, double cost, size_t room, fed_range *body,
              void *context)
{
    const plan w = {count, ranges_of(team, count, cost), step_of(cost), room, body, context};
    loop *own = &own_lane(team)->own;

    if (count == 0)
        return;
    if (w.ranges == 1)
        carry_out(team, &w, 0, 1);
    else if (!own->open)
        share(team, own, &w);
    else
        divide(team, &w);
}

typedef struct partial {
    fed_term *body;
    void *context;
    size_t first, width, stride;
    double *parts;
} partial;

static void fill_parts(void *context, size_t first, size_t last, double *work)
{
    const partial *p = context;

    for (size_t k = first; k < last; k++) {
        double *part = p->parts + k * p->stride;

        memset(part, 0, p->width * sizeof *part);
        p->body(p->context, p->first + k, part, work);
    }
}

/* Parts that exist at once: all where they are small, and several for every thread unless they are
 * huge. Their number changes no bit of the sum. */
static size_t wave_of(const fed_team *team, size_t count, double cost, size_t width)
{
    const size_t fit = PARTS / (width + LINE), most = MOST_PARTS / (width + LINE);
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
    partial p = {
        .body = body, .context = context, .width = width, .stride = FED_ROUND_UP(width, LINE)};

    if ((p.parts = fed_take(team, wave * p.stride)) == NULL)
        return;
    for (p.first = 0; p.first < count; p.first += wave) {
        const size_t now = count - p.first < wave ? count - p.first : wave;

        fed_each(team, now, cost, room, fill_parts, &p);
        for (size_t k = 0; k < now; k++)
            fed_axpy(width, 1.0, p.parts + k * p.stride, sum);
    }
    fed_give(team, p.parts);
}
