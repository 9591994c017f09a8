/* test_losses.c -- derivatives of every loss in every form, and their safety far out. */
#include "problem/gram.h"
#include "problem/pack.h"
#include "core/fastmath.h"
#include "core/normal.h"
#include "crew.h"
#include "problems.h"
#include "tap.h"
#include "problem/client.h"
#include "problem/objective.h"

#include <string.h>

/* FAST: Gram or packed, whichever the loss takes */
typedef enum data_form { DENSE, SPARSE, FAST } data_form;

static const fed_loss *const all[] = {
    &fed_loss_linear,  &fed_loss_logistic,  &fed_loss_poisson,
    &fed_loss_softmax, &fed_loss_quantile,  &fed_loss_hinge,
    &fed_loss_pnorm,   &fed_loss_quadratic, &fed_loss_exponential};
enum { LOSSES = sizeof all / sizeof *all };

static const fed_problem *build(made_data *made, const fed_loss *loss, data_form form, size_t d,
                                bool intercept, double l2)
{
    fed_problem_options options = make_options(loss);
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};

    make_data(made, 90, d, 3, form == SPARSE, loss->labels, 17);
    if (loss == &fed_loss_quadratic && intercept)
        make_curvature(made, 18); /* in the place of the intercept it does not have */
    options.intercept = intercept && loss != &fed_loss_quadratic;
    options.l2 = l2;
    options.scale = 1.7;
    options.plain = form != FAST;
    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), &options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    CU_ASSERT(form != FAST || (problem->gram != NULL) == loss->affine);
    CU_ASSERT(form == FAST || (problem->gram == NULL && problem->pack == NULL));
    return problem;
}

/* Largest |a - b| relative to the largest |b|. */
static double apart(size_t n, const double *a, const double *b)
{
    double most = 0.0, size = 1e-300;

    for (size_t j = 0; j < n; j++) {
        most = fabs(a[j] - b[j]) <= most ? most : fabs(a[j] - b[j]);
        size = fmax(size, fabs(b[j]));
    }
    return most / size;
}

/* Gradient by central differences of the value, Hessian-vector product by differences of the
 * gradient, Hessian by products with unit vectors. */
static void check_client(made_data *made, const fed_problem *problem, size_t client)
{
    const size_t p = problem->p;
    double *work = FED_ARRAY(&made->arena, problem->work, double),
           *g = FED_ARRAY(&made->arena, 6 * p, double);
    double *up = g + p, *down = up + p, *at = down + p, *hv = at + p, *column = hv + p;
    double *h = FED_ARRAY(&made->arena, p * p, double), *theta = make_vector(made, p, 0.4, 5);
    const double step = 1e-5;

    fed_client_gradient(problem, client, theta, g, work);
    for (size_t k = 0; k < (p < 20 ? p : 4); k++) {
        double *v = make_vector(made, p, 1.0 / sqrt((double)p), 100 + k), slope = 0.0, above, below;

        for (size_t j = 0; j < p; j++) {
            up[j] = theta[j] + step * v[j];
            down[j] = theta[j] - step * v[j];
            slope += g[j] * v[j];
        }
        above = fed_client_value(problem, client, up, work);
        below = fed_client_value(problem, client, down, work);
        ASSERT_CLOSE(slope, (above - below) / (2.0 * step), 1e-7);
        if (!problem->loss->smooth)
            continue;
        fed_client_hvp(problem, client, theta, v, hv, work);
        fed_client_gradient(problem, client, up, at, work);
        fed_client_gradient(problem, client, down, column, work);
        for (size_t j = 0; j < p; j++)
            at[j] = (at[j] - column[j]) / (2.0 * step);
        CU_ASSERT(apart(p, hv, at) < 1e-6);
    }
    fed_client_hessian(problem, client, theta, h, work);
    for (size_t k = 0; k < p; k += 1 + p / 20) {
        memset(up, 0, p * sizeof *up);
        up[k] = 1.0;
        fed_client_hvp(problem, client, theta, up, column, work);
        for (size_t j = 0; j < p; j++) {
            at[j] = h[j * p + k];
            ASSERT_SAME_BITS(h[j * p + k], h[k * p + j]);
        }
        CU_ASSERT(apart(p, at, column) < 1e-11);
    }
}

