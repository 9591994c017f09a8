/* norms.h -- normalisation of groups of channels; included for each REAL. */

/* Sums over many numbers are taken in parts, so that single precision suffices. */
enum { PART = 32 };

/* Mean and reciprocal deviation of a group, for every sample. */
FED_CLONES static void group_moments(size_t count, size_t n, const REAL *x, REAL *restrict mean,
                                     REAL *restrict scale)
{
    REAL part[FED_BLOCK];

    for (size_t s = 0; s < n; s++)
        mean[s] = scale[s] = 0;
    for (size_t first = 0; first < count; first += PART) {
        memset(part, 0, n * sizeof *part);
        for (size_t a = first; a < count && a < first + PART; a++)
#pragma omp simd
            for (size_t s = 0; s < n; s++)
                part[s] += x[a * n + s];
        for (size_t s = 0; s < n; s++)
            mean[s] += part[s];
    }
    for (size_t s = 0; s < n; s++)
        mean[s] /= (REAL)count;
    for (size_t first = 0; first < count; first += PART) {
        memset(part, 0, n * sizeof *part);
        for (size_t a = first; a < count && a < first + PART; a++)
#pragma omp simd
            for (size_t s = 0; s < n; s++)
                part[s] += (x[a * n + s] - mean[s]) * (x[a * n + s] - mean[s]);
        for (size_t s = 0; s < n; s++)
            scale[s] += part[s];
    }
    for (size_t s = 0; s < n; s++)
        scale[s] = 1 / SQRT(scale[s] / (REAL)count + (REAL)1e-5);
}

FED_CLONES static void group_norm_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, groups = layer->spec.groups, of = layer->in.channels / groups;
    const size_t area = layer->in.rows * layer->in.columns, size = of * area;
    const REAL *w = work->weights, *x = work->x;
    REAL *restrict y = work->y, *mean = work->scratch, *scale = mean + n;

    for (size_t g = 0; g < groups; g++) {
        group_moments(size, n, x + g * size * n, mean, scale);
        for (size_t a = 0; a < size; a++) {
            const size_t c = g * of + a / area, at = (g * size + a) * n;
            const REAL slope = w[c], shift = w[layer->in.channels + c];

#pragma omp simd
            for (size_t s = 0; s < n; s++)
                y[at + s] = (x[at + s] - mean[s]) * scale[s] * slope + shift;
        }
    }
}

/* With z the normalised numbers and e = slope dy: dx = scale (e - mean e - z mean(e z)). */
FED_CLONES static void group_norm_backward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, groups = layer->spec.groups, of = layer->in.channels / groups;
    const size_t area = layer->in.rows * layer->in.columns, size = of * area;
    const REAL *w = work->weights, *x = work->x, *dy = work->dy;
    REAL *mean = work->scratch, *scale = mean + n, *e = scale + n, *ez = e + n;
    REAL *restrict dx = work->dx;

    for (size_t g = 0; g < groups; g++) {
        group_moments(size, n, x + g * size * n, mean, scale);
        for (size_t s = 0; s < n; s++)
            e[s] = ez[s] = 0;
        for (size_t c = 0; c < of; c++) {
            const REAL w_c = w[g * of + c];
            double slope = 0, shift = 0;

            for (size_t first = c * area; first < (c + 1) * area; first += PART) {
                REAL part[FED_BLOCK] = {0}, part_z[FED_BLOCK] = {0};

                for (size_t a = first; a < (c + 1) * area && a < first + PART; a++) {
                    const size_t at = (g * size + a) * n;

#pragma omp simd
                    for (size_t s = 0; s < n; s++) {
                        part[s] += dy[at + s];
                        part_z[s] += dy[at + s] * (x[at + s] - mean[s]) * scale[s];
                    }
                }
                for (size_t s = 0; s < n; s++) {
                    shift += (double)part[s];
                    slope += (double)part_z[s];
                    e[s] += w_c * part[s];
                    ez[s] += w_c * part_z[s];
                }
            }
            work->grad[g * of + c] += slope;
            work->grad[layer->in.channels + g * of + c] += shift;
        }
        for (size_t a = 0; dx != NULL && a < size; a++) {
            const size_t at = (g * size + a) * n;
            const REAL slope = w[g * of + a / area];

#pragma omp simd
            for (size_t s = 0; s < n; s++) {
                const REAL z = (x[at + s] - mean[s]) * scale[s];

                dx[at + s] = scale[s] * (slope * dy[at + s] - (e[s] + z * ez[s]) / (REAL)size);
            }
        }
    }
}

