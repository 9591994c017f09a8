/* ignored.c -- keys that are given and that nothing read, each with its place and the reason. */
#include "config/ignored.h"

#include "config/faults.h"
#include "config/resolve.h"
#include "config/text.h"
#include "config/view.h"

/* A value that would stand there anyway says nothing: printed configurations are full of them. */
static bool says_something(const fed_cell *cell)
{
    fed_node given;

    if (cell->node == NULL || !cell->active || cell->row->def == NULL)
        return cell->node != NULL;
    given = *cell->node;
    given.name = cell->row->def->name;
    return !fed_node_same(&given, cell->row->def);
}

/* The first point that gives it; where the sweep changes nothing, all do as the first. */
static const fed_config *giver(const fed_shared *shared, size_t slot)
{
    const size_t count = shared->varies[slot] ? shared->point_count : 1;

    for (size_t k = 0; k < count; k++)
        if (says_something(fed_cell_of(&shared->points[k], slot)))
            return &shared->points[k];
    return NULL;
}

/* What was chosen instead of a variant that has the key; "" where the key is for all of them. */
static const char *instead(fed_arena *arena, const fed_config *point, const fed_slot *slot)
{
    const fed_slot *selector = slot->selector;
    const fed_node *chosen =
        selector == NULL ? NULL : fed_cell_value(fed_cell_of(point, selector->index));
    const char *text;

    if (fed_cell_of(point, slot->index)->active || chosen == NULL)
        return "";
    text = fed_text_plain(arena, chosen);
    return text == NULL ? NULL : fed_sprintf(arena, " with %s = %s", selector->path, text);
}

static bool tell(fed_arena *arena, const fed_config *point, const fed_slot *slot,
                 fed_ignored *ignored)
{
    const char *where = fed_place_text(arena, fed_cell_of(point, slot->index)->node->place),
               *why = instead(arena, point, slot);

    if (where == NULL || why == NULL)
        return false;
    *ignored = (fed_ignored){slot->path,
                             fed_sprintf(arena, "%s: %s: has no effect%s", where, slot->path, why)};
    return ignored->text != NULL;
}

const fed_ignored *fed_config_ignored(fed_arena *arena, const fed_config *config, size_t *count)
{
    const fed_shared *shared = config->shared;
    const fed_schema *schema = shared->schema;
    fed_ignored *list = FED_ARRAY(arena, schema->count + 1, fed_ignored);

    *count = 0;
    for (size_t k = 0; list != NULL && k < schema->count; k++) {
        const fed_slot *slot = &schema->slots[k];
        const bool of_study = slot->apart || slot->section->path[0] == '\0';
        const fed_config *point =
            of_study || atomic_load(&shared->read[k]) ? NULL : giver(shared, k);

        if (point != NULL && !tell(arena, point, slot, &list[(*count)++]))
            return NULL;
    }
    return list;
}

size_t fed_config_marks(const fed_config *config)
{
    return config->shared->schema->count;
}

void fed_config_get_marks(const fed_config *config, char *marks)
{
    for (size_t k = 0; k < fed_config_marks(config); k++)
        marks[k] = atomic_load(&config->shared->read[k]);
}

void fed_config_add_marks(const fed_config *config, const char *marks)
{
    for (size_t k = 0; k < fed_config_marks(config); k++)
        if (marks[k] != 0)
            atomic_store(&config->shared->read[k], true);
}
