/* pachinko.c -- every client draws its samples down a tree of labels: a group of classes, then a
 * class of the group, then a sample nobody has; its shares of the groups are Dirichlet(alpha), of
 * the classes in a group Dirichlet(beta). Shares of what is used up are drawn no more. */
#include "core/rng.h"
#include "partitions/scheme.h"

#include <math.h>

/* The tree; class c has the samples pool[cut[c] .. cut[c + 1]), of which left[c] are there. */
typedef struct tree {
    size_t classes, groups;
    size_t *cut, *left;
    size_t *group;               /* of every class */
    size_t *group_left;          /* samples left of every group */
    double *by_group, *by_class; /* a client's shares */
    double *within;              /* room for the shares of one group */
} tree;

/* Classes are the distinct responses; partition.coarse numbers their groups. */
static fed_status plant(const fed_config *config, const fed_dataset *data, const size_t *pool,
                        size_t count, fed_arena *scratch, tree *t, fed_error *error)
{
    const int64_t *coarse;
    const size_t given = fed_config_ints(config, "partition.coarse", &coarse);

    t->cut = FED_ARRAY(scratch, count + 1, size_t);
    if (t->cut == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || data->y[pool[i]] != data->y[pool[i - 1]])
            t->cut[t->classes++] = i;
    t->cut[t->classes] = count;
    if (given != 0 && given != t->classes)
        return fed_config_fault(config, error, FED_DATA, "partition.coarse",
                                "%zu groups for %zu classes, expected one for each", given,
                                t->classes);
    t->left = FED_ARRAY(scratch, t->classes, size_t);
    t->group = FED_ARRAY(scratch, t->classes, size_t);
    if (t->left == NULL || t->group == NULL)
        return fed_nomem(error);
    for (size_t c = 0; c < t->classes; c++) {
        t->left[c] = t->cut[c + 1] - t->cut[c];
        t->group[c] = given == 0 ? c : (size_t)coarse[c];
        t->groups = t->group[c] >= t->groups ? t->group[c] + 1 : t->groups;
    }
    t->group_left = FED_ARRAY(scratch, t->groups, size_t);
    t->by_group = FED_ARRAY(scratch, t->groups, double);
    t->by_class = FED_ARRAY(scratch, t->classes, double);
    t->within = FED_ARRAY(scratch, t->classes, double);
    if (t->group_left == NULL || t->by_group == NULL || t->by_class == NULL || t->within == NULL)
        return fed_nomem(error);
    for (size_t c = 0; c < t->classes; c++)
        t->group_left[t->group[c]] += t->left[c];
    return FED_OK;
}

static void draw_shares(fed_rng *rng, double alpha, double beta, tree *t)
{
    fed_rng_dirichlet(rng, alpha, t->groups, t->by_group);
    for (size_t g = 0; g < t->groups; g++) {
        size_t members = 0, used = 0;

        for (size_t c = 0; c < t->classes; c++)
            members += t->group[c] == g;
        if (members > 0)
            fed_rng_dirichlet(rng, beta, members, t->within);
        for (size_t c = 0; c < t->classes; c++)
            if (t->group[c] == g)
                t->by_class[c] = t->within[used++];
    }
}

/* One of those with samples left, of group g where `group` is given, by its share; when all their
 * shares are 0, the first. */
static size_t pick(fed_rng *rng, size_t n, const double *share, const size_t *left,
                   const size_t *group, size_t g)
{
    double sum = 0.0, at;
    size_t found = n;

    for (size_t k = 0; k < n; k++)
        sum += left[k] > 0 && (group == NULL || group[k] == g) ? share[k] : 0.0;
    at = fed_rng_uniform(rng) * sum;
    for (size_t k = 0; k < n && at >= 0.0; k++) {
        if (left[k] == 0 || (group != NULL && group[k] != g))
            continue;
        found = found == n || share[k] > 0.0 ? k : found;
        at -= share[k];
    }
    return found;
}

static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    const double alpha = fed_config_float(config, "partition.alpha"),
                 beta = fed_config_float(config, "partition.beta");
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);
    tree t = {0};

    TRY(fed_sort_by_response(scratch, data, pool, count, error));
    TRY(plant(config, data, pool, count, scratch, &t, error));
    for (size_t c = 0; c < t.classes; c++)
        fed_rng_shuffle(&rng, t.left[c], pool + t.cut[c]);
    fed_equal_parts(count, clients, start);
    for (size_t m = 0; m < clients; m++) {
        draw_shares(&rng, alpha, beta, &t);
        for (size_t i = start[m]; i < start[m + 1]; i++) {
            const size_t g = pick(&rng, t.groups, t.by_group, t.group_left, NULL, 0),
                         c = pick(&rng, t.classes, t.by_class, t.left, t.group, g);

            t.group_left[g]--;
            row[i] = pool[t.cut[c] + --t.left[c]];
        }
    }
    return FED_OK;
}

static const fed_param params[] = {
    {"alpha", FED_FLOAT, "0.1", 1e-6, 1e6, NULL,
     "concentration of the clients' shares of the groups of classes; smaller is less even"},
    {"beta", FED_FLOAT, "10.0", 1e-6, 1e6, NULL,
     "concentration of their shares of the classes in a group"},
    {"coarse", FED_INTS, "[]", 0, 1048575, NULL,
     "number of the group of each class, counted from 0, in increasing order of the classes; "
     "empty: every class is a group"},
    FED_END};

const fed_scheme fed_scheme_pachinko = {
    .entry = {"pachinko", "equal sizes, labels drawn by Dirichlet shares of groups and classes",
              params},
    .assign = assign};
