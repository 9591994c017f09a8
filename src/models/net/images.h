/* images.h -- pooling, addition and functions of single numbers; included for each REAL. */

/* Windows of n samples: start of the window (c, i, j) of the input, and of its output. */
static const REAL *window(const fed_net_layer *layer, size_t n, const REAL *x, size_t c, size_t i,
                          size_t j)
{
    const size_t stride = layer->spec.stride;

    return x + ((c * layer->in.rows + i * stride) * layer->in.columns + j * stride) * n;
}

#define EACH_WINDOW(layer, c, i, j)                    \
    for (size_t c = 0; c < (layer)->out.channels; c++) \
        for (size_t i = 0; i < (layer)->out.rows; i++) \
            for (size_t j = 0; j < (layer)->out.columns; j++)
#define WITHIN(layer, n, a) \
    ((a) / (layer)->spec.kernel * (layer)->in.columns + (a) % (layer)->spec.kernel) * (n)

FED_CLONES static void any_maxima(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, area = layer->spec.kernel * layer->spec.kernel;
    REAL *restrict y = work->y;

    EACH_WINDOW(layer, c, i, j)
    {
        const REAL *x = window(layer, n, work->x, c, i, j);

        memcpy(y, x, n * sizeof *y);
        for (size_t a = 1; a < area; a++) {
            const REAL *at = x + WITHIN(layer, n, a);

#pragma omp simd
            for (size_t s = 0; s < n; s++)
                y[s] = at[s] > y[s] ? at[s] : y[s];
        }
        y += n;
    }
}

/* To the first that is the largest, in the order of rows. */
FED_CLONES static void any_maxima_back(const fed_net_layer *layer, const fed_layer_work *work,
                                       const REAL *dy, REAL *dx)
{
    const size_t n = work->n, area = layer->spec.kernel * layer->spec.kernel;
    const REAL *y = work->y;

    memset(dx, 0, fed_volume_size(layer->in) * n * sizeof *dx);
    EACH_WINDOW(layer, c, i, j)
    {
        const REAL *x = window(layer, n, work->x, c, i, j);
        REAL *to = dx + (x - (const REAL *)work->x), left[FED_BLOCK];

        memcpy(left, dy, n * sizeof *left);
        for (size_t a = 0; a < area; a++) {
            const REAL *at = x + WITHIN(layer, n, a);
            REAL *restrict d = to + WITHIN(layer, n, a);

#pragma omp simd
            for (size_t s = 0; s < n; s++) {
                const REAL taken = at[s] == y[s] ? left[s] : (REAL)0;

                d[s] += taken;
                left[s] = at[s] == y[s] ? (REAL)0 : left[s];
            }
        }
        y += n;
        dy += n;
    }
}

/* Windows of 2 x 2 side by side, the usual ones. Samples are taken a vector at a time, and what is
 * written behind the last of a window is written again with the next, in the order of memory. */
enum { SHORT = 32 / sizeof(REAL) };

static bool by_fours(const fed_net_layer *layer)
{
    return layer->spec.kernel == 2 && layer->spec.stride == 2 &&
           layer->in.rows == 2 * layer->out.rows && layer->in.columns == 2 * layer->out.columns;
}

FED_CLONES static void maxima_of_fours(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, row = layer->in.columns * n;
    REAL *restrict y = work->y;

    EACH_WINDOW(layer, c, i, j)
    {
        const REAL *x = window(layer, n, work->x, c, i, j), *below = x + row;

        for (size_t s = 0; s < n; s += SHORT)
#pragma omp simd
            for (size_t l = s; l < s + SHORT; l++) {
                const REAL up = x[l] > x[n + l] ? x[l] : x[n + l],
                           low = below[l] > below[n + l] ? below[l] : below[n + l];

                y[l] = up > low ? up : low;
            }
        y += n;
    }
}

/* Number q of a window's four numbers x0..x3 gets dy where it is the first to equal y. */
FED_INLINE void one_of_four(const size_t q, size_t n, size_t row, const REAL *x, const REAL *y,
                            const REAL *dy, REAL *restrict dx)
{
    for (size_t s = 0; s < n; s += SHORT)
#pragma omp simd
        for (size_t l = s; l < s + SHORT; l++) {
            const REAL at = x[q / 2 * row + q % 2 * n + l];
            const int before = (q > 0 && x[l] == y[l]) | (q > 1 && x[n + l] == y[l]) |
                               (q > 2 && x[row + l] == y[l]);

            dx[l] = at == y[l] && !before ? dy[l] : (REAL)0;
        }
}

