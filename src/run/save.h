/* save.h -- all that a run knows between two rounds, as bytes. */
#ifndef FED_SAVE_H
#define FED_SAVE_H

#include "run/types.h"

/* Writes round, counts, records, tables, numbers, words and whatever is registered. */
fed_status fed_run_save(const fed_run *run, FILE *stream);
/* Reads it into a run that has been set up from the same configuration and not started. FED_DATA
 * when the bytes are of another run. */
fed_status fed_run_load(fed_run *run, FILE *stream);

/* Bytes of what is registered: the part of a checkpoint that does not grow. */
size_t fed_run_state_bytes(const fed_run *run);

#endif
