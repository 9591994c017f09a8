/* list.h -- the data sets known, and whether their files are here. */
#ifndef FED_DATASETS_LIST_H
#define FED_DATASETS_LIST_H

#include "datasets/dataset.h"

/* --list=datasets: every manifest found, and whether its files are present. */
fed_status fed_dataset_list(FILE *stream, fed_error *error);

#endif
