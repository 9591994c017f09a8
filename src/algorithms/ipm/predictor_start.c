/* predictor_start.c -- the first point of the predictor's path: for losses the model 0 and what it
 * says of a; for programs Mehrotra's, from two least squares problems. */
#include "algorithms/ipm/predictor_start.h"

#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/assess.h"

#include <string.h>

static fed_units *units_of(fed_ipm *ipm, size_t k)
{
    return k < ipm->servers ? &ipm->server[k] : &ipm->client;
}

static bool has(const double *bound, size_t i)
{
    return bound != NULL && isfinite(bound[i]);
}

static void set_distances(const fed_units *u, size_t i)
{
    u->gl[i] = has(u->lower, i) ? u->a[i] - u->lower[i] : INFINITY;
    u->gu[i] = has(u->upper, i) ? u->upper[i] - u->a[i] : INFINITY;
}

/* At theta = 0: s = c, a where the slope of c a + f(a) is 0, or in the middle; z g = t. */
static void start_at_zero(fed_ipm *ipm, double t)
{
    for (size_t k = 0; k <= ipm->servers; k++) {
        fed_units *u = units_of(ipm, k);

        for (size_t i = 0; i < u->n; i++) {
            if (has(u->lower, i) && has(u->upper, i))
                u->a[i] = 0.5 * (u->lower[i] + u->upper[i]);
            else if (u->lower != NULL)
                u->a[i] = has(u->lower, i) ? u->lower[i] + 1.0 : 0.0;
            else
                u->a[i] = -u->ca[i] / u->cz[i] * u->shape;
            u->sa[i] = u->ca[i];
            set_distances(u, i);
            u->zl[i] = t / u->gl[i] + (has(u->lower, i) ? fmax(u->sa[i], 0.0) : 0.0);
            u->zu[i] = t / u->gu[i] + (has(u->upper, i) ? fmax(-u->sa[i], 0.0) : 0.0);
        }
    }
}

/* 1 for a half-line or a line, 1/2 for an interval: min |a|^2 + |u - a|^2 */
static void least_squares_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first,
                               size_t n, double *sums, double *work)
{
    (void)ipm, (void)client, (void)sums, (void)work;
    for (size_t i = first; i < first + n; i++) {
        u->a[i] = has(u->upper, i) ? 0.5 * u->upper[i] : 0.0;
        u->waa[i] = has(u->upper, i) ? 0.5 : 1.0;
        u->ma[i] = u->ca[i];
    }
}

/* a += W A'v, s = c - A'y */
static void apply_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                       double *sums, double *work)
{
    double *e = work;

    (void)client, (void)sums;
    fed_ipm_adjoint(ipm, u, first, n, ipm->before, e, work);
    for (size_t k = 0; k < n; k++)
        u->a[first + k] += u->waa[first + k] * e[k];
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, e, work);
    for (size_t k = 0; k < n; k++)
        u->sa[first + k] = u->ca[first + k] - e[k];
}

/* Sums over half-lines with a + x and s + z in the place of a and s. */
typedef struct half_lines {
    double least_a, least_s, product, a, s;
    size_t count;
} half_lines;

static half_lines look(fed_ipm *ipm, double x, double z)
{
    half_lines h = {0};

    for (size_t k = 0; k <= ipm->servers; k++) {
        const fed_units *u = units_of(ipm, k);

        for (size_t i = 0; i < u->n; i++)
            if (has(u->lower, i) && !has(u->upper, i)) {
                const double a = u->a[i] + x, s = u->sa[i] + z;

                h.least_a = fmin(h.least_a, a);
                h.least_s = fmin(h.least_s, s);
                h.product += a * s;
                h.a += a;
                h.s += s;
                h.count++;
            }
    }
    return h;
}

static void start_units(fed_units *u, double x, double z, double t)
{
    for (size_t i = 0; i < u->n; i++) {
        const double width = has(u->upper, i) ? u->upper[i] : INFINITY;

        if (has(u->lower, i) && has(u->upper, i))
            u->a[i] = fmin(fmax(u->a[i], 0.1 * width), 0.9 * width);
        else if (has(u->lower, i))
            u->a[i] += x;
        set_distances(u, i);
        u->zl[i] = u->zu[i] = 0.0;
        if (has(u->lower, i) && has(u->upper, i)) {
            u->zl[i] = fmax(u->sa[i], 0.0) + t / u->gl[i];
            u->zu[i] = fmax(-u->sa[i], 0.0) + t / u->gu[i];
        } else if (has(u->lower, i)) {
            u->zl[i] = u->sa[i] + z;
        }
    }
}

static void start_program(fed_ipm *ipm)
{
    half_lines h = look(ipm, 0.0, 0.0);
    double x = -1.5 * h.least_a, z = -1.5 * h.least_s, t = 1.0;

    h = look(ipm, x, z);
    if (h.count > 0) {
        const double more_x = h.s > 0.0 ? 0.5 * h.product / h.s : 0.0,
                     more_z = h.a > 0.0 ? 0.5 * h.product / h.a : 0.0;

        x += fmax(more_x, 1e-2);
        z += fmax(more_z, 1e-2);
        h = look(ipm, x, z);
        t = h.product / (double)h.count;
    }
    for (size_t k = 0; k <= ipm->servers; k++)
        start_units(units_of(ipm, k), x, z, t);
}

fed_status fed_ipm_predictor_start(fed_ipm *ipm)
{
    fed_ipm_pass(ipm, least_squares_body, 0);
    fed_ipm_residual(ipm);
    fed_ipm_gather(ipm);
    for (size_t i = 0; i < ipm->d; i++)
        ipm->g[i] -= ipm->r[i]; /* A W c alone */
    if (ipm->system->prepare != NULL && !ipm->system->prepare(ipm))
        return FED_OK; /* the first step will say so */
    ipm->system->solve(ipm);
    memcpy(ipm->y, ipm->dy, ipm->d * sizeof *ipm->y);
    memcpy(ipm->g, ipm->r, ipm->d * sizeof *ipm->g);
    ipm->system->solve(ipm);
    memcpy(ipm->before, ipm->dy, ipm->d * sizeof *ipm->before);
    fed_ipm_pass(ipm, apply_body, 0);
    start_program(ipm);
    fed_ipm_assess(ipm);
    return FED_OK;
}

static double degree(const fed_units *u)
{
    double sum = 0.0;

    for (size_t i = 0; i < u->n; i++)
        sum += (double)has(u->lower, i) + (double)has(u->upper, i);
    return sum;
}

void fed_ipm_predictor_first(fed_ipm *ipm, double value)
{
    ipm->nu = 0.0;
    for (size_t k = 0; k <= ipm->servers; k++) {
        const fed_units *u = units_of(ipm, k);

        ipm->nu += degree(u);
    }
    start_at_zero(ipm, ipm->nu > 0.0 && value > 0.0 ? value / ipm->nu : 1.0);
    fed_ipm_assess(ipm);
}
