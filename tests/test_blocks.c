/* test_blocks.c -- barriers against finite differences, brute force and the definition of their
 * degree. */
#include "algorithms/ipm/blocks/block.h"
#include "core/rng.h"
#include "tap.h"
#include "core/normal.h"

typedef struct kind {
    const fed_block *block;
    double shape, lower, upper, nu;
} kind;

static const kind kinds[] = {
    {&fed_block_quadratic, 1.0, 0, 0, 1},
    {&fed_block_quadratic, 7.5, 0, 0, 1},
    {&fed_block_entropy, 1.0, 0, 0, 3},
    {&fed_block_power, 3.0, 0, 0, 4},
    {&fed_block_power, 1.5, 0, 0, 4},
    {&fed_block_power, 1.1, 0, 0, 4},
    {&fed_block_interval, 1.0, -0.3, 0.7, 2},
    {&fed_block_interval, 1.0, 0.0, INFINITY, 1},
    {&fed_block_interval, 1.0, -INFINITY, 2, 1},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct unit {
    double a, slack, cz, lower, upper;
    fed_span span;
    const fed_block *block;
} unit;

static void make(unit *u, const kind *k, double a, double slack)
{
    *u = (unit){a, slack, 1.3, k->lower, k->upper, {0}, k->block};
    u->span = (fed_span){1, &u->a, &u->slack, &u->cz, &u->lower, &u->upper, k->shape, false};
}

/* A point of the interior, near the boundary or not. */
static void place(unit *u, const kind *k, fed_rng *rng, double depth)
{
    double a = fed_rng_normal(rng);

    if (k->block == &fed_block_entropy)
        a = depth + (1.0 - 2.0 * depth) * fed_rng_uniform(rng);
    if (k->block == &fed_block_interval)
        a = isfinite(k->lower) && isfinite(k->upper)
                ? k->lower + (k->upper - k->lower) * fed_rng_uniform(rng)
            : isfinite(k->lower) ? k->lower + depth * fed_rng_exponential(rng)
                                 : k->upper - depth * fed_rng_exponential(rng);
    make(u, k, a, depth * (0.2 + fed_rng_uniform(rng)));
}

/* phi at (a + h, z + k): the merit without its linear part */
static double barrier(const unit *u, const kind *k, double h, double dz)
{
    unit moved;
    double zero = 0.0, value;

    make(&moved, k, u->a, u->slack);
    k->block->move(&u->span, &h, &dz, 1.0, &moved.span);
    moved.cz = 0.0;
    k->block->merit(&moved.span, &zero, 1.0, &value);
    return value;
}

static void gradient(const unit *u, const kind *k, double h, double dz, double g[2], double w[3])
{
    unit moved;
    fed_local local = {&g[0], &g[1], &w[0], &w[1], &w[2]};

    make(&moved, k, u->a, u->slack);
    k->block->move(&u->span, &h, &dz, 1.0, &moved.span);
    k->block->local(&moved.span, &local);
}

/* Differences over steps of the local size e sqrt(W). */
static void test_derivatives(void)
{
    fed_rng rng = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0);

    for (size_t k = 0; k < KINDS; k++)
        for (int t = 0; t < 40; t++) {
            const double e = 1e-4;
            double g[2], w[3], high[2], low[2], spare[3], ha, hz;
            unit u;

            place(&u, &kinds[k], &rng, t % 2 == 0 ? 0.3 : 0.01);
            gradient(&u, &kinds[k], 0.0, 0.0, g, w);
            CU_ASSERT(w[0] > 0.0);
            ha = e * sqrt(w[0]);
            hz = e * sqrt(w[2]);
            if (!kinds[k].block->pair) {
                ASSERT_CLOSE((barrier(&u, &kinds[k], ha, 0) - barrier(&u, &kinds[k], -ha, 0)) /
                                 (2.0 * ha) * sqrt(w[0]),
                             g[0] * sqrt(w[0]), 1e-5);
                gradient(&u, &kinds[k], ha, 0, high, spare);
                gradient(&u, &kinds[k], -ha, 0, low, spare);
                ASSERT_CLOSE((high[0] - low[0]) / (2.0 * ha) * w[0], 1.0, 1e-5);
                continue;
            }
            /* along dx = W e_a and W e_z, whose length in the Hessian is sqrt(W_aa), sqrt(W_zz) */
            for (int c = 0; c < 2; c++) {
                const double size = c == 0 ? ha / w[0] : hz / w[2];
                const double da = size * (c == 0 ? w[0] : w[1]), dz = size * (c == 0 ? w[1] : w[2]);
                const double slope =
                    (barrier(&u, &kinds[k], da, dz) - barrier(&u, &kinds[k], -da, -dz)) /
                    (2.0 * size);
                const double unit_size = sqrt(c == 0 ? w[0] : w[2]);

                ASSERT_CLOSE(slope / unit_size, (g[0] * da + g[1] * dz) / size / unit_size, 1e-4);
                gradient(&u, &kinds[k], da, dz, high, spare);
                gradient(&u, &kinds[k], -da, -dz, low, spare);
                /* H W e_c = e_c, each component in units of 1/sqrt(W) */
                CU_ASSERT(fabs((high[0] - low[0]) / (2.0 * size) - (c == 0)) * sqrt(w[0]) <
                          2e-4 * unit_size + 2e-4);
                CU_ASSERT(fabs((high[1] - low[1]) / (2.0 * size) - (c == 1)) * sqrt(w[2]) <
                          2e-4 * unit_size + 2e-4);
            }
        }
}

