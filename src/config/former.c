/* former.c -- keys written below the name their section had before: `model.degree` for
 * `features.degree`. The one place that knows of it. */
#include "config/former.h"

#include "config/resolve.h"
#include "config/schema.h"

#include <string.h>

static bool written_as(const fed_slot *slot, const char *path)
{
    const char *was = slot->section->former;
    const size_t length = was != NULL ? strlen(was) : 0;

    return was != NULL && strncmp(path, was, length) == 0 &&
           strcmp(path + length, slot->path + strlen(slot->section->path)) == 0;
}

const fed_slot *fed_slot_written(const fed_schema *schema, const char *path)
{
    const fed_slot *slot = fed_slot_find(schema, path);

    for (size_t k = 0; slot == NULL && k < schema->count; k++)
        if (written_as(&schema->slots[k], path))
            slot = &schema->slots[k];
    return slot;
}

/* The selector whose words `slot` took before, or NULL. */
static const fed_slot *heir(const fed_schema *schema, const fed_slot *slot)
{
    for (size_t k = 0; slot->selector == slot && k < schema->count; k++) {
        const fed_slot *other = &schema->slots[k];

        if (other->selector == other && other != slot && written_as(other, slot->path))
            return other;
    }
    return NULL;
}

const fed_slot *fed_former(fed_build *build, const fed_slot *slot, const fed_node *node)
{
    const fed_slot *other = heir(build->schema, slot);

    if (other == NULL || node->kind != NODE_STRING)
        return slot;
    if (fed_entry_find(slot->section->variants, node->s) == NULL &&
        fed_entry_find(other->section->variants, node->s) != NULL)
        return other;
    if (build->cells[other->index].former) /* the key is written anew */
        *fed_cell_write(build, other->index) = (fed_cell){NULL, NULL, false, false};
    return slot;
}
