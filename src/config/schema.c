/* schema.c -- the sections' rows as slots, one per key, those of a group standing together. */
#include "config/schema.h"

#include "config/check.h"
#include "config/parse.h"

#include <stdlib.h>
#include <string.h>

static const fed_section *rate_section(const fed_section *sections)
{
    for (; sections->path != NULL; sections++)
        if (strcmp(sections->path, "@rate") == 0)
            return sections;
    return NULL;
}

static size_t row_count(const fed_section *section)
{
    size_t count = 0;

    for (const fed_param *p = section->common; p != NULL && p->key != NULL; p++)
        count++;
    for (const fed_entry *const *v = section->variants; v != NULL && *v != NULL; v++)
        for (const fed_param *p = (*v)->params; p != NULL && p->key != NULL; p++)
            count++;
    return count;
}

/* The slot of a path, which ends in the key; most keys differ in their first byte. */
static fed_slot *find(const fed_schema *schema, const char *path, const char *key)
{
    for (size_t k = 0; k < schema->count; k++)
        if (*schema->slots[k].rows->param->key == *key && strcmp(schema->slots[k].path, path) == 0)
            return &schema->slots[k];
    return NULL;
}

/* Strings need no quotes in a default or an override. */
static bool is_word(fed_type type)
{
    return type == FED_STRING || type == FED_CHOICE || type == FED_NAME || type == FED_PATH;
}

/* Of a list "a|b", or of all: "*". */
static bool is_listed(const char *list, const char *word)
{
    const size_t length = strlen(word);

    if (list == NULL || *list == '*')
        return list != NULL;
    while (strncmp(list, word, length) != 0 || strchr("|", list[length]) == NULL) {
        if ((list = strchr(list, '|')) == NULL)
            return false;
        list++;
    }
    return true;
}

/* prefix.key; the key alone without a prefix. */
static const char *join(fed_arena *arena, const char *prefix, const char *key)
{
    const size_t before = strlen(prefix), after = strlen(key) + 1;
    char *path = fed_alloc(arena, before + 1 + after, 1);

    if (path == NULL || before == 0)
        return path == NULL ? NULL : memcpy(path, key, after);
    memcpy(path, prefix, before);
    path[before] = '.';
    memcpy(path + before + 1, key, after);
    return path;
}

static fed_status add_rows(fed_build *build, fed_schema *schema, const fed_section *section,
                           const char *prefix, const fed_section *rates, const fed_entry *variant,
                           const fed_param *params);

static fed_status add_section(fed_build *build, fed_schema *schema, const fed_section *section,
                              const char *prefix, const fed_section *rates)
{
    TRY(add_rows(build, schema, section, prefix, rates, NULL, section->common));
    for (const fed_entry *const *v = section->variants; v != NULL && *v != NULL; v++)
        TRY(add_rows(build, schema, section, prefix, rates, *v, (*v)->params));
    return FED_OK;
}

static fed_status add_rows(fed_build *build, fed_schema *schema, const fed_section *section,
                           const char *prefix, const fed_section *rates, const fed_entry *variant,
                           const fed_param *params)
{
    for (const fed_param *p = params; p != NULL && p->key != NULL; p++) {
        const char *path = join(build->arena, prefix, p->key);
        fed_slot *slot = path == NULL ? NULL : find(schema, path, p->key);
        fed_row *row = FED_NEW(build->arena, fed_row), **last;
        fed_node *def = NULL;
        bool fresh = slot == NULL;

        if (path == NULL || row == NULL)
            return FED_NOMEM;
        if (fresh) {
            slot = &schema->slots[schema->count++];
            *slot = (fed_slot){
                .path = path, .section = section, .apart = is_listed(section->apart, p->key)};
        }
        if (p->def != NULL)
            TRY(fed_parse_value(build, path, p->def, is_word(p->type), &def));
        *row = (fed_row){p, variant, def, NULL};
        for (last = &slot->rows; *last != NULL; last = &(*last)->next)
            continue;
        *last = row;
        if (p->type == FED_RATE && fresh && rates != NULL)
            TRY(add_section(build, schema, rates, path, NULL));
    }
    return FED_OK;
}

/* Moves the slots from the first on that are below the group, the first `length` bytes of a path,
 * to `to`: each group's together, in the order met. The keys of a rate follow it. */
static void gather(const fed_schema *from, bool *moved, size_t first, const char *group,
                   size_t length, fed_slot *to, size_t *count)
{
    for (size_t k = first; k < from->count; k++) {
        const fed_slot *slot = &from->slots[k];
        const char *path = slot->path, *dot;

        if (moved[k] || strncmp(path, group, length) != 0 || (length > 0 && path[length] != '.'))
            continue;
        dot = strchr(path + length + (length > 0), '.');
        if (dot == NULL) {
            moved[k] = true;
            to[(*count)++] = *slot;
            dot = path + strlen(path);
        }
        if (*dot == '.' || fed_slot_has(slot, FED_RATE))
            gather(from, moved, k, path, (size_t)(dot - path), to, count);
    }
}

