/* stack.c -- a stack of scratch. Blocks above the one in use are kept for the next time. */
#include "core/stack.h"

#include "core/simd.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8, LEAST = 1 << 13 }; /* doubles of a cache line; of a block */

struct fed_block {
    fed_block *below, *above;
    size_t size, used; /* doubles of room */
    double *room;
};

static fed_block *block_new(size_t doubles)
{
    const size_t size = doubles > LEAST ? doubles : LEAST;
    fed_block *fresh;
    double *room;

    if (doubles > SIZE_MAX / sizeof(double) - LINE)
        return NULL;
    fresh = calloc(1, sizeof *fresh);
    room = aligned_alloc(64, (size + LINE) * sizeof(double));
    if (fresh == NULL || room == NULL) {
        free(fresh);
        free(room);
        return NULL;
    }
    /* Vector loads may run past the end. The rest is left alone: a thread's first touch of a page
     * takes the kernel a microsecond or two, which the threads of a loop share. */
    memset(room + size, 0, LINE * sizeof(double));
    fresh->size = size;
    fresh->room = room;
    return fresh;
}

/* The block above the top that has room: kept from before, or a new one in its place. */
static fed_block *climb(fed_stack *stack, size_t doubles)
{
    fed_block *top = stack->top, *above = top != NULL ? top->above : NULL;

    if (above == NULL || above->size < doubles) {
        fed_block *fresh = block_new(doubles);

        if (fresh == NULL)
            return NULL;
        fresh->below = top;
        if (above != NULL) {
            if ((fresh->above = above->above) != NULL)
                fresh->above->below = fresh;
            free(above->room);
            free(above);
        }
        if (top != NULL)
            top->above = fresh;
        above = fresh;
    }
    stack->top = above;
    return above;
}

double *fed_stack_take(fed_stack *stack, size_t doubles)
{
    const size_t size = FED_ROUND_UP(doubles, LINE) + LINE; /* padded as an arena's blocks are */
    fed_block *top = stack->top;
    double *room;

    if (top == NULL || top->size - top->used < size)
        top = climb(stack, size);
    if (top == NULL)
        return NULL;
    room = top->room + top->used;
    top->used += size;
#ifdef FED_SANITIZED
    for (size_t i = 0; i < size; i++)
        room[i] = NAN; /* whoever reads what it has not written shows it */
#endif
    return room;
}

void fed_stack_give(fed_stack *stack, const double *room)
{
    fed_block *top = stack->top;

    if (room == NULL)
        return;
    top->used = (size_t)(room - top->room);
    if (top->used == 0 && top->below != NULL)
        stack->top = top->below;
}

void fed_stack_free(fed_stack *stack)
{
    fed_block *at = stack->top, *below;

    while (at != NULL && at->above != NULL)
        at = at->above;
    for (; at != NULL; at = below) {
        below = at->below;
        free(at->room);
        free(at);
    }
    stack->top = NULL;
}
