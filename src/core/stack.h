/* stack.h -- a thread's stack of scratch: blocks that are kept for the next time. */
#ifndef FED_STACK_H
#define FED_STACK_H

#include <stddef.h>

typedef struct fed_block fed_block;

typedef struct fed_stack {
    fed_block *top;
} fed_stack; /* empty when zero */

/* Room for so many doubles, not cleared, or NULL without memory; last taken is first given back. */
double *fed_stack_take(fed_stack *stack, size_t doubles);
void fed_stack_give(fed_stack *stack, const double *room); /* or NULL */
void fed_stack_free(fed_stack *stack);

#endif