FED_CLONES static void fours_back(const fed_net_layer *layer, const fed_layer_work *work,
                                  const REAL *dy, REAL *dx)
{
    const size_t n = work->n, row = layer->in.columns * n, columns = layer->out.columns;
    const REAL *y = work->y, *x = work->x;

    for (size_t i = 0; i < layer->out.channels * layer->out.rows; i++, x += 2 * row) {
        for (size_t j = 0; j < columns; j++, dx += 2 * n) {
            one_of_four(0, n, row, x + 2 * j * n, y + j * n, dy + j * n, dx);
            one_of_four(1, n, row, x + 2 * j * n, y + j * n, dy + j * n, dx + n);
        }
        for (size_t j = 0; j < columns; j++, dx += 2 * n) {
            one_of_four(2, n, row, x + 2 * j * n, y + j * n, dy + j * n, dx);
            one_of_four(3, n, row, x + 2 * j * n, y + j * n, dy + j * n, dx + n);
        }
        y += columns * n;
        dy += columns * n;
    }
}

static void max_pool_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    (by_fours(layer) ? maxima_of_fours : any_maxima)(layer, work);
}

static void max_pool_inputs(const fed_net_layer *layer, const fed_layer_work *work, const REAL *dy,
                            REAL *dx)
{
    (by_fours(layer) ? fours_back : any_maxima_back)(layer, work, dy, dx);
}

/* The same taken from tx: what is written last is the first. */
static void max_pool_tangent(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t n = work->n, area = layer->spec.kernel * layer->spec.kernel;
    const REAL *y = work->y, *tx = work->tx;
    REAL *ty = work->ty;

    EACH_WINDOW(layer, c, i, j)
    {
        const REAL *x = window(layer, n, work->x, c, i, j);
        const REAL *t = tx + (x - (const REAL *)work->x);

        for (size_t a = area; a-- > 0;)
            for (size_t s = 0; s < n; s++)
                if (x[WITHIN(layer, n, a) + s] == y[s])
                    ty[s] = t[WITHIN(layer, n, a) + s];
        y += n;
        ty += n;
    }
}

FED_CLONES static void average_pool_outputs(const fed_net_layer *layer, const fed_layer_work *work,
                                            const REAL *inputs, REAL *restrict y)
{
    const size_t n = work->n, area = layer->spec.kernel * layer->spec.kernel;

    EACH_WINDOW(layer, c, i, j)
    {
        const REAL *x = window(layer, n, inputs, c, i, j);

        memset(y, 0, n * sizeof *y);
        for (size_t a = 0; a < area; a++) {
            const REAL *at = x + WITHIN(layer, n, a);

#pragma omp simd
            for (size_t s = 0; s < n; s++)
                y[s] += at[s];
        }
        for (size_t s = 0; s < n; s++)
            y[s] /= (REAL)area;
        y += n;
    }
}

FED_CLONES static void average_pool_inputs(const fed_net_layer *layer, const fed_layer_work *work,
                                           const REAL *dy, REAL *dx)
{
    const size_t n = work->n, area = layer->spec.kernel * layer->spec.kernel;

    memset(dx, 0, fed_volume_size(layer->in) * n * sizeof *dx);
    EACH_WINDOW(layer, c, i, j)
    {
        REAL *to = dx + (window(layer, n, work->x, c, i, j) - (const REAL *)work->x);

        for (size_t a = 0; a < area; a++) {
            REAL *restrict d = to + WITHIN(layer, n, a);

#pragma omp simd
            for (size_t s = 0; s < n; s++)
                d[s] += dy[s] / (REAL)area;
        }
        dy += n;
    }
}

#undef EACH_WINDOW
#undef WITHIN

static void average_pool_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    average_pool_outputs(layer, work, work->x, work->y);
}

static void average_pool_tangent(const fed_net_layer *layer, const fed_layer_work *work)
{
    average_pool_outputs(layer, work, work->tx, work->ty);
}

/* The way back is linear for both. */
#define BACK(name)                                                                      \
    static void name##_backward(const fed_net_layer *layer, const fed_layer_work *work) \
    {                                                                                   \
        if (work->dx != NULL)                                                           \
            name##_inputs(layer, work, work->dy, work->dx);                             \
    }                                                                                   \
    static void name##_curve(const fed_net_layer *layer, const fed_layer_work *work)    \
    {                                                                                   \
        if (work->dx == NULL)                                                           \
            return;                                                                     \
        name##_inputs(layer, work, work->dy, work->dx);                                 \
        name##_inputs(layer, work, work->tdy, work->tdx);                               \
    }

