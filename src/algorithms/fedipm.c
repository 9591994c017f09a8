/* fedipm.c -- the federated interior point method; a round is a Newton step. */
#include "algorithms/fedipm.h"

#include "datasets/program.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/lp.h"
#include "models/linear.h"
#include "problem/chunks.h"
#include "problem/codes.h"
#include "algorithms/ipm/assemble.h"
#include "algorithms/ipm/basis.h"
#include "algorithms/ipm/diagnostics.h"
#include "algorithms/ipm/long.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/path.h"
#include "algorithms/ipm/predictor.h"
#include "algorithms/ipm/short.h"
#include "algorithms/ipm/sparse.h"
#include "algorithms/ipm/presolve.h"

#include <string.h>

/* multiply-adds of a chunk of units; doubles of the sums of all chunks */
enum { CHUNK_FLOPS = 1 << 18, PARTS = 1 << 24 };

static fed_status read_keys(fed_ipm *ipm)
{
    const fed_config *config = ipm->run->config;
    const char *step = fed_config_string(config, "algorithm.step");

    ipm->system = (const fed_system *)fed_entry_find(fed_systems,
                                                     fed_config_string(config, "algorithm.system"));
    ipm->wants_short = strcmp(step, "short") == 0;
    ipm->paper = strcmp(fed_config_string(config, "algorithm.constants"), "paper") == 0;
    ipm->tolerance = fed_config_float(config, "algorithm.tolerance");
    ipm->predictor = strcmp(step, "predictor") == 0 || strcmp(step, "auto") == 0;
    return FED_OK;
}

const char *fed_ipm_obstacle(const fed_ipm *ipm)
{
    if (ipm->client.block->pair && ipm->client.block->curve == NULL)
        return "the loss's conjugate has no second derivative";
    if (!ipm->system->exact)
        return "this system supports only long and short steps";
    if (strcmp(fed_config_string(ipm->run->config, "algorithm.start"), "modified") == 0)
        return "start = \"modified\" starts on the path of the barrier";
    return NULL;
}

static fed_status choose_step(fed_ipm *ipm)
{
    const fed_config *config = ipm->run->config;
    const char *why = fed_ipm_obstacle(ipm);

    if (ipm->predictor && why != NULL &&
        strcmp(fed_config_string(config, "algorithm.step"), "predictor") == 0)
        return fed_config_fault(config, ipm->run->error, FED_CONFIG, "algorithm.step",
                                "no predictor: %s; \"auto\" uses long steps", why);
    ipm->predictor = ipm->predictor && why == NULL;
    return FED_OK;
}

static double largest_entry(const fed_dataset *data, bool intercept)
{
    double largest = intercept ? 1.0 : 0.0, low, high;

    for (size_t i = 0; i < data->n; i++) {
        fed_row_square(&data->matrix, i, 0.0, &low, &high);
        if (low <= high)
            largest = fmax(largest, fmax(fabs(low), fabs(high)));
    }
    return largest;
}

/* Chunks of enough work, and not so many that their sums fill the memory; they end at clients. */
static fed_status cut(fed_ipm *ipm, size_t sums)
{
    fed_problem chunked = *ipm->rows;
    const double row = fed_matrix_width(&ipm->rows->data->matrix);
    const double flops =
        fmax(CHUNK_FLOPS, 4.0 * (double)sums); /* more than clearing and adding its sums */
    const double work = flops / (0.5 * row * (row + 1.0) + 30.0);
    const size_t few = fed_codes_worth(ipm->client.n); /* where A W A' is no sum of theirs */
    const double room = ceil((double)ipm->client.n / fmin(256.0, fmax(4.0, PARTS / (double)sums)));

    chunked.samples = ipm->client.n;
    TRY(fed_chunks_make(ipm->run->arena, &chunked,
                        ipm->codes != NULL ? few : (size_t)fmax(256.0, fmax(work, room)),
                        ipm->run->error));
    ipm->chunks = chunked.chunks;
    ipm->chunk_start = chunked.chunk_start;
    return FED_OK;
}

void fed_ipm_row_sizes(fed_ipm *ipm)
{
    const fed_problem *rows = ipm->codes != NULL ? ipm->run->problem : ipm->rows;
    const fed_dataset *data = rows->data;
    double *size = ipm->row_size;

    ipm->largest = largest_entry(data, !fed_all_penalised(&rows->model));
    memset(size, 0, ipm->d * sizeof *size);
    for (size_t i = 0; i < ipm->client.n; i++) {
        const size_t row = ipm->rows->part->row[i];
        const double k = ipm->client.factor[i];

        if (data->ptr != NULL) {
            for (size_t e = data->ptr[row]; e < data->ptr[row + 1]; e++)
                size[data->col[e]] += k * k * data->val[e] * data->val[e];
            if (!fed_all_penalised(&rows->model))
                size[data->d] += k * k;
            continue;
        }
        fed_linear_row(&rows->model, &data->matrix, row, ipm->dy);
        for (size_t j = 0; j < ipm->d; j++)
            size[j] += k * k * ipm->dy[j] * ipm->dy[j];
    }
    for (size_t j = 0; j < ipm->d; j++)
        size[j] = size[j] > 0.0 ? sqrt(size[j]) : 1.0;
}

