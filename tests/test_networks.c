/* test_networks.c -- networks: derivatives of every kind of layer against finite differences, both
 * precisions, shapes and counts, and what a list of layers may not say. */
#include "crew.h"
#include "files.h"
#include "models/net/network.h"
#include "models/start.h"
#include "problems.h"
#include "study/registry.h"
#include "study/study.h"
#include "tap.h"
#include "config/open.h"
#include "problem/client.h"

#include <stdlib.h>

extern const fed_model_type fed_model_layers;

#define DENSE(k)                              \
    {                                         \
        .kind = FED_LAYER_dense, .units = (k) \
    }
#define CONV(c, k, s, p)                                                                          \
    {                                                                                             \
        .kind = FED_LAYER_convolution, .units = (c), .kernel = (k), .stride = (s), .padding = (p) \
    }

/* Kinks, of relu and of maxima, stand only where few numbers are near them: differences would cross
 * them. Networks that end in an open dense layer or convolution, on samples of their input's shape.
 */
static const struct {
    const char *name;
    fed_volume input;
    fed_layer_spec spec[12];
    size_t count;
    size_t symbols; /* samples are of 0..symbols-1 */
} nets[] = {
    {"dense", {5, 1, 1}, {DENSE(7), DENSE(0)}, 2, 0},
    {"relu", {5, 1, 1}, {DENSE(7), {.kind = FED_LAYER_relu}, DENSE(0)}, 3, 0},
    {"tanh", {5, 1, 1}, {DENSE(7), {.kind = FED_LAYER_tanh}, DENSE(0)}, 3, 0},
    {"logistic", {5, 1, 1}, {DENSE(7), {.kind = FED_LAYER_logistic}, DENSE(0)}, 3, 0},
    {"convolution", {2, 7, 6}, {CONV(4, 3, 1, 1), CONV(7, 3, 1, 0), DENSE(0)}, 3, 0},
    {"convolution, stride", {2, 7, 8}, {CONV(3, 3, 2, 1), CONV(4, 2, 2, 1), DENSE(0)}, 3, 0},
    {"convolution, pointwise", {2, 5, 4}, {CONV(5, 1, 1, 0), CONV(3, 1, 2, 0), DENSE(0)}, 3, 0},
    {"depthwise",
     {3, 6, 5},
     {CONV(4, 1, 1, 0),
      {.kind = FED_LAYER_depthwise, .kernel = 3, .padding = 1},
      {.kind = FED_LAYER_depthwise, .kernel = 3, .stride = 2, .padding = 1, .unbiased = true},
      DENSE(0)},
     4,
     0},
    {"max-pool",
     {2, 7, 6},
     {CONV(4, 3, 1, 1),
      {.kind = FED_LAYER_max_pool, .kernel = 2},
      {.kind = FED_LAYER_tanh},
      {.kind = FED_LAYER_max_pool, .kernel = 2, .stride = 1},
      DENSE(0)},
     5,
     0},
    {"average-pool",
     {2, 7, 6},
     {CONV(4, 3, 1, 1),
      {.kind = FED_LAYER_average_pool, .kernel = 2},
      {.kind = FED_LAYER_tanh},
      {.kind = FED_LAYER_average_pool},
      DENSE(0)},
     5,
     0},
    {"group-norm",
     {2, 4, 5},
     {CONV(6, 3, 1, 1),
      {.kind = FED_LAYER_group_norm, .groups = 3},
      {.kind = FED_LAYER_tanh},
      {.kind = FED_LAYER_group_norm, .groups = 2},
      DENSE(0)},
     5,
     0},
    {"residual",
     {2, 4, 5},
     {CONV(3, 3, 1, 1),
      {.kind = FED_LAYER_tanh},
      CONV(3, 3, 1, 1),
      {.kind = FED_LAYER_tanh},
      {.kind = FED_LAYER_residual, .skip = 3},
      {.kind = FED_LAYER_tanh},
      CONV(3, 1, 1, 0),
      {.kind = FED_LAYER_residual, .from = 6, .skip = 1},
      {.kind = FED_LAYER_residual, .skip = 3},
      DENSE(0)},
     10,
     0},
    {"embedding",
     {1, 1, 6},
     {{.kind = FED_LAYER_embedding, .units = 4, .symbols = 5}, DENSE(0)},
     2,
     5},
    {"lstm",
     {1, 1, 6},
     {{.kind = FED_LAYER_embedding, .units = 3, .symbols = 5},
      {.kind = FED_LAYER_lstm, .units = 5},
      {.kind = FED_LAYER_lstm, .units = 4},
      DENSE(0)},
     4,
     5},
    {"lstm, more units than a vector",
     {1, 1, 4},
     {{.kind = FED_LAYER_embedding, .units = 3, .symbols = 5},
      {.kind = FED_LAYER_lstm, .units = 17},
      DENSE(0)},
     3,
     5},
    {"lstm, all positions",
     {1, 1, 6},
     {{.kind = FED_LAYER_embedding, .units = 3},
      {.kind = FED_LAYER_lstm, .units = 4},
      CONV(0, 1, 1, 0)},
     3,
     5},
    {"embedding, all positions",
     {1, 1, 6},
     {{.kind = FED_LAYER_embedding, .units = 3},
      CONV(4, 1, 1, 0),
      {.kind = FED_LAYER_tanh},
      CONV(0, 1, 1, 0)},
     4,
     5},
};
enum { NETS = sizeof nets / sizeof *nets };

