/* start.h -- initial parameters of a model. */
#ifndef FED_START_H
#define FED_START_H

#include "core/rng.h"
#include "models/model.h"

/* zeros; normal: N(0,1) each; xavier, he: layer after layer uniform within sqrt(6/(fan_in +
 * fan_out)) or sqrt(6/fan_in), and what a layer without fans says. */
void fed_model_start(const fed_model *model, const char *rule, fed_rng *rng, double *theta);

#endif
