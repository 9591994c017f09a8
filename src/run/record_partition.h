/* record_partition.h -- rows of partition.csv: which client holds how many samples of which label.
 */
#ifndef FED_RECORD_PARTITION_H
#define FED_RECORD_PARTITION_H

#include "run/types.h"

/* Of replicate 0, when output.partition asks for it. */
fed_status fed_partition_record(fed_run *run);

#endif
