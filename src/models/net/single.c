/* single.c -- the passes of layers in single precision. */
#define REAL float
#define SQRT sqrtf
#define EXP fed_expf
#define PASSES fed_layer_single
#include "models/net/passes.h"
