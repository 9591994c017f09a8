/* theta_file.h -- parameters in theta.csv's columns: [run,replicate,]client,theta_0,theta_1,... */
#ifndef FED_DATASETS_THETA_FILE_H
#define FED_DATASETS_THETA_FILE_H

#include "datasets/dataset.h"

fed_status fed_theta_read(fed_arena *arena, const char *path, fed_theta_file *file,
                          fed_error *error);

#endif
