/* lp_csv.h -- a linear program in a directory: A.csv (row,column,value), b.csv, c.csv, bounds.csv
 * (lower,upper) and owner.csv (the client of each column). Rows and columns count from 0. */
#ifndef FED_DATASETS_LP_CSV_H
#define FED_DATASETS_LP_CSV_H

#include "datasets/program.h"

/* A directory with A.csv, b.csv, c.csv and, where they are wanted, bounds.csv, owner.csv.
 * mps.c: a file in free MPS. */
fed_status fed_program_csv(fed_arena *arena, const char *path, fed_dataset *data, fed_error *error);

#endif
