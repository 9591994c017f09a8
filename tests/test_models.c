/* test_models.c -- what a model must give, shown by one that is not linear and that nothing else
 * knows of: outputs tanh(x'theta), from its derivatives to whole runs. */
#include "crew.h"
#include "files.h"
#include "models/linear.h"
#include "models/several.h"
#include "models/start.h"
#include "problems.h"
#include "study/registry.h"
#include "study/study.h"
#include "tap.h"
#include "config/open.h"
#include "problem/client.h"
#include "algorithms/table.h"
#include "analyses/analysis.h"
#include "core/normal.h"

#include <float.h>

static fed_status bent_make(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                            fed_model *model, fed_error *error)
{
    TRY(fed_model_linear.make(arena, keys, shape, model, error));
    model->room += 2 * FED_BLOCK * model->outputs;
    model->can = FED_MODEL_HVP;
    return FED_OK;
}

/* room: [tanh][Xv][the linear model's] */
static void bent_forward(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                         const double *theta, double *eta, double *room)
{
    const size_t wide = FED_BLOCK * model->outputs;

    fed_model_linear.forward(model, x, rows, n, theta, eta, room + 2 * wide);
    for (size_t c = 0; c < model->outputs; c++)
        for (size_t i = 0; i < n; i++)
            room[c * FED_BLOCK + i] = eta[c * FED_BLOCK + i] = tanh(eta[c * FED_BLOCK + i]);
}

static void bent_backward(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                          const double *theta, const double *d, double *grad, double *room)
{
    const size_t wide = FED_BLOCK * model->outputs;
    double *s = room + wide;

    for (size_t c = 0; c < model->outputs; c++)
        for (size_t i = c * FED_BLOCK; i < c * FED_BLOCK + n; i++)
            s[i] = d[i] * (1.0 - room[i] * room[i]);
    fed_model_linear.backward(model, x, rows, n, theta, s, grad, room + 2 * wide);
}

static void bent_tangent(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                         const double *theta, const double *v, double *out, double *room)
{
    const size_t wide = FED_BLOCK * model->outputs;

    (void)theta;
    fed_model_linear.forward(model, x, rows, n, v, out, room + 2 * wide);
    for (size_t c = 0; c < model->outputs; c++)
        for (size_t i = c * FED_BLOCK; i < c * FED_BLOCK + n; i++) {
            room[wide + i] = out[i];
            out[i] *= 1.0 - room[i] * room[i];
        }
}

/* tanh'' = -2 tanh (1 - tanh^2) */
static void bent_curve(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                       const double *theta, const double *v, const double *d, const double *s,
                       double *out, double *room)
{
    const size_t wide = FED_BLOCK * model->outputs;
    double *xv = room + wide;

    (void)v;
    for (size_t c = 0; c < model->outputs; c++)
        for (size_t i = c * FED_BLOCK; i < c * FED_BLOCK + n; i++) {
            const double slope = 1.0 - room[i] * room[i];

            xv[i] = s[i] * slope - 2.0 * d[i] * room[i] * slope * xv[i];
        }
    fed_model_linear.backward(model, x, rows, n, theta, xv, out, room + 2 * wide);
}

static const fed_model_type bent = {
    .entry = {"bent", "tanh(x'theta)", NULL},
    .initial = "xavier",
    .make = bent_make,
    .forward = bent_forward,
    .backward = bent_backward,
    .tangent = bent_tangent,
    .curve = bent_curve,
};

/* The same without second derivatives. */
static fed_status bare_make(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                            fed_model *model, fed_error *error);

static const fed_model_type bare = {
    .entry = {"bare", "tanh(x'theta), with gradients only", NULL},
    .initial = "xavier",
    .make = bare_make,
    .forward = bent_forward,
    .backward = bent_backward,
};

static fed_status bare_make(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                            fed_model *model, fed_error *error)
{
    TRY(bent_make(arena, keys, shape, model, error));
    model->type = &bare;
    model->can = 0;
    return FED_OK;
}

