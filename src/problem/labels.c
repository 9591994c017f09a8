/* labels.c -- responses become what the loss needs: classes are numbered in increasing order. */
#include "problem/labels.h"

#include "problem/objective.h"

#include <math.h>
#include <string.h>

typedef struct label_set { /* distinct values in increasing order */
    double *value;
    size_t count, room;
    fed_arena *arena;
} label_set;

/* Where y is or would be. */
static size_t place(const label_set *set, double y)
{
    size_t low = 0, high = set->count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (set->value[middle] < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has(const label_set *set, size_t at, double y)
{
    return at < set->count && set->value[at] == y;
}

static bool insert(label_set *set, size_t at, double y)
{
    if (set->count == set->room) {
        size_t room = set->room == 0 ? 16 : 2 * set->room;
        double *value = FED_ARRAY(set->arena, room, double);

        if (value == NULL)
            return false;
        if (set->count > 0)
            memcpy(value, set->value, set->count * sizeof *value);
        set->value = value;
        set->room = room;
    }
    memmove(set->value + at + 1, set->value + at, (set->count - at) * sizeof *set->value);
    set->value[at] = y;
    set->count++;
    return true;
}

/* Stops after `most` distinct values. */
static bool collect(label_set *set, const fed_dataset *data, size_t most)
{
    for (size_t i = 0; i < data->n && set->count < most; i++) {
        size_t at = place(set, data->y[i]);

        if (!has(set, at, data->y[i]) && !insert(set, at, data->y[i]))
            return false;
    }
    return true;
}

static const char *name_of(const fed_dataset *data)
{
    return data->origin != NULL ? data->origin : "data";
}

static fed_status renumber(fed_arena *arena, const label_set *set, const fed_dataset *data,
                           const double **out, fed_error *error)
{
    double *y = FED_ARRAY(arena, data->n, double);

    if (y == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < data->n; i++) {
        size_t at = place(set, data->y[i]);

        if (!has(set, at, data->y[i]))
            return fed_fail(error, FED_DATA,
                            "%s: sample %zu of the test set has label %.17g, which is not in the "
                            "training set",
                            name_of(data), i, data->y[i]);
        y[i] = (double)at;
    }
    *out = y;
    return FED_OK;
}

static fed_status as_they_are(const fed_problem *problem, const fed_dataset *data, double low,
                              double high, const char *want, fed_error *error)
{
    for (size_t i = 0; i < data->n; i++)
        if (!(data->y[i] >= low && data->y[i] <= high))
            return fed_fail(error, FED_DATA,
                            "%s: the response of sample %zu is %.17g, loss %s needs %s",
                            name_of(data), i, data->y[i], problem->loss->entry.name, want);
    return FED_OK;
}

static bool within_unit(const fed_dataset *data)
{
    for (size_t i = 0; i < data->n; i++)
        if (!(data->y[i] >= 0.0 && data->y[i] <= 1.0))
            return false;
    return true;
}

/* Classes are counted only where labels name one: not for probabilities strictly between 0 and 1.
 */
static size_t hard_classes(const fed_dataset *data)
{
    for (size_t i = 0; i < data->n; i++)
        if (data->y[i] != 0.0 && data->y[i] != 1.0)
            return 0;
    return 2;
}

static fed_status map_classes(fed_arena *arena, const fed_dataset *data, fed_problem *problem,
                              fed_error *error)
{
    const bool two = problem->loss->labels != FED_LABELS_CLASSES;
    label_set set = {.arena = arena};

    if (!collect(&set, data, two ? 3 : data->n))
        return fed_nomem(error);
    if (set.count < 2 || (two && set.count > 2))
        return fed_fail(error, FED_DATA, "%s: loss %s needs %s, found %s", name_of(data),
                        problem->loss->entry.name,
                        problem->loss->labels == FED_LABELS_SOFT
                            ? "labels within [0,1] or exactly two distinct ones"
                        : two ? "exactly two distinct labels"
                              : "at least two distinct labels",
                        set.count == 1 ? "one label only" : "more than two");
    problem->classes = set.count;
    TRY(renumber(arena, &set, data, &problem->y, error));
    return data->test == NULL ? FED_OK : renumber(arena, &set, data->test, &problem->test_y, error);
}

/* Several responses a sample, numbered by their source. */
static fed_status take_targets(const fed_dataset *data, fed_problem *problem, fed_error *error)
{
    const fed_labels labels = problem->loss->labels;
    const bool symbols = data->symbols > 0;

    if (data->targets == NULL)
        return fed_fail(
            error, FED_DATA,
            "%s: loss %s needs a set of labels for each sample, as 3,7 in a libsvm file",
            name_of(data), problem->loss->entry.name);
    if (labels != (symbols ? FED_LABELS_CLASSES : FED_LABELS_SETS))
        return fed_fail(error, FED_DATA,
                        "%s: samples have %s, which loss %s does not take; %s does%s",
                        name_of(data), symbols ? "a symbol at every position" : "sets of labels",
                        problem->loss->entry.name, symbols ? "softmax" : "multilabel",
                        symbols ? " (if the file is a table, set data.target)" : "");
    problem->y = data->y;
    problem->targets = data->targets;
    if (data->test != NULL) {
        problem->test_y = data->test->y;
        problem->test_targets = data->test->targets;
    }
    problem->responses = data->targets->d;
    problem->positions = symbols ? data->targets->d : 1;
    problem->classes = data->symbols;
    return FED_OK;
}

/* Classes that are numbers already. */
static fed_status numbered(const fed_dataset *data, size_t classes, fed_problem *problem,
                           fed_error *error)
{
    for (const fed_dataset *set = data; set != NULL; set = set == data ? data->test : NULL)
        for (size_t i = 0; i < set->n; i++)
            if (!(set->y[i] >= 0.0 && set->y[i] < (double)classes) || set->y[i] != floor(set->y[i]))
                return fed_fail(error, FED_DATA,
                                "%s: sample %zu has label %.17g, data.classes = %zu expects 0 to "
                                "%zu",
                                name_of(set), i, set->y[i], classes, classes - 1);
    problem->classes = classes;
    problem->y = data->y;
    problem->test_y = data->test != NULL ? data->test->y : NULL;
    return FED_OK;
}

fed_status fed_labels_map(fed_arena *arena, const fed_dataset *data, size_t classes,
                          fed_problem *problem, fed_error *error)
{
    const fed_labels labels = problem->loss->labels;

    problem->responses = problem->positions = 1;
    if (data->targets != NULL || labels == FED_LABELS_SETS)
        return take_targets(data, problem, error);
    if (labels == FED_LABELS_CLASSES && classes > 1)
        return numbered(data, classes, problem, error);
    if (labels == FED_LABELS_BINARY || labels == FED_LABELS_CLASSES ||
        (labels == FED_LABELS_SOFT && !within_unit(data)))
        return map_classes(arena, data, problem, error);
    problem->y = data->y;
    problem->test_y = data->test != NULL ? data->test->y : NULL;
    if (labels == FED_LABELS_SOFT)
        problem->classes = hard_classes(data);
    for (const fed_dataset *set = data; set != NULL; set = set == data ? data->test : NULL) {
        if (labels == FED_LABELS_SOFT)
            TRY(as_they_are(problem, set, 0.0, 1.0, "labels within [0,1] as in the training set",
                            error));
        if (labels == FED_LABELS_COUNTS)
            TRY(as_they_are(problem, set, 0.0, INFINITY, "counts of at least 0", error));
    }
    return FED_OK;
}
