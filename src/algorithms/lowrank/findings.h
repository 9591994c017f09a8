/* findings.h -- a FedLRGD run's state, and what it tells of its ranks and of the theorems. */
#ifndef FED_LRGD_REPORT_H
#define FED_LRGD_REPORT_H

#include "algorithms/lowrank/bounds.h"
#include "algorithms/lowrank/weights.h"

typedef struct fed_lrgd {
    fed_lowrank low;
    fed_cohort cohort; /* of the set-up */
    double l1;         /* smoothness: the step is its inverse */
    double bound;      /* of |theta| */
    double radius;     /* of the ball onto which theta is projected; 0: none */
    bool certify;      /* one more epoch at the end */
    fed_theory theory; /* the constants that the configuration gives */
} fed_lrgd;

fed_theory fed_lrgd_theory(const fed_config *config);

/* A warning when features that are zero cost matrices a row. */
void fed_lrgd_warn(fed_run *run, const fed_lowrank *low);
/* Numbers for run.yaml, and a remark when (47) is far above the rank used. samples: of the largest
 * client */
fed_status fed_lrgd_report(fed_run *run, size_t samples);

#endif