/* The next symbol is the response at every position. */
static void give_targets(made_data *made, size_t symbols)
{
    const size_t n = made->data.n, d = made->data.d;
    fed_matrix *targets = FED_NEW(&made->arena, fed_matrix);
    uint8_t *next = FED_ARRAY(&made->arena, n * d, uint8_t);

    for (size_t k = 0; k < n * d; k++)
        next[k] = (uint8_t)made->data.x[(k + 1) % (n * d)];
    *targets = (fed_matrix){.n = n, .d = d, .bytes = next, .unit = 1.0};
    made->data.targets = targets;
    made->data.symbols = symbols;
}

static const fed_problem *build(made_data *made, size_t k, bool single, size_t n)
{
    fed_problem_options options = make_options(&fed_loss_softmax);
    const size_t d = fed_volume_size(nets[k].input);
    const fed_net_keys keys = {
        .spec = nets[k].spec, .count = nets[k].count, .input = nets[k].input, .single = single};
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};

    make_data(made, n, d, 2, false, FED_LABELS_CLASSES, 5);
    for (size_t j = 0; nets[k].symbols > 0 && j < n * d; j++)
        ((double *)made->data.x)[j] =
            (double)((size_t)(1000.0 * fabs(made->data.x[j])) % nets[k].symbols);
    if (nets[k].spec[nets[k].count - 1].kind == FED_LAYER_convolution)
        give_targets(made, nets[k].symbols);
    options.model = &fed_model_layers;
    options.model_keys = &keys;
    options.l2 = 0.1;
    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), &options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    return problem;
}

static double *start(made_data *made, const fed_problem *problem)
{
    fed_rng rng = fed_rng_stream(7, FED_RNG_TEST, 0, 0, 0);
    double *theta = FED_ARRAY(&made->arena, problem->p, double),
           *noise = make_vector(made, problem->p, 0.1, 12);

    fed_model_start(&problem->model, "xavier", &rng, theta);
    for (size_t j = 0; j < problem->p; j++)
        theta[j] += noise[j];
    return theta;
}

/* Slopes along directions in every group of parameters, that is, through every layer above. Each
 * client's number of samples is another, more than a block and less. */
