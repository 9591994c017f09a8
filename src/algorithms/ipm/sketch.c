/* sketch.c -- the published system: P~ = sqrt(W) A' R1'R1 (R2'R2 A W A' R3'R3)^-1 R4'R4 A sqrt(W)
 * from what the clients send, sqrt(W_i) A_i' R1', R2 A_i W_i A_i' R3', R4 A_i sqrt(W_i) and h_i.
 * The server knows x and the blocks, hence W and R4 (r + A W mu). */
#include "core/linalg.h"
#include "algorithms/ipm/ipm.h"
#include "sketches/sketch.h"
#include "core/lapack.h"

#include <string.h>

enum { PROJECTION = 200 }; /* d up to which |P~ - P| is formed */

typedef struct sketches {
    size_t b[4];
    double *r[4];             /* dense, b_k x d */
    double *outer[2];         /* R4'R4, R1'R1 */
    fed_normal second, third; /* R2'R2, R3'R3 when they are regular, else R2 R2', R3 R3' */
    bool tall;                /* no size is below d */
    double *middle;           /* R2 A W A' R3', b2 x b3 */
    int *pivots;
    double *full;      /* A W A', d x d, while it is factored */
    double *u, *v, *w; /* the longest of b and d */
    double *error;     /* 2 d x d */
} sketches;

static fed_status read_sizes(fed_ipm *ipm, sketches *state, const char *pairing)
{
    const fed_config *config = ipm->run->config;
    const int64_t *sizes;
    const size_t count = fed_config_ints(config, "algorithm.sizes", &sizes);
    const bool paired = strcmp(pairing, "paired") == 0, equal = strcmp(pairing, "equal") == 0;

    if (count != 0 && count != 1 && count != 4)
        return fed_config_fault(config, ipm->run->error, FED_CONFIG, "algorithm.sizes",
                                "found %zu numbers, expected one or four", count);
    for (size_t k = 0; k < 4; k++)
        state->b[k] = count == 0 ? 2 * ipm->d : (size_t)sizes[count == 1 ? 0 : k];
    if ((paired || equal) && (state->b[0] != state->b[2] || state->b[1] != state->b[3] ||
                              (equal && state->b[0] != state->b[1])))
        return fed_config_fault(config, ipm->run->error, FED_CONFIG, "algorithm.sizes",
                                "with pairing \"%s\", equal sketches must have the same "
                                "size",
                                pairing);
    state->tall = state->b[1] >= ipm->d && state->b[2] >= ipm->d;
    if (!state->tall && state->b[1] != state->b[2])
        return fed_config_fault(
            config, ipm->run->error, FED_CONFIG, "algorithm.sizes",
            "below %zu rows b2 and b3 must be the same, for R2 A W A' R3' to have an inverse",
            ipm->d);
    return FED_OK;
}

/* R_k of its own stream, or that of its twin. */
static fed_status draw(fed_ipm *ipm, sketches *state, size_t k, const char *pairing)
{
    static const size_t paired[4] = {2, 1, 2, 1};
    fed_run *run = ipm->run;
    const fed_sketcher *kind = fed_sketch_find(fed_config_string(run->config, "algorithm.sketch"));
    const size_t b = state->b[k], d = ipm->d;
    const size_t stream = strcmp(pairing, "equal") == 0    ? 0
                          : strcmp(pairing, "paired") == 0 ? paired[k]
                                                           : k;
    void *room = fed_alloc(run->arena, fed_sketch_bytes(kind, b, d), 1);
    double *work = FED_ARRAY(run->arena, fed_sketch_work(kind, b, d) + b + d, double);
    fed_sketch sketch;

    state->r[k] = FED_ARRAY(run->arena, b * d, double);
    if (room == NULL || work == NULL || state->r[k] == NULL)
        return fed_nomem(run->error);
    sketch = fed_sketch_draw(
        kind, b, d, fed_rng_stream(run->seed, FED_RNG_SKETCH, run->replicate, stream, 0), room);
    fed_sketch_dense(&sketch, state->r[k], work);
    return FED_OK;
}

