/* assess.c -- a point of the predictor: residuals, cost and gap, mu and W of the step to come. */
#include "algorithms/ipm/assess.h"

#include "core/linalg.h"
#include "core/simd.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/stride.h"
#include "algorithms/ipm/units.h"

#include <float.h>
#include <string.h>

/* W of a program's column, and of one without bounds, at most: beyond, A W A' has nothing left of
 * the others, and the step a rounding error times W. That of a sample whose loss has no curvature
 * is at most `heaviest` too, where the unit of its costs is |c| + |A'y|. */
static const double heaviest = 1e11, free_weight = 1e8;

/* c f, c f', c f'' of a block of units, FED_STRETCH apart; 0 for intervals */
static void curves(const fed_units *u, size_t first, size_t n, double *f)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *f1 = f + FED_STRETCH, *f2 = f1 + FED_STRETCH;

    if (u->block->curve == NULL) {
        memset(f, 0, 3 * FED_STRETCH * sizeof *f);
        return;
    }
    u->block->curve(&span, u->gl + first, u->gu + first, f, f1, f2);
    for (size_t k = 0; !u->plain && k < n; k++) {
        f[k] *= span.cz[k];
        f1[k] *= span.cz[k];
        f2[k] *= span.cz[k];
    }
}

/* Where W is cut a step da leaves da/heaviest of the costs in s - zl + zu, which ends with da. */
static void lighten(const fed_units *u, size_t first, size_t n)
{
    const double *c = u->ca + first, *s = u->sa + first;
    double *weight = u->waa + first;

    for (size_t k = 0; k < n; k++)
        weight[k] = fmin(weight[k], heaviest / (fabs(c[k]) + fabs(c[k] - s[k])));
}

/* What a pass of assess_body adds up. */
static fed_ipm_sums assessed(const fed_ipm *ipm)
{
    return (fed_ipm_sums){.vectors = ipm->codes != NULL ? FED_WOVEN : 1,
                          .woven = ipm->codes != NULL,
                          .numbers = FED_STRIDES,
                          .most = FED_STRIDE_MAXIMA};
}

/* The dual's value: of a loss its least, of a program's column that of its bounds. value: room */
static double dual_value(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n,
                         double *value)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double sum = 0.0;

    if (!ipm->program && u->plain && u->block->least_sum != NULL)
        return u->block->least_sum(&span, u->sa + first);
    if (!ipm->program)
        u->block->least(&span, u->sa + first, value);
    for (size_t k = 0; ipm->program && k < n; k++)
        value[k] = (isfinite(span.lower[k]) ? u->zl[first + k] * span.lower[k] : 0.0) -
                   (isfinite(span.upper[k]) ? u->zu[first + k] * span.upper[k] : 0.0);
#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < n; k++)
        sum += value[k];
    return sum;
}

/* a; a unit of the server in units of a sample's, which are those of its row: v = -sum a x */
static const double *sizes(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n,
                           double *room)
{
    if (ipm->program || u == &ipm->client || u->column != NULL)
        return u->a + first;
    for (size_t k = 0; k < n; k++)
        room[k] = u->a[first + k] / ipm->row_size[u->at != NULL ? u->at[first + k] : first + k];
    return room;
}

FED_CLONES static void weighted(size_t n, const double *weight, const double *mu,
                                const double *tilt, double *w, double *v)
{
#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        w[k] = weight[k] * mu[k];
        v[k] = weight[k] * tilt[k];
    }
}

/* A (W mu), A (W tilt), A a: what the next step wants of the clients, while all is at hand */
static void gather(fed_ipm *ipm, const fed_units *u, size_t first, size_t n, const double *tilt,
                   double *sums, double *work)
{
    double *w = work, *v = w + FED_STRETCH, *x = v + FED_STRETCH;

    weighted(n, u->waa + first, u->ma + first, tilt, w, v);
    if (u->plain) /* no factor is put to a and W */
        x = u->a + first;
    else
        memcpy(x, u->a + first, n * sizeof *x);
    fed_ipm_woven(ipm, u, first, n, w, v, x, sums, work);
    if (u == &ipm->client && !u->plain)
        fed_ipm_square(ipm, u, 0, first, n, sums, work);
}

