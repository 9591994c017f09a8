/* contraction.c -- the spectral radius of the operator by which Network Gradient Descent contracts.
 */
#include "theory/contraction.h"

#include "core/linalg.h"
#include "theory/efficiency.h"
#include "core/lapack.h"

#include <math.h>
#include <string.h>

enum { WINDOWS = 100, BASIS = FED_CONTRACTION_BASIS };

typedef struct iteration {
    const fed_graph *graph;
    size_t p, size, steps;
    double alpha;
    const double *hessian;
    double *v[BASIS + 1], *room; /* clients x p each */
    double *mean;                /* p */
} iteration;

/* out = A^steps v over exp(the value returned), which keeps it within range; NAN when it cannot */
static double turn(const iteration *s, const double *v, double *out)
{
    const size_t p = s->p;
    double grown = 0.0;

    memcpy(out, v, s->size * sizeof *out);
    for (size_t k = 0; k < s->steps; k++) {
        double norm;

        for (size_t m = 0; m < s->graph->clients; m++) { /* Delta W */
            fed_graph_mean(s->graph, m, p, out, s->mean);
            memcpy(s->room + m * p, s->mean, p * sizeof *s->mean);
            fed_gemv(p, p, -s->alpha, s->hessian + m * p * p, p, s->mean, 1.0, s->room + m * p);
        }
        norm = fed_norm(s->size, s->room);
        if (!(norm > 0.0) || !isfinite(norm))
            return NAN;
        for (size_t i = 0; i < s->size; i++)
            out[i] = s->room[i] / norm;
        grown += log(norm);
    }
    return grown;
}

/* Arnoldi's process on the turns from v[0]: *grown_most is the log of the largest modulus of the
 * projection's eigenvalues, NAN where a turn overflows or vanishes; false when LAPACK fails. */
static bool arnoldi(iteration *s, double *grown_most)
{
    double h[BASIS * BASIS] = {0}, re[BASIS], im[BASIS], first = NAN, most = 0.0;
    size_t count = 0;

    while (count < BASIS) {
        double *next = s->v[count + 1], factor, norm, grown = turn(s, s->v[count], next);

        if (isnan(grown)) {
            *grown_most = NAN;
            return true;
        }
        first = count == 0 ? grown : first;
        factor = exp(grown - first);
        for (int pass = 0; pass < 2; pass++)
            for (size_t i = 0; i <= count; i++) {
                const double along = fed_dot(s->size, s->v[i], next);

                h[i * BASIS + count] += factor * along;
                fed_axpy(s->size, -along, s->v[i], next);
            }
        norm = fed_norm(s->size, next);
        count++;
        if (norm < 1e-13) /* the space is the operator's own */
            break;
        if (count < BASIS)
            h[count * BASIS + count - 1] = factor * norm;
        for (size_t i = 0; i < s->size; i++)
            next[i] /= norm;
    }
    for (size_t i = 0; i < count; i++)
        memmove(h + i * count, h + i * BASIS, count * sizeof *h);
    if (!fed_eigen_general(count, h, re, im))
        return false;
    for (size_t b = 0; b < count; b++)
        most = fmax(most, hypot(re[b], im[b]));
    *grown_most = first + log(most);
    return true;
}

/* On a circle the eigenvalues of largest modulus stand M to a ring, on a star in pairs; over 2 M
 * steps each ring becomes one eigenvalue, perhaps one of a complex pair. */
bool fed_contraction_radius(const fed_graph *graph, size_t p, double alpha, const double *hessian,
                            double *room, double *radius)
{
    const size_t size = graph->clients * p;
    iteration s = {.graph = graph,
                   .p = p,
                   .size = size,
                   .steps = 2 * graph->clients,
                   .alpha = alpha,
                   .hessian = hessian};
    double last = NAN, grown;

    for (size_t b = 0; b <= BASIS; b++)
        s.v[b] = room + b * size;
    s.room = room + (BASIS + 1) * size;
    s.mean = s.room + size;
    for (size_t i = 0; i < size; i++)
        s.v[0][i] = 1.0 + 0.5 * sin((double)(i + 1));
    for (int window = 0; window < WINDOWS; window++) {
        const double norm = fed_norm(size, s.v[0]);

        for (size_t i = 0; i < size; i++)
            s.v[0][i] /= norm;
        if (!arnoldi(&s, &grown))
            return false;
        *radius = exp(grown / (double)s.steps);
        if (isnan(*radius) || fabs(*radius - last) <= 1e-10 * fabs(1.0 - *radius) + 1e-15)
            break;
        last = *radius;
        turn(&s, s.v[0], s.v[1]);
        memcpy(s.v[0], s.v[1], size * sizeof *s.v[0]);
    }
    return true;
}