/* R'R (d x d) when the sketches are tall, R R' (b x b) when they are wide, factored once. */
static fed_status gram(fed_ipm *ipm, const sketches *state, size_t k, fed_normal *normal)
{
    const size_t b = state->b[k], d = ipm->d, n = state->tall ? d : b;

    TRY(fed_normal_alloc(ipm->run->arena, n, normal, ipm->run->error));
    fed_gemm(state->tall, !state->tall, n, n, state->tall ? b : d, 1.0, state->r[k], d, state->r[k],
             d, 0.0, normal->matrix, n);
    if (!fed_normal_factor(ipm->run->team, normal))
        return fed_fail(ipm->run->error, FED_INTERNAL, "a sketch of %zu rows cannot be factored",
                        b);
    return FED_OK;
}

/* R'R of the outer two: what they do to a vector of d, whatever their size. */
static fed_status outer(fed_ipm *ipm, sketches *state)
{
    const size_t d = ipm->d;

    for (size_t k = 0; k < 2; k++) {
        const size_t which = k == 0 ? 3 : 0;

        if ((state->outer[k] = FED_ARRAY(ipm->run->arena, d * d, double)) == NULL)
            return fed_nomem(ipm->run->error);
        fed_syrk(d, state->b[which], 1.0, state->r[which], d, state->outer[k], d);
        fed_mirror(d, state->outer[k], d);
    }
    return FED_OK;
}

static fed_status setup(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    const char *pairing = fed_config_string(run->config, "algorithm.pairing");
    sketches *state = ipm->state = FED_NEW(run->arena, sketches);
    const size_t d = ipm->d;
    size_t longest = d;

    if (state == NULL)
        return fed_nomem(run->error);
    TRY(read_sizes(ipm, state, pairing));
    if (state->tall && strcmp(pairing, "independent") != 0)
        snprintf(run->warning, sizeof run->warning,
                 "%s sketches of at least d = %zu rows cancel: they compress nothing, and the "
                 "server can read W^(1/2) A'",
                 pairing, d);
    for (size_t k = 0; k < 4; k++) {
        TRY(draw(ipm, state, k, pairing));
        longest = state->b[k] > longest ? state->b[k] : longest;
    }
    TRY(outer(ipm, state));
    TRY(gram(ipm, state, 1, &state->second));
    TRY(gram(ipm, state, 2, &state->third));
    state->middle = FED_ARRAY(run->arena, state->tall ? 0 : state->b[1] * state->b[2], double);
    state->pivots = FED_ARRAY(run->arena, longest, int);
    state->full = FED_ARRAY(run->arena, longest * d, double);
    state->u = FED_ARRAY(run->arena, 3 * longest, double);
    state->error = FED_ARRAY(run->arena, d <= PROJECTION ? 2 * d * d : 0, double);
    if (state->middle == NULL || state->pivots == NULL || state->full == NULL || state->u == NULL ||
        state->error == NULL)
        return fed_nomem(run->error);
    state->v = state->u + longest;
    state->w = state->v + longest;
    return FED_OK;
}

/* out = R1'R1 (R2'R2 A W A' R3'R3)^+ R4'R4 in */
static void apply(const fed_ipm *ipm, const double *in, double *out)
{
    const sketches *state = ipm->state;
    const size_t d = ipm->d, b = state->b[1];
    double *v = state->v, *w = state->w;

    fed_gemv(d, d, 1.0, state->outer[0], d, in, 0.0, w);
    if (state->tall) {
        fed_normal_solve(&state->second, w, w);
        fed_normal_solve(&ipm->normal, w, w);
        fed_normal_solve(&state->third, w, w);
    } else { /* R3^+ (R2 A W A' R3')^-1 (R2')^+, R^+ = R'(R R')^-1 */
        for (size_t i = 0; i < b; i++)
            v[i] = fed_dot(d, state->r[1] + i * d, w);
        fed_normal_solve(&state->second, v, v);
        fed_lu_solve(b, state->middle, state->pivots, v);
        fed_normal_solve(&state->third, v, v);
        memset(w, 0, d * sizeof *w);
        for (size_t i = 0; i < b; i++)
            fed_axpy(d, v[i], state->r[2] + i * d, w);
    }
    fed_gemv(d, d, 1.0, state->outer[1], d, w, 0.0, out);
}

