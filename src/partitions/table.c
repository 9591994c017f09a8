/* table.c -- the schemes that `partition.scheme` can name: one line each. */
#include "partitions/partition.h"

#define SCHEMES(X)          \
    X(fed_scheme_auto)      \
    X(fed_scheme_random)    \
    X(fed_scheme_sorted)    \
    X(fed_scheme_given)     \
    X(fed_scheme_shards)    \
    X(fed_scheme_dirichlet) \
    X(fed_scheme_pachinko)  \
    X(fed_scheme_quantity)

#define DECLARE(name) extern const fed_scheme name;
#define ENTRY(name) &name.entry,

SCHEMES(DECLARE)

const fed_entry *const fed_schemes[] = {SCHEMES(ENTRY) NULL};
