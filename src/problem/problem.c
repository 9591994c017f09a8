/* problem.c -- data, partition and loss become the problem: shapes, labels, weights, faster forms.
 */
#include "core/simd.h"
#include "models/linear.h"
#include "problem/arrange.h"
#include "problem/chunks.h"
#include "problem/codes.h"
#include "problem/blocks.h"
#include "problem/gram.h"
#include "problem/objective.h"
#include "problem/pack.h"
#include "problem/errors.h"
#include "problem/labels.h"
#include "problem/optimum.h"

#include <string.h>

/* multiply-adds of a chunk of an ordered sum: some 100 microseconds */
enum { CHUNK_FLOPS = 1 << 18 };

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

static fed_status set_model(fed_arena *arena, const fed_problem_options *options,
                            fed_problem *problem, fed_error *error)
{
    const fed_model_type *type = options->model != NULL ? options->model : &fed_model_linear;
    const fed_labels labels = problem->loss->labels;
    const fed_dataset *data = problem->data;
    const fed_model_shape shape = {
        .x = &data->matrix,
        .test = data->test != NULL ? &data->test->matrix : NULL,
        .outputs = labels == FED_LABELS_CLASSES ? problem->classes * problem->positions
                   : labels == FED_LABELS_SETS  ? problem->responses
                                                : 1,
        .positions = problem->positions,
        .symbols = data->symbols,
        .intercept = options->intercept,
    };
    fed_model *model = &problem->model;

    TRY(type->make(arena, options->model_keys, &shape, model, error));
    problem->outputs = model->outputs;
    problem->p = model->p;
    if (problem->loss->link ==
        NULL) /* no model stands between: theta has the linear model's shape */
        model->can &= ~(unsigned)FED_MODEL_PRODUCTS;
    if (problem->positions > 1) /* outputs of one position mix, those of two do not */
        model->can &= ~(unsigned)FED_MODEL_HESSIAN;
    problem->affine = problem->loss->affine && (model->can & FED_MODEL_AFFINE);
    problem->convex = (model->can & FED_MODEL_CONVEX) != 0;
    problem->products =
        (model->can & FED_MODEL_PRODUCTS) && problem->outputs == 1 && problem->targets == NULL;
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
    } else if (drawn && problem->products && data->truth_count == problem->model.inputs) {
        double *truth = FED_ARRAY(arena, problem->p, double);

        if (truth == NULL)
            return fed_nomem(error);
        memcpy(truth, data->truth, data->truth_count * sizeof *truth);
        truth[data->truth_count] = data->truth_intercept;
        problem->truth = truth;
    } else if (!drawn) {
        return fed_fail(error, FED_DATA, "%s: the truth has %zu parameters, the model has %zu%s",
                        data->truth_origin != NULL ? data->truth_origin : name_of(data),
                        data->truth_count, problem->p,
                        fed_all_penalised(&problem->model) ? "" : " (intercepts included)");
    }
    return FED_OK;
}

static fed_status set_weights(fed_arena *arena, fed_problem *problem, bool uniform,
                              fed_error *error)
{
    const fed_partition *part = problem->part;
    const double total = (double)problem->samples;
    double *weight = FED_ARRAY(arena, problem->clients, double);

    if (weight == NULL)
        return fed_nomem(error);
    problem->server_weight = (double)part->server_count / total;
    for (size_t m = 0; m < problem->clients; m++)
        weight[m] = uniform ? (1.0 - problem->server_weight) / (double)problem->clients
                            : (double)fed_held(part, m) / total;
    problem->weight = weight;
    problem->by_samples = !uniform;
    return FED_OK;
}

static fed_status set_sizes(fed_arena *arena, fed_problem *problem, fed_error *error)
{
    const fed_dataset *data = problem->data;
    const size_t row = data->matrices != NULL ? data->d * data->d
                       : data->ptr == NULL    ? data->d
                                              : data->ptr[data->n] / (data->n + 1);
    const size_t rows = CHUNK_FLOPS / ((row + 1) * problem->outputs);
    const size_t needs[] = {fed_rows_work(problem), fed_errors_work(problem),
                            fed_pack_work(problem)};
    size_t most = 0;

    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
        most = needs[k] > most ? needs[k] : most;
    problem->work = FED_ROUND_UP(2 * (problem->p + 8) + most, 8);
    return fed_chunks_make(arena, problem, rows < 256 ? 256 : rows > 16384 ? 16384 : rows, error);
}

/* Forms of the data that make passes cheaper, and the reference optimum. */
static fed_status prepare(fed_arena *arena, fed_team *team, const fed_problem_options *options,
                          fed_problem *problem, fed_error *error)
{
    if (!options->plain && fed_gram_pays(problem))
        TRY(fed_gram_make(arena, team, problem, &problem->gram, error));
    else if (!options->plain && fed_pack_pays(problem))
        TRY(fed_pack_make(arena, problem, &problem->pack, error));
    else if (options->hessians && fed_codes_pay(problem))
        TRY(fed_codes_make(arena, problem, &problem->codes, error));
    return options->optimum && !problem->functions ? fed_optimum_find(arena, team, problem, error)
                                                   : FED_OK;
}

fed_status fed_problem_build(fed_arena *arena, fed_team *team, const fed_problem_options *options,
                             const fed_dataset *data, const fed_partition *part,
                             const fed_problem **result, fed_error *error)
{
    fed_problem *problem = FED_NEW(arena, fed_problem);

    if (problem == NULL)
        return fed_nomem(error);
    TRY(fed_arrange(arena, &data, &part, error));
    *problem = (fed_problem){
        .data = data,
        .part = part,
        .loss = options->loss,
        .clients = part->clients,
        .samples = part->start[part->clients] + part->server_count,
        .scale = options->scale,
        .l2 = options->l2,
        .l1 = options->l1,
        .functions = options->functions,
        .keys = options->keys,
    };
    TRY(check_test(data, error));
    TRY(fed_labels_map(arena, data, options->classes, problem, error));
    TRY(set_model(arena, options, problem, error));
    TRY(set_truth(arena, problem, error));
    TRY(set_weights(arena, problem, options->uniform, error));
    TRY(set_sizes(arena, problem, error));
    *result = problem;
    return prepare(arena, team, options, problem, error);
}
