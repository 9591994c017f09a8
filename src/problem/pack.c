/* pack.c -- the packed layout and its passes: every loop runs along the samples of a client. */
#include "problem/pack.h"

#include "core/columns.h"
#include "models/linear.h"
#include "problem/errors.h"

#include <string.h>

enum { MOST_PARAMETERS = 32, GROUP = FED_MANY / FED_EIGHT };

bool fed_pack_pays(const fed_problem *problem)
{
    return problem->products && problem->data->ptr == NULL && !problem->functions &&
           problem->p <= MOST_PARAMETERS &&
           (problem->samples + 8 * problem->clients) * problem->p < ((size_t)1 << 26);
}

fed_status fed_pack_make(fed_arena *arena, const fed_problem *problem, const fed_pack **result,
                         fed_error *error)
{
    const fed_partition *part = problem->part;
    const size_t p = problem->p, clients = problem->clients;
    fed_pack *pack = FED_NEW(arena, fed_pack);
    size_t *start = FED_ARRAY(arena, clients + 1, size_t);
    double *x, *y;

    if (pack == NULL || start == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < clients; m++)
        start[m + 1] = start[m] + FED_ROUND_UP(fed_held(part, m), 8);
    x = FED_ARRAY(arena, start[clients] * p, double);
    y = FED_ARRAY(arena, start[clients], double);
    if (x == NULL || y == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < clients; m++) {
        const size_t ld = start[m + 1] - start[m], *rows = fed_held_rows(part, m);
        double *to = x + start[m] * p;

        for (size_t i = 0; i < fed_held(part, m); i++) {
            double row[MOST_PARAMETERS];

            fed_linear_row(&problem->model, &problem->data->matrix, rows[i], row);
            for (size_t j = 0; j < p; j++)
                to[j * ld + i] = row[j];
            y[start[m] + i] = problem->y[rows[i]];
        }
    }
    *pack = (fed_pack){start, x, y};
    *result = pack;
    return FED_OK;
}

size_t fed_pack_work(const fed_problem *problem)
{
    return problem->p <= FED_FEW && problem->loss->slopes != NULL ? 3 * FED_MANY : 0;
}

size_t fed_pack_group(const fed_problem *problem, size_t first, size_t most)
{
    const size_t *start = problem->pack->start + first;
    size_t clients = 1;

    while (clients < most && clients < GROUP && start[clients + 1] - start[0] <= FED_MANY)
        clients++;
    return clients;
}

/* The samples of a client from `at` on, as many as are passed over together. */
static fed_piece piece_at(const fed_problem *problem, size_t client, size_t at)
{
    const size_t *start = problem->pack->start + client, ld = start[1] - start[0],
                 held = fed_held(problem->part, client),
                 n = ld - at < FED_MANY ? ld - at : FED_MANY;

    return (fed_piece){n, held - at < n ? held - at : n, ld,
                       problem->pack->x + start[0] * problem->p + at};
}

/* The first pieces of a group. A client that has more is alone in it. */
static fed_few group_of(const fed_problem *problem, size_t first, size_t clients, fed_piece *piece)
{
    const size_t *start = problem->pack->start;
    fed_few few = {problem->p, clients, 0, piece, problem->pack->y + start[first]};

    for (size_t c = 0; c < clients; c++) {
        piece[c] = piece_at(problem, first + c, 0);
        few.n += piece[c].n;
    }
    return few;
}

/* Moves to the next piece of a client that is alone. */
static bool next_piece(const fed_problem *problem, size_t client, fed_piece *piece, fed_few *few)
{
    const size_t *start = problem->pack->start + client,
                 at = (size_t)(few->y - problem->pack->y) + few->n - start[0];

    if (few->pieces > 1 || at == start[1] - start[0])
        return false;
    *piece = piece_at(problem, client, at);
    few->y += few->n;
    few->n = piece->n;
    return true;
}

void fed_pack_slopes(const fed_problem *problem, size_t first, size_t clients,
                     const double *const *theta, double *grad, double *work)
{
    fed_piece piece[GROUP];
    fed_few few = group_of(problem, first, clients, piece);

    problem->loss->slopes(&few, theta, grad, work);
    while (next_piece(problem, first, piece, &few)) {
        double more[FED_FEW];

        problem->loss->slopes(&few, theta, more, work);
        for (size_t j = 0; j < problem->p; j++)
            grad[j] += more[j];
    }
    for (size_t c = 0; c < clients; c++) {
        const double factor = problem->scale / (double)fed_held(problem->part, first + c);

        for (size_t j = 0; j < problem->p; j++)
            grad[c * FED_FEW + j] *= factor;
    }
}

void fed_pack_measures(const fed_problem *problem, size_t first, size_t clients, double factor,
                       const double *theta, fed_total *total, double *grad, double *wrong,
                       double *work)
{
    fed_piece piece[GROUP];
    fed_few few = group_of(problem, first, clients, piece);

    do
        problem->loss->measures(&few, theta, factor, total, grad, wrong, work);
    while (next_piece(problem, first, piece, &few));
}

void fed_pack_eval(const fed_problem *problem, size_t client, size_t lo, size_t hi, double factor,
                   const double *theta, fed_total *total, double *grad, double *wrong, double *work)
{
    const fed_pack *pack = problem->pack;
    const size_t p = problem->p, at = pack->start[client], ld = pack->start[client + 1] - at;
    const double *x = pack->x + at * p, *y = pack->y + at;
    double *eta = work, *d1 = eta + FED_BLOCK, *phi = d1 + FED_BLOCK;
    const size_t n = fed_held(problem->part, client);

    if (lo == 0 && hi == n && total != NULL && fed_pack_has_measures(problem)) {
        fed_pack_measures(problem, client, 1, factor, theta, total, grad, wrong, work);
        return;
    }
    for (size_t first = lo; first < hi; first += FED_BLOCK) { /* the padding adds zeros */
        const size_t count = hi - first < FED_BLOCK ? hi - first : FED_BLOCK;
        const size_t whole = first + count == n && ld - first <= FED_BLOCK ? ld - first : count;

        fed_columns_forward(p, whole, x + first, ld, theta, eta);
        if (total != NULL && problem->loss->add != NULL) {
            problem->loss->add(problem->keys.values, count, eta, y + first, total, d1);
        } else {
            fed_link(problem, whole, eta, y + first, total != NULL ? phi : NULL,
                     grad != NULL ? d1 : NULL, NULL);
            if (total != NULL)
                fed_total_add(total, count, phi);
        }
        if (wrong != NULL) /* the padding is classified correctly */
            *wrong += fed_misclassified(problem, whole, eta, y + first);
        for (size_t i = count; grad != NULL && i < whole; i++)
            d1[i] = 0.0; /* also where a loss has no derivative at 0 */
        if (grad != NULL)
            fed_columns_backward(p, whole, x + first, ld, d1, factor, grad);
    }
}
