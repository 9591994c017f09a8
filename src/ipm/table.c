/* table.c -- every way to solve for the multipliers, one line each. */
#include "ipm/ipm.h"

extern const fed_system fed_system_exact;

const fed_entry *const fed_systems[] = {
    &fed_system_exact.entry,
    NULL};

const char fed_system_names[] = "exact|sketch|pcg|model1|model2|model3";
