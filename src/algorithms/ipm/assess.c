/* assess.c -- a point of the predictor: residuals, cost and gap, mu and W of the step to come. */
#include "algorithms/ipm/assess.h"

#include "core/linalg.h"
#include "core/simd.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/units.h"

#include <float.h>
#include <string.h>

/* W of a program's column, and of one without bounds, at most: beyond, A W A' has nothing left of
 * the others, and the step a rounding error times W. That of a sample whose loss has no curvature
 * is at most `heaviest` too, where the unit of its costs is |c| + |A'y|. */
static const double heaviest = 1e11, free_weight = 1e8;

/* c f, c f', c f'' of a block of units, FED_BLOCK apart; 0 for intervals */
static void curves(const fed_units *u, size_t first, size_t n, double *f)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *f1 = f + FED_BLOCK, *f2 = f1 + FED_BLOCK;

    if (u->block->curve == NULL) {
        memset(f, 0, 3 * FED_BLOCK * sizeof *f);
        return;
    }
    u->block->curve(&span, u->gl + first, u->gu + first, f, f1, f2);
    for (size_t k = 0; k < n; k++) {
        f[k] *= span.cz[k];
        f1[k] *= span.cz[k];
        f2[k] *= span.cz[k];
    }
}

/* mu = s + c f'(a), W = (c f'' + zl/gl + zu/gu)^-1 */
FED_CLONES static void weigh(const fed_units *u, size_t first, size_t n, double most,
                             double without, const double *f1, const double *f2)
{
    const double *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first, *zu = u->zu + first,
                 *s = u->sa + first;
    double *mu = u->ma + first, *weight = u->waa + first;

#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        const double h = f2[k] + zl[k] / gl[k] + zu[k] / gu[k], w = 1.0 / h;
        const double cap = h > 0.0 ? most : without;

        mu[k] = s[k] + f1[k];
        weight[k] = w < cap ? w : cap;
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

static void weigh_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                       double *sums, double *work)
{
    (void)client, (void)sums;
    curves(u, first, n, work);
    weigh(u, first, n, ipm->program ? heaviest : INFINITY, ipm->program ? free_weight : INFINITY,
          work + FED_BLOCK, work + 2 * FED_BLOCK);
    if (!ipm->program && u == &ipm->client && u->block->curve == NULL)
        lighten(u, first, n);
}

void fed_ipm_weigh(fed_ipm *ipm)
{
    if (!ipm->weighed)
        fed_ipm_pass(ipm, weigh_body, 0);
}

/* what c'x + f adds up to in f, |s + c f' - zl + zu| in f1, 1/distance in f2, z'g in product */
FED_CLONES static void measure(const fed_units *u, size_t first, size_t n, double *f, double *f1,
                               double *f2, double *product)
{
    const double *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first, *zu = u->zu + first,
                 *mu = u->ma + first, *c = u->ca + first, *a = u->a + first;

#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        const double low = zl[k] * gl[k], high = zu[k] * gu[k];
        const double il = 1.0 / gl[k], iu = 1.0 / gu[k];

        f[k] += c[k] * a[k];
        f1[k] = fabs(mu[k] - zl[k] + zu[k]);
        f2[k] = il > iu ? il : iu;
        product[k] = (zl[k] > 0.0 ? low : 0.0) + (zu[k] > 0.0 ? high : 0.0);
    }
}

/* |A'dy| and |A'y| of the clients' units: x'theta, as theta itself has other units */
static void reaches(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *moved,
                    double *reach)
{
    const double *ds = u->dz + first, *c = u->ca + first, *s = u->sa + first;

    if (u != &ipm->client) {
        memset(moved, 0, n * sizeof *moved);
        memset(reach, 0, n * sizeof *reach);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        moved[k] = fabs(ds[k]);
        reach[k] = fabs(c[k] - s[k]);
    }
}

/* The dual's value: of a loss its least, of a program's column that of its bounds. */
static void dual_values(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n,
                        double *value)
{
    const fed_span span = fed_units_span(u, first, n, false);

    if (!ipm->program) {
        u->block->least(&span, u->sa + first, value);
        return;
    }
    for (size_t k = 0; k < n; k++)
        value[k] = (isfinite(span.lower[k]) ? u->zl[first + k] * span.lower[k] : 0.0) -
                   (isfinite(span.upper[k]) ? u->zu[first + k] * span.upper[k] : 0.0);
}

