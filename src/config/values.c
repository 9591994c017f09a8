/* values.c -- reading a resolved point by path, and faults that later stages find. */
#include "config/resolve.h"
#include "config/schema.h"
#include "config/view.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static const fed_cell *cell_at(const fed_config *config, const char *path)
{
    const fed_slot *slot = fed_slot_find(config->shared->schema, path);
    const fed_cell *cell;

    assert(slot != NULL);
    cell = fed_cell_of(config, slot->index);
    fed_watch_read(config->watch, slot->path);
    if (cell->node != NULL && cell->active)
        atomic_store_explicit(&config->shared->read[slot->index], true, memory_order_relaxed);
    return cell;
}

static const fed_node *value_at(const fed_config *config, const char *path)
{
    return fed_cell_value(cell_at(config, path));
}

bool fed_config_given(const fed_config *config, const char *path)
{
    return cell_at(config, path)->node != NULL;
}

bool fed_config_bool(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node != NULL && node->i != 0;
}

int64_t fed_config_int(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node == NULL ? 0 : node->i;
}

double fed_config_float(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node == NULL ? 0.0 : node->f;
}

void fed_config_numbers(const fed_config *config, const char *path, const fed_param *rows,
                        double *value)
{
    size_t count = 0;

    for (; rows != NULL && rows->key != NULL; rows++) {
        char full[256];

        snprintf(full, sizeof full, "%s.%s", path, rows->key);
        if (rows->type != FED_FLOAT && rows->type != FED_INT && rows->type != FED_BOOL)
            continue;
        assert(count < FED_NUMBERS);
        value[count++] = rows->type == FED_FLOAT ? fed_config_float(config, full)
                         : rows->type == FED_INT ? (double)fed_config_int(config, full)
                                                 : (double)fed_config_bool(config, full);
    }
}

const char *fed_config_string(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node == NULL || node->s == NULL ? "" : node->s;
}

const fed_entry *fed_config_entry(const fed_config *config, const char *path)
{
    const fed_slot *slot = fed_slot_find(config->shared->schema, path);

    assert(slot != NULL && slot->section->variants != NULL);
    return fed_entry_find(slot->section->variants, fed_config_string(config, path));
}

const char *fed_config_path(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node != NULL && node->path != NULL ? node->path : fed_config_string(config, path);
}

fed_status fed_config_readable(const fed_config *config, const char *path, fed_error *error)
{
    const char *name = fed_config_path(config, path);

    if (name[0] == '\0' || access(name, R_OK) == 0)
        return FED_OK;
    return fed_config_fault(config, error, FED_DATA, path, "%s: %s", name, strerror(errno));
}

size_t fed_config_floats(const fed_config *config, const char *path, const double **values)
{
    const fed_node *node = value_at(config, path);

    if (node != NULL &&
        (node->kind == NODE_INT || node->kind == NODE_FLOAT)) { /* one number, too */
        *values = &node->f;
        return 1;
    }
    *values = node == NULL ? NULL : node->floats;
    return *values == NULL ? 0 : node->count;
}

size_t fed_config_ints(const fed_config *config, const char *path, const int64_t **values)
{
    const fed_node *node = value_at(config, path);

    if (node != NULL && node->kind == NODE_INT) { /* one number, too */
        *values = &node->i;
        return 1;
    }
    *values = node == NULL ? NULL : node->ints;
    return *values == NULL ? 0 : node->count;
}

size_t fed_config_strings(const fed_config *config, const char *path, const char *const **values)
{
    const fed_node *node = value_at(config, path);

    if (node != NULL && node->kind == NODE_STRING) { /* one word stands for a list of one */
        *values = &node->s;
        return 1;
    }
    *values = node == NULL ? NULL : node->strings;
    return *values == NULL ? 0 : node->count;
}

bool fed_config_is_list(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node != NULL && (node->kind == NODE_LIST || node->kind == NODE_INT);
}

bool fed_config_is_group(const fed_config *config, const char *path)
{
    const fed_node *node = value_at(config, path);

    return node != NULL && node->kind == NODE_GROUP;
}

size_t fed_config_labels(const fed_config *config, const char *path, const char *const **words,
                         const double **numbers)
{
    fed_config_strings(config, path, words);
    return fed_config_floats(config, path, numbers);
}

const fed_node *fed_config_groups(const fed_config *config, const char *path)
{
    return value_at(config, path);
}

/* Where a key is set, else the innermost group written around it, else the file. */
static fed_place place_of(const fed_config *config, const char *path)
{
    const fed_slot *slot = fed_slot_find(config->shared->schema, path);
    fed_place place = {config->shared->file, 0};
    size_t longest = 0;

    if (slot != NULL && fed_cell_of(config, slot->index)->node != NULL)
        return fed_cell_of(config, slot->index)->node->place;
    for (size_t k = 0; k < config->shared->group_count; k++) {
        const fed_node *group = config->shared->groups[k];
        size_t length = strlen(group->name);

        if (length > longest && strncmp(path, group->name, length) == 0 &&
            strchr(".", path[length]) != NULL) {
            longest = length;
            place = group->place;
        }
    }
    return place;
}

fed_status fed_config_fault(const fed_config *config, fed_error *error, fed_status status,
                            const char *path, const char *format, ...)
{
    char what[sizeof error->text], line[16] = "";
    fed_place place = place_of(config, path == NULL ? "" : path);
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (place.line > 0)
        snprintf(line, sizeof line, ":%d", place.line);
    if (path == NULL || *path == '\0')
        return fed_fail(error, status, "%s%s: %s", place.file, line, what);
    return fed_fail(error, status, "%s%s: %s: %s", place.file, line, path, what);
}