/* R2 A W A' R3', summed over the clients and the server */
static bool meet(fed_ipm *ipm)
{
    const sketches *state = ipm->state;
    const size_t d = ipm->d, b = state->b[1];

    fed_mirror(d, ipm->normal.matrix, d);
    fed_gemm(false, false, b, d, d, 1.0, state->r[1], d, ipm->normal.matrix, d, 0.0, state->full,
             d);
    fed_gemm(false, true, b, b, d, 1.0, state->full, d, state->r[2], d, 0.0, state->middle, b);
    if (fed_lu(b, state->middle, state->pivots))
        return true;
    if (fed_lapack_starved())
        fed_team_starve(ipm->run->team);
    return false;
}

/* |P~ - P| = |L' G~ L - I| with A W A' = LL' */
static double projection_error(const fed_ipm *ipm)
{
    const sketches *state = ipm->state;
    const size_t d = ipm->d;
    double *e = state->error, *square = e + d * d, *unit = ipm->dy;

    memset(unit, 0, d * sizeof *unit);
    for (size_t i = 0; i < d; i++) { /* column i of L'G~L - I is a row of e */
        unit[i] = 1.0;
        fed_normal_root(&ipm->normal, false, unit, square);
        apply(ipm, square, square + d);
        fed_normal_root(&ipm->normal, true, square + d, e + i * d);
        e[i * d + i] -= 1.0;
        unit[i] = 0.0;
    }
    fed_gemm(false, true, d, d, d, 1.0, e, d, e, d, 0.0, square, d);
    if (fed_eigen(d, square, d, false, state->u))
        return sqrt(fmax(0.0, state->u[d - 1]));
    if (fed_lapack_starved())
        fed_team_starve(ipm->run->team);
    return NAN;
}

/* Lemma C.6 without its constant, log^6(d) (1/sqrt(b) + n/b^2) kappa^2 with the condition number
 * kappa of A W A' and n variables; and the b that makes it 1/10 there, 10 sqrt(n) kappa^2 log^3 d.
 */
static void bounds(fed_ipm *ipm)
{
    const sketches *state = ipm->state;
    const size_t d = ipm->d;
    const double digits = log((double)d),
                 b = (double)(state->b[0] < state->b[1] ? state->b[0] : state->b[1]);
    double *copy = state->error, *values = state->u, n = 0.0, kappa;

    for (size_t m = 0; m < ipm->run->problem->clients; m++)
        n += (double)fed_ipm_variables(ipm, m);
    memcpy(copy, ipm->normal.matrix, d * d * sizeof *copy);
    fed_mirror(d, copy, d);
    kappa =
        fed_eigen(d, copy, d, false, values) && values[0] > 0.0 ? values[d - 1] / values[0] : NAN;
    ipm->projection_bound = pow(digits, 6.0) * (1.0 / sqrt(b) + n / (b * b)) * kappa * kappa;
    ipm->theorem_rows = 10.0 * sqrt(n) * kappa * kappa * pow(digits, 3.0);
}

static bool prepare(fed_ipm *ipm)
{
    const sketches *state = ipm->state;
    const size_t d = ipm->d;

    for (size_t m = 0; m < ipm->run->problem->clients; m++) {
        const size_t n = fed_ipm_variables(ipm, m);

        fed_send(ipm->run, m, (fed_message){"sqrt(W) A' R1'", n * state->b[0]});
        fed_send(ipm->run, m, (fed_message){"R2 A W A' R3'", state->b[1] * state->b[2]});
        fed_send(ipm->run, m, (fed_message){"R4 A sqrt(W)", n * state->b[3]});
        fed_send(ipm->run, m, (fed_message){"h", n});
        fed_answer(ipm->run, m, (fed_message){"dx, ds", 2 * n});
    }
    if (!state->tall && !meet(ipm))
        return false;
    if (d > 1 && d <= PROJECTION)
        bounds(ipm);
    if (!fed_normal_factor(ipm->run->team, &ipm->normal))
        return false;
    ipm->projection_error = d > 1 && d <= PROJECTION ? projection_error(ipm) : NAN;
    return true;
}

static void solve(fed_ipm *ipm)
{
    apply(ipm, ipm->g, ipm->dy);
}

const fed_system fed_system_sketch = {
    .entry = {"sketch", "clients send sketches of A W A' and of their columns", NULL},
    .dense = true,
    .gathers = true,
    .doubtful = true,
    .patience = 300,
    .setup = setup,
    .prepare = prepare,
    .solve = solve,
};
