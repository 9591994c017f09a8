/* columns.c -- columns of values in memory, or in sorted runs that are merged. */
#include "study/columns.h"

#include "core/scratch.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

fed_status fed_columns_open(fed_columns *columns, const fed_folder *folder, size_t width,
                            size_t rows, size_t most, fed_error *error)
{
    const size_t least = (size_t)sqrt((double)rows) + 1; /* so that each run has some when merged */
    size_t room = most / width > least ? most / width : least;

    if (room > rows || folder == NULL)
        room = rows;
    *columns = (fed_columns){.folder = folder, .width = width, .room = room, .fd = -1};
    columns->values = calloc(room, width * sizeof *columns->values);
    columns->counts = calloc(rows / room + 1, width * sizeof *columns->counts);
    return columns->values == NULL || columns->counts == NULL ? fed_nomem(error) : FED_OK;
}

void fed_columns_close(fed_columns *columns)
{
    if (columns->fd >= 0)
        close(columns->fd);
    free(columns->values);
    free(columns->counts);
    *columns = (fed_columns){.fd = -1};
}

void fed_columns_clear(fed_columns *columns)
{
    columns->held = columns->runs = 0;
}

/* The values of a column in memory that are some, moved together. */
static size_t gather(const fed_columns *columns, size_t column, double **values)
{
    double *x = *values = columns->values + column * columns->room;
    size_t n = 0;

    for (size_t r = 0; r < columns->held; r++)
        if (!isnan(x[r]))
            x[n++] = x[r];
    return n;
}

static uint64_t place_of(const fed_columns *columns, size_t run, size_t column)
{
    return ((uint64_t)run * columns->width + column) * columns->room * sizeof(double);
}

/* What is in memory becomes a run. */
static fed_status spill(fed_columns *columns, fed_error *error)
{
    if (columns->fd < 0)
        TRY(fed_scratch_open(&columns->fd, columns->folder, error));
    for (size_t column = 0; column < columns->width; column++) {
        double *x;
        const size_t n = gather(columns, column, &x);

        qsort(x, n, sizeof *x, fed_ascending);
        if (!fed_write_at(columns->fd, x, n * sizeof *x, place_of(columns, columns->runs, column)))
            return fed_scratch_fault(columns->folder, error);
        columns->counts[columns->runs * columns->width + column] = n;
    }
    columns->runs++;
    columns->held = 0;
    return FED_OK;
}

fed_status fed_columns_row(fed_columns *columns, fed_error *error)
{
    if (columns->held == columns->room)
        TRY(spill(columns, error));
    columns->held++;
    return FED_OK;
}

void fed_columns_set(fed_columns *columns, size_t column, double value)
{
    columns->values[column * columns->room + columns->held - 1] = value;
}

typedef struct source { /* one run of a column */
    size_t run;
    double *at, *end;  /* what of it is in memory, */
    size_t read, left; /*   where that ended in the file, and what follows */
} source;

typedef struct merging {
    fed_columns *columns;
    size_t column, share; /* doubles of memory for each run */
    source *heap;         /* least value first; of equal ones the earlier run's */
    size_t count;
    bool failed;
} merging;

static bool before(const source *a, const source *b)
{
    return *a->at != *b->at ? *a->at < *b->at : a->run < b->run;
}

static void sink(merging *m, size_t k)
{
    for (size_t child; (child = 2 * k + 1) < m->count; k = child) {
        const source other = m->heap[k];

        if (child + 1 < m->count && before(&m->heap[child + 1], &m->heap[child]))
            child++;
        if (!before(&m->heap[child], &other))
            break;
        m->heap[k] = m->heap[child];
        m->heap[child] = other;
    }
}

static void fill(merging *m, source *s)
{
    const fed_columns *columns = m->columns;
    const size_t n = s->left < m->share ? s->left : m->share;

    s->at = columns->values + s->run * m->share;
    s->end = s->at + n;
    m->failed =
        m->failed || !fed_read_at(columns->fd, s->at, n * sizeof *s->at,
                                  place_of(columns, s->run, m->column) + s->read * sizeof *s->at);
    s->read += n;
    s->left -= n;
}

/* Every run that has values, at its first one. */
static void begin(merging *m)
{
    m->count = 0;
    for (size_t run = 0; run < m->columns->runs; run++) {
        source s = {.run = run, .left = m->columns->counts[run * m->columns->width + m->column]};

        fill(m, &s);
        if (s.at < s.end)
            m->heap[m->count++] = s;
    }
    for (size_t k = m->count; k-- > 0;)
        sink(m, k);
}

static double take(merging *m)
{
    source *first = &m->heap[0];
    const double value = *first->at++;

    if (first->at == first->end && first->left > 0)
        fill(m, first);
    if (first->at == first->end)
        *first = m->heap[--m->count];
    sink(m, 0);
    return value;
}

static fed_status merge(fed_columns *columns, size_t column, fed_summary *summary, fed_error *error)
{
    merging m = {columns, column, columns->width * columns->room / columns->runs, NULL, 0, false};
    fed_tally all = {.n = 0};

    if ((m.heap = calloc(columns->runs, sizeof *m.heap)) == NULL)
        return fed_nomem(error);
    for (size_t run = 0; run < columns->runs; run++)
        all.n += columns->counts[run * columns->width + column];
    begin(&m);
    for (size_t k = 0; k < all.n && !m.failed; k++)
        fed_tally_add(&all, k, take(&m));
    begin(&m);
    for (size_t k = 0; k < all.n && !m.failed; k++)
        fed_tally_square(&all, take(&m));
    *summary = fed_tally_summary(&all);
    free(m.heap);
    return m.failed ? fed_scratch_fault(columns->folder, error) : FED_OK;
}

fed_status fed_columns_summary(fed_columns *columns, size_t column, fed_summary *summary,
                               fed_error *error)
{
    double *x;
    size_t n;

    if (columns->runs > 0) {
        if (columns->held > 0)
            TRY(spill(columns, error));
        return merge(columns, column, summary, error);
    }
    n = gather(columns, column, &x);
    *summary = fed_summarise(x, n);
    return FED_OK;
}
