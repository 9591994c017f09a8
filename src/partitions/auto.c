/* auto.c -- the clients that the data name; without such names, or when another number of clients
 * is asked for, an equal share at random. */
#include "partitions/scheme.h"

extern const fed_scheme fed_scheme_given, fed_scheme_random;

static const fed_scheme *choose(const fed_dataset *data, size_t clients)
{
    return data->client != NULL && clients == data->clients ? &fed_scheme_given
                                                            : &fed_scheme_random;
}

static const fed_param params[] = {FED_END};

const fed_scheme fed_scheme_auto = {
    .entry = {"auto", "given if the data have this number of clients, otherwise random", params},
    .choose = choose};
