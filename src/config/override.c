/* override.c -- "path=value" from the command line, typed by the row of the key it names. */
#include "config/override.h"

#include "config/assign.h"
#include "config/node.h"
#include "config/parse.h"
#include "config/schema.h"

#include <string.h>

fed_status fed_override_usage(const char *text, fed_error *error)
{
    const char *start = text + strspn(text, " \t");

    if (strchr(start, '=') == NULL || *start == '=')
        return fed_fail(error, FED_USAGE, "-D %s: expected PATH=VALUE", text);
    return FED_OK;
}

/* "data.labels.word": one more word of the labels held so far. */
static const fed_slot *labels_above(fed_build *build, const char *path, const char **word)
{
    for (size_t k = 0; k < build->schema->count; k++) {
        const fed_slot *slot = &build->schema->slots[k];
        size_t length = strlen(slot->path);

        if (fed_slot_has(slot, FED_LABELS) && strncmp(path, slot->path, length) == 0 &&
            path[length] == '.' && path[length + 1] != '\0') {
            *word = path + length + 1;
            return slot;
        }
    }
    return NULL;
}

static fed_status set_label(fed_build *build, const fed_slot *slot, const char *word,
                            fed_node *number)
{
    static const fed_node none = {.kind = NODE_GROUP};
    const fed_node *old = build->cells[slot->index].node, *group;
    size_t index = 0;

    if (old == NULL || old->kind != NODE_GROUP)
        old = &none;
    while (index < old->count && strcmp(old->items[index]->name, word) != 0)
        index++;
    number->name = word;
    if ((group = fed_node_replace(build, old, index, number)) == NULL)
        return FED_NOMEM;
    return fed_assign(build, slot, group);
}

/* The path without blanks around it; the text after the first '='. */
static const char *split(fed_build *build, const char *text, const char **value)
{
    const char *equals = strchr(text, '=');
    size_t length;

    *value = equals + 1;
    text += strspn(text, " \t");
    length = (size_t)(equals - text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return fed_sprintf(build->arena, "%.*s", (int)length, text);
}

fed_status fed_override(fed_build *build, const char *text)
{
    const char *value, *word, *path = split(build, text, &value), *where;
    const fed_slot *slot, *labels;
    long index;
    fed_node *node;

    if (path == NULL || (where = fed_sprintf(build->arena, "%s: %s", OVERRIDE_FILE, path)) == NULL)
        return FED_NOMEM;
    slot = fed_path_split(build, path, &index);
    labels = slot == NULL ? labels_above(build, path, &word) : NULL;
    if (slot == NULL || !fed_slot_verbatim(slot))
        value += strspn(value, " \t");
    if (slot != NULL && fed_slot_has(slot, FED_COLUMN) &&
        strspn(value, "0123456789") != strlen(value) && *value != '"')
        TRY(fed_parse_value(build, where, value, true, &node));
    else
        TRY(fed_parse_value(build, where, value, slot != NULL && fed_slot_verbatim(slot), &node));
    if (labels != NULL)
        return set_label(build, labels, word, node);
    if (slot != NULL && index >= 0)
        return fed_assign_element(build, slot, (size_t)index, node);
    return fed_assign_path(build, path, node);
}
