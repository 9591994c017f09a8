/* plan.h -- where everything of a network stands: parameters, and a block's arrays in the room. */
#ifndef FED_NET_PLAN_H
#define FED_NET_PLAN_H

#include "models/net/network.h"

fed_status fed_net_plan(fed_arena *arena, const fed_net_keys *keys, const fed_model_shape *shape,
                        fed_net *net, fed_model *model, fed_error *error);

#endif
