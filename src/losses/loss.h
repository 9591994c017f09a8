/* loss.h -- a loss: what the responses must be, and a link phi on the outputs of a model; or a
 * function of theta and a sample that no model stands between. */
#ifndef FED_LOSS_H
#define FED_LOSS_H

#include "datasets/dataset.h"
#include "losses/total.h"

/* What the responses must be: any number, counts >= 0, two classes, [0,1] or two classes, classes,
 * a set of labels. */
typedef enum fed_labels {
    FED_LABELS_ANY,
    FED_LABELS_COUNTS,
    FED_LABELS_BINARY,
    FED_LABELS_SOFT,
    FED_LABELS_CLASSES,
    FED_LABELS_SETS
} fed_labels;

/* A loss's own keys, as it reads and checks them itself, and what follows from them. */
typedef struct fed_loss_keys {
    const void *values; /* the loss's own struct; NULL: it has no keys */
    bool rough;         /* phi'' is not finite everywhere */
    bool flat;          /* phi'' vanishes where phi' does */
} fed_loss_keys;

struct fed_few;
struct fed_loss;

/* Outputs, and derivatives in them, lie one after another, FED_BLOCK apart; n <= FED_BLOCK. */
typedef struct fed_loss {
    fed_entry entry;
    fed_labels labels;
    bool smooth;      /* a gradient everywhere */
    bool affine;      /* phi' is affine in the outputs, phi'' constant: the Gram form exists */
    bool asymptotic;  /* phi falls for ever where all labels agree */
    double curvature; /* sup of phi''; INFINITY when unbounded */
    /* NULL: nothing to read */
    fed_status (*read)(const struct fed_loss *loss, fed_arena *arena, const fed_config *config,
                       fed_loss_keys *keys, fed_error *error);
    /* value, first and second derivative; NULL results are skipped. NULL: no loss of outputs. */
    void (*link)(const void *keys, size_t outputs, size_t n, const double *eta, const double *y,
                 double *value, double *d1, double *d2);
    /* adds n values of one output to total, and has first derivatives; NULL: link's are added. Up
     * to a multiple of FED_LANES eta and y are read and d1 is written, whatever is there. */
    void (*add)(const void *keys, size_t n, const double *eta, const double *y, fed_total *total,
                double *d1);
    /* of samples in a few columns: the sum of the gradients of each piece at its own theta, to its
     * own FED_FEW places of grad. work: few->n. NULL: by link */
    void (*slopes)(const struct fed_few *few, const double *const *theta, double *grad,
                   double *work);
    /* and at one theta, the last two unless they are NULL: adds the values to total, factor times
     * the gradient to grad, and how many have their output on the wrong side of 0 to *wrong. work:
     * 3 FED_MANY. NULL: by link */
    void (*measures)(const struct fed_few *few, const double *theta, double factor,
                     fed_total *total, double *grad, double *wrong, double *work);
    /* v = factor phi'' v, d2 as link gave it; NULL: one output, or outputs that do not mix */
    void (*bend)(size_t outputs, size_t n, double factor, const double *d2, double *v);
    /* w = factor d^2 phi/d eta_a d eta_b; NULL as above */
    void (*cross)(size_t n, size_t a, size_t b, double factor, const double *d2, double *w);
    /* Losses without link add factor times sums over the samples rows[0..n), y their responses by
     * rows of the data: to *value and to grad, either of which may be NULL; (sum of Hessians) v to
     * out; the sum of Hessians to both triangles. work: 2 d doubles. */
    void (*eval)(const fed_dataset *data, const double *y, const size_t *rows, size_t n,
                 double factor, const double *theta, double *value, double *grad, double *work);
    void (*hvp)(const fed_dataset *data, const double *y, const size_t *rows, size_t n,
                double factor, const double *v, double *out, double *work);
    void (*hessian)(const fed_dataset *data, const double *y, const size_t *rows, size_t n,
                    double factor, double *hessian, size_t ld);
} fed_loss;

extern const fed_entry *const fed_losses[];
extern const fed_param fed_loss_params[];

#endif
