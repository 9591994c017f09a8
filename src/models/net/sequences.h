/* sequences.h -- embedding and long short-term memory; included for each REAL. Positions are the
 * columns of an image of one row. */
static void embedding_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, units = layer->spec.units, run = layer->in.columns * n;
    const REAL *w = work->weights, *x = work->x;
    REAL *y = work->y;

    for (size_t r = 0; r < run; r++)
        for (size_t u = 0; u < units; u++)
            y[u * run + r] = w[(size_t)x[r] * units + u];
}

static void embedding_backward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, units = layer->spec.units, run = layer->in.columns * n;
    const REAL *x = work->x, *dy = work->dy;

    for (size_t r = 0; r < run; r++)
        for (size_t u = 0; u < units; u++)
            work->grad[(size_t)x[r] * units + u] += (double)dy[u * run + r];
}

static void embedding_tangent(const fed_net_layer *layer, const fed_layer_work *work)
{
    fed_layer_work along = *work;

    along.weights = work->v;
    along.y = work->ty;
    embedding_forward(layer, &along);
}

static void embedding_curve(const fed_net_layer *layer, const fed_layer_work *work)
{
    fed_layer_work along = *work;

    along.dy = work->tdy;
    embedding_backward(layer, &along);
}

/* One position: gates i f g o from what stands in `gates`, then c = f c' + i g and h = o tanh(c).
 * Rows are `run` apart; c' is NULL at the first position. */
FED_CLONES static void lstm_cell(size_t units, size_t n, size_t run, REAL *restrict gates,
                                 const REAL *before, REAL *restrict cell, REAL *restrict h)
{
    for (size_t u = 0; u < units; u++) {
        REAL *in = gates + u * run, *keep = gates + (units + u) * run,
             *new = gates + (2 * units + u) * run, *out = gates + (3 * units + u) * run;

#pragma omp simd
        for (size_t s = 0; s < n; s++) {
            const REAL c = before != NULL ? before[u * run + s] : (REAL)0;

            in[s] = LOGISTIC(in[s]);
            keep[s] = LOGISTIC(keep[s]);
            new[s] = TANH(new[s]);
            out[s] = LOGISTIC(out[s]);
            cell[u * run + s] = keep[s] * c + in[s] * new[s];
            h[u * run + s] = out[s] * TANH(cell[u * run + s]);
        }
    }
}

/* kept: [gates, 4 units][cells, units], rows of all positions */
static void lstm_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, units = layer->spec.units, positions = layer->in.columns;
    const size_t run = positions * n, terms = layer->terms;
    const REAL *w = work->weights, *again = w + 4 * units * terms,
               *bias = again + 4 * units * units;
    REAL *gates = work->kept, *cells = gates + 4 * units * run, *h = work->y;
    const product inputs = {.m = 4 * units,
                            .k = terms,
                            .a = w,
                            .rs = terms,
                            .cs = 1,
                            .off = layer->plain,
                            .n = run,
                            .start = bias,
                            .y = gates,
                            .ldy = run};
    REAL *sum = work->scratch, *turned = sum + 4 * units * n;
    const product recurrent = {.m = 4 * units,
                               .k = units,
                               .a = turned,
                               .rs = 1,
                               .cs = 4 * units,
                               .off = layer->plain,
                               .n = run,
                               .y = sum,
                               .ldy = n};

    for (size_t u = 0; u < 4 * units; u++)
        for (size_t v = 0; v < units; v++)
            turned[v * 4 * units + u] = again[u * units + v];
    multiply(&inputs, work->x, run);
    for (size_t t = 0; t < positions; t++) {
        if (t > 0) {
            multiply(&recurrent, h + (t - 1) * n, n);
            for (size_t u = 0; u < 4 * units; u++)
                for (size_t s = 0; s < n; s++)
                    gates[u * run + t * n + s] += sum[u * n + s];
        }
        lstm_cell(units, n, run, gates + t * n, t > 0 ? cells + (t - 1) * n : NULL, cells + t * n,
                  h + t * n);
    }
}

