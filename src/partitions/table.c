/* table.c -- the schemes that `partition.scheme` can name: one line each. */
#include "partitions/scheme.h"

const fed_entry *const fed_schemes[] = {&fed_scheme_random.entry,
                                        &fed_scheme_sorted.entry,
                                        &fed_scheme_given.entry,
                                        &fed_scheme_shards.entry,
                                        &fed_scheme_dirichlet.entry,
                                        &fed_scheme_quantity.entry,
                                        NULL};
