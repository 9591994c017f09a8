/* diff.c -- --diff: what differs between two results directories, first the keys of their
 * configurations, then the medians at the last recorded round. */
#include "cli/diff.h"
#include "datasets/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A metric of a point at the last recorded round. */
typedef struct last {
    const char *point, *metric; /* point: the swept values, commas between */
    double round, median;
    bool known; /* the median is a number */
} last;

typedef struct side {
    const char *name;     /* of the directory, as given */
    const fed_tree *tree; /* run.yaml up to its runs */
    const char *header;   /* of summary.csv up to the column run: the swept keys */
    last *rows;
    size_t count;
} side;

static const fed_tree *child(const fed_tree *map, const char *key)
{
    for (const fed_tree *c = map != NULL ? map->child : NULL; c != NULL; c = c->next)
        if (c->key != NULL && strcmp(c->key, key) == 0)
            return c;
    return NULL;
}

/* The text of a value; a list with commas between; "-" where there is none. */
static const char *text_of(fed_arena *arena, const fed_tree *node)
{
    const char *text = "";

    if (node == NULL)
        return "-";
    if (node->kind == FED_TREE_SCALAR)
        return node->value;
    for (const fed_tree *c = node->child; c != NULL && text != NULL; c = c->next)
        text = fed_sprintf(arena, "%s%s%s", text, *text != '\0' ? ", " : "",
                           c->value != NULL ? c->value : "-");
    return text;
}

/* The configuration stands before the runs, whose facts are not compared. */
static fed_status read_tree(fed_arena *arena, side *s, fed_error *error)
{
    fed_file file = {fed_sprintf(arena, "%s/run.yaml", s->name), NULL, 0};
    fed_input input;
    char *runs;

    if (file.path == NULL)
        return fed_nomem(error);
    TRY(fed_input_read(arena, &file, FED_INPUT_MAX, &input, error));
    if ((runs = strstr(input.text, "\nruns:\n")) != NULL)
        input.size = (size_t)(runs + 1 - input.text);
    TRY(fed_tree_parse(arena, &input, &s->tree, error));
    if (child(s->tree, "configuration") == NULL)
        return fed_fail(error, FED_DATA, "%s: no configuration: not a run.yaml of fedomp",
                        file.path);
    return FED_OK;
}

/* The last columns of summary.csv, none of which needs quotes. */
enum { RUN, ROUND, METRIC, N, MEDIAN, Q25, Q75, MEAN, SD, COLUMNS };

/* Cuts a line from its end into these; what is before them, the swept values, is left in place. */
static bool cut(char *line, char **cell)
{
    char *p = line + strlen(line);

    for (size_t k = COLUMNS; k > 0; k--) {
        while (p > line && p[-1] != ',')
            p--;
        cell[k - 1] = p;
        if (p == line)
            return k == 1;
        *--p = '\0';
    }
    return true;
}

/* A row: of the same point and metric as one before it, it is of a later round. */
static fed_status take(fed_arena *arena, side *s, const char *point, char **cell, size_t *start,
                       fed_error *error)
{
    size_t i;
    char *end;

    if (s->count > 0 && strcmp(s->rows[s->count - 1].point, point) != 0)
        *start = s->count; /* rows of a point follow each other */
    for (i = *start; i < s->count && strcmp(s->rows[i].metric, cell[METRIC]) != 0;)
        i++;
    if (i == s->count) {
        if ((s->rows = fed_grow(arena, s->rows, s->count, sizeof *s->rows)) == NULL)
            return fed_nomem(error);
        s->rows[s->count++] = (last){.point = point, .metric = cell[METRIC]};
    }
    s->rows[i].round = strtod(cell[ROUND], NULL);
    s->rows[i].median = strtod(cell[MEDIAN], &end);
    s->rows[i].known = end != cell[MEDIAN];
    return FED_OK;
}

static fed_status read_summary(fed_arena *arena, side *s, fed_error *error)
{
    fed_file file = {fed_sprintf(arena, "%s/summary.csv", s->name), NULL, 0};
    char *cell[COLUMNS], *line, *rest = NULL;
    size_t start = 0, number = 0;
    fed_input input;

    if (file.path == NULL)
        return fed_nomem(error);
    TRY(fed_input_read(arena, &file, FED_INPUT_MAX, &input, error));
    for (line = strtok_r(input.text, "\r\n", &rest); line != NULL;
         line = strtok_r(NULL, "\r\n", &rest)) {
        number++;
        if (!cut(line, cell) || (number == 1 && strcmp(cell[MEDIAN], "median") != 0))
            return fed_fail(error, FED_DATA, "%s:%zu: not a summary of fedomp", file.path, number);
        /* Without swept keys the line begins with the run. */
        if (number == 1)
            s->header = cell[RUN] == line ? "" : line;
        else
            TRY(take(arena, s, cell[RUN] == line ? "" : line, cell, &start, error));
    }
    return FED_OK;
}