/* What every client's A_i W_i A_i' has in the sparse pattern. */
static fed_status count_entries(fed_ipm *ipm)
{
    const fed_sparse *s = ipm->normal.sparse;
    const fed_partition *part = ipm->rows->part;
    size_t *seen = FED_ARRAY(ipm->run->arena, s->entries, size_t),
           *entries = FED_ARRAY(ipm->run->arena, part->clients, size_t);

    if (seen == NULL || entries == NULL)
        return fed_nomem(ipm->run->error);
    for (size_t m = 0; m < part->clients; m++)
        for (size_t k = s->pairs[part->start[m]]; k < s->pairs[part->start[m + 1]]; k++)
            if (seen[s->place[k]] != m + 1) {
                seen[s->place[k]] = m + 1;
                entries[m]++;
            }
    ipm->entries = entries;
    return FED_OK;
}

/* Everything but the units: vectors of d, the matrix, sums of every thread. */
static fed_status carve(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    const size_t d = ipm->d;
    const fed_dataset *data = ipm->rows->data;
    double **vectors[] = {&ipm->y, &ipm->dy, &ipm->r, &ipm->g, &ipm->before, &ipm->row_size};
    fed_sparse *sparse = NULL;
    size_t sums;

    if (data->ptr != NULL && ipm->program && strcmp(ipm->system->entry.name, "exact") == 0)
        TRY(fed_sparse_analyse(run->arena, d, data->n, data->ptr, data->col, &sparse, run->error));
    TRY(sparse != NULL ? fed_normal_alloc_sparse(run->arena, sparse, &ipm->normal, run->error)
                       : fed_normal_alloc(run->arena, d, &ipm->normal, run->error));
    if (sparse != NULL)
        TRY(count_entries(ipm));
    ipm->width = ipm->codes != NULL ? ipm->codes->count : d;
    ipm->square = ipm->codes != NULL ? 0 : ipm->normal.size;
    sums = ipm->normal.size + 2 * ipm->width + 16;

    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if ((*vectors[k] = FED_ARRAY(run->arena, d, double)) == NULL)
            return fed_nomem(run->error);
    ipm->sums = FED_ARRAY(run->arena, sums, double);
    TRY(cut(ipm, sums));
    ipm->chunk_most = FED_ARRAY(run->arena, ipm->chunks * FED_MAXIMA, double);
    ipm->coefficient = FED_ARRAY(run->arena, run->problem->clients + 1, double);
    if (ipm->codes != NULL) {
        ipm->coded = FED_ARRAY(run->arena, FED_WEAVE * ipm->width + 16, double);
        ipm->bends = ipm->client.plain ? ipm->client.waa
                                       : FED_ARRAY(run->arena, run->problem->samples, double);
        ipm->lifted = FED_ARRAY(run->arena, ipm->width, double);
        ipm->awm = FED_ARRAY(run->arena, d, double);
        ipm->awt = FED_ARRAY(run->arena, d, double);
        if (ipm->coded == NULL || ipm->bends == NULL || ipm->lifted == NULL || ipm->awm == NULL ||
            ipm->awt == NULL)
            return fed_nomem(run->error);
    }
    if (ipm->sums == NULL || ipm->chunk_most == NULL || ipm->coefficient == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m <= run->problem->clients; m++)
        ipm->coefficient[m] = 1.0;
    if (!ipm->program && data->ptr == NULL && ipm->system->exact && ipm->system->gathers) {
        if ((ipm->triangle = FED_ARRAY(run->arena, d * (d + 1), double)) == NULL)
            return fed_nomem(run->error);
        ipm->basis_scale = ipm->triangle + d * d;
    }
    for (size_t i = 0; i < ipm->client.n; i++)
        ipm->most_cost = fmax(ipm->most_cost, fabs(ipm->client.ca[i]));
    fed_ipm_row_sizes(ipm);
    ipm->most = (double)fed_held_most(run->problem->part);
    ipm->projection_error = ipm->projection_bound = ipm->theorem_rows = NAN;
    ipm->max_gamma = ipm->potential = NAN;
    fed_run_room(run, fed_ipm_work(ipm));
    return FED_OK;
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
    TRY(choose_step(ipm));
    TRY(carve(ipm));
    TRY(fed_ipm_keep(ipm));
    TRY(fed_ipm_report_open(ipm));
    fed_ipm_constants(ipm);
    return ipm->system->setup(ipm);
}

