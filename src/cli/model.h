/* model.h -- --explain=model of a configuration: its model, layer by layer. */
#ifndef FED_CLI_MODEL_H
#define FED_CLI_MODEL_H

#include "config/config.h"

#include <stdio.h>

/* A table of layers with their outputs, parameters and flops of a sample; of the first point. */
fed_status fed_model_table(const fed_config *config, FILE *stream, fed_error *error);

#endif