/* a^2; a unit of the server in units of a sample's, which are those of its row: v = -sum a x */
static void squares(const fed_ipm *ipm, const fed_units *u, size_t first, size_t n, double *square)
{
    const bool scaled = !ipm->program && u != &ipm->client && u->column == NULL;

    for (size_t k = 0; k < n; k++) {
        const size_t i = first + k;
        const double a = scaled ? u->a[i] / ipm->row_size[u->at != NULL ? u->at[i] : i] : u->a[i];

        square[k] = a * a;
    }
}

enum { COST, DUAL, SQUARE, COMPLEMENTARY, RESIDUAL, OUTSIDE, MOVED, REACH, ASSESSED, MAXIMA = 4 };

/* sums: [A a, d, where it is measured][c'x + f][the dual's value][|a|^2][z'g][max |rd|][max
 * 1/distance][max |A'dy|] [max |A'y|] */
static void assess_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    double *f = work, *f1 = f + FED_BLOCK, *f2 = f1 + FED_BLOCK, *w = f2 + FED_BLOCK,
           *least = w + FED_BLOCK, *tell = sums + fed_ipm_width(ipm, u);

    weigh_body(ipm, u, client, first, n, sums, work);
    measure(u, first, n, f, f1, f2, w);
    dual_values(ipm, u, first, n, least);
    fed_fold(n, f, least, f1, f2, tell + COST, tell + RESIDUAL);
    squares(ipm, u, first, n, f);
    reaches(ipm, u, first, n, f1, f2);
    fed_fold(n, f, w, f1, f2, tell + SQUARE, tell + MOVED);
    if (ipm->measures) {
        memcpy(w, u->a + first, n * sizeof *w);
        fed_ipm_product(ipm, u, first, n, w, sums, work);
    }
}

static void move(const fed_units *u, size_t first, size_t n, double x, double z)
{
    const double *da = u->da + first, *dzl = u->dzl + first, *dzu = u->dzu + first,
                 *ds = u->dz + first;
    double *a = u->a + first, *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first,
           *zu = u->zu + first, *s = u->sa + first;

#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        a[k] += x * da[k];
        gl[k] += x * da[k];
        gu[k] -= x * da[k];
        zl[k] += z * dzl[k];
        zu[k] += z * dzu[k];
        s[k] -= z * ds[k];
    }
}

static void advance_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                         double *sums, double *work)
{
    move(u, first, n, ipm->step, ipm->dual_step);
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
    const double *tell = ipm->sums + d;
    double largest = 0.0;

    fed_ipm_pass_over(ipm, body, (fed_ipm_sums){.vectors = 1, .numbers = ASSESSED, .most = MAXIMA});
    ipm->weighed = true;
    for (size_t i = 0; ipm->measures && i < d; i++)
        ipm->r[i] = ipm->b[i] - ipm->sums[i];
    ipm->residual = fed_norm(d, ipm->r);
    ipm->cost = tell[COST];
    ipm->gap = tell[COST] - tell[DUAL] - fed_dot(d, ipm->b, ipm->y);
    ipm->t = ipm->nu > 0.0 ? tell[COMPLEMENTARY] / ipm->nu : 0.0;
    for (size_t i = 0; i < d; i++)
        largest = fmax(largest, fabs(ipm->y[i]));
    ipm->dual_residual = /* less what rounding does to A'y */
        fmax(0.0, tell[RESIDUAL] - 64.0 * DBL_EPSILON * largest) / (1.0 + ipm->most_cost);
    ipm->interior = 1.0 / tell[OUTSIDE];
    ipm->primal_residual =
        largest_scaled(ipm, ipm->r) /
        (largest_scaled(ipm, ipm->b) +
         (ipm->program ? 1.0 : sqrt(tell[SQUARE] + (double)ipm->client.n))); /* units of a are 1 */
    ipm->moved = tell[REACH] > 0.0 ? tell[MOVED] / tell[REACH] : 0.0;
    ipm->inside = isfinite(ipm->residual) && isfinite(ipm->gap) && tell[OUTSIDE] < INFINITY;
}

void fed_ipm_assess(fed_ipm *ipm)
{
    ipm->measures = true;
    assess(ipm, assess_body);
}

void fed_ipm_advance(fed_ipm *ipm, bool measured)
{
    ipm->measures = measured;
    assess(ipm, advance_body);
}
