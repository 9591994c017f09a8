/* stretches.c -- which samples count alike. */
#include "problem/stretches.h"

double fed_factor(const fed_problem *problem, size_t client)
{
    const fed_partition *part = problem->part;

    if (client == problem->clients)
        return problem->scale * problem->server_weight / (double)part->server_count;
    if (problem->by_samples)
        return problem->scale / (double)problem->samples;
    return problem->scale * problem->weight[client] / (double)fed_held(part, client);
}

bool fed_same_factor(const fed_problem *problem, size_t a, size_t b)
{
    return problem->by_samples || /* or the same samples and weight, as most have: no division */
           (problem->weight[a] == problem->weight[b] &&
            fed_held(problem->part, a) == fed_held(problem->part, b)) ||
           fed_factor(problem, a) == fed_factor(problem, b);
}

size_t fed_client_at(const fed_problem *problem, size_t at)
{
    const size_t *start = problem->part->start;
    size_t low = 0, high = problem->clients;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (start[middle + 1] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

fed_stretch fed_stretch_at(const fed_problem *problem, size_t client, size_t at, size_t end)
{
    const fed_partition *part = problem->part;
    const size_t held = part->start[problem->clients];
    fed_stretch s = {NULL, 0, 0, 0.0};
    size_t last;

    while (client < problem->clients && part->start[client + 1] <= at)
        client++;
    last = client + 1;
    s.client = client;
    s.factor = fed_factor(problem, client);
    if (client == problem->clients) {
        s.rows = part->server + (at - held);
        s.n = end - at;
        return s;
    }
    s.rows = part->row + at;
    if (problem->pack == NULL) /* clients with one factor are passed over together */
        while (last < problem->clients && part->start[last] < end &&
               fed_same_factor(problem, client, last))
            last++;
    s.n = (part->start[last] < end ? part->start[last] : end) - at;
    return s;
}