/* |grad phi| in W is sqrt(nu) at most; the linear pull of half-lines adds next to nothing near the
 * bound. */
static void test_degree(void)
{
    fed_rng rng = fed_rng_stream(2, FED_RNG_TEST, 0, 0, 0);

    for (size_t k = 0; k < KINDS; k++) {
        double most = 0.0;
        unit u;

        for (int t = 0; t < 2000; t++) {
            double g[2], w[3];

            place(&u, &kinds[k], &rng, pow(10.0, -6.0 * fed_rng_uniform(&rng)));
            gradient(&u, &kinds[k], 0.0, 0.0, g, w);
            most = fmax(most, g[0] * g[0] * w[0] + 2.0 * g[0] * g[1] * w[1] + g[1] * g[1] * w[2]);
        }
        CU_ASSERT(most <= kinds[k].nu * (1.0 + 1e-3));
        CU_ASSERT(kinds[k].block->degree(&u.span) == kinds[k].nu);
    }
}

/* relax: no other slack has a smaller cz z/t + phi; and z moves as it is told. */
static void test_relax_and_move(void)
{
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 0, 0, 0);

    for (size_t k = 0; k < KINDS; k++)
        for (int t = 0; t < 30 && kinds[k].block->pair; t++) {
            const double time = pow(10.0, 3.0 - 12.0 * fed_rng_uniform(&rng)), da = 1e-3, dz = 2e-3;
            double zero = 0.0, best, value, z, moved;
            unit u, v;

            place(&u, &kinds[k], &rng, 0.1);
            kinds[k].block->relax(&u.span, time);
            kinds[k].block->merit(&u.span, &zero, time, &best);
            for (double factor = 0.5; factor < 2.01; factor *= 1.1) {
                make(&v, &kinds[k], u.a, u.slack * factor);
                kinds[k].block->merit(&v.span, &zero, time, &value);
                CU_ASSERT(value >= best - 1e-12 * (1.0 + fabs(best)));
            }
            make(&v, &kinds[k], u.a, 0.5);
            kinds[k].block->height(&v.span, &z);
            kinds[k].block->move(&v.span, &da, &dz, 0.5, &v.span);
            kinds[k].block->height(&v.span, &moved);
            ASSERT_CLOSE(moved, z + 0.5 * dz, 1e-13);
            ASSERT_CLOSE(v.a, u.a + 0.5 * da, 1e-15);
        }
}

