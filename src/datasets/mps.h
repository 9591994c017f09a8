/* mps.h -- linear programs in MPS: NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, ENDATA;
 * fields between blanks, or, where names hold blanks, in the fixed columns of old. */
#ifndef FED_DATASETS_MPS_H
#define FED_DATASETS_MPS_H

#include "datasets/program.h"

fed_status fed_program_mps(fed_arena *arena, const char *path, fed_dataset *data, fed_error *error);

#endif
