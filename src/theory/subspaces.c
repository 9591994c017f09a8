/* subspaces.c -- the clients' second moments within their own subspaces, by eigenvalues. */
#include "theory/subspaces.h"

#include "core/linalg.h"
#include "core/lapack.h"
#include "theory/affine.h"
#include "theory/local_spectrum.h"

static void note(const fed_affine *affine, double samples, fed_subspaces *found)
{
    const size_t p = affine->p;
    const double *values = affine->values, most = values[p - 1];
    size_t rank = 0;
    double share;

    while (rank < p && values[p - 1 - rank] > FED_EIGEN_CUT * most)
        rank++;
    if (rank == 0)
        return; /* no features: nothing to be normalised */
    share = (double)rank / (double)p / affine->problem->scale;
    found->alpha = fmin(found->alpha, share * values[p - rank]);
    found->beta = fmax(found->beta, share * most);
    found->nu = fmax(found->nu, samples / (double)rank);
}

fed_status fed_subspaces_find(fed_run *run, const char *analysis, fed_subspaces *found)
{
    fed_affine affine;

    *found = (fed_subspaces){.alpha = INFINITY};
    TRY(fed_affine_read(run, analysis, &affine));
    for (size_t m = 0; m < run->problem->clients; m++) {
        if (!fed_affine_eigen(&affine, m))
            return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                            "not found");
        note(&affine, (double)fed_held(run->problem->part, m), found);
    }
    return FED_OK;
}

double fed_truths_apart(const fed_problem *problem)
{
    const double *truths = problem->data->truths;
    double most = 0.0;

    for (size_t i = 0; truths != NULL && i < problem->data->clients; i++)
        for (size_t j = 0; j < i; j++)
            most = fmax(most,
                        fed_distance(problem->p, truths + i * problem->p, truths + j * problem->p));
    return most;
}