static void check_forms(size_t d)
{
    for (size_t k = 0; k < LOSSES; k++)
        for (data_form form = DENSE; form <= FAST; form++)
            for (int variant = 0; variant < 4; variant++) {
                made_data made = {.arena = {NULL}};
                const fed_problem *problem = build(&made, all[k], form, d, (variant & 1) != 0,
                                                   (variant & 2) != 0 ? 0.3 : 0.0);

                for (size_t m = 0; m < problem->clients; m++)
                    check_client(&made, problem, m);
                fed_arena_free(&made.arena);
            }
}

static void test_derivatives_small(void)
{
    check_forms(5);
}

static void test_derivatives_wide(void)
{
    check_forms(37); /* products by BLIS */
}

static void test_derivatives_softmax_product(void)
{
    for (data_form form = DENSE; form <= SPARSE; form++) {
        made_data made = {.arena = {NULL}};

        check_client(&made, build(&made, &fed_loss_softmax, form, 180, true, 0.1), 1);
        fed_arena_free(&made.arena);
    }
}

/* Value and gradient of the Gram and the packed form, and of the batch of all rows, are the pass's.
 */
static void test_forms_agree(void)
{
    for (size_t k = 0; k < LOSSES; k++)
        for (size_t d = 1; d <= 70; d += d < 20 ? 1 : 25) {
            made_data plain = {.arena = {NULL}}, fast = {.arena = {NULL}};
            const fed_problem *a = build(&plain, all[k], DENSE, d, d % 2 == 0, 0.1);
            const fed_problem *b = build(&fast, all[k], FAST, d, d % 2 == 0, 0.1);
            double *work = FED_ARRAY(&plain.arena, a->work + b->work, double),
                   *g = make_vector(&plain, 3 * a->p, 1, 1);
            double *theta = make_vector(&plain, a->p, 0.3, 9), *ga = g, *gb = g + a->p,
                   *batch = gb + a->p;
            double va, vb;

            for (size_t m = 0; m < a->clients; m++) {
                const size_t first = a->part->start[m], n = a->part->start[m + 1] - first;

                fed_client_gradient(a, m, theta, ga, work);
                fed_client_gradient(b, m, theta, gb, work);
                fed_batch_gradient(b, b->part->row + first, n, (double)n, theta, batch, work);
                CU_ASSERT(apart(a->p, gb, ga) < 1e-12 && apart(a->p, batch, ga) < 1e-12);
                ASSERT_CLOSE(fed_client_value(b, m, theta, work),
                             fed_client_value(a, m, theta, work), 1e-12);
            }
            va = fed_problem_value(a, crew(), theta, ga);
            vb = fed_problem_value(b, crew(), theta, gb);
            ASSERT_CLOSE(vb, va, 1e-12);
            CU_ASSERT(apart(a->p, gb, ga) < 1e-12);
            fed_arena_free(&plain.arena);
            fed_arena_free(&fast.arena);
        }
}

/* The probabilities of every class of three samples far out. */
static void check_classes(double size)
{
    double eta[3 * FED_BLOCK] = {0}, labels[3] = {0.0, 1.0, 2.0}, d1[3 * FED_BLOCK],
                   d2[3 * FED_BLOCK];

    for (size_t i = 0; i < 3; i++) {
        eta[i] = size;
        eta[FED_BLOCK + i] = -0.5 * size;
    }
    fed_loss_softmax.link(NULL, 3, 3, eta, labels, NULL, d1, d2);
    for (size_t i = 0; i < 3; i++)
        for (size_t c = 0; c < 3; c++) {
            const double p = c == (size > 0.0 ? 0 : 1) ? 1.0 : 0.0;

            CU_ASSERT(d2[c * FED_BLOCK + i] == p);
            CU_ASSERT(d1[c * FED_BLOCK + i] == p - (c == i ? 1.0 : 0.0));
        }
}

