/* table.c -- every way to solve for the multipliers, one line each. */
#include "algorithms/ipm/ipm.h"

extern const fed_system fed_system_exact, fed_system_model1, fed_system_model2, fed_system_model3,
    fed_system_pcg, fed_system_learned, fed_system_sketch;

const fed_entry *const fed_systems[] = {&fed_system_exact.entry,  &fed_system_sketch.entry,
                                        &fed_system_pcg.entry,    &fed_system_learned.entry,
                                        &fed_system_model1.entry, &fed_system_model2.entry,
                                        &fed_system_model3.entry, NULL};