static void check_slopes(size_t k)
{
    made_data made = {.arena = {NULL}};
    const fed_problem *problem = build(&made, k, false, 110);
    const size_t p = problem->p;
    double *work = FED_ARRAY(&made.arena, problem->work, double), *theta = start(&made, problem),
           *g = FED_ARRAY(&made.arena, 3 * p, double), *up = g + p, *down = up + p;
    const double step = 1e-5;
    size_t first = 0;

    for (size_t client = 0; client < 2; client++, first = 0) {
        fed_client_gradient(problem, client, theta, g, work);
        for (size_t group = 0; group < problem->model.layers; group++) {
            const fed_layer *layer = &problem->model.layer[group];
            const double *v = make_vector(&made, p, 1.0, 20 + group);
            double slope = 0.0, size = 0.0, found;
            size_t count = 1;

            for (size_t j = 0; j < layer->dims; j++)
                count *= layer->shape[j];
            memcpy(up, theta, p * sizeof *up);
            memcpy(down, theta, p * sizeof *down);
            for (size_t j = first; j < first + count; j++) {
                slope += g[j] * v[j];
                size += fabs(g[j] * v[j]);
                up[j] += step * v[j];
                down[j] -= step * v[j];
            }
            found = (fed_client_value(problem, client, up, work) -
                     fed_client_value(problem, client, down, work)) /
                    (2.0 * step);
            CU_ASSERT(size > 0.0);
            if (!(fabs(slope - found) <= 1e-7 * (size + 1e-2)))
                printf("# %s, %s: %.12g, by differences %.12g\n", nets[k].name, layer->name, slope,
                       found);
            CU_ASSERT(fabs(slope - found) <= 1e-7 * (size + 1e-2));
            first += count;
        }
        CU_ASSERT(first == p);
    }
    fed_arena_free(&made.arena);
}

static void test_slopes(void)
{
    for (size_t k = 0; k < NETS; k++)
        check_slopes(k);
}

/* Products with second derivatives against differences of gradients, and in single precision
 * against those in double. Relu and maxima have no curvature of their own. */
static void check_curve(size_t k)
{
    made_data made = {.arena = {NULL}}, same = {.arena = {NULL}};
    const fed_problem *problem = build(&made, k, false, 70), *half = build(&same, k, true, 70);
    const size_t p = problem->p;
    double *work = FED_ARRAY(&made.arena, problem->work + half->work, double),
           *theta = start(&made, problem), *hv = FED_ARRAY(&made.arena, 4 * p, double),
           *up = hv + p, *down = up + p, *g = down + p, most = 0.0, off = 0.0;
    const double *v = make_vector(&made, p, 1.0, 31), step = 1e-5;

    if (problem->model.can & FED_MODEL_HVP) {
        fed_client_hvp(problem, 1, theta, v, hv, work);
        for (size_t j = 0; j < p; j++) {
            theta[j] += step * v[j];
            most = fmax(most, fabs(hv[j]));
        }
        fed_client_gradient(problem, 1, theta, up, work);
        for (size_t j = 0; j < p; j++)
            theta[j] -= 2.0 * step * v[j];
        fed_client_gradient(problem, 1, theta, down, work);
        for (size_t j = 0; j < p; j++) {
            theta[j] += step * v[j];
            off = fmax(off, fabs(hv[j] - (up[j] - down[j]) / (2.0 * step)));
        }
        if (!(off <= 1e-6 * most))
            printf("# %s: off by %g of %g\n", nets[k].name, off, most);
        CU_ASSERT(most > 0.0 && off <= 1e-6 * most);
        fed_client_hvp(half, 1, theta, v, g, work);
        for (size_t j = 0; j < p; j++)
            CU_ASSERT(fabs(g[j] - hv[j]) <= 1e-4 * most);
    } else {
        CU_ASSERT(strncmp(nets[k].name, "lstm", 4) == 0);
    }
    fed_arena_free(&made.arena);
    fed_arena_free(&same.arena);
}

static void test_curves(void)
{
    for (size_t k = 0; k < NETS; k++)
        check_curve(k);
}

/* Single precision gives the same to its own rounding, whatever the block. */
static void test_single(void)
{
    static const size_t sizes[] = {9, 30, 57, 200};

    for (size_t k = 0; k < NETS; k++)
        for (size_t s = 0; s < 4; s++) {
            made_data made = {.arena = {NULL}}, same = {.arena = {NULL}};
            const fed_problem *whole = build(&made, k, false, sizes[s]),
                              *half = build(&same, k, true, sizes[s]);
            const double *theta = start(&made, whole);
            double *work = FED_ARRAY(&made.arena, whole->work + half->work, double),
                   *g = FED_ARRAY(&made.arena, 2 * whole->p, double), *h = g + whole->p, most = 0.0;

            CU_ASSERT_FATAL(half->p == whole->p);
            for (size_t m = 0; m < 2; m++) {
                ASSERT_CLOSE(fed_client_value(half, m, theta, work),
                             fed_client_value(whole, m, theta, work), 1e-5);
                fed_client_gradient(whole, m, theta, g, work);
                fed_client_gradient(half, m, theta, h, work);
                for (size_t j = 0; j < whole->p; j++)
                    most = fmax(most, fabs(g[j]));
                for (size_t j = 0; j < whole->p; j++)
                    CU_ASSERT(fabs(g[j] - h[j]) <= 2e-5 * most);
            }
            fed_arena_free(&made.arena);
            fed_arena_free(&same.arena);
        }
}