/* Huge parameters: infinite at worst, never NaN. */
static void test_far_out(void)
{
    static const double sizes[] = {1e4, -1e4, 1e150, -1e150, 1e308, -1e308};

    for (size_t k = 0; k < LOSSES; k++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int y = 0; y < 2; y++) {
                double eta[3 * FED_BLOCK] = {0}, labels[1] = {y}, value[1], d1[3 * FED_BLOCK],
                               d2[3 * FED_BLOCK];
                static const fed_pnorm_keys low = {1.5};
                const void *keys = all[k] == &fed_loss_pnorm ? &low : make_keys(all[k]).values;

                if (all[k]->link == NULL)
                    continue;
                eta[0] = sizes[s];
                eta[FED_BLOCK] = -0.5 * sizes[s];
                all[k]->link(keys, 3, 1, eta, labels, value, d1, d2);
                CU_ASSERT(!isnan(value[0]) && isfinite(d1[0]) && isfinite(d2[0]) &&
                          value[0] >= 0.0);
                if (all[k] == &fed_loss_softmax)
                    check_classes(sizes[s]);
                eta[0] = copysign(INFINITY, sizes[s]);
                all[k]->link(keys, 3, 1, eta, labels, value, d1, d2);
                CU_ASSERT(!isnan(value[0]) && !isnan(d1[0]) && !isnan(d2[0]));
                eta[0] = NAN; /* but what is lost stays visible */
                all[k]->link(keys, 3, 1, eta, labels, value, d1, NULL);
                CU_ASSERT(isnan(value[0]) || isnan(d1[0]));
            }
}

/* The logistic tails keep their relative precision: exp(-|eta|) far out. */
static void test_tails(void)
{
    double eta[2] = {-40.0, 40.0}, y[2] = {0.0, 1.0}, value[2], d1[2], d2[2];

    fed_loss_logistic.link(NULL, 1, 2, eta, y, value, d1, d2);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT(fabs(value[i] / exp(-40.0) - 1.0) < 1e-14);
        CU_ASSERT(fabs(fabs(d1[i]) / exp(-40.0) - 1.0) < 1e-14);
        CU_ASSERT(fabs(d2[i] / exp(-40.0) - 1.0) < 1e-14);
    }
}

/* Value and derivative asked for together are those asked for one by one. */
static void test_together(void)
{
    enum { N = 61 };
    double eta[N], y[N], value[2][N], d1[2][N];

    for (int i = 0; i < N; i++) {
        eta[i] = i == 7 ? INFINITY : i == 8 ? -INFINITY : i == 9 ? 0.0 : 1e-3 * pow(-1.3, i);
        y[i] = 0.25 * (i % 5);
    }
    fed_loss_logistic.link(NULL, 1, N, eta, y, value[0], d1[0], NULL);
    fed_loss_logistic.link(NULL, 1, N, eta, y, value[1], NULL, NULL);
    fed_loss_logistic.link(NULL, 1, N, eta, y, NULL, d1[1], NULL);
    CU_ASSERT(memcmp(value[0], value[1], sizeof value[0]) == 0);
    CU_ASSERT(memcmp(d1[0], d1[1], sizeof d1[0]) == 0);
}