/* tz = scale (tx - mean tx - z mean(z tx)) of the normalised z; mean(z tx) to bend */
static void group_turn(size_t size, size_t n, const REAL *x, const REAL *tx, const REAL *mean,
                       const REAL *scale, REAL *shift, REAL *bend, REAL *out)
{
    memset(shift, 0, n * sizeof *shift);
    memset(bend, 0, n * sizeof *bend);
    for (size_t k = 0; k < size; k++)
        for (size_t s = 0; s < n; s++) {
            shift[s] += tx[k * n + s] / (REAL)size;
            bend[s] += (x[k * n + s] - mean[s]) * scale[s] * tx[k * n + s] / (REAL)size;
        }
    for (size_t k = 0; k < size; k++)
        for (size_t s = 0; s < n; s++)
            out[k * n + s] = scale[s] * (tx[k * n + s] - shift[s] -
                                         (x[k * n + s] - mean[s]) * scale[s] * bend[s]);
}

/* ty = slope tz + tslope z + tshift */
static void group_norm_tangent(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, groups = layer->spec.groups, of = layer->in.channels / groups;
    const size_t area = layer->in.rows * layer->in.columns, size = of * area;
    const REAL *w = work->weights, *v = work->v, *x = work->x, *tx = work->tx;
    REAL *ty = work->ty, *mean = work->scratch, *scale = mean + n, *shift = scale + n;

    for (size_t g = 0; g < groups; g++) {
        const size_t first = g * size * n;

        group_moments(size, n, x + first, mean, scale);
        group_turn(size, n, x + first, tx + first, mean, scale, shift, shift + n, ty + first);
        for (size_t k = 0; k < size; k++) {
            const size_t c = g * of + k / area, at = first + k * n;

            for (size_t s = 0; s < n; s++)
                ty[at + s] = w[c] * ty[at + s] + v[c] * (x[at + s] - mean[s]) * scale[s] +
                             v[layer->in.channels + c];
        }
    }
}

/* Sums of a group for its curve, for every sample: means of e = slope dy, of e z and of their
 * tangents. tz stands in tdx. */
typedef struct group_sums {
    REAL *mean, *scale, *shift, *bend, *e, *ez, *te, *tez;
} group_sums;

static void group_add(const fed_net_layer *layer, const fed_layer_work *work, size_t g,
                      const group_sums *m)
{
    const size_t n = work->n, of = layer->in.channels / layer->spec.groups;
    const size_t area = layer->in.rows * layer->in.columns, size = of * area;
    const REAL *w = work->weights, *v = work->v, *x = work->x, *dy = work->dy, *tdy = work->tdy,
               *tz = work->tdx;

    memset(m->e, 0, 4 * n * sizeof *m->e);
    for (size_t k = 0; k < size; k++) {
        const size_t c = g * of + k / area;

        for (size_t s = 0; s < n; s++) {
            const size_t at = (g * size + k) * n + s;
            const REAL z = (x[at] - m->mean[s]) * m->scale[s], d = w[c] * dy[at],
                       td = w[c] * tdy[at] + v[c] * dy[at];

            work->grad[c] += (double)(tdy[at] * z + dy[at] * tz[at]);
            work->grad[layer->in.channels + c] += (double)tdy[at];
            m->e[s] += d / (REAL)size;
            m->ez[s] += d * z / (REAL)size;
            m->te[s] += td / (REAL)size;
            m->tez[s] += (td * z + d * tz[at]) / (REAL)size;
        }
    }
}

/* dx = scale f, f = e - mean e - z mean(e z): tdx = scale tf - scale^2 mean(z tx) f */
static void group_norm_curve(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, groups = layer->spec.groups, of = layer->in.channels / groups;
    const size_t area = layer->in.rows * layer->in.columns, size = of * area;
    const REAL *w = work->weights, *v = work->v, *x = work->x, *tx = work->tx;
    const REAL *dy = work->dy, *tdy = work->tdy;
    REAL *at0 = work->scratch, *dx = work->dx, *tdx = work->tdx;
    const group_sums m = {at0,         at0 + n,     at0 + 2 * n, at0 + 3 * n,
                          at0 + 4 * n, at0 + 5 * n, at0 + 6 * n, at0 + 7 * n};

    for (size_t g = 0; g < groups; g++) {
        const size_t first = g * size * n;

        group_moments(size, n, x + first, m.mean, m.scale);
        group_turn(size, n, x + first, tx + first, m.mean, m.scale, m.shift, m.bend, tdx + first);
        group_add(layer, work, g, &m);
        for (size_t k = 0; k < size * n; k++) {
            const size_t c = g * of + k / n / area, at = first + k, s = k % n;
            const REAL z = (x[at] - m.mean[s]) * m.scale[s], d = w[c] * dy[at],
                       td = w[c] * tdy[at] + v[c] * dy[at], f = d - m.e[s] - z * m.ez[s];

            tdx[at] = m.scale[s] * (td - m.te[s] - tdx[at] * m.ez[s] - z * m.tez[s]) -
                      m.scale[s] * m.scale[s] * m.bend[s] * f;
            dx[at] = m.scale[s] * f;
        }
    }
}
