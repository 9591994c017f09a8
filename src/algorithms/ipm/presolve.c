/* presolve.c -- takes out of a linear program what decides nothing: free and empty rows, rows with
 * one entry (bounds), fixed and empty columns; and puts it back into the answer. */
#include "algorithms/ipm/presolve.h"

#include "algorithms/ipm/lp.h"

#include "run/tables.h"

#include <string.h>

static const double slack = 1e-9; /* of bounds that contradict, relative to their size */

static fed_status by_rows(fed_arena *arena, fed_lp *lp, fed_error *error)
{
    const fed_dataset *data = lp->data;
    size_t *next = FED_ARRAY(arena, lp->rows + 1, size_t);

    lp->begin = FED_ARRAY(arena, lp->rows + 1, size_t);
    lp->column = FED_ARRAY(arena, data->ptr[data->n], uint32_t);
    lp->entry = FED_ARRAY(arena, data->ptr[data->n], double);
    if (next == NULL || lp->begin == NULL || lp->column == NULL || lp->entry == NULL)
        return fed_nomem(error);
    for (size_t e = 0; e < data->ptr[data->n]; e++)
        lp->begin[data->col[e] + 1]++;
    for (size_t i = 0; i < lp->rows; i++)
        lp->begin[i + 1] += lp->begin[i];
    memcpy(next, lp->begin, lp->rows * sizeof *next);
    for (size_t j = 0; j < data->n; j++)
        for (size_t e = data->ptr[j]; e < data->ptr[j + 1]; e++) {
            const size_t at = next[data->col[e]]++;

            lp->column[at] = (uint32_t)j;
            lp->entry[at] = data->val[e];
            lp->row_left[data->col[e]] += data->val[e] != 0.0;
            lp->column_left[j] += data->val[e] != 0.0;
        }
    return FED_OK;
}

static void take_row(fed_lp *lp, size_t i)
{
    lp->row_gone[i] = true;
    for (size_t e = lp->begin[i]; e < lp->begin[i + 1]; e++)
        if (lp->entry[e] != 0.0)
            lp->column_left[lp->column[e]]--;
}

static void take_column(fed_lp *lp, size_t j, double x)
{
    const fed_dataset *data = lp->data;

    lp->column_gone[j] = true;
    lp->x[j] = x;
    for (size_t e = data->ptr[j]; e < data->ptr[j + 1]; e++) {
        if (data->val[e] == 0.0)
            continue;
        lp->row_left[data->col[e]]--;
        lp->low[data->col[e]] -= data->val[e] * x;
        lp->high[data->col[e]] -= data->val[e] * x;
    }
}

static double size_of(double a, double b)
{
    return fmax(isfinite(a) ? fabs(a) : 0.0, isfinite(b) ? fabs(b) : 0.0);
}

static void impossible(fed_lp *lp, size_t row)
{
    lp->infeasible = true;
    lp->fault = row;
}

/* What taking columns out may have left of the row's own terms by rounding. */
static double rounding_of(const fed_lp *lp, size_t i)
{
    double sum = 0.0;

    for (size_t e = lp->begin[i]; e < lp->begin[i + 1]; e++)
        sum += fabs(lp->entry[e] * lp->x[lp->column[e]]);
    return slack * fmax(sum, size_of(lp->data->program->low[i], lp->data->program->high[i]));
}

static void one_entry(fed_lp *lp, size_t i)
{
    size_t e = lp->begin[i], j;
    double low, high;

    while (lp->entry[e] == 0.0 || lp->column_gone[lp->column[e]])
        e++;
    j = lp->column[e];
    low = lp->entry[e] > 0.0 ? lp->low[i] / lp->entry[e] : lp->high[i] / lp->entry[e];
    high = lp->entry[e] > 0.0 ? lp->high[i] / lp->entry[e] : lp->low[i] / lp->entry[e];
    lp->single[lp->singles++] = (fed_singleton){i, j, lp->entry[e], lp->lower[j], lp->upper[j]};
    lp->lower[j] = fmax(lp->lower[j], low);
    lp->upper[j] = fmin(lp->upper[j], high);
    take_row(lp, i);
    if (lp->lower[j] > lp->upper[j]) {
        if (lp->lower[j] - lp->upper[j] >
            slack * size_of(lp->lower[j], lp->upper[j]) + rounding_of(lp, i) / fabs(lp->entry[e]))
            impossible(lp, i);
        lp->lower[j] = lp->upper[j] = 0.5 * (lp->lower[j] + lp->upper[j]);
    }
}