/* The gradient of a sample does not depend on those beside it: a block's is the sum over pieces of
 * one to five samples. */
static void test_blocks(void)
{
    for (size_t k = 0; k < NETS; k++) {
        made_data made = {.arena = {NULL}};
        const fed_problem *problem = build(&made, k, false, 46);
        const size_t p = problem->p, n = fed_held(problem->part, 1),
                     *rows = fed_held_rows(problem->part, 1);
        const double *theta = start(&made, problem);
        double *work = FED_ARRAY(&made.arena, problem->work, double),
               *g = FED_ARRAY(&made.arena, 3 * p, double), *one = g + p, *sum = one + p, most = 0.0;

        fed_client_gradient(problem, 1, theta, g, work);
        for (size_t i = 0, piece = 0; i < n; i += piece) {
            piece = piece % 5 + 1 < n - i ? piece % 5 + 1 : n - i;
            fed_batch_gradient(problem, rows + i, piece, (double)piece, theta, one, work);
            for (size_t j = 0; j < p; j++)
                sum[j] += (double)piece * one[j] / (double)n;
        }
        for (size_t j = 0; j < p; j++)
            most = fmax(most, fabs(g[j]));
        for (size_t j = 0; j < p; j++)
            CU_ASSERT(fabs(g[j] - sum[j]) <= 1e-13 * (1.0 + most));
        fed_arena_free(&made.arena);
    }
}

static fed_status run_text(const char *text, int threads, double *loss, size_t *p, fed_error *error)
{
    fed_arena arena = {NULL};
    fed_config *config;
    fed_study study;
    fed_status status = fed_config_open(&arena, files_text("net.cfg", text), fed_sections, NULL, 0,
                                        &config, NULL, error);

    if (status == FED_OK && (status = fed_study_init(&study, config, threads, error)) == FED_OK) {
        status = fed_study_run(&study, error);
        if (status == FED_OK) {
            const fed_result *result = &study.results[0];

            *p = result->p;
            loss[0] = result->records[0].value[FED_METRIC_loss];
            loss[1] = result->records[result->recorded - 1].value[FED_METRIC_loss];
        }
        fed_study_free(&study);
    }
    fed_arena_free(&arena);
    return status;
}

/* Samples of d features and C classes, in a csv file of the test's own. */
static void write_data(size_t n, size_t d, size_t classes)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 9, 0, 0);

    fprintf(stream, "y");
    for (size_t j = 0; j < d; j++)
        fprintf(stream, ",x%zu", j);
    for (size_t i = 0; i < n; i++) {
        fprintf(stream, "\n%zu", i % classes);
        for (size_t j = 0; j < d; j++)
            fprintf(stream, ",%.3f",
                    (j % classes == i % classes ? 0.5 : 0.0) + 0.5 * fed_rng_uniform(&rng));
    }
    fputc('\n', stream);
    fclose(stream);
    files_text("net.csv", text);
    free(text);
}

#define HEAD                                                                              \
    "data = { source = \"file\"; path = \"net.csv\"; target = \"y\"; }; loss = { type = " \
    "\"softmax\"; };\n"                                                                   \
    "partition = { clients = 4; };\n"