/* sums: [A W mu, A W tilt, A a where there are codes, or A a where it is measured][tell] */
static void assess_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    double *f = work, *tilt = f + 3 * FED_STRETCH, *room = tilt + FED_STRETCH;
    const fed_stride given = {.f = f,
                              .f1 = f + FED_STRETCH,
                              .f2 = f + 2 * FED_STRETCH,
                              .dual = dual_value(ipm, u, first, n, f),
                              .size = sizes(ipm, u, first, n, room),
                              .reach = u == &ipm->client,
                              .most = ipm->program ? heaviest : INFINITY,
                              .without = ipm->program ? free_weight : INFINITY};

    (void)client;
    curves(u, first, n, f);
    fed_stride_weigh(u, first, n, &given, tilt, sums + fed_ipm_vectors(ipm, u, assessed(ipm)));
    if (!ipm->program && u == &ipm->client && u->block->curve == NULL)
        lighten(u, first, n);
    if (ipm->codes != NULL) {
        gather(ipm, u, first, n, tilt, sums, work);
    } else if (ipm->measures) {
        memcpy(f, u->a + first, n * sizeof *f);
        fed_ipm_product(ipm, u, first, n, f, sums, work);
    }
}

static void advance_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                         double *sums, double *work)
{
    fed_stride_move(u, first, n, ipm->t, ipm->step, ipm->dual_step);
    assess_body(ipm, u, client, first, n, sums, work);
}

static double largest_scaled(const fed_ipm *ipm, const double *v)
{
    double most = 0.0;

    for (size_t i = 0; i < ipm->d; i++)
        most = fmax(most, fabs(v[i]) / ipm->row_size[i]);
    return most;
}

static void assess(fed_ipm *ipm, fed_ipm_body *body)
{
    const size_t d = ipm->d;
    const fed_ipm_sums sums = assessed(ipm);
    const double *tell = ipm->sums + sums.vectors * d, *product = tell - d;
    double largest = 0.0;

    fed_ipm_pass_over(ipm, body, sums);
    ipm->weighed = true;
    if (ipm->codes != NULL) {
        memcpy(ipm->awm, ipm->sums, d * sizeof *ipm->awm);
        memcpy(ipm->awt, ipm->sums + d, d * sizeof *ipm->awt);
    }
    for (size_t i = 0; ipm->measures && i < d; i++)
        ipm->r[i] = ipm->b[i] - product[i];
    ipm->residual = fed_norm(d, ipm->r);
    ipm->cost = tell[FED_COST];
    ipm->gap = tell[FED_COST] - tell[FED_DUAL] - fed_dot(d, ipm->b, ipm->y);
    ipm->t = ipm->nu > 0.0 ? tell[FED_COMPLEMENTARY] / ipm->nu : 0.0;
    for (size_t i = 0; i < d; i++)
        largest = fmax(largest, fabs(ipm->y[i]));
    ipm->dual_residual = /* less what rounding does to A'y */
        fmax(0.0, tell[FED_DUAL_RESIDUAL] - 64.0 * DBL_EPSILON * largest) / (1.0 + ipm->most_cost);
    ipm->interior = 1.0 / tell[FED_OUTSIDE];
    ipm->primal_residual =
        largest_scaled(ipm, ipm->r) /
        (largest_scaled(ipm, ipm->b) +
         (ipm->program ? 1.0
                       : sqrt(tell[FED_SQUARE] + (double)ipm->client.n))); /* units of a are 1 */
    ipm->moved = tell[FED_REACH] > 0.0 ? tell[FED_MOVED] / tell[FED_REACH] : 0.0;
    ipm->inside = isfinite(ipm->residual) && isfinite(ipm->gap) && tell[FED_OUTSIDE] < INFINITY;
}

void fed_ipm_assess(fed_ipm *ipm)
{
    ipm->measures = true;
    assess(ipm, assess_body);
}

void fed_ipm_advance(fed_ipm *ipm, bool measured)
{
    ipm->measures = measured || ipm->codes != NULL;
    assess(ipm, advance_body);
}

void fed_ipm_weigh(fed_ipm *ipm)
{
    ipm->measures = ipm->codes != NULL;
    if (!ipm->weighed)
        assess(ipm, assess_body);
}
