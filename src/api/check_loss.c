/* check_loss.c -- a caller's loss against itself: its derivatives are the slopes of what they
 * derive. */
#include "api/session.h"
#include "api/register.h"

#include <stdio.h>
#include <string.h>

enum { POINTS = 33 };             /* of eta, for each response */
static const double step = 1e-5;  /* of differences: their error is of this order at most */
static const double slack = 1e-5; /* relative; rounding of values and of series */

typedef struct trial {
    const fedomp_loss *loss;
    const double *key;
    double y[POINTS];
    double eta[3][POINTS], value[3][POINTS], first[3][POINTS],
        second[3][POINTS]; /* before, at, after */
} trial;

static void evaluate(const trial *probe, int k, double *value, double *first, double *second)
{
    const fedomp_loss *loss = probe->loss;

    loss->eval(probe->key, POINTS, probe->eta[k], probe->y, value, first, second, loss->context);
}

static void fill(trial *probe, double y)
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < POINTS; i++) {
            probe->y[i] = y;
            probe->eta[k][i] = 8.0 * (i - 0.4863) / (POINTS - 1) - 4.0 + (k - 1) * step;
        }
        evaluate(probe, k, probe->value[k], probe->first[k], probe->second[k]);
    }
}

/* Of f at the middle point, between the slopes to both sides: a kink of f has any slope between. */
static bool is_slope(const trial *probe, const double f[3][POINTS], int i, double claimed)
{
    const double(*x)[POINTS] = probe->eta;
    const double left = (f[1][i] - f[0][i]) / (x[1][i] - x[0][i]);
    const double right = (f[2][i] - f[1][i]) / (x[2][i] - x[1][i]);
    const double error = slack * (1.0 + fabs(f[1][i]) + fabs(claimed));

    return claimed >= fmin(left, right) - error && claimed <= fmax(left, right) + error;
}

static fed_status check_point(fedomp_session *s, const trial *probe, int i)
{
    const double first = probe->first[1][i], second = probe->second[1][i];
    const double width = probe->eta[2][i] - probe->eta[0][i];
    char at[80];

    snprintf(at, sizeof at, "at eta = %g, y = %g", probe->eta[1][i], probe->y[i]);
    if (!isfinite(probe->value[1][i]) || !isfinite(first) || !isfinite(second))
        return fed_fail(&s->error, FED_USAGE,
                        "%s: %s value %g, first %g and second %g are not all finite",
                        probe->loss->name, at, probe->value[1][i], first, second);
    if (!is_slope(probe, probe->value, i, first))
        return fed_fail(&s->error, FED_USAGE, "%s: %s first is %g, but the slope of value is %g",
                        probe->loss->name, at, first,
                        (probe->value[2][i] - probe->value[0][i]) / width);
    if (!is_slope(probe, probe->first, i, second))
        return fed_fail(&s->error, FED_USAGE, "%s: %s second is %g, but the slope of first is %g",
                        probe->loss->name, at, second,
                        (probe->first[2][i] - probe->first[0][i]) / width);
    if (second > probe->loss->curvature * (1.0 + slack))
        return fed_fail(&s->error, FED_USAGE, "%s: %s second is %g, above the curvature %g",
                        probe->loss->name, at, second, probe->loss->curvature);
    return FED_OK;
}

/* Each of the three alone, the other two NULL, is what it is with them. */
static fed_status check_alone(fedomp_session *s, const trial *probe)
{
    double value[POINTS], first[POINTS], second[POINTS];

    evaluate(probe, 1, value, NULL, NULL);
    evaluate(probe, 1, NULL, first, NULL);
    evaluate(probe, 1, NULL, NULL, second);
    if (memcmp(value, probe->value[1], sizeof value) != 0 ||
        memcmp(first, probe->first[1], sizeof first) != 0 ||
        memcmp(second, probe->second[1], sizeof second) != 0)
        return fed_fail(&s->error, FED_USAGE,
                        "%s: value, first or second differ if eval computes only one of "
                        "them",
                        probe->loss->name);
    return FED_OK;
}

static fed_status check_values(fedomp_session *s, fed_arena *arena, const fedomp_loss *loss)
{
    static const double responses[][3] = {[FEDOMP_ANY] = {-1.7, 0.1, 2.3},
                                          [FEDOMP_COUNTS] = {0.0, 1.0, 4.0},
                                          [FEDOMP_BINARY] = {0.0, 1.0, 1.0},
                                          [FEDOMP_FRACTION] = {0.0, 0.3, 1.0}};
    trial *probe = FED_NEW(arena, trial);
    size_t count = 0;
    double *key;

    while (loss->keys != NULL && loss->keys[count].name != NULL)
        count++;
    key = FED_ARRAY(arena, count + 1, double);
    if (probe == NULL || key == NULL)
        return fed_nomem(&s->error);
    for (size_t k = 0; k < count; k++)
        key[k] = loss->keys[k].value;
    probe->loss = loss;
    probe->key = key;
    for (int r = 0; r < 3; r++) {
        fill(probe, responses[loss->responses][r]);
        for (int i = 0; i < POINTS; i++)
            TRY(check_point(s, probe, i));
        TRY(check_alone(s, probe));
    }
    return FED_OK;
}

static fed_status check_loss(fedomp_session *s, const fedomp_loss *loss)
{
    fed_arena arena = {NULL};
    fed_status status;

    TRY(fed_own_loss_sound(s, loss));
    status = check_values(s, &arena, loss);
    fed_arena_free(&arena);
    return status;
}

fedomp_status fedomp_check_loss(fedomp_session *s, const fedomp_loss *loss)
{
    return fed_call_end(s, fed_call_begin(s) ? check_loss(s, loss) : FED_NOMEM);
}