/* Counts that papers give, and that follow from the layers. */
static void test_counts(void)
{
    static const struct {
        size_t d, classes, p;
        const char *model;
    } cases[] = {
        {784, 10, 623290, "{ type = \"mlp\"; hidden = [784]; }"},
        {784, 10, 7850, "\"mlp\""},
        {784, 10, 61706, "\"lenet5\""},
        {784, 62, 1690046, "\"cnn-femnist\""},
        {3072, 10, 1553220, "\"cnn-cifar\""},
        /* convolutions 3,185,088 and normalisations 21,888, then 10,250 */
        {3072, 10, 3217226, "\"mobilenet\""},
        /* as torchvision's with 3 x 3 kernels at first and 10 classes */
        {3072, 10, 11173962, "\"resnet18-gn\""},
        {784, 10, 61706,
         "{ type = \"layers\"; input = [1, 28, 28]; layers = ( { type = \"convolution\"; channels "
         "= 6; "
         "kernel = 5; padding = 2; }, { type = \"relu\"; }, { type = \"max-pool\"; size = 2; }, { "
         "type "
         "= \"convolution\"; channels = 16; kernel = 5; }, { type = \"relu\"; }, { type = "
         "\"max-pool\"; size = 2; }, { type = \"dense\"; units = 120; }, { type = \"relu\"; }, { "
         "type = \"dense\"; units = 84; }, { type = \"relu\"; }, { type = \"dense\"; units = 10; } "
         "); "
         "}"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fed_error error = {FED_OK, ""};
        double loss[2];
        size_t p = 0;
        char text[2048];

        write_data(cases[k].classes, cases[k].d, cases[k].classes);
        snprintf(text, sizeof text,
                 HEAD "model = %s;\nalgorithm = { name = \"fedavg\"; rounds = 0; };",
                 cases[k].model);
        CU_ASSERT(run_text(text, 1, loss, &p, &error) == FED_OK);
        if (error.status != FED_OK)
            printf("# %s\n", error.text);
        CU_ASSERT(p == cases[k].p);
        CU_ASSERT(isfinite(loss[0]));
    }
}

/* Every method that needs gradients alone descends, to the same bytes with any number of threads.
 */
static void test_methods(void)
{
    static const char *const methods[] = {
        "algorithm = { name = \"fedavg\"; rounds = 6; batch = 5; learning_rate = 0.1; };",
        ("algorithm = { name = \"ngd\"; rounds = 10; learning_rate = 0.1; };"
         " network = { type = \"circle\"; degree = 1; };"),
        "algorithm = { name = \"local-update\"; rounds = 10; batch = 5; local_epochs = 1; };",
        "algorithm = { name = \"local-update\"; rounds = 6; local_steps = 2; theta = \"maml\"; };",
        "algorithm = { name = \"scaffold\"; rounds = 10; local_steps = 2; };"};
    static const char *const models[] = {
        "{ type = \"lenet5\"; width = 0.5; }",
        "{ type = \"mlp\"; hidden = [9]; activation = \"tanh\"; precision = \"double\"; }"};

    for (size_t m = 0; m < 2; m++) {
        write_data(80, m == 0 ? 784 : 30, 4);
        for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
            double first[2] = {NAN, NAN}, again[2];

            for (int threads = 1; threads <= 3; threads++) {
                fed_error error = {FED_OK, ""};
                char text[1024];
                size_t p;

                snprintf(text, sizeof text, HEAD "model = %s;\n%s", models[m], methods[k]);
                CU_ASSERT(run_text(text, threads, threads == 1 ? first : again, &p, &error) ==
                          FED_OK);
                if (error.status != FED_OK)
                    printf("# %s\n", error.text);
                if (threads > 1)
                    ASSERT_SAME_BITS(again[1], first[1]);
            }
            /* MAML descends on the loss after its steps, not on this one */
            CU_ASSERT(strstr(methods[k], "maml") != NULL || first[1] < first[0]);
        }
    }
}

/* What is seen of an image, told place by place of the image instead of the part: out is filled at
 * random and then compared, so that nothing may be missed. */
