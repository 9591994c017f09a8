/* statistics.h -- statistics over replicates. */
#ifndef FED_STATISTICS_H
#define FED_STATISTICS_H

#include "study/columns.h"
#include "study/cursor.h"

/* Room for `width` values of every replicate. */
fed_status fed_point_open(fed_columns *columns, const fed_study *study, size_t width,
                          fed_error *error);
/* How many rounds fit in memory at once: 1 at least. */
size_t fed_point_most(const fed_study *study);

/* Every round that some replicate of the point recorded, increasing: those of the longest, and the
 * last ones of the others. */
fed_status fed_point_rounds(fed_cursor *cursor, size_t point, fed_arena *arena,
                            const size_t **rounds, size_t *count);
/* The metrics of a point at some of its rounds, first to one past the last: column
 * k * FED_METRIC_ALL + metric. A replicate that ended earlier counts with its last record. */
fed_status fed_point_values(fed_cursor *cursor, size_t point, const size_t *rounds, size_t first,
                            size_t last, fed_columns *columns);
/* The same at the point's last round alone, which is told. */
fed_status fed_point_last(fed_cursor *cursor, size_t point, size_t *round, fed_columns *columns);

#endif
