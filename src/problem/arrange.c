/* arrange.c -- samples in the order in which the clients hold them: passes over them read memory
 * from one end to the other. */
#include "problem/arrange.h"

#include "datasets/transform.h"

#include <string.h>

enum { MOST_BYTES = 1 << 28 }; /* of a second copy of the data */
enum { FEWEST_COLUMNS = 33 };  /* narrower data are packed */

/* The samples' numbers in the order of the clients, then those of the server, as *shares sees them
 * once they lie so; NULL without memory. */
static size_t *order_of(fed_arena *arena, const fed_partition *part, fed_partition **shares)
{
    const size_t held = part->start[part->clients];
    size_t *order = FED_ARRAY(arena, held + part->server_count, size_t);

    *shares = FED_NEW(arena, fed_partition);
    if (order == NULL || *shares == NULL)
        return NULL;
    memcpy(order, part->row, held * sizeof *order);
    for (size_t i = 0; i < part->server_count; i++)
        order[held + i] = part->server[i];
    **shares = *part;
    (*shares)->row = order;
    (*shares)->server = order + held;
    return order;
}

/* Sparse rows and bytes, unless they are too many. */
static bool pays(const fed_dataset *data)
{
    const size_t bytes = data->ptr != NULL ? 12 * data->ptr[data->n] : data->n * data->d;

    return (data->ptr != NULL || data->bytes != NULL) && data->program == NULL &&
           bytes <= MOST_BYTES;
}

fed_status fed_arrange(fed_arena *arena, const fed_dataset **data, const fed_partition **part,
                       fed_error *error)
{
    const size_t n = (*data)->n;
    fed_dataset *copy;
    fed_partition *shares;
    size_t *order;

    if (!pays(*data))
        return FED_OK;
    copy = FED_NEW(arena, fed_dataset);
    order = order_of(arena, *part, &shares);
    if (copy == NULL || order == NULL)
        return fed_nomem(error);
    TRY(fed_dataset_arrange(arena, order, *data, copy, error));
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    *data = copy;
    *part = shares;
    return FED_OK;
}

/* Rows that change places together: row i becomes row order[i], and order[i] becomes i. */
typedef struct columns {
    double *x;
    size_t width;
} columns;

static void move(const columns *all, size_t count, size_t to, size_t from)
{
    for (size_t k = 0; k < count; k++)
        memcpy(all[k].x + to * all[k].width, all[k].x + from * all[k].width,
               all[k].width * sizeof *all[k].x);
}

/* The cycle of i. spare: room for a row of each */
static void turn(const columns *all, size_t count, size_t *order, size_t i, double *spare)
{
    size_t to = i;

    for (size_t k = 0, at = 0; k < count; at += all[k++].width)
        memcpy(spare + at, all[k].x + i * all[k].width, all[k].width * sizeof *spare);
    while (order[to] != i) {
        const size_t from = order[to];

        move(all, count, to, from);
        order[to] = to;
        to = from;
    }
    for (size_t k = 0, at = 0; k < count; at += all[k++].width)
        memcpy(all[k].x + to * all[k].width, spare + at, all[k].width * sizeof *spare);
    order[to] = to;
}

fed_status fed_arrange_in_place(fed_arena *arena, const fed_dataset *data,
                                const fed_partition **part, fed_error *error)
{
    const columns all[] = {
        {(double *)data->x, data->d}, {(double *)data->y, 1}, {(double *)data->signal, 1}};
    const size_t count = data->signal != NULL ? 3 : 2;
    fed_partition *shares;
    double *spare;
    size_t *order;

    if (data->x == NULL || data->d < FEWEST_COLUMNS || data->matrices != NULL ||
        data->targets != NULL)
        return FED_OK;
    order = order_of(arena, *part, &shares);
    spare = FED_ARRAY(arena, data->d + 2, double);
    if (order == NULL || spare == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < data->n; i++)
        if (order[i] != i)
            turn(all, count, order, i, spare);
    *part = shares;
    return FED_OK;
}
