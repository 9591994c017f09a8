/* index.h -- where the images of jobs stand. */
#ifndef FED_INDEX_H
#define FED_INDEX_H

#include "study/spool/parts.h"

fed_status fed_index_open(fed_spool *spool, fed_error *error);
void fed_index_close(fed_spool *spool); /* half-built is fine */
bool fed_index_has(const fed_spool *spool, size_t job);
fed_status fed_index_put(fed_spool *spool, size_t job, const fed_spot *spot, fed_error *error);
fed_status fed_index_get(fed_spool_view *view, size_t job, fed_spot *spot, fed_error *error);

#endif
