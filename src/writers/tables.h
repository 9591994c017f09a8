/* tables.h -- NAME.csv for every table that runs leave beside their metrics. */
#ifndef FED_WRITERS_TABLES_H
#define FED_WRITERS_TABLES_H

#include "writers/writer.h"

/* Of a table that some job left: the line of its columns' names, and the rows of some points. */
void fed_table_begin(const fed_study *study, const char *name, FILE *stream);
fed_status fed_table_points(const fed_span *span, const char *name, FILE *stream, fed_error *error);

#endif
