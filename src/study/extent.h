/* extent.h -- how wide a study's results are, from one look at all of them. */
#ifndef FED_EXTENT_H
#define FED_EXTENT_H

#include "study/study.h"

/* Fills study->extent. */
fed_status fed_extent_measure(fed_study *study, fed_error *error);
/* The table in its widest form, without cells; NULL when no job left it. */
const fed_table *fed_extent_table(const fed_study *study, const char *name);

#endif
