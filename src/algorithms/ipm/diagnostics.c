/* diagnostics.c -- ipm.csv: how far the iterate is from the path, from Ax = b and from the
 * boundary. */
#include "algorithms/ipm/diagnostics.h"

#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/units.h"

static const char *const columns[] = {
    "round",        "t",         "duality_gap",      "feasibility",
    "centrality",   "interior",  "projection_error", "nu",
    "gap_bound",    "max_gamma", "potential",        "projection_bound",
    "theorem_rows", "words"};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* sums: c'x - min over the set of (c - A'y)'x, with the common y whatever the clients' s is */
static void gap_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                     double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *z = work, *least = z + FED_STRETCH, *s = least + FED_STRETCH;

    (void)client;
    u->block->height(&span, z);
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, s, work);
    for (size_t i = 0; i < n; i++)
        s[i] = u->ca[first + i] - s[i];
    u->block->least(&span, s, least);
    for (size_t i = 0; i < n; i++)
        sums[0] +=
            u->ca[first + i] * span.a[i] + (span.cz != NULL ? span.cz[i] * z[i] : 0.0) - least[i];
}

double fed_ipm_gap(fed_ipm *ipm)
{
    fed_ipm_pass(ipm, gap_body, 1);
    return ipm->sums[0] - fed_dot(ipm->d, ipm->b, ipm->y);
}

static double interior(const fed_ipm *ipm)
{
    double smallest = INFINITY;
    fed_span span = fed_units_span(&ipm->client, 0, ipm->client.n, false);

    smallest = ipm->client.block->interior(&span);
    for (size_t k = 0; k < ipm->servers; k++) {
        span = fed_units_span(&ipm->server[k], 0, ipm->server[k].n, false);
        smallest = fmin(smallest, ipm->server[k].block->interior(&span));
    }
    return smallest;
}

fed_status fed_ipm_report_open(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    const size_t every = (size_t)fed_config_int(run->config, "output.every");

    if (run->result_arena == NULL) /* a check runs nothing */
        return FED_OK;
    ipm->table = fed_run_table(run, "ipm", columns, COLUMNS, run->rounds / every + 3);
    if (ipm->table == NULL)
        return fed_nomem(run->error);
    ipm->table->rows = 0;
    return FED_OK;
}

void fed_ipm_report(fed_ipm *ipm, size_t round)
{
    const fed_run *run = ipm->run;
    const size_t every = (size_t)fed_config_int(run->config, "output.every");
    const bool own = ipm->predictor || ipm->system->round != NULL; /* told by the step itself */
    double *cell;

    if (ipm->table == NULL ||
        (run->outcome == FED_RUNNING && round % every != 0 && round != run->rounds))
        return;
    cell = ipm->table->cells + COLUMNS * ipm->table->rows++;
    cell[0] = (double)round;
    cell[1] = ipm->t_used * ipm->one; /* in units of the summed losses */
    cell[2] = (own ? ipm->gap : fed_ipm_gap(ipm)) / ipm->scaling;
    cell[3] = ipm->residual;
    cell[4] = round == 0 ? NAN : ipm->short_step ? ipm->centrality : ipm->decrement;
    cell[5] = own ? ipm->interior : interior(ipm);
    cell[6] = ipm->projection_error;
    cell[7] = ipm->nu;
    cell[8] = 4.0 * ipm->nu * ipm->t_used / ipm->scaling; /* Lemma F.3 */
    cell[9] = ipm->max_gamma;
    cell[10] = ipm->potential;
    cell[11] = ipm->projection_bound;
    cell[12] = ipm->theorem_rows;
    cell[13] = run->counts.words_up + run->counts.words_down - ipm->words_before;
}
