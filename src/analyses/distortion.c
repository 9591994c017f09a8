/* distortion.c -- the clients' distortion matrices Q_i: their eigenvalues, and those of Q_i A_i. */
#include "analyses/analysis.h"
#include "core/lapack.h"
#include "theory/affine.h"

enum { CLIENT, WEIGHT, MU, SMOOTHNESS, Q_LEAST, Q_LARGEST, QA_LEAST, QA_LARGEST, COLUMNS };
static const char *const columns[] = {"client",  "weight",    "mu",       "smoothness",
                                      "q_least", "q_largest", "qa_least", "qa_largest"};

/* Where rates are large the order of the eigenvalues of Q_i need not be that of A_i's. */
static void put(const fed_affine *affine, double *row)
{
    row[MU] = affine->values[0];
    row[SMOOTHNESS] = affine->values[affine->p - 1];
    row[Q_LEAST] = row[QA_LEAST] = INFINITY;
    row[Q_LARGEST] = row[QA_LARGEST] = -INFINITY;
    for (size_t k = 0; k < affine->p; k++) {
        const double lambda = affine->values[k],
                     q = fed_affine_distortion(affine, affine->rate, lambda);

        row[Q_LEAST] = fmin(row[Q_LEAST], q);
        row[Q_LARGEST] = fmax(row[Q_LARGEST], q);
        row[QA_LEAST] = fmin(row[QA_LEAST], q * lambda);
        row[QA_LARGEST] = fmax(row[QA_LARGEST], q * lambda);
    }
}

static fed_status check(const fed_run *run)
{
    return fed_affine_check(run, "distortion");
}

static fed_status analyse(fed_run *run)
{
    fed_affine affine;
    fed_table *table;

    TRY(fed_affine_read(run, "distortion", &affine));
    table = fed_run_table(run, "distortion", columns, COLUMNS, run->problem->clients);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < run->problem->clients; m++) {
        double *row = table->cells + m * COLUMNS;

        if (!fed_affine_eigen(&affine, m))
            return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature "
                                            "were not found");
        row[CLIENT] = (double)m;
        row[WEIGHT] = run->problem->weight[m];
        put(&affine, row);
    }
    return FED_OK;
}

const fed_analysis fed_analysis_distortion = {
    .entry = {"distortion",
              "eigenvalues of the matrices Q_i by which local steps distort the clients' "
              "losses",
              NULL},
    .analyse = analyse,
    .check = check,
};