static void test_exp(void)
{
    double worst = 0.0, worst_log = 0.0;

    for (double x = -706.9; x < 709.7; x += 0.0137)
        worst = fmax(worst, fabs(fed_exp(x) / exp(x) - 1.0));
    for (double z = 1e-300; z <= 1.0; z = z * 1.01)
        worst_log = fmax(worst_log, fabs(fed_log1p(z) / log1p(z) - 1.0));
    CU_ASSERT(worst < 5e-16 && worst_log < 5e-16);
    for (double x = 1e-307; x < 1e308; x *= 1.0003)
        worst_log = fmax(worst_log, fabs(fed_log(x) - log(x)) / fabs(log(x)));
    for (double h = 1e-15; h < 0.5; h *= 1.01)
        worst_log = fmax(worst_log, fmax(fabs(fed_log(1.0 + h) / log(1.0 + h) - 1.0),
                                         fabs(fed_log(1.0 - h) / log(1.0 - h) - 1.0)));
    CU_ASSERT(worst_log < 5e-16);
    ASSERT_SAME_BITS(fed_log(1.0), 0.0);
    CU_ASSERT(isinf(fed_exp(709.8)) && isinf(fed_exp(INFINITY)) && isfinite(fed_exp(709.78)));
    CU_ASSERT(fed_exp(-1e300) == 0.0 && fed_exp(-INFINITY) == 0.0 && isnan(fed_exp(NAN)));
    ASSERT_SAME_BITS(fed_exp(0.0), 1.0);
}

/* Units in the last place of `want` between them. */
static double ulps(double got, long double want)
{
    const double near = fabs((double)want);

    return (double)fabsl((long double)got - want) / (nextafter(near, INFINITY) - near);
}

/* Two units in the last place for exp and log1p, four for what the link makes of them with its sums
 * and products; the reference is long double. Every machine's kernel sees this test. */
static void test_ulps(void)
{
    enum { N = 64 };
    double eta[N], y[N], value[N], d1[N], d2[N], exps = 0.0, logs = 0.0, links = 0.0;

    for (double x = 0.0; x < 707.9; x += 0.00371)
        exps = fmax(exps, ulps(fed_exp_minus(x), expl(-(long double)x)));
    for (double z = 1e-300; z <= 1.0; z *= 1.0007)
        logs = fmax(logs, ulps(fed_log1p(z), log1pl((long double)z)));
    for (double from = -700.0; from < 700.0; from += 0.21) {
        for (int i = 0; i < N; i++) {
            eta[i] = from + 0.003 * i;
            y[i] = i % 2;
        }
        fed_loss_logistic.link(NULL, 1, N, eta, y, value, d1, d2);
        for (int i = 0; i < N; i++) { /* phi = log(1 + exp(s)), s = (1 - 2y) eta */
            const long double s = y[i] == 0.0 ? eta[i] : -(long double)eta[i];
            const long double e = expl(-fabsl(s)), sigma = (s < 0.0L ? e : 1.0L) / (1.0L + e);

            links = fmax(links, ulps(value[i], fmaxl(s, 0.0L) + log1pl(e)));
            links = fmax(links, ulps(fabs(d1[i]), sigma));
            links = fmax(links, ulps(d2[i], e / (1.0L + e) / (1.0L + e)));
        }
    }
    CU_ASSERT(exps < 2.0 && logs < 2.0);
    CU_ASSERT(links < 4.0);
    CU_ASSERT(fed_exp_minus(INFINITY) == fed_exp_minus(708.0) && fed_exp_minus(1e9) > 0.0);
    CU_ASSERT(isnan(fed_exp_minus(NAN)) && isnan(fed_exp_minus(-NAN)));
    ASSERT_SAME_BITS(fed_exp_minus(0.0), 1.0);
}

/* Pieces of 8 to 64 samples in columns that are further apart: five of the last eight are padding
 * in every other one. */
typedef struct pieces {
    double x[4][8 * 72], y[FED_MANY], eta[FED_MANY], theta[4][8];
    fed_piece piece[4];
    fed_few few;
} pieces;

