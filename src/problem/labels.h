/* labels.h -- responses become what the loss needs: classes are numbered in increasing order. */
#ifndef FED_PROBLEM_LABELS_H
#define FED_PROBLEM_LABELS_H

#include "problem/objective.h"

/* The responses as the loss wants them, and how many classes they are: with `classes` above 0
 * these, numbered as they are. */
fed_status fed_labels_map(fed_arena *arena, const fed_dataset *data, size_t classes,
                          fed_problem *problem, fed_error *error);

#endif