static bool look_at_row(fed_lp *lp, size_t i)
{
    if (lp->row_left[i] == 0) {
        const double most = rounding_of(lp, i);

        if (lp->low[i] > most || lp->high[i] < -most)
            impossible(lp, i);
        lp->row_gone[i] = true;
    } else if (lp->low[i] == -INFINITY && lp->high[i] == INFINITY) {
        take_row(lp, i);
    } else if (lp->row_left[i] == 1) {
        one_entry(lp, i);
    } else {
        return false;
    }
    return true;
}

/* An empty column goes where it costs least; without an end to that it stays, and is a ray. */
static bool look_at_column(fed_lp *lp, size_t j)
{
    const double c = lp->data->y[j], low = lp->lower[j], high = lp->upper[j];
    double x;

    if (low == high) {
        take_column(lp, j, low);
        return true;
    }
    if (lp->column_left[j] > 0)
        return false;
    x = c > 0.0 ? low : c < 0.0 ? high : fmin(fmax(0.0, low), high);
    if (!isfinite(x))
        return false;
    take_column(lp, j, x);
    return true;
}

static fed_status copies(fed_arena *arena, fed_lp *lp, fed_error *error)
{
    const fed_program *program = lp->data->program;
    const size_t m = lp->rows, n = lp->columns;
    double **of_rows[] = {&lp->low, &lp->high, &lp->y, &lp->r},
           **of_columns[] = {&lp->lower, &lp->upper, &lp->x, &lp->c, &lp->shift, &lp->turned};

    for (size_t k = 0; k < 4; k++)
        if ((*of_rows[k] = FED_ARRAY(arena, m, double)) == NULL)
            return fed_nomem(error);
    for (size_t k = 0; k < 6; k++)
        if ((*of_columns[k] = FED_ARRAY(arena, n, double)) == NULL)
            return fed_nomem(error);
    lp->row_gone = FED_ARRAY(arena, m, bool);
    lp->column_gone = FED_ARRAY(arena, n, bool);
    lp->row_left = FED_ARRAY(arena, m, size_t);
    lp->column_left = FED_ARRAY(arena, n, size_t);
    lp->row_of = FED_ARRAY(arena, m, size_t);
    lp->single = FED_ARRAY(arena, m, fed_singleton);
    if (lp->row_gone == NULL || lp->column_gone == NULL || lp->row_left == NULL ||
        lp->column_left == NULL || lp->row_of == NULL || lp->single == NULL)
        return fed_nomem(error);
    memcpy(lp->low, program->low, m * sizeof *lp->low);
    memcpy(lp->high, program->high, m * sizeof *lp->high);
    memcpy(lp->lower, program->lower, n * sizeof *lp->lower);
    memcpy(lp->upper, program->upper, n * sizeof *lp->upper);
    return FED_OK;
}

fed_status fed_lp_reduce(fed_arena *arena, const fed_dataset *data, fed_lp *lp, fed_error *error)
{
    lp->data = data;
    lp->rows = data->d;
    lp->columns = data->n;
    TRY(copies(arena, lp, error));
    TRY(by_rows(arena, lp, error));
    for (bool changed = true; changed && !lp->infeasible;) {
        changed = false;
        for (size_t i = 0; i < lp->rows && !lp->infeasible; i++)
            changed = (!lp->row_gone[i] && look_at_row(lp, i)) || changed;
        for (size_t j = 0; j < lp->columns && !lp->infeasible; j++)
            changed = (!lp->column_gone[j] && look_at_column(lp, j)) || changed;
    }
    return FED_OK;
}