static void make_pieces(pieces *s, size_t p, size_t n, bool one)
{
    fed_rng rng = fed_rng_stream(5, FED_RNG_TEST, p, n, one);

    memset(s, 0, sizeof *s);
    s->few = (fed_few){p, 4, 0, s->piece, s->y};
    for (size_t k = 0; k < 4; k++) {
        const size_t own = k % 2 == 0 ? n : 72 - n, count = k % 2 == 0 ? own - 5 : own;

        s->piece[k] = (fed_piece){own, count, 72, s->x[k]};
        for (size_t j = 0; j < p; j++)
            s->theta[k][j] = one && k > 0 ? s->theta[0][j] : 0.3 * fed_rng_normal(&rng);
        for (size_t i = 0; i < count; i++) {
            s->y[s->few.n + i] = (double)(i % 2);
            for (size_t j = 0; j < p; j++)
                s->eta[s->few.n + i] +=
                    s->theta[k][j] * (s->x[k][j * 72 + i] = fed_rng_normal(&rng));
        }
        s->few.n += own;
    }
}

/* The gradients of several clients from columns in one pass against the link's derivatives, sample
 * by sample, for every number of columns that has a body of its own. */
static void check_slopes(const fed_loss *loss, size_t p, size_t n)
{
    static pieces s;
    static double room[FED_MANY];
    const double *theta[] = {s.theta[0], s.theta[1], s.theta[2], s.theta[3]};
    double d1[FED_MANY], grad[4][FED_FEW];

    make_pieces(&s, p, n, false);
    for (size_t at = 0; at < s.few.n; at += 8)
        loss->link(NULL, 1, 8, s.eta + at, s.y + at, NULL, d1 + at, NULL);
    loss->slopes(&s.few, theta, grad[0], room);
    for (size_t k = 0, at = 0; k < 4; at += s.piece[k++].n)
        for (size_t j = 0; j < p; j++) {
            double want = 0.0;

            for (size_t i = 0; i < s.piece[k].n; i++)
                want += d1[at + i] * s.x[k][j * 72 + i];
            ASSERT_CLOSE(grad[k][j], want, 1e-12);
        }
}

/* The same at one theta with values and errors, to which padding must add nothing. */
static void check_measures(const fed_loss *loss, size_t p, size_t n)
{
    static pieces s;
    static double room[3 * FED_MANY];
    double d1[8], value[8], grad[8] = {0.0}, want[8] = {0.0}, wrong = 0.0, errors = 0.0, sum = 0.0;
    fed_total total = {.factors = 0};

    make_pieces(&s, p, n, true);
    for (size_t k = 0, at = 0; k < 4; at += s.piece[k++].n)
        for (size_t i = 0; i < s.piece[k].count; i++) {
            loss->link(NULL, 1, 1, s.eta + at + i, s.y + at + i, value, d1, NULL);
            sum += *value;
            errors += (s.eta[at + i] > 0.0) != (s.y[at + i] > 0.5);
            for (size_t j = 0; j < p; j++)
                want[j] += 0.25 * *d1 * s.x[k][j * 72 + i];
        }
    loss->measures(&s.few, s.theta[0], 0.25, &total, grad, &wrong, room);
    ASSERT_CLOSE(fed_total_take(&total), sum, 1e-13);
    CU_ASSERT(loss->labels != FED_LABELS_SOFT || wrong == errors);
    for (size_t j = 0; j < p; j++)
        ASSERT_CLOSE(grad[j], want[j], 1e-12);
    loss->measures(&s.few, s.theta[0], 0.25, &total, NULL, NULL, room);
    ASSERT_CLOSE(fed_total_take(&total), sum, 1e-13);
}

static void test_few(void)
{
    for (size_t p = 1; p <= 8; p++)
        for (size_t n = 8; n <= FED_BLOCK; n += 8) {
            check_slopes(&fed_loss_logistic, p, n);
            check_slopes(&fed_loss_poisson, p, n);
            check_measures(&fed_loss_logistic, p, n);
            check_measures(&fed_loss_poisson, p, n);
        }
}

