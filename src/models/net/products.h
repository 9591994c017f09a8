/* products.h -- dense layers and convolutions, forward and back; included for each REAL. */

/* Numbers of n samples of one channel of the outputs. */
static size_t out_map(const fed_net_layer *layer, size_t n)
{
    return layer->out.rows * layer->out.columns * n;
}

/* The channels with zeros around them: each row has `width` numbers, each channel height of them.
 * Entries of the image go `stride` apart. */
static void spread(fed_volume v, size_t n, const REAL *x, size_t before, size_t stride,
                   size_t height, size_t width, REAL *out)
{
    memset(out, 0, (v.channels * height * width * n + FED_NET_SLACK) * sizeof *out);
    for (size_t c = 0; c < v.channels; c++)
        for (size_t i = 0; i < v.rows; i++) {
            REAL *to = out + ((c * height + before + i * stride) * width + before) * n;
            const REAL *from = x + (c * v.rows + i) * v.columns * n;

            if (stride == 1)
                memcpy(to, from, v.columns * n * sizeof *to);
            for (size_t j = 0; stride > 1 && j < v.columns; j++)
                memcpy(to + j * stride * n, from + j * n, n * sizeof *to);
        }
}

/* The images x with the layer's zeros around them. */
static const REAL *padded(const fed_net_layer *layer, const fed_layer_work *work, const REAL *x)
{
    REAL *out = work->scratch;

    if (layer->spec.padding == 0)
        return x;
    spread(layer->in, work->n, x, layer->spec.padding, 1, fed_padded(layer, layer->in.rows),
           fed_padded(layer, layer->in.columns), out);
    return out;
}

/* y = Wx + b, or y += Wx without biases */
static void product_outputs(const fed_net_layer *layer, const fed_layer_work *work, const REAL *w,
                            const REAL *inputs, REAL *y, bool onto)
{
    const size_t n = work->n, stride = layer->spec.stride, groups = layer->groups;
    const size_t of = layer->out.channels / groups, row = layer->out.columns * n;
    const size_t width = fed_padded(layer, layer->in.columns) * n,
                 map = width * fed_padded(layer, layer->in.rows);
    const REAL *bias = layer->biases > 0 && !onto ? w + layer->parameters - layer->biases : NULL;
    const REAL *x = layer->whole ? inputs : padded(layer, work, inputs);
    product p = {of, layer->terms, w, layer->terms, 1, layer->off, n, bias, y, NULL, 0, onto};

    p.ldy = out_map(layer, n);
    if (layer->whole) { /* inputs and outputs are matrices */
        p.n = p.ldy;
        multiply(&p, x, p.ldy);
        return;
    }
    for (size_t g = 0; g < groups; g++)
        for (size_t i = 0; i < layer->out.rows; i++) {
            const REAL *from = x + g * (layer->in.channels / groups) * map + i * stride * width;

            p.a = w + g * of * layer->terms;
            p.start = bias != NULL ? bias + g * of : NULL;
            p.y = y + g * of * p.ldy + i * row;
            if (stride == 1)
                multiply(&p, from, row);
            for (size_t j = 0; stride > 1 && j < layer->out.columns; j++, p.y += n)
                multiply(&p, from + j * stride * n, n);
        }
}

static void product_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    product_outputs(layer, work, work->weights, work->x, work->y, false);
}

/* t(Wx + b) = Vx + c + W tx */
static void product_tangent(const fed_net_layer *layer, const fed_layer_work *work)
{
    product_outputs(layer, work, work->v, work->x, work->ty, false);
    if (work->tx != NULL)
        product_outputs(layer, work, work->weights, work->tx, work->ty, true);
}

/* dW += dy x' of matrices: of a convolution, whose rows are long, by rows; of a dense layer, whose
 * samples are few, by columns */
static void whole_weights(const fed_net_layer *layer, const fed_layer_work *work, const REAL *x,
                          const REAL *dy)
{
    const size_t n = out_map(layer, work->n), terms = layer->terms;
    REAL *turned = work->scratch;
    const moments rows = {.m = layer->out.channels,
                          .k = terms,
                          .off = layer->plain,
                          .n = n,
                          .y = dy,
                          .x = x,
                          .ldy = n,
                          .run = n,
                          .rows = 1,
                          .columns = 1,
                          .g = work->grad,
                          .ldg = terms};
    const product columns = {
        layer->out.channels, n,     dy,   n, 1, layer->plain, terms, NULL, NULL,
        work->grad,          terms, false};

    if (layer->spec.kind != FED_LAYER_dense) {
        add_moments(&rows);
        return;
    }
    for (size_t j = 0; j < terms; j++)
        for (size_t i = 0; i < n; i++)
            turned[i * terms + j] = x[j * n + i];
    multiply(&columns, turned, terms);
}