void fed_lp_answer(const fed_ipm *ipm, double *x)
{
    const fed_lp *lp = ipm->lp;

    for (size_t j = 0; j < lp->columns; j++)
        x[j] = lp->x[j];
    for (size_t i = 0; i < ipm->client.n; i++) {
        const size_t j = ipm->column_of[i];

        x[j] = lp->shift[j] + lp->turned[j] * lp->c[j] * lp->unit * ipm->client.a[i];
        x[j] = fmin(fmax(x[j], lp->lower[j]), lp->upper[j]);
    }
}

/* A row that was a bound has what its column's costs leave, where that bound holds them. */
static void multipliers(const fed_ipm *ipm, double *y)
{
    const fed_lp *lp = ipm->lp;
    const fed_dataset *data = lp->data;

    memset(y, 0, lp->rows * sizeof *y);
    for (size_t i = 0; i < ipm->d; i++)
        if (lp->row_of[i] < lp->rows)
            y[lp->row_of[i]] = lp->money * lp->r[lp->row_of[i]] * ipm->y[i];
    for (size_t k = lp->singles; k-- > 0;) {
        const fed_singleton *s = &lp->single[k];
        double cost = data->y[s->column];

        for (size_t e = data->ptr[s->column]; e < data->ptr[s->column + 1]; e++)
            cost -= data->val[e] * y[data->col[e]];
        if ((cost > 0.0 && lp->lower[s->column] > s->lower) ||
            (cost < 0.0 && lp->upper[s->column] < s->upper))
            y[s->row] = cost / s->entry;
    }
}

/* Names outlive the data in the results. */
static const char *const *copied(fed_arena *arena, const char *const *names, size_t n)
{
    const char **copy = FED_ARRAY(arena, n, const char *);

    for (size_t i = 0; copy != NULL && i < n; i++)
        if ((copy[i] = fed_strdup(arena, names[i])) == NULL)
            return NULL;
    return copy;
}

static fed_table *named_table(fed_run *run, const char *name, const char *const *columns,
                              size_t column_count, size_t rows, const char *const *names)
{
    fed_table *table = fed_run_table(run, name, columns, column_count, rows);

    if (table == NULL || names == NULL)
        return table;
    return (table->labels = copied(run->result_arena, names, rows)) == NULL ? NULL : table;
}

fed_status fed_lp_report(const fed_ipm *ipm)
{
    static const char *const of_rows[] = {"row", "low", "high", "activity", "multiplier"},
                             *const of_columns[] = {"column", "lower", "upper", "value",
                                                    "reduced_cost"};
    enum { COLUMNS = sizeof of_rows / sizeof *of_rows };
    fed_run *run = ipm->run;
    const fed_lp *lp = ipm->lp;
    const fed_dataset *data = lp->data;
    const fed_program *program = data->program;
    fed_table *rows, *columns;

    if (run->result_arena == NULL)
        return FED_OK;
    rows = named_table(run, "multipliers", of_rows, COLUMNS, lp->rows, program->row_names);
    columns = named_table(run, "solution", of_columns, COLUMNS, lp->columns, program->column_names);
    if (rows == NULL || columns == NULL)
        return fed_nomem(run->error);
    multipliers(ipm, lp->y);
    for (size_t i = 0; i < lp->rows; i++)
        memcpy(rows->cells + i * COLUMNS,
               (double[]){(double)i, program->low[i], program->high[i], 0.0, lp->y[i]},
               COLUMNS * sizeof(double));
    for (size_t j = 0; j < lp->columns; j++) {
        double cost = data->y[j];

        for (size_t e = data->ptr[j]; e < data->ptr[j + 1]; e++) {
            rows->cells[data->col[e] * COLUMNS + 3] += data->val[e] * run->theta[j];
            cost -= data->val[e] * lp->y[data->col[e]];
        }
        memcpy(columns->cells + j * COLUMNS,
               (double[]){(double)j, program->lower[j], program->upper[j], run->theta[j], cost},
               COLUMNS * sizeof(double));
    }
    return FED_OK;
}
