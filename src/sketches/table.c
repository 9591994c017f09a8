/* table.c -- every kind of sketch, one line each. */
#include "sketches/sketch.h"

extern const fed_sketcher fed_sketcher_ams, fed_sketcher_countsketch, fed_sketcher_gaussian,
    fed_sketcher_srht;

const fed_entry *const fed_sketches[] = {&fed_sketcher_ams.entry, &fed_sketcher_countsketch.entry,
                                         &fed_sketcher_gaussian.entry, &fed_sketcher_srht.entry,
                                         NULL};