static void check_view(const fed_view *view, const fed_matrix *x, size_t row, size_t which,
                       bool single)
{
    const fed_volume image = view->image, shape = fed_view_shape(view);
    const size_t side = view->crop, down = image.rows - side + 1, across = image.columns - side + 1;
    const size_t count = shape.channels * side * side, rows[3] = {0, row + x->n * which, 1};
    const size_t place = which == 0 ? 0 : (which - 1) % (down * across);
    const size_t top = which == 0 ? (image.rows - side) / 2 : place / across;
    const size_t left = which == 0 ? (image.columns - side) / 2 : place % across;
    const bool mirrored = which > down * across;
    double out[3 * 200], sum = 0.0, squares = 0.0, worst = 0.0;
    float narrow[3 * 200];
    size_t met = 0;

    fed_view_gather(view, x, rows, 3, single, single ? (void *)narrow : (void *)out);
    for (size_t j = 0; j < 3 * count; j++)
        out[j] = single ? (double)narrow[j] : out[j];
    for (int pass = 0; pass < 2; pass++) /* the moments, then the numbers */
        for (size_t at = 0; at < x->d; at++) {
            const size_t channel = at / (image.rows * image.columns),
                         r = at / image.columns % image.rows, c = at % image.columns;
            const size_t column = mirrored ? left + side - 1 - c : c - left;
            const double value = x->bytes != NULL    ? x->unit * x->bytes[row * x->d + at]
                                 : x->single != NULL ? (double)x->single[row * x->d + at]
                                                     : x->x[row * x->d + at];
            const double mean = sum / (double)count,
                         deviation = sqrt(squares / (double)count - mean * mean);

            if (r < top || r >= top + side || c < left || c >= left + side)
                continue;
            if (pass == 0) {
                sum += value;
                squares += value * value;
            } else {
                const double seen = out[((channel * side + r - top) * side + column) * 3 + 1],
                             meant = view->standardized ? (value - mean) / deviation : value;

                worst = fmax(worst, fabs(seen - meant));
                met++;
            }
        }
    CU_ASSERT(met == count);
    CU_ASSERT(worst < (single ? 2e-6 : 1e-12));
}

static void test_views(void)
{
    enum { N = 3, D = 2 * 7 * 9 };
    fed_rng rng = fed_rng_stream(9, FED_RNG_TEST, 0, 0, 0);
    uint8_t bytes[N * D];
    float floats[N * D];
    double doubles[N * D];
    const fed_matrix x[] = {{.n = N, .d = D, .bytes = bytes, .unit = 1.0 / 255.0},
                            {.n = N, .d = D, .single = floats},
                            {.n = N, .d = D, .x = doubles}};

    for (size_t k = 0; k < N * D; k++) {
        bytes[k] = (uint8_t)fed_rng_below(&rng, 256);
        doubles[k] = fed_rng_uniform(&rng);
        floats[k] = (float)doubles[k];
    }
    for (size_t kind = 0; kind < 3; kind++)
        for (int how = 0; how < 8; how++) {
            const fed_view view = {.image = {2, 7, 9},
                                   .crop = how & 1 ? 5 : 4,
                                   .flip = (how & 2) != 0,
                                   .standardized = (how & 4) != 0};
            const size_t places = how & 1 ? 3 * 5 : 4 * 6;

            CU_ASSERT(fed_view_count(&view) == 1 + places * (view.flip ? 2 : 1));
            for (size_t which = 0; which < fed_view_count(&view); which++)
                check_view(&view, &x[kind], which % N, which, which % 2 == 0);
        }
    CU_ASSERT(fed_view_count(&(fed_view){.image = {2, 7, 9}, .standardized = true}) == 1);
    CU_ASSERT(fed_view_count(&(fed_view){.image = {2, 7, 9}, .flip = true}) == 3);
    for (size_t k = 0; k < D; k++)
        bytes[k] = 7; /* an image without contrast becomes 0 */
    fed_view_gather(&(fed_view){.image = {2, 7, 9}, .standardized = true}, &x[0], (size_t[]){0}, 1,
                    false, doubles);
    for (size_t k = 0; k < D; k++)
        CU_ASSERT(fabs(doubles[k]) < 1e-12);
}

/* Proximal steps by conjugate gradients, for a model without a Hessian as a matrix. */
static void test_prox(void)
{
    fed_error error = {FED_OK, ""};
    double loss[2] = {NAN, NAN};
    size_t p;

    write_data(80, 30, 4);
    CU_ASSERT(run_text(HEAD
                       "model = { type = \"mlp\"; hidden = [9]; activation = \"tanh\"; precision = "
                       "\"double\"; };\nalgorithm = { name = \"fedprox\"; rounds = 3; };",
                       1, loss, &p, &error) == FED_OK);
    CU_ASSERT(loss[1] < loss[0]);
}

