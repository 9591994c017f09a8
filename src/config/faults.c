/* faults.c -- gathering what is wrong, each with its place, in the order of the input. */
#include "config/faults.h"

#include "core/printable.h"

#include <stdlib.h>
#include <string.h>

const char *fed_place_text(fed_arena *arena, fed_place place)
{
    return place.line > 0 ? fed_sprintf(arena, "%s:%d", place.file, place.line) : place.file;
}

static fed_status add(fed_build *build, fed_place place, size_t order, const char *path,
                      const char *format, va_list args)
{
    char what[768];
    const char *where = fed_place_text(build->arena, place), *raw;
    char *text;

    vsnprintf(what, sizeof what, format, args);
    if (where == NULL ||
        (raw = fed_sprintf(build->arena, "%s: %s%s%s", where, path, *path == '\0' ? "" : ": ",
                           what)) == NULL ||
        (text = fed_alloc(build->arena, 4 * strlen(raw) + 1, 1)) == NULL) {
        build->nomem = true;
        return FED_NOMEM;
    }
    fed_printable(text, 4 * strlen(raw) + 1, raw);
    if (build->faults == NULL) {
        build->faults = FED_ARRAY(build->arena, MAX_FAULTS, struct fed_fault);
        if (build->faults == NULL) {
            build->nomem = true;
            return FED_NOMEM;
        }
    }
    for (size_t k = 0; k < build->fault_count; k++) /* points of a sweep repeat each other's */
        if (strcmp(build->faults[k].text, text) == 0)
            return FED_CONFIG;
    if (build->fault_count < MAX_FAULTS)
        build->faults[build->fault_count++] = (struct fed_fault){text, order};
    return FED_CONFIG;
}

fed_status fed_blame(fed_build *build, fed_place place, size_t order, const char *format, ...)
{
    fed_status status;
    va_list args;

    va_start(args, format);
    status = add(build, place, order, "", format, args);
    va_end(args);
    return status;
}

fed_status fed_blame_node(fed_build *build, const fed_node *node, const char *path,
                          const char *format, ...)
{
    fed_status status;
    va_list args;

    va_start(args, format);
    status = add(build, node->place, node->order, path, format, args);
    va_end(args);
    return status;
}

fed_status fed_faults_settle(fed_build *build, fed_faults *faults, fed_error *error)
{
    if (build->nomem)
        return fed_nomem(error);
    for (size_t k = 1; k < build->fault_count; k++) { /* stable insertion by order */
        struct fed_fault fault = build->faults[k];
        size_t j = k;

        for (; j > 0 && build->faults[j - 1].order > fault.order; j--)
            build->faults[j] = build->faults[j - 1];
        build->faults[j] = fault;
    }
    if (faults != NULL) {
        faults->count = 0;
        faults->text = FED_ARRAY(build->arena, build->fault_count + 1, char *);
        if (faults->text == NULL)
            return fed_nomem(error);
        for (size_t k = 0; k < build->fault_count; k++)
            if ((faults->text[faults->count++] = fed_strdup(build->arena, build->faults[k].text)) ==
                NULL)
                return fed_nomem(error);
    }
    if (build->fault_count == 0)
        return FED_OK;
    return fed_fail(error, FED_CONFIG, "%s", build->faults[0].text);
}
