/* entries.h -- sketches kept as a dense matrix of entries, b x n by rows. */
#ifndef FED_ENTRIES_H
#define FED_ENTRIES_H

#include "sketches/sketch.h"

size_t fed_entries_bytes(size_t rows, size_t columns);
size_t fed_entries_work(size_t rows, size_t columns);
void fed_entries_apply(const fed_sketch *sketch, const double *x, double *out, double *work);
void fed_entries_adjoint(const fed_sketch *sketch, const double *u, double *out, double *work);

#endif
