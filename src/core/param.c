/* param.c -- looking up a method by name. */
#include "core/param.h"

#include <string.h>

const fed_entry *fed_entry_find(const fed_entry *const *table, const char *name)
{
    for (; *table != NULL; table++)
        if (strcmp((*table)->name, name) == 0)
            return *table;
    return NULL;
}
