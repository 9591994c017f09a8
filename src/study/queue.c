/* queue.c -- every thread of the team takes the next thing to do: a job whose problem is there,
 * else a problem to build. Data and problems of a replicate are built once, shared by count, and
 * freed after the last job that needs them. A thread that finds nothing goes back to the team,
 * where it helps with the tasks of the others until there is something again. */
#include "study/queue.h"

#include "study/job.h"
#include "study/small.h"
#include "study/spool/claim.h"
#include "study/spool/spool.h"
#include "config/points.h"
#include "run/together.h"

#include <omp.h>
#include <stdlib.h>

typedef enum state { FREE, BUILDING, READY } state;

typedef struct data_slot {
    state state;
    fed_arena arena;
    size_t group, replicate; /* replicate 0 stands for all where the data are fixed */
    size_t users;            /* problems still to be made of it, or in use */
    const fed_dataset *data;
} data_slot;

/* One problem group of one replicate, and its points. */
typedef struct problem_slot {
    state state;
    fed_arena arena;
    size_t group, replicate;
    size_t next, users; /* its next point, a place in plan->order; jobs that have not ended */
    data_slot *data;
    const fed_problem *problem;
} problem_slot;

typedef struct queue {
    fed_study *study;
    const fed_plan *plan;
    omp_lock_t lock; /* over all that follows */
    data_slot *data;
    problem_slot *problems;
    size_t data_count, problem_count;
    size_t started, segments; /* problem groups of replicates: begun, all */
    unsigned char *needed;    /* problem groups of replicates with some job to run: a bit each */
    size_t done;              /* jobs */
    int working;              /* threads that take from the queue */
    size_t fault;             /* number of the earliest faulty job; jobs when there is none */
    fed_error *error;
} queue;

static size_t jobs_of(const queue *q)
{
    return q->study->points * q->study->replicates;
}

/* Or it is not for this process. */
static bool is_done(const queue *q, size_t point, size_t replicate)
{
    const fed_study *study = q->study;

    if (point < study->points_from || point >= study->points_to ||
        replicate < study->replicates_from || replicate >= study->replicates_to)
        return true;
    return q->study->spool != NULL &&
           fed_spool_has(q->study->spool, point * q->study->replicates + replicate);
}

static bool is_needed(const queue *q, size_t segment)
{
    return (q->needed[segment / 8] >> segment % 8 & 1) != 0;
}

/* Problems that are made of the same data as a group's, in a replicate or in all; those of one data
 * group stand together. */
static size_t users_of(const queue *q, size_t group, size_t replicate)
{
    const fed_plan *plan = q->plan;
    const size_t data = plan->data_of[group], first = plan->fixed[data] ? 0 : replicate,
                 last = plan->fixed[data] ? q->study->replicates : replicate + 1;
    size_t users = 0;

    while (group > 0 && plan->data_of[group - 1] == data)
        group--;
    for (; group < plan->problem_groups && plan->data_of[group] == data; group++)
        for (size_t r = first; r < last; r++)
            users += is_needed(q, r * plan->problem_groups + group);
    return users;
}

/* The slot of the data that a problem needs: there already, else a free one; or NULL. */
static data_slot *find_data(queue *q, size_t problem, size_t replicate)
{
    const size_t group = q->plan->data_of[problem];
    data_slot *room = NULL;

    for (size_t k = 0; k < q->data_count; k++) {
        data_slot *slot = &q->data[k];

        if (slot->state == FREE)
            room = room == NULL ? slot : room;
        else if (slot->group == group && slot->replicate == replicate)
            return slot;
    }
    if (room != NULL) {
        room->group = group;
        room->replicate = replicate;
        room->users = users_of(q, problem, replicate);
    }
    return room;
}

/* The next problem to build, with its data's slot, which may have to be built too; NULL when there
 * is none now. */
static problem_slot *begin_problem(queue *q)
{
    problem_slot *slot = NULL;
    size_t group, replicate;

    while (q->started < q->segments && !is_needed(q, q->started))
        q->started++;
    group = q->started % q->plan->problem_groups;
    replicate = q->started / q->plan->problem_groups;
    for (size_t k = 0; k < q->problem_count && slot == NULL; k++)
        if (q->problems[k].state == FREE)
            slot = &q->problems[k];
    if (slot == NULL || q->started == q->segments)
        return NULL;
    slot->data = find_data(q, group, q->plan->fixed[q->plan->data_of[group]] ? 0 : replicate);
    if (slot->data == NULL || slot->data->state == BUILDING)
        return NULL;
    q->started++;
    slot->state = BUILDING;
    if (slot->data->state == FREE)
        slot->data->state = BUILDING;
    slot->group = group;
    slot->replicate = replicate;
    slot->next = q->plan->start[group];
    slot->users = q->plan->start[group + 1] - slot->next;
    return slot;
}