static const fed_loss *const losses[] = {&fed_loss_linear,  &fed_loss_logistic,   &fed_loss_poisson,
                                         &fed_loss_softmax, &fed_loss_quantile,   &fed_loss_hinge,
                                         &fed_loss_pnorm,   &fed_loss_exponential};
enum { LOSSES = sizeof losses / sizeof *losses };
typedef enum kind { DOUBLES, FLOATS, BYTES, SPARSE, KINDS } kind;

/* The same numbers of every kind: eighths from 0 to 31 7/8, which floats and bytes hold exactly. */
static void set_kind(made_data *made, kind k)
{
    fed_dataset *data = &made->data;
    const size_t size = data->n * data->d;
    double *x = FED_ARRAY(&made->arena, size, double), *val = FED_ARRAY(&made->arena, size, double);
    float *single = FED_ARRAY(&made->arena, size, float);
    uint8_t *bytes = FED_ARRAY(&made->arena, size, uint8_t);
    size_t *ptr = FED_ARRAY(&made->arena, data->n + 1, size_t);
    uint32_t *col = FED_ARRAY(&made->arena, size, uint32_t);
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 7, 0, 0);

    for (size_t i = 0; i < data->n; i++) {
        ptr[i + 1] = ptr[i];
        for (size_t j = i * data->d; j < (i + 1) * data->d; j++) {
            bytes[j] = (uint8_t)(fed_rng_below(&rng, 3) == 0 ? 0 : fed_rng_below(&rng, 8));
            x[j] = 0.125 * bytes[j];
            single[j] = (float)x[j];
            if (bytes[j] > 0) {
                val[ptr[i + 1]] = x[j];
                col[ptr[i + 1]++] = (uint32_t)(j - i * data->d);
            }
        }
    }
    data->x = k == DOUBLES ? x : NULL;
    data->single = k == FLOATS ? single : NULL;
    data->bytes = k == BYTES ? bytes : NULL;
    data->unit = 0.125;
    data->ptr = k == SPARSE ? ptr : NULL;
    data->col = col;
    data->val = val;
}

static const fed_problem *build(made_data *made, const fed_model_type *model, const fed_loss *loss,
                                kind k, size_t d, bool intercept)
{
    fed_problem_options options = make_options(loss);
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};

    make_data(made, 70, d, 2, false, loss->labels, 5);
    set_kind(made, k);
    options.model = model;
    options.intercept = intercept;
    options.l2 = 0.1;
    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), &options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    return problem;
}

/* Slopes of the value, and of the gradient, along directions. */
static void check_slopes(made_data *made, const fed_problem *problem)
{
    const size_t p = problem->p;
    double *work = FED_ARRAY(&made->arena, problem->work, double),
           *theta = make_vector(made, p, 0.2, 11), *g = FED_ARRAY(&made->arena, 5 * p, double);
    double *up = g + p, *down = up + p, *hv = down + p, *g2 = hv + p;
    const double step = 1e-5;

    fed_client_gradient(problem, 1, theta, g, work);
    for (size_t k = 0; k < 3; k++) {
        const double *v = make_vector(made, p, 1.0 / sqrt((double)p), 20 + k);
        double slope = 0.0, scale = 0.0;

        for (size_t j = 0; j < p; j++) {
            slope += g[j] * v[j];
            up[j] = theta[j] + step * v[j];
            down[j] = theta[j] - step * v[j];
        }
        ASSERT_CLOSE(
            slope,
            (fed_client_value(problem, 1, up, work) - fed_client_value(problem, 1, down, work)) /
                (2.0 * step),
            2e-7);
        if (!problem->loss->smooth)
            continue;
        fed_client_hvp(problem, 1, theta, v, hv, work);
        fed_client_gradient(problem, 1, down, g2, work);
        memcpy(down, g2, p * sizeof *down);
        fed_client_gradient(problem, 1, up, g2, work);
        for (size_t j = 0; j < p; j++)
            scale = fmax(scale, fabs(hv[j]));
        for (size_t j = 0; j < p; j++)
            CU_ASSERT(fabs(hv[j] - (g2[j] - down[j]) / (2.0 * step)) < 1e-6 * (scale + 1e-3));
    }
}

