/* multilabel.c -- one-versus-rest logistic regression: a sample has a set of labels, and every
 * output is that of one label, phi = sum_c log(1 + exp(eta_c)) - y_c eta_c. */
#include "losses/loss.h"

extern const fed_loss fed_loss_logistic;

static void multilabel_link(const void *keys, size_t outputs, size_t n, const double *eta,
                            const double *y, double *value, double *d1, double *d2)
{
    double one[FED_BLOCK] = {0.0};

    for (size_t i = 0; value != NULL && i < n; i++)
        value[i] = 0.0;
    for (size_t c = 0; c < outputs; c++) {
        const size_t at = c * FED_BLOCK;

        fed_loss_logistic.link(keys, 1, n, eta + at, y + at, value != NULL ? one : NULL,
                               d1 != NULL ? d1 + at : NULL, d2 != NULL ? d2 + at : NULL);
        for (size_t i = 0; value != NULL && i < n; i++)
            value[i] += one[i];
    }
}

const fed_loss fed_loss_multilabel = {
    .entry = {"multilabel", "one-versus-rest logistic regression over a set of labels", NULL},
    .labels = FED_LABELS_SETS,
    .smooth = true,
    .curvature = 0.25,
    .link = multilabel_link,
};