/* What is refused, and the words that say why. */
static void test_faults(void)
{
    static const struct {
        const char *model, *words;
    } cases[] = {
        {"\"lenet5\"", "model.input: 1 x 28 x 28 are 784 numbers, a sample has 36"},
        {"{ type = \"layers\"; }", "model.layers: expected a list"},
        {"{ type = \"layers\"; layers = ( { units = 3; } ); }", "needs the type of a layer"},
        {"{ type = \"layers\"; layers = ( { type = \"dens\"; } ); }", "did you mean 'dense'?"},
        {"{ type = \"layers\"; layers = ( { type = \"dense\"; unit = 3; } ); }",
         "unknown key 'unit' (did you mean 'units'?)"},
        {"{ type = \"layers\"; layers = ( { type = \"dense\"; units = 0; } ); }",
         "model.layers[0].units: expected an integer from 1"},
        {"{ type = \"layers\"; layers = ( { type = \"dense\"; units = 7; } ); }",
         "the last layer has 7 outputs, the loss needs 4"},
        {"{ type = \"layers\"; input = [1, 6, 6]; layers = ( { type = \"convolution\"; channels = "
         "2; "
         "kernel = 7; }, { type = \"dense\"; } ); }",
         "a window of 7 does not fit into 6 x 6"},
        {"{ type = \"layers\"; layers = ( { type = \"relu\"; }, { type = \"residual\"; skip = 3; "
         "}, { "
         "type = \"dense\"; } ); }",
         "refers to a layer before the input"},
        {"{ type = \"layers\"; layers = ( { type = \"dense\"; units = 5; }, { type = \"relu\"; }, "
         "{ "
         "type = \"dense\"; units = 6; }, { type = \"residual\"; skip = 2; }, { type = \"dense\"; "
         "} ); }",
         "adds an output of a different shape"},
        {"{ type = \"layers\"; input = [1, 6, 6]; layers = ( { type = \"lstm\"; units = 2; }, { "
         "type = "
         "\"dense\"; } ); }",
         "is not a sequence but 1 x 6 x 6"},
        {"{ type = \"layers\"; input = [1, 6, 6]; layers = ( { type = \"group-norm\"; }, { type = "
         "\"dense\"; } ); }",
         "1 channels cannot form 2 groups"},
        {"{ type = \"mlp\"; input = [1, 6, 6]; crop = 7; }", "model.crop: 7 rows and columns of 6"},
        {"{ type = \"mlp\"; width = 0.0; }", "model.width: found 0, expected a number above 0"},
        {"\"mlp\"; loss = { type = \"softmax\"; intercept = true; }", "layers have biases"},
    };

    write_data(12, 36, 4);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fed_error error = {FED_OK, ""};
        double loss[2];
        char text[1024];
        size_t p;

        snprintf(
            text, sizeof text,
            "data = { source = \"file\"; path = \"net.csv\"; target = \"y\"; }; partition = { "
            "clients = 2; };\n%s\nmodel = %s;\nalgorithm = { name = \"fedavg\"; rounds = 1; };",
            strstr(cases[k].model, "loss") == NULL ? "loss = { type = \"softmax\"; };" : "",
            cases[k].model);
        CU_ASSERT(run_text(text, 1, loss, &p, &error) == FED_CONFIG);
        if (strstr(error.text, cases[k].words) == NULL)
            printf("# %s: %s\n", cases[k].words, error.text);
        CU_ASSERT(strstr(error.text, cases[k].words) != NULL);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"slopes of every kind of layer", test_slopes},
                           {"products with second derivatives", test_curves},
                           {"single precision beside double", test_single},
                           {"a block's gradient is the sum of its samples'", test_blocks},
                           {"parameters of the named networks", test_counts},
                           {"methods that need gradients alone", test_methods},
                           {"parts of images", test_views},
                           {"proximal steps", test_prox},
                           {"what a list of layers may not say", test_faults},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"networks", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
