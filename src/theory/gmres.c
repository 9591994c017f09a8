/* gmres.c -- restarted GMRES: the least residual over a Krylov space, by Givens rotations. */
#include "theory/gmres.h"

#include "core/linalg.h"

#include <math.h>
#include <string.h>

typedef struct krylov {
    size_t n, most;
    double *basis; /* (most + 1) x n, orthonormal rows */
    double *h;     /* (most + 1) x most by columns: column k holds h[0..k+1] */
    double *cosine, *sine, *g, *y;
} krylov;

/* The new vector made orthogonal to the k + 1 before it, twice: once leaves rounding behind. */
static double orthogonalise(krylov *s, size_t k)
{
    double *v = s->basis + (k + 1) * s->n, *h = s->h + k * (s->most + 1), norm;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i <= k; i++) {
            const double along = fed_dot(s->n, s->basis + i * s->n, v);

            h[i] += along;
            fed_axpy(s->n, -along, s->basis + i * s->n, v);
        }
    h[k + 1] = norm = fed_norm(s->n, v);
    for (size_t j = 0; j < s->n && norm > 0.0; j++)
        v[j] /= norm;
    return norm;
}

/* Rotates column k to a triangle; what is left of the residual */
static double rotate(krylov *s, size_t k)
{
    double *h = s->h + k * (s->most + 1), size;

    for (size_t i = 0; i < k; i++) {
        const double a = h[i], b = h[i + 1];

        h[i] = s->cosine[i] * a + s->sine[i] * b;
        h[i + 1] = s->cosine[i] * b - s->sine[i] * a;
    }
    size = hypot(h[k], h[k + 1]);
    s->cosine[k] = size > 0.0 ? h[k] / size : 1.0;
    s->sine[k] = size > 0.0 ? h[k + 1] / size : 0.0;
    h[k] = size;
    s->g[k + 1] = -s->sine[k] * s->g[k];
    s->g[k] *= s->cosine[k];
    return fabs(s->g[k + 1]);
}

/* x += basis times the solution of the triangle; false when it is singular */
static bool update(krylov *s, size_t count, double *x)
{
    for (size_t k = count; k-- > 0;) {
        double sum = s->g[k];

        for (size_t j = k + 1; j < count; j++)
            sum -= s->h[j * (s->most + 1) + k] * s->y[j];
        s->y[k] = sum / s->h[k * (s->most + 1) + k];
        if (!isfinite(s->y[k]))
            return false;
    }
    for (size_t k = 0; k < count; k++)
        fed_axpy(s->n, s->y[k], s->basis + k * s->n, x);
    return true;
}

static bool make_room(krylov *s, fed_arena *scratch)
{
    const size_t m = s->most;

    s->basis = FED_ARRAY(scratch, (m + 1) * s->n, double);
    s->h = FED_ARRAY(scratch, (m + 1) * m, double);
    s->cosine = FED_ARRAY(scratch, m, double);
    s->sine = FED_ARRAY(scratch, m, double);
    s->g = FED_ARRAY(scratch, m + 1, double);
    s->y = FED_ARRAY(scratch, m, double);
    return s->basis != NULL && s->h != NULL && s->cosine != NULL && s->sine != NULL &&
           s->g != NULL && s->y != NULL;
}

bool fed_gmres(size_t n, void (*apply)(void *context, const double *v, double *out), void *context,
               const double *b, double tolerance, double *x, fed_arena *scratch)
{
    krylov s = {.n = n, .most = n < FED_GMRES_BASIS ? n : FED_GMRES_BASIS};
    const double goal = tolerance * fed_norm(n, b);

    if (!make_room(&s, scratch))
        return false;
    for (int cycle = 0; cycle < FED_GMRES_CYCLES; cycle++) {
        double left;
        size_t k = 0;

        apply(context, x, s.basis);
        for (size_t j = 0; j < n; j++)
            s.basis[j] = b[j] - s.basis[j];
        left = fed_norm(n, s.basis);
        if (!(left > goal))
            return left <= goal;
        for (size_t j = 0; j < n; j++)
            s.basis[j] /= left;
        memset(s.h, 0, (s.most + 1) * s.most * sizeof *s.h);
        memset(s.g, 0, (s.most + 1) * sizeof *s.g);
        s.g[0] = left;
        while (k < s.most && left > goal) {
            double norm;

            apply(context, s.basis + k * n, s.basis + (k + 1) * n);
            norm = orthogonalise(&s, k);
            left = rotate(&s, k++);
            if (norm == 0.0)
                break;
        }
        if (!update(&s, k, x))
            return false;
    }
    return false;
}