static void test_slopes(void)
{
    static const fed_model_type *const models[] = {&fed_model_linear, &bent};

    for (size_t m = 0; m < 2; m++)
        for (size_t l = 0; l < LOSSES; l++)
            for (kind k = DOUBLES; k < KINDS; k++)
                for (int wide = 0; wide < 2; wide++) {
                    made_data made = {.arena = {NULL}};

                    check_slopes(&made,
                                 build(&made, models[m], losses[l], k, wide ? 180 : 6, wide == 0));
                    fed_arena_free(&made.arena);
                }
}

/* The four kinds hold the same numbers: value, gradient, Hessian agree to rounding. */
static void test_kinds(void)
{
    for (size_t l = 0; l < LOSSES; l++)
        for (int wide = 0; wide < 2; wide++) {
            const double *first[2] = {NULL, NULL};
            made_data made[KINDS] = {{.arena = {NULL}}};
            double value = 0.0;

            for (kind k = DOUBLES; k < KINDS; k++) {
                const fed_problem *problem =
                    build(&made[k], &fed_model_linear, losses[l], k, wide ? 40 : 6, true);
                const size_t p = problem->p;
                double *work = FED_ARRAY(&made[k].arena, problem->work, double);
                double *g = FED_ARRAY(&made[k].arena, p, double),
                       *h = FED_ARRAY(&made[k].arena, p * p, double);
                const double *theta = make_vector(&made[k], p, 0.1, 9);
                double now = fed_client_value(problem, 0, theta, work), size = 0.0;

                fed_client_gradient(problem, 0, theta, g, work);
                fed_client_hessian(problem, 0, theta, h, work);
                if (k == DOUBLES) {
                    value = now;
                    first[0] = g;
                    first[1] = h;
                }
                ASSERT_CLOSE(now, value, 1e-13);
                for (size_t j = 0; j < p * p; j++)
                    size = fmax(size, fabs(first[1][j]));
                for (size_t j = 0; j < p; j++)
                    CU_ASSERT(fabs(g[j] - first[0][j]) <= 1e-12 * (1.0 + fabs(first[0][j])));
                for (size_t j = 0; j < p * p; j++)
                    CU_ASSERT(fabs(h[j] - first[1][j]) <= 1e-13 * (1.0 + size));
            }
            for (kind k = DOUBLES; k < KINDS; k++)
                fed_arena_free(&made[k].arena);
        }
}

/* Two gradients at once have the bits of each alone, and are those of the rows added up. */
static void test_two(void)
{
    enum { N = 60 };

    for (kind k = DOUBLES; k < KINDS; k++) {
        made_data made = {.arena = {NULL}};
        const fed_problem *problem = build(&made, &fed_model_linear, losses[0], k, 6, true);
        const fed_matrix *x = &problem->data->matrix;
        const size_t p = problem->p, *rows = problem->part->row;
        const double *w = make_vector(&made, N, 1.0, 31), *v = make_vector(&made, N, 1.0, 32);
        double *alone = FED_ARRAY(&made.arena, 2 * p, double),
               *both = FED_ARRAY(&made.arena, 2 * p, double), row[8];

        for (int i = 0; i < 2; i++)
            fed_model_linear.backward(&problem->model, x, rows, N, NULL, i == 0 ? w : v,
                                      alone + (size_t)i * p, NULL);
        fed_linear_backward_two(&problem->model, x, rows, N, w, v, both, both + p);
        for (size_t j = 0; j < 2 * p; j++)
            ASSERT_SAME_BITS(both[j], alone[j]);
        for (size_t i = 0; i < N; i++) {
            fed_linear_row(&problem->model, x, rows[i], row);
            for (size_t j = 0; j < p; j++) {
                both[j] -= w[i] * row[j];
                both[p + j] -= v[i] * row[j];
            }
        }
        for (size_t j = 0; j < 2 * p; j++)
            CU_ASSERT(fabs(both[j]) < 1e-12);
        fed_arena_free(&made.arena);
    }
}