/* One position back: d holds dh and receives the gates' derivatives, dc what comes from the
 * position after and goes to the one before. */
FED_CLONES static void lstm_cell_back(size_t units, size_t n, size_t run, const REAL *gates,
                                      const REAL *before, const REAL *cell, const REAL *dh,
                                      REAL *restrict dc, REAL *restrict d)
{
    for (size_t u = 0; u < units; u++) {
        const REAL *in = gates + u * run, *keep = gates + (units + u) * run,
                   *new = gates + (2 * units + u) * run, *out = gates + (3 * units + u) * run;

#pragma omp simd
        for (size_t s = 0; s < n; s++) {
            const REAL c = before != NULL ? before[u * run + s] : (REAL)0;
            const REAL t = TANH(cell[u * run + s]), h = dh[u * n + s];
            const REAL e = dc[u * n + s] + h * out[s] * (1 - t * t);

            d[u * run + s] = e * new[s] * in[s] * (1 - in[s]);
            d[(units + u) * run + s] = e * c * keep[s] * (1 - keep[s]);
            d[(2 * units + u) * run + s] = e * in[s] * (1 - new[s] * new[s]);
            d[(3 * units + u) * run + s] = h * t * out[s] * (1 - out[s]);
            dc[u * n + s] = e * keep[s];
        }
    }
}

/* scratch: [the gates' derivatives, rows of all positions][dh][dc] */
static void lstm_backward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, units = layer->spec.units, positions = layer->in.columns;
    const size_t run = positions * n, terms = layer->terms;
    const REAL *w = work->weights, *again = w + 4 * units * terms, *dy = work->dy, *h = work->y;
    const REAL *gates = work->kept, *cells = gates + 4 * units * run;
    REAL *d = work->scratch, *dh = d + 4 * units * run, *dc = dh + units * n;
    double *grad = work->grad;
    const product recurrent = {.m = units,
                               .k = 4 * units,
                               .a = again,
                               .rs = 1,
                               .cs = units,
                               .off = layer->plain,
                               .n = run,
                               .y = dh,
                               .ldy = n};
    moments sums = {.m = 4 * units,
                    .k = terms,
                    .off = layer->plain,
                    .n = run,
                    .y = d,
                    .x = work->x,
                    .ldy = run,
                    .run = run,
                    .rows = 1,
                    .columns = 1,
                    .g = grad,
                    .ldg = terms};

    memset(dc, 0, units * n * sizeof *dc);
    for (size_t t = positions; t-- > 0;) {
        if (t + 1 < positions)
            multiply(&recurrent, d + (t + 1) * n, n);
        else
            memset(dh, 0, units * n * sizeof *dh);
        for (size_t u = 0; u < units; u++)
            for (size_t s = 0; s < n; s++)
                dh[u * n + s] += dy[u * run + t * n + s];
        lstm_cell_back(units, n, run, gates + t * n, t > 0 ? cells + (t - 1) * n : NULL,
                       cells + t * n, dh, dc, d + t * n);
    }
    add_moments(&sums);
    add_sums(4 * units, d, run, run, grad + layer->parameters - layer->biases);
    if (positions > 1) {
        sums.k = sums.ldg = units;
        sums.y = d + n;
        sums.x = h;
        sums.run = run - n;
        sums.g = grad + 4 * units * terms;
        add_moments(&sums);
    }
    if (work->dx != NULL) {
        const product inputs = {.m = terms,
                                .k = 4 * units,
                                .a = w,
                                .rs = 1,
                                .cs = terms,
                                .off = layer->plain,
                                .n = run,
                                .y = work->dx,
                                .ldy = run};

        multiply(&inputs, d, run);
    }
}

/* Not written: a network that has it has no Hessian-vector products. */
#define lstm_tangent NULL
#define lstm_curve NULL
