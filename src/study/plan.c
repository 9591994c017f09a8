/* plan.c -- points grouped by the keys that building their data and their problem reads. */
#include "study/plan.h"

#include "study/job.h"
#include "config/points.h"
#include "config/view.h"

#include <string.h>

/* group[k] = the first point that answers as k does below the prefixes. table: a power of two and
 * at least twice the points, filled with the first points of the groups, one more than their
 * number. */
static fed_status group_points(fed_arena *arena, const fed_config *config,
                               const char *const *prefixes, size_t *table, size_t size,
                               size_t *group)
{
    const size_t points = fed_config_points(config);
    size_t count;
    const size_t *slots = fed_config_varying(arena, config, prefixes, &count);

    if (slots == NULL)
        return FED_NOMEM;
    if (count == 0) {
        memset(group, 0, points * sizeof *group);
        return FED_OK;
    }
    memset(table, 0, size * sizeof *table);
    for (size_t k = 0; k < points; k++) {
        const fed_config *point = fed_config_point(config, k);
        size_t at = (size_t)fed_config_digest(point, slots, count) & (size - 1);

        while (table[at] != 0 &&
               !fed_config_same(fed_config_point(config, table[at] - 1), point, slots, count))
            at = (at + 1) & (size - 1);
        if (table[at] == 0)
            table[at] = k + 1;
        group[k] = table[at] - 1;
    }
    return FED_OK;
}

/* Numbers the groups as they first appear: of[k] is that of point k. Returns how many there are. */
static size_t number_groups(size_t points, const size_t *first, size_t *of)
{
    size_t count = 0;

    for (size_t k = 0; k < points; k++)
        of[k] = first[k] == k ? count++ : of[first[k]];
    return count;
}

/* place[0..n) = the numbers 0..n-1 in order of their keys, equal ones as they come; count: room for
 * keys + 1. */
static void sort_by(size_t n, const size_t *key, size_t keys, size_t *count, size_t *place)
{
    memset(count, 0, (keys + 1) * sizeof *count);
    for (size_t k = 0; k < n; k++)
        count[key[k] + 1]++;
    for (size_t k = 0; k < keys; k++)
        count[k + 1] += count[k];
    for (size_t k = 0; k < n; k++)
        place[count[key[k]]++] = k;
}

/* Problem groups in the order of their data groups, each with its points. data, problem: first
 * points of each point's groups; they are overwritten. room: three times points + 1. */
static void lay_out(fed_plan *plan, size_t *data, size_t *problem, size_t *room)
{
    const size_t points = plan->points;
    size_t *count = room, *ranked = room + points + 1, *rank = ranked + points + 1;

    plan->data_groups = number_groups(points, data, data);
    plan->problem_groups = number_groups(points, problem, problem);
    for (size_t k = points; k-- > 0;)
        plan->data_of[problem[k]] = data[k];
    sort_by(plan->problem_groups, plan->data_of, plan->data_groups, count, ranked);
    for (size_t g = 0; g < plan->problem_groups; g++)
        rank[ranked[g]] = g;
    for (size_t k = 0; k < points; k++) {
        problem[k] = rank[problem[k]];
        plan->data_of[problem[k]] = data[k];
        plan->start[problem[k] + 1]++;
    }
    for (size_t g = 0; g < plan->problem_groups; g++)
        plan->start[g + 1] += plan->start[g];
    sort_by(points, problem, plan->problem_groups, count, plan->order);
}

fed_status fed_plan_make(fed_arena *arena, const fed_config *config, fed_plan *plan,
                         fed_error *error)
{
    const size_t points = fed_config_points(config);
    size_t *data = FED_ARRAY(arena, points, size_t), *problem = FED_ARRAY(arena, points, size_t);
    size_t size = 2, *table, *room = FED_ARRAY(arena, 3 * (points + 1), size_t);

    *plan = (fed_plan){.points = points,
                       .start = FED_ARRAY(arena, points + 1, size_t),
                       .data_of = FED_ARRAY(arena, points, size_t),
                       .order = FED_ARRAY(arena, points, size_t),
                       .fixed = FED_ARRAY(arena, points, bool)};
    if (data == NULL || problem == NULL || room == NULL || plan->start == NULL ||
        plan->data_of == NULL || plan->order == NULL || plan->fixed == NULL)
        return fed_nomem(error);
    while (size < 2 * points)
        size *= 2;
    if ((table = FED_ARRAY(arena, size, size_t)) == NULL)
        return fed_nomem(error);
    if (group_points(arena, config, fed_job_data_reads, table, size, data) != FED_OK ||
        group_points(arena, config, fed_job_problem_reads, table, size, problem) != FED_OK)
        return fed_nomem(error);
    lay_out(plan, data, problem, room);
    for (size_t g = 0; g < plan->problem_groups; g++)
        plan->fixed[plan->data_of[g]] =
            !fed_dataset_random(fed_config_point(config, plan->order[plan->start[g]]));
    return FED_OK;
}
