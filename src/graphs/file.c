/* file.c -- a network read from lines "receiver sender [weight]"; '#' begins a comment. */
#include "graphs/network.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct reader {
    const char *path;
    size_t clients, line, first; /* line being read; that of the first edge */
    size_t room, *lines;         /* of each edge */
    bool weighted;
    fed_edges *edges;
    fed_error *error;
} reader;

/* A client number of decimal digits and nothing else. */
static fed_status read_client(reader *in, const char *what, const char *word, size_t *client)
{
    unsigned long long value;

    if (word[strspn(word, "0123456789")] != '\0')
        return fed_fail(in->error, FED_DATA, "%s:%zu: %s '%.40s' is not a client number", in->path,
                        in->line, what, word);
    errno = 0;
    value = strtoull(word, NULL, 10);
    if (errno != 0 || value >= in->clients)
        return fed_fail(in->error, FED_DATA, "%s:%zu: %s %.40s, but clients are 0 to %zu", in->path,
                        in->line, what, word, in->clients - 1);
    *client = (size_t)value;
    return FED_OK;
}

static fed_status read_weight(reader *in, const char *word, double *weight)
{
    char *end;

    *weight = strtod(word, &end);
    if (*end != '\0')
        return fed_fail(in->error, FED_DATA, "%s:%zu: weight '%.40s' is not a number", in->path,
                        in->line, word);
    if (!isfinite(*weight) || *weight <= 0.0 || *weight > 1.0 + 1e-9)
        return fed_fail(in->error, FED_DATA, "%s:%zu: weight %.40s is not within (0, 1]", in->path,
                        in->line, word);
    return FED_OK;
}

static fed_status remember_line(reader *in)
{
    if (in->edges->count == in->room) {
        size_t room = in->room == 0 ? 1024 : 2 * in->room,
               *lines = FED_ARRAY(in->edges->arena, room, size_t);

        if (lines == NULL)
            return fed_nomem(in->error);
        if (in->room > 0)
            memcpy(lines, in->lines, in->room * sizeof *lines);
        in->lines = lines;
        in->room = room;
    }
    in->lines[in->edges->count] = in->line;
    return FED_OK;
}

static fed_status read_line(reader *in, char *text)
{
    static const char space[] = " \t\r\n\v\f";
    char *word[4] = {NULL}, *rest = NULL;
    size_t count = 0, receiver, sender;
    double weight = 0.0;

    text[strcspn(text, "#")] = '\0';
    for (char *w = strtok_r(text, space, &rest); w != NULL && count < 4;
         w = strtok_r(NULL, space, &rest))
        word[count++] = w;
    if (count == 0)
        return FED_OK;
    if (count != 2 && count != 3)
        return fed_fail(in->error, FED_DATA, "%s:%zu: expected 'receiver sender [weight]'",
                        in->path, in->line);
    TRY(read_client(in, "receiver", word[0], &receiver));
    TRY(read_client(in, "sender", word[1], &sender));
    if (receiver == sender)
        return fed_fail(in->error, FED_DATA, "%s:%zu: client %zu receives from itself", in->path,
                        in->line, receiver);
    if (in->edges->count == 0) {
        in->weighted = count == 3;
        in->first = in->line;
    }
    if (in->weighted != (count == 3))
        return fed_fail(in->error, FED_DATA, "%s:%zu: %s weight, unlike line %zu", in->path,
                        in->line, in->weighted ? "no" : "a", in->first);
    if (in->weighted)
        TRY(read_weight(in, word[2], &weight));
    TRY(remember_line(in));
    return fed_edge_add(in->edges, receiver, sender, weight) == FED_OK ? FED_OK
                                                                       : fed_nomem(in->error);
}

static fed_status read_lines(reader *in, FILE *stream)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    fed_status status = FED_OK;

    while (status == FED_OK && (errno = 0, length = getline(&text, &room, stream)) >= 0) {
        in->line++;
        status = strlen(text) == (size_t)length
                     ? read_line(in, text)
                     : fed_fail(in->error, FED_DATA, "%s:%zu: a NUL character", in->path, in->line);
    }
    if (status == FED_OK && (ferror(stream) || errno != 0))
        status = fed_fail(in->error, FED_DATA, "%s: %s", in->path, strerror(errno));
    free(text);
    return status;
}

typedef struct edge {
    uint32_t receiver, sender;
    size_t line;
    double weight;
} edge;

static int by_ends(const void *left, const void *right)
{
    const edge *a = left, *b = right;

    if (a->receiver != b->receiver)
        return a->receiver < b->receiver ? -1 : 1;
    if (a->sender != b->sender)
        return a->sender < b->sender ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

/* Edges given twice, clients that hear nobody, rows that do not sum to 1. */
static fed_status check(const reader *in)
{
    size_t count = in->edges->count, e = 0;
    edge *sorted = FED_ARRAY(in->edges->arena, count, edge);

    if (sorted == NULL)
        return fed_nomem(in->error);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (edge){in->edges->receiver[i], in->edges->sender[i], in->lines[i],
                           in->weighted ? in->edges->weight[i] : 0.0};
    qsort(sorted, count, sizeof *sorted, by_ends);
    for (size_t i = 1; i < count; i++)
        if (sorted[i].receiver == sorted[i - 1].receiver &&
            sorted[i].sender == sorted[i - 1].sender)
            return fed_fail(in->error, FED_DATA,
                            "%s:%zu: client %u already receives from client %u "
                            "on line %zu",
                            in->path, sorted[i].line, sorted[i].receiver, sorted[i].sender,
                            sorted[i - 1].line);
    for (size_t m = 0; m < in->clients; m++) {
        size_t last = 0, begin = e;
        double sum = 0.0;

        for (; e < count && sorted[e].receiver == m; e++) {
            sum += sorted[e].weight;
            last = sorted[e].line > last ? sorted[e].line : last;
        }
        if (e == begin)
            return fed_fail(in->error, FED_DATA,
                            "%s:%zu: at the end of the file, client %zu of %zu has no "
                            "senders",
                            in->path, in->line, m, in->clients);
        if (in->weighted && fabs(sum - 1.0) > 1e-9)
            return fed_fail(in->error, FED_DATA,
                            "%s:%zu: weights of client %zu sum to %.17g, not to 1 within 1e-9",
                            in->path, last, m, sum);
    }
    return FED_OK;
}

static fed_status load(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    reader in = {.path = fed_config_path(config, "network.path"),
                 .clients = clients,
                 .edges = edges,
                 .error = error};
    struct stat about;
    FILE *stream;
    fed_status status;

    (void)seed, (void)replicate;
    if (in.path[0] == '\0')
        return fed_config_fault(config, error, FED_CONFIG, "network.path",
                                "a network of type file needs network.path");
    TRY(fed_config_readable(config, "network.path", error));
    if (stat(in.path, &about) == 0 && !S_ISREG(about.st_mode))
        return fed_fail(error, FED_DATA, "%s: not a regular file", in.path);
    if ((stream = fopen(in.path, "r")) == NULL)
        return fed_fail(error, FED_DATA, "%s: %s", in.path, strerror(errno));
    status = read_lines(&in, stream);
    fclose(stream);
    return status == FED_OK ? check(&in) : status;
}

static const fed_param params[] = {{"path", FED_PATH, NULL, FED_ANY, NULL,
                                    "file with lines \"receiver sender [weight]\", "
                                    "clients numbered from 0"},
                                   FED_END};

const fed_network fed_network_file = {.entry = {"file", "edges read from a file", params},
                                      .edges = load};
