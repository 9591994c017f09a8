/* segment.h -- files of batches of finished jobs. */
#ifndef FED_SEGMENT_H
#define FED_SEGMENT_H

#include "study/spool/parts.h"

/* Reads where the jobs of every segment in the folder stand. */
fed_status fed_segments_load(fed_spool *spool, fed_error *error);
/* The first bytes of a job's image. */
bool fed_segment_read(const fed_spool *spool, const fed_spot *spot, char *bytes, size_t size);
/* Appends what is pending to this process's own segment, which is made when it is not there. */
fed_status fed_segment_append(fed_spool *spool, fed_error *error);

#endif
