/* segment.h -- files of batches of finished jobs. */
#ifndef FED_SEGMENT_H
#define FED_SEGMENT_H

#include "study/spool/parts.h"

/* Reads where the jobs of every segment in the folder stand. */
fed_status fed_segments_load(fed_spool *spool, fed_error *error);
/* Some bytes of the image of a job, wherever it stands. */
bool fed_segment_read(fed_spool_view *view, const fed_spot *spot, uint64_t from, size_t size,
                      char *bytes);
/* Writes the batch that leaves to this process's own segment, which is made when it is not there.
 */
fed_status fed_segment_append(fed_spool *spool, fed_error *error);
fed_status fed_segment_sync(fed_spool *spool, fed_error *error); /* down to the disk */

#endif
