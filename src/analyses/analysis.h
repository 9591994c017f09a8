/* analysis.h -- what is computed once a replicate has ended: scalars for run.yaml, a table for a
 * CSV. */
#ifndef FED_ANALYSIS_H
#define FED_ANALYSIS_H

#include "run/run.h"

typedef struct fed_analysis {
    fed_entry entry;
    fed_status (*analyse)(fed_run *run); /* adds with fed_run_scalar and fed_run_table */
    /* refuses what it cannot handle before the first round; NULL: takes any run */
    fed_status (*check)(const fed_run *run);
    const char *table; /* a second one, TABLE.csv, beside that of its name; or NULL */
    unsigned refuses;  /* fed_trait of problems */
} fed_analysis;

extern const fed_entry *const fed_analyses[];
extern const fed_param fed_gain_params[]; /* of the section `gain`, */
extern const fed_param fed_rank_params[]; /* of the section `rank` */

#endif