/* Sums by products against long double, in blocks whose lengths no vector divides and with more
 * factors than a product may have; spread: of the outputs about shift, which makes losses small. */
static void check_total(double shift, double spread, size_t blocks)
{
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, blocks, 0, 0);
    fed_total total = {.factors = 0};
    long double sum = 0.0L;
    double eta[FED_BLOCK], y[FED_BLOCK], d1[FED_BLOCK], alone[FED_BLOCK], worst = 0.0;
    size_t samples = 0;

    for (size_t b = 0; b < blocks; b++) {
        const size_t n = 1 + (b * 13 + 50) % FED_BLOCK;

        for (size_t i = 0; i < FED_BLOCK; i++) { /* what lies behind n is nobody's */
            y[i] = (double)(i % 2);
            eta[i] = i < n ? (2.0 * y[i] - 1.0) * (shift + spread * fed_rng_normal(&rng)) : NAN;
        }
        fed_loss_logistic.add(NULL, n, eta, y, &total, d1);
        fed_loss_logistic.link(NULL, 1, n, eta, y, NULL, alone, NULL);
        for (size_t i = 0; i < n; i++) {
            const long double s = y[i] == 0.0 ? eta[i] : -(long double)eta[i];

            sum += fmaxl(s, 0.0L) + log1pl(expl(-fabsl(s)));
            worst = fmax(worst, ulps(d1[i], (long double)alone[i]));
        }
        samples += n;
    }
    CU_ASSERT(fabsl((long double)fed_total_take(&total) - sum) <=
              1e-15L * sqrtl((long double)samples) * sum);
    CU_ASSERT(worst <= 4.0); /* the slope that the link has, rounded otherwise */
    ASSERT_SAME_BITS(fed_total_take(&total), 0.0);
}

static void test_total(void)
{
    fed_total total = {.factors = 0};
    double eta[FED_BLOCK] = {INFINITY, -INFINITY, 1.0}, y[FED_BLOCK] = {1.0, 0.0, 0.5},
           d1[FED_BLOCK];
    double logs = 0.0;

    for (double z = 1e-300; z < 0x1p500; z *= 1.01)
        logs = fmax(logs, ulps(fed_log_above(z), log1pl((long double)z)));
    CU_ASSERT(logs < 3.0);
    ASSERT_SAME_BITS(fed_log_above(0.0), 0.0);
    for (size_t blocks = 1; blocks <= 1000; blocks *= 10) {
        check_total(0.0, 1.0, blocks);
        check_total(1.0, 20.0, blocks);
        check_total(40.0, 1.0, blocks);  /* losses of 1e-17 */
        check_total(-40.0, 1.0, blocks); /* and of 40 */
    }
    fed_loss_logistic.add(NULL, 3, eta, y, &total, d1);
    ASSERT_CLOSE(fed_total_take(&total), log1p(exp(-1.0)) + 0.5, 1e-15);
    eta[1] = INFINITY; /* on the wrong side */
    fed_loss_logistic.add(NULL, 2, eta, y, &total, d1);
    CU_ASSERT(fed_total_take(&total) == INFINITY);
    eta[1] = NAN;
    fed_loss_logistic.add(NULL, 2, eta, y, &total, d1);
    CU_ASSERT(isnan(fed_total_take(&total)));
}

int main(void)
{
    CU_TestInfo tests[] = {{"derivatives by differences, few features", test_derivatives_small},
                           {"derivatives by differences, more features", test_derivatives_wide},
                           {"derivatives of a large softmax", test_derivatives_softmax_product},
                           {"every form gives the pass over the data", test_forms_agree},
                           {"no NaN however far out", test_far_out},
                           {"logistic tails are precise", test_tails},
                           {"logistic values and derivatives in one pass", test_together},
                           {"exp and log1p to the last place", test_exp},
                           {"links in units of the last place", test_ulps},
                           {"logistic losses as logarithms of products", test_total},
                           {"gradients of a few columns in one pass", test_few},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"losses", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