static fed_status start(fed_run *run)
{
    fed_ipm *ipm = run->state;

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
        fed_ipm_model(ipm, run->theta);
        return;
    }
    fed_lp_answer(ipm, run->theta);
}

static fed_status one_round(fed_run *run)
{
    fed_ipm *ipm = run->state;
    double passes;

    ipm->t_used = ipm->t;
    ipm->passes = 0;
    ipm->words_before = run->counts.words_up + run->counts.words_down;
    if (ipm->program && ipm->lp->infeasible) {
        fed_without_answer(run, FED_INFEASIBLE, "row %zu contradicts the bounds of its columns",
                           ipm->lp->fault);
        return FED_OK;
    }
    if (ipm->rebased && ipm->basis == NULL) /* a run that goes on */
        TRY(fed_ipm_basis(ipm));
    TRY(ipm->system->round != NULL ? ipm->system->round(ipm)
        : ipm->predictor           ? fed_ipm_predictor(ipm)
        : ipm->wants_short         ? fed_ipm_short(ipm)
                                   : fed_ipm_long(ipm));
    passes = 1.0 + (double)(ipm->system->dense ? ipm->d : ipm->passes);
    fed_compute_all(run, passes * (double)run->problem->samples, passes * ipm->most);
    fed_epoch(run);
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

static fed_status finish(fed_run *run)
{
    const fed_ipm *ipm = run->state;

    if (!ipm->program)
        return FED_OK;
    if (run->problem->data->program->maximise && run->remark[0] == '\0')
        snprintf(run->remark, sizeof run->remark,
                 "the file maximises: all results are those of minimising minus its "
                 "objective");
    return fed_lp_report(ipm);
}

static const fed_param params[] = {
    {"rounds", FED_INT, "500", 0, 4e9, NULL, "maximum number of Newton steps"},
    {"tolerance", FED_FLOAT, "1e-8", 0, 1, NULL,
     "stop if nu t < tolerance (1 + |c'x|), the bound of the duality gap, and the gap "
     "itself is at most 4 times that"},
    {"step", FED_CHOICE, "auto", FED_ANY, "auto|predictor|long|short",
     "predictor: Mehrotra's predictor-corrector; long: centre, then t *= 0.05; short: the "
     "published iteration, t *= 1 - xi/sqrt(nu); auto: predictor if available, otherwise "
     "long"},
    {"constants", FED_CHOICE, "practical", FED_ANY, "practical|paper",
     "constants of the short step: alpha = 0.5, xi = 0.3, lambda = ln m, or the "
     "published ones"},
    {"system", FED_CHOICE, "exact", FED_ANY, "exact|sketch|pcg|learned|model1|model2|model3",
     "how the server computes the multipliers: from A W A', from its sketches, by "
     "conjugate gradients (pcg), from an approximation of A W A' learned from the steps "
     "(few words; linear, logistic, poisson, exponential losses), or by the naive models"},
    {"sketch", FED_CHOICE, "ams", FED_ANY, "ams|countsketch|gaussian|srht", "type of sketch"},
    {"pairing", FED_CHOICE, "independent", FED_ANY, "independent|paired|equal",
     "sketches R1..R4: four independent ones, R1 = R3 and R4 = R2, or all equal"},
    {"sizes", FED_INTS, "()", 1, 1e7, NULL,
     "rows b1..b4 of the sketches, or one number for all; 2d by default"},
    {"scaling", FED_BOOL, "true", FED_ANY, NULL,
     "equilibrate rows, columns, right-hand sides and costs of a linear program"},
    {"start", FED_CHOICE, "infeasible", FED_ANY, "infeasible|modified",
     "start at the centres of the blocks, or add a column that makes them feasible; "
     "short steps from the modified start are exactly Algorithm 1, while from the "
     "centres, long steps reach the path first"},
    FED_END};

const fed_algorithm fed_algorithm_fedipm = {
    .entry = {"fedipm",
              "federated interior point method on the dual problem, second "
              "order",
              params},
    .takes = FED_TRAIT_PROGRAM | FED_TRAIT_KINKS | FED_TRAIT_L1,
    .refuses = FED_TRAIT_MIXED,
    .own_tolerance = true,
    .hessians = true,
    .table = "ipm",
    .setup = setup,
    .start = start,
    .round = one_round,
    .finish = finish,
};
