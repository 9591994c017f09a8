/* together.c -- a round of several runs of one problem: the clients' data, a few clients at a time,
 * are used by one run after another while they are in cache. */
#include "run/together.h"

#include "problem/gram.h"
#include "problem/pack.h"

#include <string.h>

enum { NEAR = 1 << 14, MODELS = 1 << 16 }; /* bytes of data; doubles of all runs' models */

size_t fed_together_most(const fed_problem *problem, size_t models)
{
    const size_t most = MODELS / (models * problem->p + 1);

    return most < 1 ? 1 : most < FED_TOGETHER ? most : FED_TOGETHER;
}

static bool are_alike(const fed_run *run, const fed_run *other)
{
    return run->batch == other->batch && fed_graph_equals(run->graph, other->graph);
}

void fed_together_begin(fed_run *const *runs, size_t count)
{
    const fed_parts *parts = runs[0]->algorithm->parts;
    const size_t most = parts != NULL && parts->abreast != NULL ? FED_ABREAST : 1;

    for (size_t first = 0, next; first < count; first = next) {
        next = first + 1;
        while (next < count && next < first + most && are_alike(runs[first], runs[next]))
            next++;
        runs[first]->abreast = next - first;
    }
}

typedef struct joint {
    fed_run *const *runs;
    size_t count, step;
} joint;

/* Clients whose data the first-level cache holds; in columns, whole groups of them. */
static size_t step_of(const fed_problem *problem)
{
    const size_t held = problem->samples / problem->clients + 1,
                 bytes = sizeof(double) *
                         (problem->gram != NULL ? problem->gram->stride : held * (problem->p + 1)),
                 step = bytes < NEAR ? NEAR / bytes : 1,
                 most = step < problem->clients ? step : problem->clients,
                 group = problem->pack != NULL ? fed_pack_group(problem, 0, most) : 1;

    return FED_ROUND_UP(step, group);
}

static void pass(void *context, size_t first, size_t last, double *work)
{
    const joint *all = context;

    for (size_t at = first, end; at < last; at = end) {
        end = last - at < all->step || all->count == 1 ? last : at + all->step;
        for (size_t k = 0; k < all->count; k += all->runs[k]->abreast) {
            fed_run *run = all->runs[k];

            if (run->abreast > 1)
                run->algorithm->parts->abreast(&all->runs[k], run->abreast, run->cohort + at,
                                               end - at, work);
            else
                run->algorithm->parts->clients(run, run->cohort + at, end - at, work);
        }
    }
}

/* Whether all have the same clients at work, so that one pass does for all. */
static bool is_one_cohort(fed_run *const *runs, size_t count)
{
    const fed_run *first = runs[0];

    if (first->graph != NULL) /* all clients, in order */
        return true;
    for (size_t k = 1; k < count; k++)
        if (runs[k]->active != first->active ||
            memcmp(runs[k]->cohort, first->cohort, first->active * sizeof *first->cohort) != 0)
            return false;
    return true;
}

static void pass_over(fed_run *const *runs, size_t count)
{
    joint all = {runs, count, step_of(runs[0]->problem)};
    double cost = 0.0;
    size_t room = 0;

    for (size_t k = 0; k < count; k++) {
        cost += runs[k]->algorithm->parts->cost(runs[k]);
        room = runs[k]->room > room ? runs[k]->room : room;
    }
    fed_each(runs[0]->team, runs[0]->active, cost, room, pass, &all);
}

fed_status fed_round_together(fed_run *const *runs, size_t count)
{
    if (runs[0]->algorithm->parts == NULL)
        return runs[0]->algorithm->round(runs[0]);
    for (size_t k = 0; k < count; k++)
        runs[k]->algorithm->parts->begin(runs[k]);
    if (is_one_cohort(runs, count))
        pass_over(runs, count);
    else
        for (size_t k = 0; k < count; k++)
            pass_over(&runs[k], 1);
    for (size_t k = 0; k < count; k++)
        runs[k]->algorithm->parts->end(runs[k]);
    return FED_OK;
}
