/* arrange.h -- samples in the order in which the clients hold them. */
#ifndef FED_ARRANGE_H
#define FED_ARRANGE_H

#include "partitions/partition.h"

/* *data and *part become those of a copy in which a client's samples lie side by side, in the order
 * the partition gives them: results keep every bit. Nothing where it does not pay. */
fed_status fed_arrange(fed_arena *arena, const fed_dataset **data, const fed_partition **part,
                       fed_error *error);
/* The same without a copy, for dense data of many columns that nobody else reads: their rows
 * change places. */
fed_status fed_arrange_in_place(fed_arena *arena, const fed_dataset *data,
                                const fed_partition **part, fed_error *error);

#endif