/* A problem that has points left. */
static problem_slot *find_ready(queue *q)
{
    for (size_t k = 0; k < q->problem_count; k++) {
        problem_slot *slot = &q->problems[k];

        if (slot->state == READY && slot->next < q->plan->start[slot->group + 1])
            return slot;
    }
    return NULL;
}

static void note_fault(queue *q, size_t job, const fed_error *fault)
{
    if (fault->status == FED_OK || job >= q->fault)
        return;
    q->fault = job;
    *q->error = *fault;
}

static fed_job job_at(const queue *q, const problem_slot *slot, size_t place)
{
    const size_t point = q->plan->order[place];

    return (fed_job){.config = fed_config_point(q->study->config, point),
                     .point = point,
                     .replicate = slot->replicate};
}

/* Jobs are numbered replicate by replicate. */
static size_t number_of(const queue *q, const problem_slot *slot, size_t place)
{
    return slot->replicate * q->study->points + place;
}

static void free_problem(problem_slot *slot)
{
    data_slot *data = slot->data;

    fed_arena_free(&slot->arena);
    slot->state = FREE;
    if (--data->users == 0) {
        fed_arena_free(&data->arena);
        data->state = FREE;
    }
}

static void take_turns(fed_team *team, void *context);

/* As many threads as there are may take from the queue again. */
static void call_all(queue *q, fed_team *team)
{
    const int threads = fed_team_threads(team), missing = threads - q->working;

    q->working = threads;
    fed_team_busy(team, threads);
    for (int k = 0; k < missing; k++)
        fed_team_spawn(team, take_turns, q);
}

static fed_status build_stages(queue *q, fed_team *team, problem_slot *slot, bool data, bool sole,
                               fed_error *fault)
{
    const fed_job job = job_at(q, slot, slot->next);

    if (data)
        TRY(fed_job_data(&job, team, &slot->data->arena, &slot->data->data, fault));
    return fed_job_problem(&job, team, &slot->arena, slot->data->data, sole, &slot->problem, fault);
}

/* What came of a stage after it was asked to stop at once is worthless, faults too. */
static void hear(const fed_team *team, fed_error *fault)
{
    if (fed_team_hurried(team))
        *fault = (fed_error){FED_SIGNAL, "stopped by a signal"};
}

/* Called and left with the lock. */
static void build(queue *q, fed_team *team, problem_slot *slot)
{
    const bool data = slot->data->state == BUILDING, sole = data && slot->data->users == 1;
    fed_error fault = {FED_OK, ""};

    omp_unset_lock(&q->lock);
    if (fed_team_asked(team))
        fed_tell(&fault, FED_SIGNAL, "stopped by a signal");
    else
        build_stages(q, team, slot, data, sole, &fault);
    hear(team, &fault);
    omp_set_lock(&q->lock);
    note_fault(q, number_of(q, slot, slot->next), &fault);
    slot->data->state = READY;
    slot->state = READY;
    call_all(q, team);
}

/* Jobs of one problem that a thread carries out together. */
typedef struct bundle {
    size_t count, place[FED_TOGETHER];
    fed_job job[FED_TOGETHER];
    fed_error fault[FED_TOGETHER];
} bundle;

/* The next points of the problem, as many as are worth it and leave some for the other threads, if
 * these have no problems of their own; returns how many places they take with those that are done
 * already. */
static size_t take(queue *q, problem_slot *slot, bundle *all)
{
    const size_t first = slot->next, last = q->plan->start[slot->group + 1],
                 threads = ((size_t)q->study->threads + q->segments - 1) / q->segments,
                 fair = (last - q->plan->start[slot->group] + threads - 1) / threads;
    size_t most = 1;

    for (all->count = 0; all->count < most && slot->next < last; slot->next++) {
        const fed_job job = job_at(q, slot, slot->next);

        if (is_done(q, job.point, job.replicate))
            continue;
        if (all->count == 0) {
            most = fed_job_together(&job, slot->problem);
            most = most < fair ? most : fair;
        }
        all->place[all->count] = slot->next;
        all->fault[all->count] = (fed_error){FED_OK, ""};
        all->job[all->count++] = job;
    }
    return slot->next - first;
}

static size_t place_of(const queue *q, const fed_job *job)
{
    return job->point * q->study->replicates + job->replicate;
}

/* With the spool, other processes may have taken some of them. */
static void claim(const queue *q, bundle *all)
{
    size_t kept = 0;

    for (size_t k = 0; k < all->count; k++) {
        if (q->study->part && !fed_claim_take(q->study->spool, place_of(q, &all->job[k])))
            continue;
        all->place[kept] = all->place[k];
        all->job[kept++] = all->job[k];
    }
    all->count = kept;
}

