/* npy.h -- a matrix of an npy file, for whoever wants no samples. */
#ifndef FED_NPY_H
#define FED_NPY_H

#include "datasets/input.h"

/* Leading dimensions of length 1 are dropped; a vector is a matrix of one row. */
fed_status fed_npy_matrix(fed_arena *arena, fed_input *file, size_t *rows, size_t *cols,
                          const double **values, fed_error *error);

#endif