/* Entries that are all the same are not read, for two gradients at once: the same bits. */
static void test_two_units(void)
{
    enum { N = 60 };
    made_data made = {.arena = {NULL}};
    const fed_problem *problem = build(&made, &fed_model_linear, losses[0], SPARSE, 6, true);
    fed_matrix x = problem->data->matrix;
    const size_t p = problem->p, *rows = problem->part->row;
    const double *w = make_vector(&made, N, 1.0, 33), *v = make_vector(&made, N, 1.0, 34);
    double *read = FED_ARRAY(&made.arena, 2 * p, double),
           *unread = FED_ARRAY(&made.arena, 2 * p, double),
           *val = FED_ARRAY(&made.arena, x.ptr[x.n], double);

    for (size_t k = 0; k < x.ptr[x.n]; k++)
        val[k] = 0.7;
    x.val = val;
    x.unit = 0.0;
    fed_linear_backward_two(&problem->model, &x, rows, N, w, v, read, read + p);
    x.unit = 0.7;
    fed_linear_backward_two(&problem->model, &x, rows, N, w, v, unread, unread + p);
    for (size_t j = 0; j < 2 * p; j++)
        ASSERT_SAME_BITS(unread[j], read[j]);
    CU_ASSERT(x.ptr[x.n] > N && read[0] != 0.0);
    fed_arena_free(&made.arena);
}

/* The program's sections, with two more models. */
static const fed_section *with_bent(void)
{
    static const fed_entry *const models[] = {&fed_model_linear.entry, &bent.entry, &bare.entry,
                                              NULL};
    static fed_section sections[32];

    for (size_t k = 0; k < 31 && (k == 0 || fed_sections[k - 1].path != NULL); k++) {
        sections[k] = fed_sections[k];
        if (sections[k].path != NULL && strcmp(sections[k].path, "model") == 0)
            sections[k].variants = models;
    }
    return sections;
}

static double last_loss(const char *algorithm, int threads, size_t *p)
{
    fed_arena arena = {NULL};
    fed_config *config;
    fed_study study;
    fed_error error = {FED_OK, ""};
    char text[1024];
    double loss = NAN;

    snprintf(text, sizeof text,
             "data = { source = \"synthetic\"; model = \"linear\"; samples = 200; noise = 0.1; "
             "theta = [0.5, -0.4, 0.2]; };\nmodel = \"bent\";\nloss = { intercept = true; };\n"
             "partition = { clients = 4; };\n%s",
             algorithm);
    CU_ASSERT_FATAL(fed_config_open(&arena, files_text("bent.cfg", text), with_bent(), NULL, 0,
                                    &config, NULL, &error) == FED_OK);
    CU_ASSERT_FATAL(fed_study_init(&study, config, threads, &error) == FED_OK);
    CU_ASSERT_FATAL(fed_study_run(&study, &error) == FED_OK);
    *p = study.results[0].p;
    loss = study.results[0].records[study.results[0].recorded - 1].value[FED_METRIC_loss];
    CU_ASSERT(loss < 0.5 * study.results[0].records[0].value[FED_METRIC_loss]);
    fed_study_free(&study);
    fed_arena_free(&arena);
    return loss;
}

/* FedAvg and NGD descend on it to about the same loss, at any number of threads. */
static void test_runs(void)
{
    static const char *const methods[] = {
        "algorithm = { name = \"fedavg\"; rounds = 400; learning_rate = 0.2; };",
        "algorithm = { name = \"ngd\"; rounds = 800; learning_rate = 0.1; };\n"
        "network = { type = \"circle\"; degree = 2; };"};
    double loss[2];

    for (size_t k = 0; k < 2; k++) {
        size_t p;

        loss[k] = last_loss(methods[k], 1, &p);
        CU_ASSERT(p == 4);
        ASSERT_SAME_BITS(loss[k], last_loss(methods[k], 3, &p));
    }
    CU_ASSERT(fabs(loss[0] - loss[1]) < 0.05 * loss[0]);
}

