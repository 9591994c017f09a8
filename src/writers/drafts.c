/* drafts.c -- the text of all files in pieces of some points each: made by any thread, written in
 * order. A piece that grows long waits until it is its turn, and then goes to its file as it comes.
 */
#include "writers/drafts.h"

#include "core/bytes.h"
#include "core/pieces.h"
#include "writers/tables.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* of a piece, in memory, and of all */
enum { MOST_POINTS = 128, MOST_BYTES = 1 << 20, ALL_BYTES = 1 << 26 };
enum { SEND_BYTES = 1 << 22 }; /* that go to the disk together: whole pages, once each */

typedef struct drafts drafts;

/* A piece that is made, or waits for those before it. */
typedef struct text {
    drafts *all;
    fed_pieces *pieces;
    size_t number;
    fed_bytes bytes;
    fed_error error;
} text;

struct drafts {
    const fed_study *study;
    const fed_folder *folder;
    fed_out_file *const *files;
    size_t points, per_file; /* points of a piece, pieces of a file */
    size_t most;             /* bytes of a piece */
    text *texts;             /* of every slot */
    atomic_bool failed;
    fed_error *error; /* the first in the order of the pieces */
};

static fed_out_file *file_of(const drafts *all, size_t k)
{
    return all->files[k / all->per_file];
}

static fed_span span_of(const drafts *all, size_t k)
{
    const size_t first = k % all->per_file * all->points, left = all->study->points - first;

    return (fed_span){all->study, first, first + (left < all->points ? left : all->points)};
}

/* When it is its turn. */
static void pass_on(text *piece)
{
    drafts *all = piece->all;
    fed_out_file *file = file_of(all, piece->number);

    if (!all->failed)
        fed_draft_put(&file->draft, all->folder, file->name, piece->bytes.at, piece->bytes.size,
                      &piece->error);
    file->put += piece->bytes.size;
    piece->bytes.size = 0;
}

static ssize_t take(void *context, const char *bytes, size_t size)
{
    text *piece = context;

    if (piece->bytes.size + size > piece->all->most) {
        fed_pieces_await(piece->pieces, piece->number);
        pass_on(piece);
    }
    fed_put(&piece->bytes, bytes, size);
    return piece->bytes.spoilt ? 0 : (ssize_t)size;
}

static fed_status write_span(const fed_out_file *file, const fed_span *span, FILE *stream,
                             fed_error *error)
{
    const fed_writer *writer = file->writer;

    if (writer == NULL) {
        if (span->first == 0)
            fed_table_begin(span->study, file->table, stream);
        return fed_table_points(span, file->table, stream, error);
    }
    if (span->first == 0)
        TRY(writer->begin(span->study, stream, error));
    TRY(writer->points(span, stream, error));
    return span->last == span->study->points && writer->end != NULL
               ? writer->end(span->study, stream, error)
               : FED_OK;
}

static void make(void *context, fed_pieces *pieces, size_t k, size_t slot)
{
    static const cookie_io_functions_t functions = {.write = take};
    drafts *all = context;
    const fed_span span = span_of(all, k);
    text *piece = &all->texts[slot];
    FILE *stream;

    *piece = (text){.all = all, .pieces = pieces, .number = k, .bytes = piece->bytes};
    piece->bytes.size = 0;
    if (all->failed)
        return;
    if ((stream = fopencookie(piece, "w", functions)) == NULL) {
        fed_nomem(&piece->error);
        return;
    }
    write_span(file_of(all, k), &span, stream, &piece->error);
    if ((fclose(stream) != 0 || piece->bytes.spoilt) && piece->error.status == FED_OK)
        fed_nomem(&piece->error);
}

static void note_fault(drafts *all, const fed_error *error)
{
    if (error->status == FED_OK || all->failed)
        return;
    *all->error = *error;
    all->failed = true;
}

/* How much of a file is to be on its way to the disk after piece k. */
static size_t due(const drafts *all, const fed_out_file *file, size_t k)
{
    return (k + 1) % all->per_file == 0 ? file->put : file->put / SEND_BYTES * SEND_BYTES;
}

static void use(void *context, size_t k, size_t slot)
{
    drafts *all = context;
    text *piece = &all->texts[slot];
    fed_out_file *file = file_of(all, k);

    if (piece->error.status == FED_OK)
        pass_on(piece);
    if (piece->error.status == FED_OK && !all->failed && due(all, file, k) > file->given) {
        fed_draft_flush(&file->draft, all->folder, file->name, &piece->error);
        file->given = due(all, file, k);
    }
    note_fault(all, &piece->error);
}

/* The disk works while pieces are made: what it gets at the end, it is waited for. */
static void after(void *context, size_t k)
{
    fed_out_file *file = file_of(context, k);
    const size_t given = file->given, sent = atomic_exchange(&file->sent, given);

    if (given > sent)
        fed_draft_send(&file->draft, sent, given - sent);
}

/* A file, whose text is complete. */
static void seal(void *context, fed_pieces *pieces, size_t k, size_t slot)
{
    drafts *all = context;
    fed_out_file *file = all->files[k];

    (void)pieces;
    all->texts[slot].error = (fed_error){FED_OK, ""};
    if (!all->failed)
        fed_draft_seal(&file->draft, all->folder, file->name, &all->texts[slot].error);
}

static void use_sealed(void *context, size_t k, size_t slot)
{
    drafts *all = context;

    (void)k;
    note_fault(all, &all->texts[slot].error);
}

/* The disk is waited for once all of them are under way. */
static fed_status write_all(drafts *all, size_t count, int threads)
{
    static const fed_piece_steps writing = {make, use, after}, sealing = {seal, use_sealed, NULL};

    TRY(fed_pieces_run(threads, count * all->per_file, &writing, all, all->error));
    TRY(all->error->status);
    TRY(fed_pieces_run(threads, count, &sealing, all, all->error));
    return all->error->status;
}

fed_status fed_drafts_write(const fed_study *study, const fed_folder *folder,
                            fed_out_file *const *files, size_t count, int threads, fed_error *error)
{
    const size_t slots = fed_pieces_slots(threads), share = study->points / (4 * slots) + 1;
    drafts all = {.study = study, .folder = folder, .files = files, .error = error};
    fed_status status;

    all.points = share < MOST_POINTS ? share : MOST_POINTS;
    all.most = ALL_BYTES / slots < MOST_BYTES ? ALL_BYTES / slots : MOST_BYTES;
    all.per_file = (study->points + all.points - 1) / all.points;
    for (size_t k = 0; k < count; k++)
        TRY(fed_draft_open(&files[k]->draft, folder, files[k]->name, error));
    if ((all.texts = calloc(slots, sizeof *all.texts)) == NULL)
        return fed_nomem(error);
    status = write_all(&all, count, threads);
    for (size_t k = 0; k < slots; k++)
        fed_bytes_free(&all.texts[k].bytes);
    free(all.texts);
    return status;
}
