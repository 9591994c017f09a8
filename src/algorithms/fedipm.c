/* fedipm.c -- the federated interior point method; a round is a Newton step. */
#include "datasets/program.h"
#include "ipm/columns.h"
#include "losses/rows.h"

#include <string.h>

/* multiply-adds of a chunk of units; doubles of the sums of all chunks */
enum { CHUNK_FLOPS = 1 << 18, PARTS = 1 << 24 };

static fed_status read_keys(fed_ipm *ipm)
{
    const fed_config *config = ipm->run->config;

    ipm->system = (const fed_system *)fed_entry_find(fed_systems,
                                                     fed_config_string(config, "algorithm.system"));
    ipm->wants_short = strcmp(fed_config_string(config, "algorithm.step"), "short") == 0;
    ipm->paper = strcmp(fed_config_string(config, "algorithm.constants"), "paper") == 0;
    ipm->tolerance = fed_config_float(config, "algorithm.tolerance");
    return FED_OK;
}

static double largest_entry(const fed_dataset *data, bool intercept)
{
    const size_t count = data->x != NULL ? data->n * data->d : data->ptr[data->n];
    const double *x = data->x != NULL ? data->x : data->val;
    double largest = intercept ? 1.0 : 0.0;

    for (size_t k = 0; k < count; k++)
        largest = fmax(largest, fabs(x[k]));
    return largest;
}

/* Units of a chunk: enough work, and not so many chunks that their sums fill the memory. */
static size_t chunk_of(const fed_ipm *ipm, size_t sums)
{
    const fed_dataset *data = ipm->rows->data;
    const double row =
        data->x != NULL ? (double)data->d : (double)data->ptr[data->n] / (double)data->n;
    const double flops =
        fmax(CHUNK_FLOPS, 4.0 * (double)sums); /* more than clearing and adding its sums */
    const double work = flops / (0.5 * row * (row + 1.0) + 30.0);
    const double room = ceil((double)ipm->client.n / fmin(256.0, fmax(4.0, PARTS / (double)sums)));

    return (size_t)fmax(256.0, fmax(work, room));
}

/* Everything but the units: vectors of d, the matrix, sums of every thread. */
static fed_status carve(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    const size_t d = ipm->d, sums = d * d + d + 8;
    const fed_dataset *data = ipm->rows->data;
    double **vectors[] = {&ipm->y, &ipm->dy, &ipm->r, &ipm->g, &ipm->before};

    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if ((*vectors[k] = FED_ARRAY(run->arena, d, double)) == NULL)
            return fed_nomem(run->error);
    ipm->sums = FED_ARRAY(run->arena, sums, double);
    ipm->chunk = chunk_of(ipm, sums);
    ipm->parts = FED_ARRAY(run->arena, (ipm->client.n / ipm->chunk + 1) * sums, double);
    ipm->coefficient = FED_ARRAY(run->arena, run->problem->clients + 1, double);
    if (ipm->sums == NULL || ipm->parts == NULL || ipm->coefficient == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m <= run->problem->clients; m++)
        ipm->coefficient[m] = 1.0;
    for (size_t m = 0; m < run->problem->clients; m++)
        ipm->most = fmax(ipm->most,
                         (double)(run->problem->part->start[m + 1] - run->problem->part->start[m]));
    ipm->largest = largest_entry(data, ipm->rows->intercept);
    ipm->projection_error = NAN;
    TRY(fed_normal_alloc(run->arena, d, &ipm->normal, run->error));
    return fed_run_work(run, fed_ipm_work(ipm));
}

static fed_status setup(fed_run *run)
{
    fed_ipm *ipm = run->state = FED_NEW(run->arena, fed_ipm);

    if (ipm == NULL)
        return fed_nomem(run->error);
    ipm->run = run;
    TRY(read_keys(ipm));
    ipm->program = run->problem->data->program != NULL;
    TRY(ipm->program ? fed_ipm_program(ipm) : fed_ipm_assemble(ipm));
    TRY(carve(ipm));
    TRY(fed_ipm_report_open(ipm));
    TRY(ipm->system->setup(ipm));
    TRY(fed_ipm_start(ipm));
    ipm->t_used = ipm->t;
    fed_ipm_report(ipm, 0);
    return FED_OK;
}

/* The model is the multiplier; a program's answer is x. */
static void answer(const fed_ipm *ipm)
{
    const fed_run *run = ipm->run;

    if (!ipm->program) {
        for (size_t i = 0; i < ipm->d; i++)
            run->theta[i] = ipm->unit * ipm->y[i];
        return;
    }
    for (size_t i = 0; i < ipm->client.n; i++) {
        const fed_program *program = run->problem->data->program;
        const size_t column = run->problem->part->row[i];

        run->theta[column] =
            fmin(fmax(ipm->client.a[i], program->lower[column]), program->upper[column]);
    }
}

static fed_status one_round(fed_run *run)
{
    fed_ipm *ipm = run->state;

    ipm->t_used = ipm->t;
    TRY(ipm->wants_short ? fed_ipm_short(ipm) : fed_ipm_long(ipm));
    fed_count_epoch(run, ipm->most, run->active);
    run->counts.gradients += (double)run->problem->samples;
    run->rate = ipm->step;
    answer(ipm);
    if (!ipm->program && ipm->normal.rank > 0 && ipm->normal.rank < ipm->d &&
        run->warning[0] == '\0')
        snprintf(run->warning, sizeof run->warning,
                 "the data have rank %zu of %zu: the minimiser is not unique", ipm->normal.rank,
                 ipm->d);
    fed_ipm_report(ipm, run->round + 1);
    return FED_OK;
}

static const fed_param params[] = {
    {"rounds", FED_INT, "500", 0, 4e9, NULL, "Newton steps at most"},
    {"tolerance", FED_FLOAT, "1e-8", 0, 1, NULL,
     "stop when nu t < tolerance (1 + |c'x|), the duality gap's bound"},
    {"step", FED_CHOICE, "long", FED_ANY, "long|short",
     "long: centre, then t *= 0.2; short: the published iteration, t *= 1 - xi/sqrt(nu)"},
    {"constants", FED_CHOICE, "practical", FED_ANY, "practical|paper",
     "of the short step: alpha = 0.5, xi = 0.3, lambda = ln m, or the published ones"},
    {"system", FED_CHOICE, "exact", FED_ANY, "exact|sketch|pcg|model1|model2|model3",
     "how the server finds the multipliers: from A W A', its sketches, conjugate gradients, or "
     "naive models"},
    {"sketch", FED_CHOICE, "ams", FED_ANY, "ams|countsketch|gaussian|srht", "kind of the sketches"},
    {"pairing", FED_CHOICE, "independent", FED_ANY, "independent|paired|equal",
     "of the sketches R1..R4: four draws, R1 = R3 and R4 = R2, or all the same"},
    {"sizes", FED_INTS, "()", 1, 1e7, NULL,
     "rows b1..b4 of the sketches, one number for all; 2d by default"},
    {"start", FED_CHOICE, "infeasible", FED_ANY, "infeasible|modified",
     "start at the blocks' centres, or with a column added that makes them feasible"},
    FED_END};

const fed_algorithm fed_algorithm_fedipm = {
    .entry = {"fedipm", "federated interior point method on the dual, second order", params},
    .nonsmooth = true,
    .l1 = true,
    .programs = true,
    .own_tolerance = true,
    .table = "ipm",
    .setup = setup,
    .round = one_round,
};