static void keep(const queue *q, fed_team *team, const fed_job *job, fed_result *own,
                 fed_error *fault)
{
    const size_t number = place_of(q, job);

    hear(team, fault);
    if (own == NULL)
        return;
    if (fault->status == FED_OK)
        fed_spool_keep(q->study->spool, number, own, fault);
    if (q->study->part && fault->status != FED_OK)
        fed_claim_drop(q->study->spool, number);
    fed_arena_free(&own->arena);
}

/* The results stay in memory, or go to the spool. */
static void make_results(queue *q, fed_team *team, const fed_problem *problem, bundle *all)
{
    const bool spooled = q->study->spool != NULL;
    fed_result own[FED_TOGETHER], *results[FED_TOGETHER];

    if (spooled)
        claim(q, all);
    for (size_t k = 0; k < all->count; k++) {
        own[k] = (fed_result){.arena = {NULL}};
        results[k] = spooled ? &own[k] : &q->study->results[place_of(q, &all->job[k])];
    }
    if (all->count > 0)
        fed_jobs_run(all->job, all->count, team, problem, q->study, results, all->fault);
    for (size_t k = 0; k < all->count; k++)
        keep(q, team, &all->job[k], spooled ? &own[k] : NULL, &all->fault[k]);
}

/* Called and left with the lock. */
static void run_jobs(queue *q, fed_team *team, problem_slot *slot)
{
    bundle all;
    const size_t places = take(q, slot, &all), taken = all.count;

    if (taken > 0) {
        omp_unset_lock(&q->lock);
        make_results(q, team, slot->problem, &all);
        omp_set_lock(&q->lock);
    }
    q->done += taken - all.count; /* by others */
    for (size_t k = 0; k < all.count; k++) {
        q->done++;
        note_fault(q, number_of(q, slot, all.place[k]), &all.fault[k]);
        if (all.fault[k].status == FED_OK && q->study->done != NULL)
            q->study->done(q->study->context, q->done, jobs_of(q));
    }
    if ((slot->users -= places) == 0) {
        free_problem(slot);
        if (q->started < q->segments)
            call_all(q, team);
    }
}

/* What one thread does until it finds nothing. */
static void take_turns(fed_team *team, void *context)
{
    queue *q = context;
    problem_slot *slot;

    omp_set_lock(&q->lock);
    while (q->fault == jobs_of(q)) {
        if ((slot = find_ready(q)) != NULL)
            run_jobs(q, team, slot);
        else if ((slot = begin_problem(q)) != NULL)
            build(q, team, slot);
        else
            break;
    }
    fed_team_busy(team, --q->working);
    omp_unset_lock(&q->lock);
}

static void begin(fed_team *team, void *context)
{
    queue *q = context;

    q->working = 1;
    fed_team_listen(team, q->study->stop);
    fed_team_busy(team, 1);
    take_turns(team, context);
}

static fed_status make_room(queue *q)
{
    size_t fixed = 0;

    for (size_t d = 0; d < q->plan->data_groups; d++)
        fixed += q->plan->fixed[d];
    q->problem_count = (size_t)q->study->threads;
    q->data_count = q->problem_count + fixed;
    q->problems = calloc(q->problem_count, sizeof *q->problems);
    q->data = calloc(q->data_count, sizeof *q->data);
    q->needed = calloc(q->segments / 8 + 1, sizeof *q->needed);
    return q->problems == NULL || q->data == NULL || q->needed == NULL ? fed_nomem(q->error)
                                                                       : FED_OK;
}

/* What was done before is not done again. */
static void find_needed(queue *q)
{
    const fed_plan *plan = q->plan;

    for (size_t k = 0; k < q->segments; k++) {
        const size_t group = k % plan->problem_groups, replicate = k / plan->problem_groups;

        for (size_t place = plan->start[group]; place < plan->start[group + 1]; place++)
            if (!is_done(q, plan->order[place], replicate))
                q->needed[k / 8] |= (unsigned char)(1u << k % 8);
    }
    q->done = q->study->spool != NULL ? fed_spool_count(q->study->spool) : 0;
}

fed_status fed_queue_run(fed_study *study, const fed_plan *plan, fed_error *error)
{
    queue q = {.study = study,
               .plan = plan,
               .segments = plan->problem_groups * study->replicates,
               .fault = study->points * study->replicates,
               .error = error};
    fed_status status = make_room(&q);

    if (status == FED_OK) {
        find_needed(&q);
        omp_init_lock(&q.lock);
        status = fed_team_run(fed_study_is_small(study) ? 1 : study->threads, begin, &q, error);
        omp_destroy_lock(&q.lock);
    }
    for (size_t k = 0; q.problems != NULL && k < q.problem_count; k++)
        fed_arena_free(&q.problems[k].arena);
    for (size_t k = 0; q.data != NULL && k < q.data_count; k++)
        fed_arena_free(&q.data[k].arena);
    free(q.problems);
    free(q.data);
    free(q.needed);
    if (q.fault < study->points * study->replicates)
        return error->status;
    return status;
}
