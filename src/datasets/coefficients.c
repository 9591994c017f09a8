/* coefficients.c -- the matrix of a linear program, from entries in any order to sparse columns. */
#include "datasets/program.h"

#include <stdlib.h>
#include <string.h>

typedef struct fed_coefficient coefficient;

fed_status fed_coefficients_add(fed_coefficients *entries, size_t row, size_t column, double value,
                                fed_error *error)
{
    if (entries->count == entries->room) {
        const size_t room = entries->room == 0 ? 1024 : 2 * entries->room;
        coefficient *at = FED_ARRAY(entries->arena, room, coefficient);

        if (at == NULL)
            return fed_nomem(error);
        if (entries->count > 0)
            memcpy(at, entries->at, entries->count * sizeof *at);
        entries->at = at;
        entries->room = room;
    }
    entries->at[entries->count++] = (coefficient){(uint32_t)row, (uint32_t)column, value};
    return FED_OK;
}

static int compare(const void *left, const void *right)
{
    const coefficient *a = left, *b = right;

    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

fed_status fed_coefficients_sort(fed_arena *arena, fed_coefficients *entries, const char *path,
                                 fed_dataset *data, fed_error *error)
{
    const size_t count = entries->count;
    size_t *ptr = FED_ARRAY(arena, data->n + 1, size_t), next = 0;
    uint32_t *col = FED_ARRAY(arena, count, uint32_t);
    double *val = FED_ARRAY(arena, count, double);

    if (ptr == NULL || col == NULL || val == NULL)
        return fed_nomem(error);
    if (count > 0)
        qsort(entries->at, count, sizeof *entries->at, compare);
    for (size_t k = 0; k < count; k++) {
        const coefficient *at = &entries->at[k];

        if (k > 0 && compare(at, at - 1) == 0)
            return fed_fail(error, FED_DATA, "%s: row %u, column %u is given twice", path, at->row,
                            at->column);
        while (next <= at->column)
            ptr[next++] = k;
        col[k] = at->row;
        val[k] = at->value;
    }
    while (next <= data->n)
        ptr[next++] = count;
    data->ptr = ptr;
    data->col = col;
    data->val = val;
    return FED_OK;
}
