/* products.h -- dense layers and convolutions, forward and back; included for each REAL. */

/* Numbers of n samples of one channel of the outputs. */
static size_t out_map(const fed_net_layer *layer, size_t n)
{
    return layer->out.rows * layer->out.columns * n;
}

/* The images x of n samples with zeros around them. */
static const REAL *surrounded(fed_volume image, size_t padding, size_t n, const REAL *x, REAL *out)
{
    const size_t row = image.columns * n, height = image.rows + 2 * padding,
                 width = (image.columns + 2 * padding) * n;

    memset(out, 0, (image.channels * height * width + FED_NET_SLACK) * sizeof *out);
    for (size_t c = 0; c < image.channels; c++)
        for (size_t i = 0; i < image.rows; i++)
            memcpy(out + (c * height + padding + i) * width + padding * n,
                   x + (c * image.rows + i) * row, row * sizeof *out);
    return out;
}

static const REAL *padded(const fed_net_layer *layer, const fed_layer_work *work, const REAL *x)
{
    return layer->spec.padding == 0
               ? x
               : surrounded(layer->in, layer->spec.padding, work->n, x, work->scratch);
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

/* out[q][o][c] = w[o][c][q]: the kernels of one group by places q, channels of inputs innermost; or
 * rows of places from the last on */
static void turn_kernels(size_t of, size_t in, size_t side, bool upward, const REAL *w, REAL *out)
{
    for (size_t k = 0; k < of * in; k++)
        for (size_t i = 0; i < side; i++)
            for (size_t j = 0; j < side; j++)
                out[((upward ? side - 1 - i : i) * side + j) * of * in + k] = *w++;
}

/* dx += W'dy of convolutions, dx with the layer's zeros around it: each row of dy goes to the rows
 * and columns that its sums came from, one place of the kernels after another. */
static void add_back(const fed_net_layer *layer, const fed_layer_work *work, const REAL *w,
                     const REAL *dy, REAL *turned, REAL *dx)
{
    const size_t n = work->n, stride = layer->spec.stride, side = layer->spec.kernel,
                 groups = layer->groups, of = layer->out.channels / groups,
                 in = layer->in.channels / groups, row = layer->out.columns * n;
    const size_t width = fed_padded(layer, layer->in.columns) * n,
                 map = width * fed_padded(layer, layer->in.rows), run = out_map(layer, n);
    product p = {in, of, NULL, 1, in, layer->plain, run, NULL, NULL, NULL, map, true};

    for (size_t g = 0; g < groups; g++) {
        turn_kernels(of, in, side, false, w + g * of * layer->terms, turned);
        for (size_t i = 0; i < layer->out.rows; i++)
            for (size_t q = 0; q < side * side; q++) {
                const REAL *from = dy + g * of * run + i * row;

                p.a = turned + q * of * in;
                p.y = dx + g * in * map + (i * stride + q / side) * width + q % side * n;
                if (stride == 1)
                    multiply(&p, from, row);
                for (size_t j = 0; stride > 1 && j < layer->out.columns; j++, p.y += stride * n)
                    multiply(&p, from + j * n, n);
            }
    }
}

/* dx = W'dy of a convolution that keeps the size of its images: a convolution of dy with zeros
 * around it, by the kernels turned round. Places go as in add_back, so that the sums are the same.
 */
static void around_back(const fed_net_layer *layer, const fed_layer_work *work, const REAL *w,
                        const REAL *dy, REAL *dx)
{
    const size_t n = work->n, side = layer->spec.kernel, of = layer->out.channels,
                 in = layer->in.channels, row = layer->in.columns * n,
                 width = fed_padded(layer, layer->in.columns) * n, area = side * side;
    REAL *turned = work->scratch;
    const REAL *from =
        surrounded(layer->out, layer->spec.padding, n, dy, turned + layer->parameters);
    product p = {
        in, of * area, turned, 1, in, layer->back, n, NULL, dx, NULL, layer->in.rows * row, false};

    turn_kernels(of, in, side, true, w, turned);
    for (size_t i = 0; i < layer->in.rows; i++, p.y += row)
        multiply(&p, from + i * width, row);
}

/* dx = W'dy, or added to it */
static void product_inputs(const fed_net_layer *layer, const fed_layer_work *work, const REAL *w,
                           const REAL *dy, REAL *dx, bool onto)
{
    const size_t n = work->n, run = out_map(layer, n), padding = layer->spec.padding,
                 columns = layer->in.columns * n, height = fed_padded(layer, layer->in.rows),
                 width = fed_padded(layer, layer->in.columns) * n,
                 size = layer->in.channels * height * width;
    REAL *turned = work->scratch, *wide = padding > 0 ? turned + layer->parameters : dx;
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

    if (layer->whole) {
        multiply(&whole, dy, run);
        return;
    }
    if (layer->back != NULL && !onto) {
        around_back(layer, work, w, dy, dx);
        return;
    }
    if (padding > 0 || !onto)
        memset(wide, 0, size * sizeof *wide);
    add_back(layer, work, w, dy, turned, wide);
    for (size_t c = 0; padding > 0 && c < layer->in.channels; c++)
        for (size_t i = 0; i < layer->in.rows; i++) {
            const REAL *from = wide + (c * height + padding + i) * width + padding * n;
            REAL *to = dx + (c * layer->in.rows + i) * columns;

            for (size_t a = 0; a < columns; a++)
                to[a] = onto ? to[a] + from[a] : from[a];
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
