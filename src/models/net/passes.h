/* passes.h -- all passes for one type of number: included with REAL float or double, SQRT, EXP, and
 * PASSES, the name of the table. */
#include "core/fastmath.h"
#include "datasets/matrix.h"
#include "models/net/layer.h"

#include <math.h>
#include <string.h>

#define LOGISTIC(x) (1 / (1 + EXP(-(x))))
#define TANH(x) (1 - 2 / (1 + EXP(2 * (x))))

#include "models/net/kernel.h"
#include "models/net/products.h"
#include "models/net/images.h"
#include "models/net/norms.h"
#include "models/net/sequences.h"

#define PASSES_OF(id, name) \
    [FED_LAYER_##id] = {name##_forward, name##_backward, name##_tangent, name##_curve}
#define OWN(id) PASSES_OF(id, id)

const fed_layer_passes PASSES[] = {
    PASSES_OF(dense, product),
    PASSES_OF(convolution, product),
    PASSES_OF(depthwise, product),
    OWN(max_pool),
    OWN(average_pool),
    OWN(group_norm),
    OWN(residual),
    OWN(embedding),
    OWN(lstm),
    OWN(relu),
    OWN(tanh),
    OWN(logistic),
};