/* a next to nothing, its square below the smallest number: the slack of a = 0 */
static void test_tiny(void)
{
    static const double tiny[] = {1e-100, 1e-155, 1e-160, 1e-162, 1e-300, 5e-324};

    for (size_t k = 0; k < KINDS; k++)
        for (size_t j = 0; j < 6 && kinds[k].block->pair && kinds[k].block != &fed_block_entropy;
             j++)
            for (double time = 1e4; time > 1e-12; time *= 1e-4) {
                unit u, zero;

                make(&u, &kinds[k], tiny[j], 1.0);
                make(&zero, &kinds[k], 0.0, 1.0);
                u.block->relax(&u.span, time);
                zero.block->relax(&zero.span, time);
                CU_ASSERT(zero.slack > 0.0 && fabs(u.slack / zero.slack - 1.0) < 1e-9);
            }
}

/* least: the smallest s a + cz f(a) on a fine grid. */
static void test_least(void)
{
    static const double slopes[] = {-2.0, -0.3, 0.0, 0.4, 1.7};

    for (size_t k = 0; k < KINDS; k++)
        for (size_t j = 0; j < sizeof slopes / sizeof *slopes; j++) {
            const bool bounded = kinds[k].block == &fed_block_interval;
            const double low = bounded                                ? fmax(kinds[k].lower, -50)
                               : kinds[k].block == &fed_block_entropy ? 1e-9
                                                                      : -50.0;
            const double high = bounded                                ? fmin(kinds[k].upper, 50)
                                : kinds[k].block == &fed_block_entropy ? 1.0 - 1e-9
                                                                       : 50.0;
            double best = INFINITY, where = 0.0, got;
            unit u;

            for (int i = 0; i <= 400000; i++) {
                double z;

                make(&u, &kinds[k], low + (high - low) * i / 400000.0, 0.0);
                u.block->height(&u.span, &z);
                z = slopes[j] * u.a + u.cz * z * kinds[k].block->pair;
                where = z < best ? u.a : where;
                best = fmin(best, z);
            }
            make(&u, &kinds[k], 0.5 * (low + high), 0.1);
            u.block->least(&u.span, &slopes[j], &got);
            if (bounded && slopes[j] != 0.0 &&
                !isfinite(slopes[j] > 0.0 ? kinds[k].lower : kinds[k].upper))
                best = -INFINITY;
            if (!isfinite(best)) {
                CU_ASSERT(got == best);
            } else if (fabs(where) < 49.0) { /* the minimiser is on the grid */
                CU_ASSERT(got <= best + 1e-7 && fabs(got - best) < 1e-5 * (1.0 + fabs(best)));
            }
        }
}

/* Outside the set the merit is infinite, and the centre is inside. */
static void test_outside(void)
{
    double one = 1.0, value, step = 100.0, zero = 0.0;

    for (size_t k = 0; k < KINDS; k++) {
        unit u, v;

        make(&u, &kinds[k], 0.0, 1.0);
        u.block->centre(&u.span);
        if (u.block->pair)
            u.block->relax(&u.span, 1.0);
        CU_ASSERT(u.block->interior(&u.span) > 0.0);
        u.block->merit(&u.span, &one, 1.0, &value);
        CU_ASSERT(isfinite(value));
        make(&v, &kinds[k], 0.0, 1.0);
        if (isfinite(kinds[k].lower) && !isfinite(kinds[k].upper))
            step = -100.0;
        u.block->move(&u.span, &step, &zero, 1.0, &v.span);
        v.block->merit(&v.span, &one, 1.0, &value);
        CU_ASSERT(value == INFINITY);
        step = 100.0;
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"gradients and inverse Hessians", test_derivatives},
                           {"degrees", test_degree},
                           {"slacks at their best, moves", test_relax_and_move},
                           {"next to nothing", test_tiny},
                           {"least values", test_least},
                           {"outside is infinite", test_outside},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"blocks", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
