/* resolve.c -- which row governs each key at a point, and whether what is given obeys it. */
#include "config/resolve.h"

#include "config/check.h"

#include <string.h>

const fed_node *fed_cell_value(const fed_cell *cell)
{
    return cell->node != NULL ? cell->node : cell->row->def;
}

const fed_cell *fed_cell_of(const fed_config *config, size_t slot)
{
    size_t low = 0, high = config->change_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (config->changes[middle].slot == slot)
            return &config->changes[middle].cell;
        if (config->changes[middle].slot < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return &config->cells[slot];
}

/* Cells are marked by the block that they stand in; blocks may share a mark. */
enum { BLOCK = 16 };

static uint64_t mark_of(size_t slot)
{
    return UINT64_C(1) << slot / BLOCK % 64;
}

fed_cell *fed_cell_write(fed_build *build, size_t slot)
{
    build->written |= mark_of(slot);
    return &build->cells[slot];
}

static bool is_group(const fed_cell *cell)
{
    return cell->node != NULL && cell->node->kind == NODE_GROUP;
}

/* The selected variant's row wins, then the common one; a row of another variant is only kept so
 * that what is written can be checked. */
static void choose(const fed_slot *slot, fed_cell *cells)
{
    fed_cell *cell = &cells[slot->index];
    const fed_node *chosen = slot->selector == NULL || slot->selector == slot
                                 ? NULL
                                 : fed_cell_value(&cells[slot->selector->index]);
    const char *name = chosen != NULL && chosen->kind == NODE_STRING ? chosen->s : "";

    cell->row = slot->rows;
    cell->active = false;
    for (const fed_row *row = slot->rows; row != NULL; row = row->next)
        if (row->variant != NULL && strcmp(row->variant->name, name) == 0) {
            cell->row = row;
            cell->active = true;
        } else if (row->variant == NULL && !cell->active) {
            cell->row = row;
            cell->active = true;
        }
    if (slot->rate != NULL) {
        const fed_cell *rate = &cells[slot->rate->index];

        cell->active = cell->active && rate->active && is_group(rate);
    }
}

/* A key looks at its selector, and a key inside a rate at the rate: those are chosen before it. */
static int level(const fed_slot *slot)
{
    return (slot->rate != NULL ? 2 : 0) + (slot->selector != slot);
}

void fed_choose(fed_build *build)
{
    const fed_schema *schema = build->schema;

    build->written = UINT64_MAX;
    for (int now = 0; now < 4; now++)
        for (size_t k = 0; k < schema->count; k++)
            if (level(&schema->slots[k]) == now)
                choose(&schema->slots[k], build->cells);
}

bool fed_cell_same(const fed_cell *a, const fed_cell *b)
{
    return a->node == b->node && a->row == b->row && a->active == b->active &&
           a->former == b->former;
}

/* slots: in which the cells being filled differ from the base's; returns how many. Where nothing
 * was written nothing is looked at: every point of a sweep comes here. */
static size_t find_changes(const fed_build *build, const fed_cell *base, size_t *slots)
{
    const fed_cell *cells = build->cells;
    size_t count = 0, last;

    for (size_t first = 0; first < build->schema->count; first = last) {
        last = build->schema->count - first < BLOCK ? build->schema->count : first + BLOCK;
        if ((build->written & mark_of(first)) == 0)
            continue;
        for (size_t k = first; k < last; k++)
            if (!fed_cell_same(&cells[k], &base[k]))
                slots[count++] = k;
    }
    return count;
}

/* Whether rows that were chosen for the base may be others now: only selectors, and rates that are
 * groups, choose. */
static bool chooses(const fed_build *build, const fed_cell *base, const size_t *slots, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        const size_t k = slots[j];

        if (build->cells[k].node != base[k].node &&
            (build->schema->slots[k].selects || is_group(&build->cells[k]) != is_group(&base[k])))
            return true;
    }
    return false;
}

static void check_cell(fed_build *build, size_t k)
{
    const fed_slot *slot = &build->schema->slots[k];
    const fed_cell *cell = &build->cells[k];
    const fed_row *row = slot->rows;

    if (cell->node == NULL)
        return;
    if (!cell->active) /* of variants not selected: good for any is good */
        for (; row != NULL && !fed_check_node(build, slot, row, cell->node, false);)
            row = row->next;
    if (cell->active || row == NULL)
        fed_check_node(build, slot, cell->row, cell->node, true);
}

void fed_check(fed_build *build)
{
    fed_choose(build);
    for (size_t k = 0; k < build->schema->count; k++)
        check_cell(build, k);
}

size_t fed_check_changes(fed_build *build, const fed_cell *base, size_t *slots)
{
    size_t count = find_changes(build, base, slots);

    if (chooses(build, base, slots, count)) {
        fed_choose(build);
        count = find_changes(build, base, slots);
    }
    for (size_t j = 0; j < count; j++)
        check_cell(build, slots[j]);
    return count;
}
