/* kinds.h -- a layer of model.layers as the configuration has it. */
#ifndef FED_NET_KINDS_H
#define FED_NET_KINDS_H

#include "models/net/layer.h"

/* Layer k of the list: the kind that its type names, with that kind's keys. */
fed_status fed_layer_read(const fed_node *node, size_t k, fed_layer_spec *spec, fed_error *error);

#endif
