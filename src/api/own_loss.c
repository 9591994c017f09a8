/* own_loss.c -- a caller's loss of eta as one of the library's: the shared passes call it by
 * blocks. */
#include "api/own_loss.h"

#include "api/session.h"

#include <stdio.h>

/* What a link receives: the caller's loss, and its keys' values. */
typedef struct own_keys {
    const fedomp_loss *loss;
    double value[];
} own_keys;

static fed_status read_keys(const fed_loss *loss, fed_arena *arena, const fed_config *config,
                            fed_loss_keys *keys, fed_error *error)
{
    const fed_own_loss *own = (const fed_own_loss *)loss;
    own_keys *made = fed_alloc(arena, 1, sizeof *made + own->keys * sizeof *made->value);

    if (made == NULL)
        return fed_nomem(error);
    made->loss = &own->own;
    for (size_t k = 0; k < own->keys; k++) {
        char path[80];

        snprintf(path, sizeof path, "loss.%s", loss->entry.params[k].key);
        made->value[k] = fed_config_float(config, path);
    }
    *keys = (fed_loss_keys){.values = made};
    return FED_OK;
}

static void call_eval(const void *keys, size_t outputs, size_t n, const double *eta,
                      const double *y, double *value, double *d1, double *d2)
{
    const own_keys *own = keys;

    (void)outputs;
    own->loss->eval(own->value, n, eta, y, value, d1, d2, own->loss->context);
}

void fed_own_loss_fill(fed_own_loss *own)
{
    static const fed_labels labels[] = {[FEDOMP_ANY] = FED_LABELS_ANY,
                                        [FEDOMP_COUNTS] = FED_LABELS_COUNTS,
                                        [FEDOMP_BINARY] = FED_LABELS_BINARY,
                                        [FEDOMP_FRACTION] = FED_LABELS_SOFT};

    own->loss.labels = labels[own->own.responses];
    own->loss.smooth = true;
    own->loss.curvature = own->own.curvature;
    own->loss.read = read_keys;
    own->loss.link = call_eval;
}
