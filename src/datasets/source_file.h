/* source_file.h -- data in a file the configuration names. */
#ifndef FED_DATASETS_SOURCE_FILE_H
#define FED_DATASETS_SOURCE_FILE_H

#include "datasets/dataset.h"

/* Every fault of the csv files that `data` names, up to FED_FAULTS_MAX, as texts in arena. */
fed_status fed_dataset_faults(fed_arena *arena, const fed_config *config, fed_faults *faults);

#endif