/* What becomes of a run of the model without second derivatives. */
static fed_status try_bare(const char *algorithm, const char *more, char *message)
{
    fed_arena arena = {NULL};
    fed_config *config;
    fed_study study;
    fed_error error = {FED_OK, ""};
    char text[1024];

    snprintf(text, sizeof text,
             "data = { source = \"synthetic\"; model = \"linear\"; samples = 60; noise = 0.1; "
             "theta = [0.5, -0.4, 0.2]; test_fraction = 0.2; };\nmodel = \"bare\";\n"
             "partition = { clients = 3;%s };\nalgorithm = { name = \"%s\"; rounds = 2; %s",
             strcmp(algorithm, "fedlrgd") == 0 ? " server = 20;" : "", algorithm, more);
    CU_ASSERT_FATAL(fed_config_open(&arena, files_text("bare.cfg", text), with_bent(), NULL, 0,
                                    &config, NULL, &error) == FED_OK);
    CU_ASSERT_FATAL(fed_study_init(&study, config, 1, &error) == FED_OK);
    if (fed_study_run(&study, &error) != FED_OK)
        snprintf(message, sizeof error.text, "%s", error.text);
    fed_study_free(&study);
    fed_arena_free(&arena);
    return error.status;
}

/* Every method runs it or names itself and what is lacking; none calls what is not there. */
static void test_refusals(void)
{
    static const struct {
        const char *method, *more, *refused; /* NULL: it runs */
    } cases[] = {
        {"ngd", "};", NULL},
        {"fedavg", "};", NULL},
        {"scaffold", "};", NULL},
        {"local-update", "};", NULL},
        {"fedlrgd", "};", NULL},
        {"fedprox", "};",
         "the model 'bare' has no Hessian-vector products, and fedprox needs them"},
        {"local-update", "theta = \"maml\"; };",
         "the model 'bare' has no Hessian-vector products, and maml needs them"},
        {"fedavg", "learning_rate = { schedule = \"theorem29\"; }; };",
         "the model 'bare' has no Hessian, and theorem29 needs one"},
        {"fednewton", "};", "the model 'bare' has no Hessian, and fednewton needs one"},
        {"newton-sketch", "};",
         "'linear' with the model 'bare' does not depend on one product x'theta, and "
         "newton-sketch"},
        {"fedipm", "};",
         "'linear' with the model 'bare' does not depend on one product x'theta, and fedipm"},
    };
    size_t named = 0;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char message[1024] = "";
        const fed_status status = try_bare(cases[k].method, cases[k].more, message);

        if (status != (cases[k].refused != NULL ? FED_CONFIG : FED_OK) ||
            (cases[k].refused != NULL && strstr(message, cases[k].refused) == NULL)) {
            printf("# %s %s: %s\n", cases[k].method, cases[k].more, message);
            CU_FAIL("another message");
        }
    }
    for (const fed_entry *const *entry = fed_algorithms; *entry != NULL; entry++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            if (strcmp(cases[k].method, (*entry)->name) == 0) {
                named++;
                break;
            } else if (k + 1 == sizeof cases / sizeof *cases) {
                printf("# %s is not tried\n", (*entry)->name);
                CU_FAIL("a method that is not tried");
            }
    CU_ASSERT(named >= 9);
}

/* And every analysis, of a method that it is for. */
static void test_refusing_analyses(void)
{
    static const char *const methods[] = {"ngd", "fedavg", "local-update", "fedlrgd"};

    for (const fed_entry *const *entry = fed_analyses; *entry != NULL; entry++)
        for (size_t k = 0; k < 4; k++) {
            char more[128], message[1024] = "";
            fed_status status;

            snprintf(more, sizeof more, "}; analysis = [\"%s\"];", (*entry)->name);
            status = try_bare(methods[k], more, message);
            CU_ASSERT(status == FED_OK || status == FED_CONFIG);
            if (status != FED_OK)
                CU_ASSERT(strstr(message, (*entry)->name) != NULL);
        }
}

