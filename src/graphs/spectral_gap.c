/* spectral_gap.c -- the second largest modulus of W's eigenvalues, by the cheapest way its form
 * allows, and the singular values that bound the distance to the global estimator. */
#include "graphs/spectral_gap.h"

#include "core/linalg.h"
#include "graphs/network.h"
#include "core/lapack.h"

#include <math.h>
#include <string.h>

/* w_mk, 0 without an edge: senders increase within a row. */
static double entry(const fed_graph *graph, size_t m, size_t k)
{
    size_t low = graph->start[m], high = graph->start[m + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (graph->sender[middle] < k)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->start[m + 1] && graph->sender[low] == k ? graph->weight[low] : 0.0;
}

/* Row m is row 0 moved m places. */
static bool is_circulant(const fed_graph *graph)
{
    size_t degree = graph->start[1];

    for (size_t m = 1; m < graph->clients; m++) {
        if (fed_in_degree(graph, m) != degree)
            return false;
        for (size_t e = 0; e < degree; e++)
            if (entry(graph, m, (graph->sender[e] + m) % graph->clients) != graph->weight[e])
                return false;
    }
    return true;
}

/* pi_m w_mk = pi_k w_km with pi the degrees or all alike: then W has the eigenvalues of the
 * symmetric matrix sqrt(w_mk w_km). */
static bool is_reversible(const fed_graph *graph)
{
    bool by_degree = true, alike = true;

    for (size_t m = 0; m < graph->clients && (by_degree || alike); m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
            size_t k = graph->sender[e];
            double there = graph->weight[e], back = entry(graph, k, m);
            double flow = there * (double)fed_in_degree(graph, m);

            alike = alike && there == back;
            by_degree = by_degree && back > 0.0 &&
                        fabs(flow - back * (double)fed_in_degree(graph, k)) <= 1e-15 * flow;
        }
    return by_degree || alike;
}

/* lambda_j = sum_k w_0k exp(2 pi i jk/M); lambda_0 = 1. */
static void circulant_eigen(const fed_graph *graph, size_t j, double *re, double *im)
{
    *re = *im = 0.0;
    for (size_t e = 0; e < graph->start[1]; e++) {
        double angle =
            2.0 * M_PI * (double)(j * graph->sender[e] % graph->clients) / (double)graph->clients;

        *re += graph->weight[e] * cos(angle);
        *im += graph->weight[e] * sin(angle);
    }
}

static double circulant_second(const fed_graph *graph)
{
    double second = 0.0, re, im;

    for (size_t j = 1; j < graph->clients; j++) {
        circulant_eigen(graph, j, &re, &im);
        second = fmax(second, hypot(re, im));
    }
    return second;
}

/* The largest but one of n >= 2 moduli. */
static double second_largest(size_t n, const double *re, const double *im)
{
    double first = -1.0, second = -1.0;

    for (size_t i = 0; i < n; i++) {
        double modulus = hypot(re[i], im[i]);

        if (modulus > first) {
            second = first;
            first = modulus;
        } else {
            second = fmax(second, modulus);
        }
    }
    return second;
}

static fed_status dense_second(fed_arena *arena, const fed_graph *graph, double *modulus,
                               fed_error *error)
{
    size_t n = graph->clients;
    double *matrix = FED_ARRAY(arena, n * n, double), *re = FED_ARRAY(arena, n, double);
    double *im = FED_ARRAY(arena, n, double);
    bool reversible = is_reversible(graph);

    if (matrix == NULL || re == NULL || im == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < n; m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
            size_t k = graph->sender[e];

            matrix[m * n + k] =
                reversible ? sqrt(graph->weight[e] * entry(graph, k, m)) : graph->weight[e];
        }
    if (!(reversible ? fed_eigen(n, matrix, n, false, re) : fed_eigen_general(n, matrix, re, im)))
        return fed_no_eigen(error, "the eigenvalues of the network's matrix were not found");
    *modulus = second_largest(n, re, im);
    return FED_OK;
}

fed_status fed_graph_second(const fed_graph *graph, double *modulus, fed_error *error)
{
    fed_arena arena = {NULL};
    fed_status status = FED_OK;

    if (is_circulant(graph))
        *modulus = circulant_second(graph);
    else
        status = dense_second(&arena, graph, modulus, error);
    fed_arena_free(&arena);
    return status;
}

static const double ROUNDING = 1e-13; /* of eigenvalues, as a share of the largest */

/* Eigenvalues of (shift I - W)'(shift I - W), increasing; matrix, square: n x n. */
static bool squared_singular_values(const fed_graph *graph, double shift, double *matrix,
                                    double *square, double *values)
{
    const size_t n = graph->clients;

    memset(matrix, 0, n * n * sizeof *matrix);
    memset(square, 0, n * n * sizeof *square);
    for (size_t m = 0; m < n; m++) {
        matrix[m * n + m] = shift;
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
            matrix[m * n + graph->sender[e]] -= graph->weight[e];
    }
    fed_syrk(n, n, 1.0, matrix, n, square, n);
    return fed_eigen(n, square, n, false, values);
}

/* W is normal: the moduli of lambda_j and of 1 - lambda_j, those that are 0 left out. */
static void circulant_singular(const fed_graph *graph, double *largest, double *smallest)
{
    double re, im, least = INFINITY;

    *largest = 0.0;
    for (size_t j = 0; j < graph->clients; j++) {
        circulant_eigen(graph, j, &re, &im);
        *largest = fmax(*largest, hypot(re, im));
        if (hypot(1.0 - re, im) > sqrt(ROUNDING))
            least = fmin(least, hypot(1.0 - re, im));
    }
    *smallest = isfinite(least) ? least : 0.0;
}

fed_status fed_graph_singular(const fed_graph *graph, double *largest, double *smallest,
                              fed_error *error)
{
    const size_t n = is_circulant(graph) ? 0 : graph->clients; /* the others' need no matrix */
    fed_arena arena = {NULL};
    double *matrix = FED_ARRAY(&arena, n * n, double), *square = FED_ARRAY(&arena, n * n, double);
    double *values = FED_ARRAY(&arena, n, double);
    fed_status status = FED_OK;

    if (matrix == NULL || square == NULL || values == NULL) {
        status = fed_nomem(error);
    } else if (n == 0) {
        circulant_singular(graph, largest, smallest);
    } else {
        bool good = squared_singular_values(graph, 0.0, matrix, square, values);

        size_t first = 0;

        *largest = sqrt(values[n - 1]);
        good = good && squared_singular_values(graph, 1.0, matrix, square, values);
        /* one is 0 for every set of clients that hear no others: I - W annihilates ones there */
        while (first + 1 < n && values[first] <= ROUNDING * values[n - 1])
            first++;
        *smallest = sqrt(values[first]);
        if (!good)
            status =
                fed_no_eigen(error, "the singular values of the network's matrix were not found");
    }
    fed_arena_free(&arena);
    return status;
}