static fed_status read_side(fed_arena *arena, const char *name, side *s, fed_error *error)
{
    *s = (side){.name = name};
    TRY(read_tree(arena, s, error));
    return read_summary(arena, s, error);
}

/* A difference: in a line of 80 columns where it fits, else one line for each side. */
static void put(const char *what, const char *a, const char *b)
{
    if (strlen(a) <= 22 && strlen(b) <= 22 && strlen(what) <= 30)
        printf("  %-30s  %-22s  %s\n", what, a, b);
    else
        printf("  %s\n    %s\n    %s\n", what, a, b);
}

/* The keys of one or both configurations whose values differ; returns how many. */
static size_t put_configuration(fed_arena *arena, const side *a, const side *b)
{
    const fed_tree *left = child(a->tree, "configuration"),
                   *right = child(b->tree, "configuration");
    size_t count = 0;

    for (int pass = 0; pass < 2; pass++)
        for (const fed_tree *c = (pass == 0 ? left : right)->child; c != NULL; c = c->next) {
            const char *x = text_of(arena, child(left, c->key)),
                       *y = text_of(arena, child(right, c->key));

            if (x == NULL || y == NULL || strcmp(x, y) == 0 ||
                (pass == 1 && child(left, c->key) != NULL))
                continue;
            if (count++ == 0) {
                printf("configuration\n");
                put("key", a->name, b->name);
            }
            put(c->key, x, y);
        }
    return count;
}

/* The same point and metric on the other side, which often stands at the same place. */
static const last *match(const side *s, const last *row, size_t hint)
{
    for (size_t k = 0; k < s->count; k++) {
        const last *other = &s->rows[(hint + k) % s->count];

        if (strcmp(other->metric, row->metric) == 0 && strcmp(other->point, row->point) == 0)
            return other;
    }
    return NULL;
}

static void put_row(const last *row, const last *other)
{
    char text[2][32] = {"-", "-"}, change[32] = "";

    if (row->known)
        snprintf(text[0], sizeof text[0], "%.6g", row->median);
    if (other != NULL && other->known)
        snprintf(text[1], sizeof text[1], "%.6g", other->median);
    if (row->known && other != NULL && other->known)
        snprintf(change, sizeof change, "%+.3g", other->median - row->median);
    printf("  %-22s  %16s  %16s  %12s\n", row->metric, text[0], text[1], change);
}

/* The medians that differ, point by point; returns how many. */
static size_t put_results(const side *a, const side *b)
{
    const char *point = NULL;
    size_t count = 0;

    if (strcmp(a->header, b->header) != 0) {
        printf("results are not compared: the swept keys differ\n");
        return 1;
    }
    for (size_t i = 0; i < a->count; i++) {
        const last *row = &a->rows[i], *other = match(b, row, i);
        const bool same = other != NULL && row->known == other->known &&
                          (!row->known || row->median == other->median) &&
                          row->round == other->round;

        if (same)
            continue;
        if (count++ == 0) {
            printf("results, medians at the last recorded round\n");
            printf("  %-22s  %16.16s  %16.16s  %12s\n", "metric", a->name, b->name, "difference");
        }
        if (*row->point != '\0' && (point == NULL || strcmp(point, row->point) != 0))
            printf("  %s = %s\n", a->header, row->point);
        point = row->point;
        put_row(row, other);
    }
    return count;
}

int fed_app_diff(const char *a, const char *b)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    side left, right;
    fed_status status = read_side(&arena, a, &left, &error);

    if (status == FED_OK)
        status = read_side(&arena, b, &right, &error);
    if (status == FED_OK) {
        if (put_configuration(&arena, &left, &right) == 0)
            printf("the configurations are the same\n");
        if (put_results(&left, &right) == 0)
            printf("the results are the same\n");
    } else {
        fprintf(stderr, "fedomp: %s\n", error.text);
    }
    fed_arena_free(&arena);
    return fed_status_exit(status);
}
