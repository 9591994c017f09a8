/* open.c -- from a file and overrides to checked points, step by step. */
#include "config/open.h"

#include "config/assign.h"
#include "config/faults.h"
#include "config/override.h"
#include "config/parse.h"
#include "config/points.h"
#include "config/resolve.h"
#include "config/schema.h"
#include "config/sweep.h"

static fed_status read_all(fed_build *build, const char *const *overrides, size_t override_count,
                           fed_shared *shared)
{
    fed_node *root = NULL;
    fed_status status;

    TRY(fed_parse_file(build, build->file, &root));
    TRY(fed_assign_group(build, "", root));
    for (size_t k = 0; k < override_count; k++)
        if (fed_override(build, overrides[k]) == FED_NOMEM)
            return FED_NOMEM;
    fed_check(build);
    status = fed_sweep_read(build, shared);
    return status == FED_OK ? fed_sweep_expand(build, shared) : status;
}

static fed_config *make_view(fed_build *build, const fed_shared *shared, fed_config *source,
                             bool whole)
{
    fed_config *view = FED_NEW(build->arena, fed_config);

    if (view == NULL)
        return NULL;
    if (source != NULL)
        *view = *source;
    else
        view->cells = build->cells;
    view->shared = shared;
    view->whole = whole;
    return view;
}

/* The rows are the program's own: a fault in them is a bug, told as such. */
fed_status fed_config_schema(fed_arena *arena, const fed_section *sections,
                             const fed_schema **result, fed_error *error)
{
    fed_build build = {.arena = arena};
    fed_schema *schema = NULL;
    fed_status status = fed_schema_build(&build, sections, &schema);

    if (status == FED_NOMEM || build.nomem)
        return fed_nomem(error);
    if (build.fault_count > 0)
        return fed_fail(error, FED_INTERNAL, "default: %s", build.faults[0].text);
    *result = schema;
    return FED_OK;
}

fed_status fed_config_read(fed_arena *arena, const char *file, const fed_schema *schema,
                           const char *const *overrides, size_t override_count, fed_config **config,
                           fed_faults *faults, fed_error *error)
{
    fed_build build = {.arena = arena, .schema = schema, .file = file};
    fed_shared *shared = FED_NEW(arena, fed_shared);
    fed_config *base;

    for (size_t k = 0; k < override_count; k++)
        TRY(fed_override_usage(overrides[k], error));
    build.cells = FED_ARRAY(arena, schema->count, fed_cell);
    if (shared == NULL || build.cells == NULL ||
        (shared->read = FED_ARRAY(arena, schema->count, atomic_bool)) == NULL ||
        (shared->varies = FED_ARRAY(arena, schema->count, bool)) == NULL ||
        (shared->file = fed_strdup(arena, file)) == NULL)
        return fed_nomem(error);
    shared->schema = schema;
    if (read_all(&build, overrides, override_count, shared) == FED_NOMEM)
        return fed_nomem(error);
    TRY(fed_faults_settle(&build, faults, error));
    shared->groups = build.groups;
    shared->group_count = build.group_count;
    base = make_view(&build, shared, NULL, true);
    *config = make_view(&build, shared, &shared->points[0], true);
    if (base == NULL || *config == NULL)
        return fed_nomem(error);
    shared->base = base;
    return FED_OK;
}

fed_status fed_config_open(fed_arena *arena, const char *file, const fed_section *sections,
                           const char *const *overrides, size_t override_count, fed_config **config,
                           fed_faults *faults, fed_error *error)
{
    const fed_schema *schema = NULL;

    TRY(fed_config_schema(arena, sections, &schema, error));
    return fed_config_read(arena, file, schema, overrides, override_count, config, faults, error);
}
