/* table.c -- every loss, one line each, and the keys they share. */
#include "losses/loss.h"

#define LOSSES(X)           \
    X(fed_loss_linear)      \
    X(fed_loss_logistic)    \
    X(fed_loss_poisson)     \
    X(fed_loss_softmax)     \
    X(fed_loss_multilabel)  \
    X(fed_loss_quadratic)   \
    X(fed_loss_quantile)    \
    X(fed_loss_hinge)       \
    X(fed_loss_exponential) \
    X(fed_loss_pnorm)

#define DECLARE(name) extern const fed_loss name;
#define ENTRY(name) &name.entry,

LOSSES(DECLARE)

const fed_entry *const fed_losses[] = {LOSSES(ENTRY) NULL};

const fed_param fed_loss_params[] = {
    {"type", FED_NAME, "linear", FED_ANY, NULL, "loss of a sample"},
    {"l2", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "ridge: adds (l2/2)|theta|^2 without "
     "intercepts"},
    {"l1", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "lasso: adds l1 |theta|_1 without "
     "intercepts"},
    {"scale", FED_FLOAT, "1.0", 0, INFINITY, NULL,
     "factor of the loss of a sample, "
     "above 0"},
    {"intercept", FED_BOOL, "false", FED_ANY, NULL,
     "adds a last, unpenalised parameter (to each class)"},
    {"optimum", FED_BOOL, "true", FED_ANY, NULL,
     "compute the reference optimum, for gap and dist_global"},
    FED_END};
