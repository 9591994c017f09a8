/* double.c -- the passes of layers in double precision. */
#define REAL double
#define SQRT sqrt
#define EXP fed_exp
#define PASSES fed_layer_double
#include "models/net/passes.h"
