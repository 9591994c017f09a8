/* quadratic.c -- quadratics: (theta - c_z)'A_z (theta - c_z) / 2, c_z the features of sample z, A_z
 * its curvature, or its response times the identity. */
#include "core/linalg.h"
#include "losses/loss.h"

/* out = A_z v */
static void apply(const fed_dataset *data, const double *y, size_t row, const double *v,
                  double *out)
{
    const size_t d = data->d;

    if (data->matrices != NULL)
        fed_gemv(d, d, 1.0, data->matrices + row * d * d, d, v, 0.0, out);
    else
        for (size_t j = 0; j < d; j++)
            out[j] = y[row] * v[j];
}

static void quadratic_eval(const fed_dataset *data, const double *y, const size_t *rows, size_t n,
                           double factor, const double *theta, double *value, double *grad,
                           double *work)
{
    const size_t d = data->d;
    double *offset = work, *image = work + d, sum = 0.0;

    for (size_t i = 0; i < n; i++) {
        fed_row_copy(&data->matrix, rows[i], offset);
        for (size_t j = 0; j < d; j++)
            offset[j] = theta[j] - offset[j];
        apply(data, y, rows[i], offset, image);
        if (value != NULL)
            sum += 0.5 * fed_dot(d, offset, image);
        if (grad != NULL)
            fed_axpy(d, factor, image, grad);
    }
    if (value != NULL)
        *value += factor * sum;
}

static void quadratic_hvp(const fed_dataset *data, const double *y, const size_t *rows, size_t n,
                          double factor, const double *v, double *out, double *work)
{
    for (size_t i = 0; i < n; i++) {
        apply(data, y, rows[i], v, work);
        fed_axpy(data->d, factor, work, out);
    }
}

static void quadratic_hessian(const fed_dataset *data, const double *y, const size_t *rows,
                              size_t n, double factor, double *hessian, size_t ld)
{
    const size_t d = data->d;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            if (data->matrices != NULL)
                fed_axpy(d, factor, data->matrices + (rows[i] * d + j) * d, hessian + j * ld);
            else
                hessian[j * ld + j] += factor * y[rows[i]];
}

const fed_loss fed_loss_quadratic = {
    .entry = {"quadratic", "quadratics: (theta - c_z)'A_z (theta - c_z) / 2", NULL},
    .labels = FED_LABELS_ANY,
    .smooth = true,
    .affine = true,
    .curvature = INFINITY,
    .eval = quadratic_eval,
    .hvp = quadratic_hvp,
    .hessian = quadratic_hessian,
};
