/* scale.c -- scales of a linear program's rows and columns: geometric means, then Ruiz's
 * equilibration, so that nothing later depends on the units of A, b and c. */
#include "algorithms/ipm/scale.h"

#include "algorithms/ipm/lp.h"

enum { GEOMETRIC = 6, RUIZ = 6 };

static bool left(const fed_lp *lp, size_t row, size_t column)
{
    return !lp->row_gone[row] && !lp->column_gone[column];
}

/* The factor that brings a vector of sizes between least and most to 1. */
static double factor(double least, double most, bool geometric)
{
    if (!(most > 0.0))
        return 1.0;
    return geometric ? 1.0 / sqrt(least * most) : 1.0 / sqrt(most);
}

static void rows(fed_lp *lp, bool geometric)
{
    for (size_t i = 0; i < lp->rows; i++) {
        double least = INFINITY, most = 0.0;

        for (size_t e = lp->begin[i]; e < lp->begin[i + 1]; e++) {
            const double size = fabs(lp->entry[e]) * lp->r[i] * lp->c[lp->column[e]];

            if (size > 0.0 && left(lp, i, lp->column[e])) {
                least = fmin(least, size);
                most = fmax(most, size);
            }
        }
        lp->r[i] *= factor(least, most, geometric);
    }
}

static void columns(fed_lp *lp, bool geometric)
{
    const fed_dataset *data = lp->data;

    for (size_t j = 0; j < lp->columns; j++) {
        double least = INFINITY, most = 0.0;

        for (size_t e = data->ptr[j]; e < data->ptr[j + 1]; e++) {
            const double size = fabs(data->val[e]) * lp->r[data->col[e]] * lp->c[j];

            if (size > 0.0 && left(lp, data->col[e], j)) {
                least = fmin(least, size);
                most = fmax(most, size);
            }
        }
        lp->c[j] *= factor(least, most, geometric);
    }
}

/* The root mean square of what is not 0; 1 when all is. */
typedef struct mean {
    double sum;
    size_t count;
} mean;

static void add(mean *m, double x)
{
    if (isfinite(x) && x != 0.0) {
        m->sum += x * x;
        m->count++;
    }
}

static double value(const mean *m)
{
    return m->count > 0 && m->sum > 0.0 && isfinite(m->sum) ? sqrt(m->sum / (double)m->count) : 1.0;
}

/* Sizes of x, from the right-hand sides (or the bounds, where those are 0), and of the costs. */
static void units(fed_lp *lp)
{
    mean sides = {0.0, 0}, bounds = {0.0, 0}, costs = {0.0, 0};

    for (size_t i = 0; i < lp->rows; i++)
        if (!lp->row_gone[i]) {
            add(&sides, lp->r[i] * lp->low[i]);
            if (lp->high[i] != lp->low[i])
                add(&sides, lp->r[i] * lp->high[i]);
        }
    for (size_t j = 0; j < lp->columns; j++)
        if (!lp->column_gone[j]) {
            add(&bounds, lp->lower[j] / lp->c[j]);
            add(&bounds, lp->upper[j] / lp->c[j]);
            add(&costs, lp->data->y[j] * lp->c[j]);
        }
    lp->unit = value(sides.count > 0 ? &sides : &bounds);
    lp->money = value(&costs);
}

void fed_lp_scale(fed_lp *lp)
{
    for (size_t i = 0; i < lp->rows; i++)
        lp->r[i] = 1.0;
    for (size_t j = 0; j < lp->columns; j++)
        lp->c[j] = 1.0;
    lp->unit = lp->money = 1.0;
    if (!lp->scaled)
        return;
    for (int k = 0; k < GEOMETRIC + RUIZ; k++) {
        rows(lp, k < GEOMETRIC);
        columns(lp, k < GEOMETRIC);
    }
    units(lp);
}
