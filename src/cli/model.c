/* model.c -- the layers of a model in a table. */
#include "cli/model.h"

#include "config/points.h"
#include "models/net/network.h"
#include "study/job.h"

#include <string.h>

static void put_row(FILE *stream, const char *layer, const char *shape, size_t parameters,
                    double flops)
{
    fprintf(stream, "%-20s %-16s %12zu %14.0f\n", layer, shape, parameters, flops);
}

static void put_network(FILE *stream, const fed_net *net)
{
    char shape[80], name[80];

    for (size_t k = 0; k <= net->count; k++) {
        const fed_net_layer *layer = k > 0 ? &net->layer[k - 1] : NULL;
        const fed_volume out = layer != NULL ? layer->out : net->input;

        snprintf(shape, sizeof shape, "%zu x %zu x %zu", out.channels, out.rows, out.columns);
        snprintf(name, sizeof name, "%zu %s", k - 1,
                 layer != NULL ? fed_layer_kinds[layer->spec.kind]->name : "");
        put_row(stream, layer != NULL ? name : "samples", shape,
                layer != NULL ? layer->parameters : 0, layer != NULL ? layer->flops : 0.0);
    }
}

static void put_model(FILE *stream, const fed_model *model)
{
    fprintf(stream, "%-20s %-16s %12s %14s\n", "layer", "outputs", "parameters", "flops");
    if (model->flops > 0.0)
        put_network(stream, model->state);
    for (size_t k = 0; model->flops == 0.0 && k < model->layers; k++) {
        char shape[80];

        snprintf(shape, sizeof shape, "%zu", model->outputs);
        put_row(stream, model->layer[k].name, shape, model->p, 2.0 * (double)model->p);
    }
    put_row(stream, "all", "", model->p,
            model->flops > 0.0 ? model->flops : 2.0 * (double)model->p);
    fprintf(stream, "%s, %zu samples per block, %.1f MiB of memory per thread\n",
            model->type->entry.name, model->block, (double)model->room / 131072.0);
}

fed_status fed_model_table(const fed_config *config, FILE *stream, fed_error *error)
{
    const fed_job job = {fed_config_point(config, 0), 0, 0};
    const fed_dataset *data;
    const fed_problem *problem;
    fed_arena arena = {NULL};
    fed_team *team = fed_team_solo();
    fed_status status = team == NULL ? fed_nomem(error) : FED_OK;

    if (status == FED_OK)
        status = fed_job_data(&job, team, &arena, &data, error);
    if (status == FED_OK)
        status = fed_job_problem(&job, team, &arena, data, false, &problem, error);
    if (status == FED_OK && problem->model.type == NULL)
        status = fed_fail(error, FED_CONFIG, "a linear program has no model");
    if (status == FED_OK)
        put_model(stream, &problem->model);
    fed_arena_free(&arena);
    fed_team_end(team);
    return status;
}