/* Fans bound what xavier and he draw; layers without fans start where they say. */
static void test_start(void)
{
    static const fed_layer layers[] = {{"w", 2, {30, 20}, 20, 30, 0.0, 0.0},
                                       {"b", 1, {5}, 0, 0, 1.0, 0.0},
                                       {"e", 1, {400}, 0, 0, 2.0, 0.05}};
    const fed_model model = {.p = 1005, .layers = 3, .layer = layers};
    static const struct {
        const char *rule;
        double bound;
    } rules[] = {{"xavier", 0.34641016151377546}, {"he", 0.54772255750516611}};

    for (size_t k = 0; k < 2; k++) {
        fed_rng rng = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0);
        double theta[1005], most = 0.0, sum = 0.0;

        fed_model_start(&model, rules[k].rule, &rng, theta);
        for (size_t j = 0; j < 600; j++)
            most = fmax(most, fabs(theta[j]));
        for (size_t j = 605; j < 1005; j++)
            sum += (theta[j] - 2.0) * (theta[j] - 2.0);
        CU_ASSERT(most <= rules[k].bound && most > 0.95 * rules[k].bound);
        CU_ASSERT(theta[600] == 1.0 && theta[604] == 1.0);
        CU_ASSERT(fabs(sqrt(sum / 400.0) - 0.05) < 0.01);
    }
}

/* eta and grad against sums in order; sizes that tiles, panels and vectors divide and do not. */
static void check_several(size_t outputs, size_t d, size_t n)
{
    enum { MOST = 21, WIDE = 1100 };
    static double theta[MOST * (WIDE + 1)], x[FED_BLOCK * WIDE], grad[MOST * (WIDE + 1)];
    double eta[MOST * FED_BLOCK], alone[MOST * FED_BLOCK];
    const double *row[FED_BLOCK], bound = 4.0 * DBL_EPSILON * (double)(d + n);
    const size_t step = d + 1;
    fed_rng rng = fed_rng_stream(1, FED_RNG_TEST, outputs, d, n);
    bool close = true, same = true;

    for (size_t k = 0; k < outputs * step; k++)
        theta[k] = grad[k] = fed_rng_normal(&rng);
    for (size_t k = 0; k < n * d; k++)
        x[k] = fed_rng_normal(&rng);
    for (size_t i = 0; i < n; i++)
        row[i] = x + i * d;
    fed_several_forward(outputs, d, theta, step, row, n, eta);
    fed_several_forward(outputs, d, theta, step, row + n - 1, 1, alone);
    fed_several_backward(outputs, d, row, n, eta, grad, step);
    for (size_t c = 0; c < outputs; c++) {
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0, size = 0.0;

            for (size_t j = 0; j < d; j++) {
                sum += theta[c * step + j] * row[i][j];
                size += fabs(theta[c * step + j] * row[i][j]);
            }
            close = close && fabs(eta[c * FED_BLOCK + i] - sum) <= bound * size;
        }
        same = same && alone[c * FED_BLOCK] == eta[c * FED_BLOCK + n - 1];
        for (size_t j = 0; j < d; j++) {
            double sum = theta[c * step + j], size = fabs(sum);

            for (size_t i = 0; i < n; i++) {
                sum += eta[c * FED_BLOCK + i] * row[i][j];
                size += fabs(eta[c * FED_BLOCK + i] * row[i][j]);
            }
            close = close && fabs(grad[c * step + j] - sum) <= bound * size;
        }
        same = same && grad[c * step + d] == theta[c * step + d]; /* the intercept's place */
    }
    CU_ASSERT(close);
    CU_ASSERT(same);
}

static void test_several(void)
{
    static const size_t widths[] = {1, 3, 8, 17, 40, 500, 1100}, counts[] = {1, 2, 7, FED_BLOCK};

    for (size_t outputs = 1; outputs <= 21; outputs++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
            for (size_t l = 0; l < sizeof counts / sizeof *counts; l++)
                check_several(outputs, widths[k], counts[l]);
}

int main(void)
{
    CU_TestInfo tests[] = {{"slopes of every model, loss and kind of matrix", test_slopes},
                           {"four kinds of matrices agree", test_kinds},
                           {"products with several vectors", test_several},
                           {"two gradients at once", test_two},
                           {"two gradients of equal entries", test_two_units},
                           {"runs of a model nothing else knows", test_runs},
                           {"methods that a model cannot serve refuse it", test_refusals},
                           {"and analyses", test_refusing_analyses},
                           {"initial values by layers", test_start},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"models", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
