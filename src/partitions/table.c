/* table.c -- the schemes that `partition.scheme` can name: one line each. */
#include "partitions/partition.h"

/* clang-format off */
#define TABLE(X) \
    X(fed_scheme_random) \
    X(fed_scheme_sorted) \
    X(fed_scheme_given) \
    X(fed_scheme_shards) \
    X(fed_scheme_dirichlet) \
    X(fed_scheme_quantity)
/* clang-format on */

#define DECLARE(name) extern const fed_scheme name;
#define ROW(name) &name.entry,

TABLE(DECLARE)

const fed_entry *const fed_schemes[] = {TABLE(ROW) NULL};