BACK(max_pool)
BACK(average_pool)

#undef BACK

FED_CLONES static void residual_forward(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t size = fed_volume_size(layer->out) * work->n;
    const REAL *x = work->x, *other = work->other;
    REAL *y = work->y;

#pragma omp simd
    for (size_t a = 0; a < size; a++)
        y[a] = x[a] + other[a];
}

static void residual_backward(const fed_net_layer *layer, const fed_layer_work *work)
{
    if (work->dx != NULL)
        memcpy(work->dx, work->dy, fed_volume_size(layer->out) * work->n * sizeof(REAL));
}

static void residual_tangent(const fed_net_layer *layer, const fed_layer_work *work)
{
    const size_t size = fed_volume_size(layer->out) * work->n;
    const REAL *tx = work->tx, *other = work->tother;
    REAL *ty = work->ty;

    for (size_t a = 0; a < size; a++)
        ty[a] = (tx != NULL ? tx[a] : (REAL)0) + (other != NULL ? other[a] : (REAL)0);
}

static void residual_curve(const fed_net_layer *layer, const fed_layer_work *work)
{
    residual_backward(layer, work);
    if (work->dx != NULL)
        memcpy(work->tdx, work->tdy, fed_volume_size(layer->out) * work->n * sizeof(REAL));
}

/* Functions of single numbers, whose slopes follow from their values, and the slopes' own
 * derivatives in the value: y and dx may stand where x and dy do, ty and tdx where tx and tdy do. A
 * direction that does not reach tx leaves ty 0. */
#define EACH_NUMBER                                            \
    const size_t size = fed_volume_size(layer->out) * work->n; \
    _Pragma("omp simd") for (size_t a = 0; a < size; a++)
#define POINTWISE(name, value, slope, bend)                                                        \
    FED_CLONES static void name##_forward(const fed_net_layer *layer, const fed_layer_work *work)  \
    {                                                                                              \
        const REAL *from = work->x;                                                                \
        REAL *to = work->y;                                                                        \
        EACH_NUMBER                                                                                \
        {                                                                                          \
            const REAL x = from[a];                                                                \
            to[a] = value;                                                                         \
        }                                                                                          \
    }                                                                                              \
    FED_CLONES static void name##_backward(const fed_net_layer *layer, const fed_layer_work *work) \
    {                                                                                              \
        const REAL *at = work->y, *dy = work->dy;                                                  \
        REAL *dx = work->dx;                                                                       \
        if (dx == NULL)                                                                            \
            return;                                                                                \
        EACH_NUMBER                                                                                \
        {                                                                                          \
            const REAL y = at[a];                                                                  \
            dx[a] = (slope)*dy[a];                                                                 \
        }                                                                                          \
    }                                                                                              \
    FED_CLONES static void name##_tangent(const fed_net_layer *layer, const fed_layer_work *work)  \
    {                                                                                              \
        const REAL *at = work->y, *tx = work->tx;                                                  \
        REAL *ty = work->ty;                                                                       \
        EACH_NUMBER                                                                                \
        {                                                                                          \
            const REAL y = at[a];                                                                  \
            ty[a] = (slope)*tx[a];                                                                 \
        }                                                                                          \
    }                                                                                              \
    FED_CLONES static void name##_curve(const fed_net_layer *layer, const fed_layer_work *work)    \
    {                                                                                              \
        const REAL *at = work->y, *ty = work->ty, *dy = work->dy, *tdy = work->tdy;                \
        REAL *dx = work->dx, *tdx = work->tdx;                                                     \
        if (dx == NULL)                                                                            \
            return;                                                                                \
        EACH_NUMBER                                                                                \
        {                                                                                          \
            const REAL y = at[a], d = dy[a];                                                       \
            tdx[a] = (slope)*tdy[a] + (bend)*ty[a] * d;                                            \
            dx[a] = (slope)*d;                                                                     \
        }                                                                                          \
    }

POINTWISE(relu, x > 0 ? x : (REAL)0, y > 0 ? (REAL)1 : (REAL)0, (REAL)0 * y)
POINTWISE(tanh, TANH(x), 1 - y * y, -2 * y)
POINTWISE(logistic, LOGISTIC(x), y *(1 - y), 1 - 2 * y)

#undef POINTWISE
#undef EACH_NUMBER