/* grad += dy x', of the weights alone */
static void product_weights(const fed_net_layer *layer, const fed_layer_work *work,
                            const REAL *inputs, const REAL *dy)
{
    const size_t n = work->n, stride = layer->spec.stride, groups = layer->groups;
    const size_t of = layer->out.channels / groups, row = layer->out.columns * n;
    const size_t width = fed_padded(layer, layer->in.columns) * n,
                 map = width * fed_padded(layer, layer->in.rows);
    const REAL *x;
    moments p = {.m = of,
                 .k = layer->terms,
                 .off = layer->off,
                 .n = n,
                 .ldy = out_map(layer, n),
                 .run = stride == 1 ? row : n,
                 .rows = layer->out.rows,
                 .columns = stride == 1 ? 1 : layer->out.columns,
                 .y_row = row,
                 .y_column = n,
                 .x_row = stride * width,
                 .x_column = stride * n,
                 .ldg = layer->terms};

    if (layer->whole) {
        whole_weights(layer, work, inputs, dy);
        return;
    }
    x = padded(layer, work, inputs);
    for (size_t g = 0; g < groups; g++) {
        p.y = dy + g * of * p.ldy;
        p.x = x + g * (layer->in.channels / groups) * map;
        p.g = work->grad + g * of * layer->terms;
        add_moments(&p);
    }
}

/* dx = W'dy, or added to it; that of a convolution is one of dy, padded, with the kernels turned
 * round */
static void product_inputs(const fed_net_layer *layer, const fed_layer_work *work, const REAL *w,
                           const REAL *from, REAL *dx, bool onto)
{
    const fed_layer_spec *spec = &layer->spec;
    const size_t n = work->n, groups = layer->groups, of = layer->out.channels / groups;
    const size_t in = layer->in.channels / groups, area = spec->kernel * spec->kernel;
    const size_t height = layer->in.rows + spec->kernel - 1,
                 width = layer->in.columns + spec->kernel - 1, map = height * width * n;
    const size_t row = layer->in.columns * n, run = out_map(layer, n);
    REAL *turned = work->scratch, *dy = turned + layer->parameters;
    const product whole = {layer->terms,
                           layer->out.channels,
                           w,
                           1,
                           layer->terms,
                           layer->plain,
                           run,
                           NULL,
                           dx,
                           NULL,
                           run,
                           onto};
    product p = {
        in,  of * area, turned, of * area, 1, layer->back, n, NULL, dx, NULL, layer->in.rows * row,
        onto};

    if (layer->whole) {
        multiply(&whole, from, run);
        return;
    }
    spread(layer->out, n, from, spec->kernel - 1 - spec->padding, spec->stride, height, width, dy);
    for (size_t g = 0; g < groups; g++) {
        for (size_t o = 0; o < of; o++)
            for (size_t c = 0; c < in; c++)
                memcpy(turned + (c * of + o) * area, w + ((g * of + o) * in + c) * area,
                       area * sizeof *turned);
        for (size_t i = 0; i < layer->in.rows; i++) {
            p.y = dx + g * in * p.ldy + i * row;
            multiply(&p, dy + g * of * map + i * width * n, row);
        }
    }
}

static void product_biases(const fed_net_layer *layer, const fed_layer_work *work, const REAL *dy)
{
    const size_t run = out_map(layer, work->n);

    add_sums(layer->biases, dy, run, run, work->grad + layer->parameters - layer->biases);
}

static void product_backward(const fed_net_layer *layer, const fed_layer_work *work)
{
    product_biases(layer, work, work->dy);
    product_weights(layer, work, work->x, work->dy);
    if (work->dx != NULL)
        product_inputs(layer, work, work->weights, work->dy, work->dx, false);
}

/* t(dy x') = tdy x' + dy tx', t(W'dy) = W'tdy + V'dy */
static void product_curve(const fed_net_layer *layer, const fed_layer_work *work)
{
    product_biases(layer, work, work->tdy);
    product_weights(layer, work, work->x, work->tdy);
    if (work->tx != NULL)
        product_weights(layer, work, work->tx, work->dy);
    if (work->dx == NULL)
        return;
    product_inputs(layer, work, work->weights, work->dy, work->dx, false);
    product_inputs(layer, work, work->weights, work->tdy, work->tdx, false);
    product_inputs(layer, work, work->v, work->dy, work->tdx, true);
}
