/* record_partition.c -- rows of partition.csv: which client holds how many samples of which label;
 * of responses that are no labels, of which tenth of them in increasing order. */
#include "run/record_partition.h"

#include "run/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENT, LABEL, LOW, HIGH, SAMPLES, COLUMNS };
enum { BINS = 10 };

static const char *const columns[COLUMNS] = {"client", "label", "low", "high", "samples"};

typedef struct binning {
    size_t count; /* of labels or bins */
    bool labels;
    double edge[BINS + 1]; /* bin b holds [edge[b], edge[b+1]), the last its upper end, too */
} binning;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Labels as they are, or ten bins of about as many responses each; equal edges leave bins empty. */
static bool make_bins(const fed_run *run, binning *bins)
{
    const fed_problem *problem = run->problem;
    double *sorted;

    bins->labels = problem->classes > 0;
    bins->count = bins->labels ? problem->classes : BINS;
    if (bins->labels)
        return true;
    if ((sorted = malloc(problem->samples * sizeof *sorted)) == NULL)
        return false;
    memcpy(sorted, problem->y, problem->samples * sizeof *sorted);
    qsort(sorted, problem->samples, sizeof *sorted, by_value);
    for (size_t b = 0; b < BINS; b++)
        bins->edge[b] = sorted[problem->samples * b / BINS];
    bins->edge[BINS] = sorted[problem->samples - 1];
    free(sorted);
    return true;
}

static size_t bin_of(const binning *bins, double y)
{
    size_t b = bins->count;

    if (bins->labels) /* soft labels of binary losses go to the nearer one */
        return y < 0.5 ? 0 : (size_t)fmin(floor(y + 0.5), (double)(bins->count - 1));
    while (b > 1 && y < bins->edge[b - 1])
        b--;
    return b - 1;
}

static void count_rows(const fed_run *run, const binning *bins, fed_table *table, double client,
                       const size_t *rows, size_t n, double *count)
{
    memset(count, 0, bins->count * sizeof *count);
    for (size_t i = 0; i < n; i++)
        count[bin_of(bins, run->problem->y[rows[i]])]++;
    for (size_t b = 0; b < bins->count; b++) {
        double *row = table->cells + table->rows * COLUMNS;

        if (count[b] == 0.0)
            continue;
        row[CLIENT] = client;
        row[LABEL] = (double)b;
        row[LOW] = bins->labels ? NAN : bins->edge[b];
        row[HIGH] = bins->labels ? NAN : bins->edge[b + 1];
        row[SAMPLES] = count[b];
        table->rows++;
    }
}

fed_status fed_partition_record(fed_run *run)
{
    const fed_partition *part = run->problem->part;
    const size_t holders = part->clients + 1, samples = run->problem->samples;
    binning bins;
    fed_table *table;
    double *count;

    if (!fed_config_bool(run->config, "output.partition") || run->replicate != 0)
        return FED_OK;
    if (run->problem->data->program != NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "output.partition",
                                "a linear program has no samples to share");
    if (!make_bins(run, &bins) || (count = calloc(bins.count, sizeof *count)) == NULL)
        return fed_nomem(run->error);
    table = fed_run_table(run, "partition", columns, COLUMNS,
                          holders < samples / bins.count ? holders * bins.count : samples);
    if (table != NULL) {
        table->rows = 0;
        if (part->server_count > 0)
            count_rows(run, &bins, table, -1.0, part->server, part->server_count, count);
        for (size_t m = 0; m < part->clients; m++)
            count_rows(run, &bins, table, (double)m, fed_held_rows(part, m), fed_held(part, m),
                       count);
    }
    free(count);
    return table != NULL ? FED_OK : fed_nomem(run->error);
}
