/* rules.h -- the rounds of methods with local steps, told to theory. */
#ifndef FED_RULES_H
#define FED_RULES_H

#include "run/types.h"

/* s gradient steps and the mean; a proximal step and the mean. */
fed_status fed_rule_steps(const fed_run *run, fed_rule *rule);
fed_status fed_rule_prox(const fed_run *run, fed_rule *rule);
/* K weights: all 1, the last alone. */
fed_status fed_rule_weights(const fed_run *run, fed_rule *rule);
/* The rate of the last round; NAN before the schedule is known. */
double fed_rule_rate(const fed_run *run, const fed_schedule *schedule);
/* Whether it is the same in all rounds; false before the schedule is known. */
bool fed_rule_fixed(const fed_run *run, const fed_schedule *schedule);
/* Full batches of all clients. */
bool fed_rule_whole(const fed_run *run);

#endif