/* Where a path stands, or the free place where it would: every job reads dozens of keys. */
static const fed_slot **place_of(const fed_schema *schema, const char *path)
{
    uint32_t hash = 2166136261;
    size_t at;

    for (const char *c = path; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619;
    for (at = hash & (schema->places - 1); schema->table[at] != NULL;
         at = (at + 1) & (schema->places - 1))
        if (strcmp(schema->table[at]->path, path) == 0)
            break;
    return &schema->table[at];
}

const fed_slot *fed_slot_find(const fed_schema *schema, const char *path)
{
    return *place_of(schema, path);
}

static fed_status fill_table(fed_build *build, fed_schema *schema)
{
    for (schema->places = 2; schema->places < 2 * schema->count;)
        schema->places *= 2;
    if ((schema->table = FED_ARRAY(build->arena, schema->places, const fed_slot *)) == NULL)
        return FED_NOMEM;
    for (size_t k = 0; k < schema->count; k++)
        *place_of(schema, schema->slots[k].path) = &schema->slots[k];
    return FED_OK;
}

/* The key that chooses among the variants stands beside: same prefix, the selector's name. */
static fed_status link_slots(fed_build *build, fed_schema *schema)
{
    for (size_t k = 0; k < schema->count; k++) {
        fed_slot *slot = &schema->slots[k];
        const char *prefix = slot->section->path, *path;

        slot->index = k;
        if (strcmp(prefix, "@rate") == 0) {
            for (size_t j = 0; j < k; j++) {
                size_t length = strlen(schema->slots[j].path);

                if (fed_slot_has(&schema->slots[j], FED_RATE) && slot->path[length] == '.' &&
                    strncmp(slot->path, schema->slots[j].path, length) == 0)
                    slot->rate = &schema->slots[j];
            }
            schema->slots[slot->rate - schema->slots].within++;
            prefix = slot->rate->path;
        }
        if (slot->section->selector == NULL)
            continue;
        path = join(build->arena, prefix, slot->section->selector);
        if (path == NULL)
            return FED_NOMEM;
        slot->selector = fed_slot_find(schema, path);
        if (slot->selector != NULL)
            schema->slots[slot->selector - schema->slots].selects = true;
    }
    return FED_OK;
}

fed_status fed_schema_build(fed_build *build, const fed_section *sections, fed_schema **result)
{
    const fed_section *rates = rate_section(sections);
    fed_schema first = {.slots = NULL}, *schema = FED_NEW(build->arena, fed_schema);
    size_t room = 1;
    bool *moved;

    for (const fed_section *s = sections; s->path != NULL; s++)
        room += row_count(s) * (1 + (rates == NULL ? 0 : row_count(rates)));
    first.slots = FED_ARRAY(build->arena, room, fed_slot);
    if (schema == NULL || first.slots == NULL)
        return FED_NOMEM;
    for (const fed_section *s = sections; s->path != NULL; s++)
        if (s != rates)
            TRY(add_section(build, &first, s, s->path, rates));
    moved = FED_ARRAY(build->arena, first.count, bool);
    schema->slots = FED_ARRAY(build->arena, first.count, fed_slot);
    if (moved == NULL || schema->slots == NULL)
        return FED_NOMEM;
    gather(&first, moved, 0, "", 0, schema->slots, &schema->count);
    TRY(fill_table(build, schema));
    TRY(link_slots(build, schema));
    for (size_t k = 0; k < schema->count; k++) /* a default must pass as if it were given */
        for (const fed_row *row = schema->slots[k].rows; row != NULL; row = row->next)
            if (row->def != NULL)
                fed_check_node(build, &schema->slots[k], row, row->def, true);
    *result = schema;
    return FED_OK;
}

bool fed_slot_has(const fed_slot *slot, fed_type type)
{
    for (const fed_row *row = slot->rows; row != NULL; row = row->next)
        if (row->param->type == type)
            return true;
    return false;
}

bool fed_slot_verbatim(const fed_slot *slot)
{
    for (const fed_row *row = slot->rows; row != NULL; row = row->next)
        if (!is_word(row->param->type))
            return false;
    return true;
}

bool fed_is_group(const fed_schema *schema, const char *path)
{
    size_t length = strlen(path);

    for (size_t k = 0; k < schema->count; k++)
        if (strncmp(schema->slots[k].path, path, length) == 0 &&
            schema->slots[k].path[length] == '.')
            return true;
    return false;
}
