/* extent.c -- how wide a study's results are, from one look at all of them, in order. Where they
 * are many small ones in the spool, several threads fetch them. */
#include "study/extent.h"

#include "core/pieces.h"
#include "study/cursor.h"

#include <stdlib.h>
#include <string.h>

static fed_table *find(fed_table *table, const char *name)
{
    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    return table;
}

const fed_table *fed_extent_table(const fed_study *study, const char *name)
{
    return find(study->extent.tables, name);
}

/* Names and columns are copied: what they came from may be read only once. */
static fed_status widen(fed_study *study, const fed_table *table, fed_error *error)
{
    fed_extent *extent = &study->extent;
    fed_table *widest = find(extent->tables, table->name);
    const char **columns;

    if (widest != NULL && widest->column_count >= table->column_count &&
        (widest->labels != NULL || table->labels == NULL))
        return FED_OK;
    if (widest == NULL) {
        widest = FED_NEW(&study->arena, fed_table);
        if (widest == NULL || (widest->name = fed_strdup(&study->arena, table->name)) == NULL)
            return fed_nomem(error);
        widest->next = extent->tables;
        extent->tables = widest;
    }
    if ((columns = FED_ARRAY(&study->arena, table->column_count, const char *)) == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < table->column_count; j++)
        if ((columns[j] = fed_strdup(&study->arena, table->columns[j])) == NULL)
            return fed_nomem(error);
    if (widest->column_count < table->column_count) {
        widest->columns = columns;
        widest->column_count = table->column_count;
    }
    if (table->labels != NULL)
        widest->labels = widest->columns; /* that there are some */
    return FED_OK;
}

static fed_status add(fed_study *study, size_t job, const fed_result *result, fed_error *error)
{
    fed_extent *extent = &study->extent;

    extent->p = result->p > extent->p ? result->p : extent->p;
    extent->models = result->models > extent->models ? result->models : extent->models;
    extent->seconds += result->seconds;
    extent->answered = extent->answered && fed_outcome_is_answer(result->outcome);
    for (const fed_table *table = result->tables; table != NULL; table = table->next)
        TRY(widen(study, table, error));
    return study->look != NULL ? study->look(study->look_context, job, result, error) : FED_OK;
}

enum { MANY_JOBS = 1000, SHELF = 32, SMALL = 1 << 14 }; /* jobs, results, bytes of one */

/* The results of some jobs that follow each other: those before the first that is not small. */
typedef struct shelf {
    fed_arena arena;
    size_t count;
    fed_result results[SHELF];
} shelf;

typedef struct measure {
    fed_study *study;
    fed_cursor cursor; /* for those that are on no shelf */
    shelf *shelves;    /* of every slot */
} measure;

static size_t jobs_of(const fed_study *study)
{
    return study->points * study->replicates;
}

/* All of them share the shelf's memory. */
static bool fetch(shelf *own, fed_spool_view *view, size_t job)
{
    fed_result *result = &own->results[own->count];
    fed_error error = {FED_OK, ""};
    size_t bytes;

    if (fed_spool_bytes(view, job, &bytes, &error) != FED_OK || bytes > SMALL)
        return false;
    memset(result, 0, sizeof *result);
    result->arena = own->arena;
    fed_spool_fetch(view, job, false, result, &error);
    own->arena = result->arena;
    result->arena = (fed_arena){NULL};
    return error.status == FED_OK;
}

/* One that could not be fetched will be once more, in its turn, and its fault told. */
static void fill(void *context, fed_pieces *all, size_t k, size_t slot)
{
    const measure *m = context;
    const size_t first = k * SHELF, left = jobs_of(m->study) - first;
    fed_spool_view view = {.spool = m->study->spool};
    shelf *own = &m->shelves[slot];

    (void)all;
    own->count = 0;
    while (own->count < SHELF && own->count < left && fetch(own, &view, first + own->count))
        own->count++;
    fed_spool_view_close(&view);
}

static void add_shelf(void *context, size_t k, size_t slot)
{
    measure *m = context;
    fed_error *error = m->cursor.error;
    const size_t first = k * SHELF, left = jobs_of(m->study) - first;
    shelf *own = &m->shelves[slot];

    for (size_t j = 0; j < SHELF && j < left && error->status == FED_OK; j++) {
        const fed_result *result =
            j < own->count ? &own->results[j] : fed_cursor_at(&m->cursor, first + j);

        if (result != NULL)
            add(m->study, first + j, result, error);
    }
    fed_arena_free(&own->arena);
}

static void add_all(measure *m)
{
    const fed_result *result;

    for (size_t k = 0; k < jobs_of(m->study); k++)
        if ((result = fed_cursor_at(&m->cursor, k)) == NULL ||
            add(m->study, k, result, m->cursor.error) != FED_OK)
            return;
}

static void add_all_at_once(measure *m)
{
    static const fed_piece_steps steps = {fill, add_shelf, NULL};
    const int threads = m->study->threads;

    m->shelves = calloc(fed_pieces_slots(threads), sizeof *m->shelves);
    if (m->shelves == NULL)
        fed_nomem(m->cursor.error);
    else
        fed_pieces_run(threads, (jobs_of(m->study) + SHELF - 1) / SHELF, &steps, m,
                       m->cursor.error);
    free(m->shelves);
}

fed_status fed_extent_measure(fed_study *study, fed_error *error)
{
    measure m = {.study = study, .cursor = fed_cursor_begin(study, error)};

    study->extent = (fed_extent){.answered = true};
    if (study->spool != NULL && study->threads > 1 && jobs_of(study) >= MANY_JOBS)
        add_all_at_once(&m);
    else
        add_all(&m);
    return fed_cursor_end(&m.cursor);
}
