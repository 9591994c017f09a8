/* elements.h -- numbers as binary files store them. */
#ifndef FED_ELEMENTS_H
#define FED_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fed_element {
    char kind;   /* 'f' float, 'i' signed, 'u' unsigned, 'b' truth value */
    size_t size; /* bytes: 4, 8; 1, 2, 4, 8; 1, 2, 4, 8; 1 */
    bool big;    /* big-endian */
} fed_element;

/* out[k] = the element at from + k stride, for k < count; returns the first k that is not finite
 * (or not a truth value), count when all are good. */
size_t fed_elements_read(fed_element element, const char *from, size_t stride, size_t count,
                         double *out);

#endif
