/* problem.c -- data, partition and loss become the problem: shapes, labels, weights, faster forms. */
#include "core/simd.h"
#include "losses/glm.h"
#include "losses/gram.h"
#include "losses/objective.h"
#include "losses/pack.h"

#include <omp.h>
#include <string.h>

enum { CHUNK_FLOPS = 1 << 18 }; /* multiply-adds of a chunk of an ordered sum: some 100 microseconds */

static const char *name_of(const fed_dataset *data)
{
    return data->origin != NULL ? data->origin : "data";
}

static fed_status check_test(const fed_dataset *data, fed_error *error)
{
    if (data->test != NULL && data->test->d != data->d)
        return fed_fail(error, FED_DATA, "%s: the test set has %zu features, the training set %zu",
                        name_of(data->test), data->test->d, data->d);
    return FED_OK;
}

/* A drawn truth has no intercept but what centring the features made. A truth read from a file must
 * have every parameter. */
static fed_status set_truth(fed_arena *arena, fed_problem *problem, fed_error *error)
{
    const fed_dataset *data = problem->data;
    const bool drawn = data->hash[0] == '\0' && data->truth_origin == NULL;

    if (data->truth == NULL)
        return FED_OK;
    if (data->truth_count == problem->p) {
        problem->truth = data->truth;
    } else if (drawn && problem->outputs == 1 && data->truth_count == problem->d) {
        double *truth = FED_ARRAY(arena, problem->p, double);

        if (truth == NULL)
            return fed_nomem(error);
        memcpy(truth, data->truth, problem->d * sizeof *truth);
        truth[problem->d] = data->truth_intercept;
        problem->truth = truth;
    } else if (!drawn) {
        return fed_fail(error, FED_DATA, "%s: the truth has %zu parameters, the model has %zu%s",
                        data->truth_origin != NULL ? data->truth_origin : name_of(data),
                        data->truth_count, problem->p,
                        problem->intercept ? " (intercepts included)" : "");
    }
    return FED_OK;
}

static fed_status set_weights(fed_arena *arena, fed_problem *problem, bool uniform, fed_error *error)
{
    const fed_partition *part = problem->part;
    const double total = (double)problem->samples;
    double *weight = FED_ARRAY(arena, problem->clients, double);

    if (weight == NULL)
        return fed_nomem(error);
    problem->server_weight = (double)part->server_count / total;
    for (size_t m = 0; m < problem->clients; m++)
        weight[m] = uniform ? (1.0 - problem->server_weight) / (double)problem->clients
                            : (double)(part->start[m + 1] - part->start[m]) / total;
    problem->weight = weight;
    problem->by_samples = !uniform;
    return FED_OK;
}

static void set_sizes(fed_problem *problem)
{
    const fed_dataset *data = problem->data;
    const size_t row = data->curvature != NULL ? data->d * data->d
                       : data->x != NULL       ? data->d
                                               : data->ptr[data->n] / (data->n + 1);
    const size_t rows = CHUNK_FLOPS / ((row + 1) * problem->outputs);
    size_t own = fed_glm_work(problem), errors = fed_errors_work(problem);

    if (own < 2 * problem->d)
        own = 2 * problem->d;
    problem->chunk = rows < 256 ? 256 : rows > 16384 ? 16384 : rows;
    problem->work = FED_ROUND_UP(2 * (problem->p + 8) + (own > errors ? own : errors), 8);
}

/* Forms of the data that make passes cheaper, and the reference optimum; scratch is let go after. */
static fed_status prepare(fed_arena *arena, fed_arena *scratch, const fed_problem_options *options,
                          fed_problem *problem, fed_error *error)
{
    const int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
    double **work = FED_ARRAY(scratch, (size_t)threads, double *);

    if (work == NULL)
        return fed_nomem(error);
    for (int t = 0; t < threads; t++)
        if ((work[t] = FED_ARRAY(scratch, problem->work, double)) == NULL)
            return fed_nomem(error);
    if (fed_gram_pays(problem, options->passes))
        TRY(fed_gram_make(arena, problem, threads, work, &problem->gram, error));
    else if (fed_pack_pays(problem, options->passes))
        TRY(fed_pack_make(arena, problem, &problem->pack, error));
    return options->optimum && !problem->data->kernel ? fed_optimum_find(arena, problem, work, threads, error) : FED_OK;
}

fed_status fed_problem_build(fed_arena *arena, const fed_problem_options *options, const fed_dataset *data,
                             const fed_partition *part, const fed_problem **result, fed_error *error)
{
    fed_problem *problem = FED_NEW(arena, fed_problem);
    fed_arena scratch = {NULL};
    fed_status status;

    if (problem == NULL)
        return fed_nomem(error);
    *problem = (fed_problem){
        .data = data,
        .part = part,
        .loss = options->loss,
        .d = data->d,
        .outputs = 1,
        .clients = part->clients,
        .samples = part->start[part->clients] + part->server_count,
        .intercept = options->intercept,
        .scale = options->scale,
        .l2 = options->l2,
        .l1 = options->l1,
        .tau = options->tau,
        .power = options->power,
        .keys = options->keys,
    };
    TRY(check_test(data, error));
    TRY(fed_labels_map(arena, data, problem, error));
    if (problem->loss->labels == FED_LABELS_CLASSES)
        problem->outputs = problem->classes;
    problem->p = problem->outputs * (problem->d + problem->intercept);
    TRY(set_truth(arena, problem, error));
    TRY(set_weights(arena, problem, options->uniform, error));
    set_sizes(problem);
    status = prepare(arena, &scratch, options, problem, error);
    fed_arena_free(&scratch);
    *result = problem;
    return status;
}
