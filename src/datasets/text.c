/* text.c -- a play as sequences of symbols, to predict the next at every position. A line "NAME:"
 * begins a speech; speakers are the clients, and a text without them has one. What a speaker says
 * is cut into sequences, each with the symbol after it; an end shorter than one is left out. */
#include "datasets/bags.h"
#include "datasets/format.h"
#include "datasets/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SYMBOLS = 1 << 20, BYTE_SYMBOLS = 256 };

/* A piece of the text. */
typedef struct piece {
    const char *start;
    size_t length;
} piece;

typedef struct text {
    const fed_layout *layout;
    fed_arena *arena, scratch;
    const char *at, *end;
    fed_words speakers, symbols;
    size_t *counts;   /* of every symbol */
    size_t *said;     /* symbols of every speaker, then where his begin */
    uint32_t *stream; /* symbols, speaker after speaker */
    fed_error *error;
} text;

static piece next_line(text *in)
{
    const char *start = in->at, *stop = memchr(start, '\n', (size_t)(in->end - start));

    in->at = stop != NULL ? stop + 1 : in->end;
    stop = stop != NULL ? stop : in->end;
    while (stop > start && (stop[-1] == '\r' || stop[-1] == ' '))
        stop--;
    return (piece){start, (size_t)(stop - start)};
}

/* The name before the colon that ends a line; a speech may hold such a line only after a gap. */
static bool is_speaker(piece line, bool after_gap, piece *name)
{
    *name = (piece){line.start, line.length > 0 ? line.length - 1 : 0};
    return after_gap && line.length > 1 && line.length < 80 && line.start[line.length - 1] == ':';
}

/* The next symbol of a line: a character, or a word in small letters; false at its end. */
static bool next_symbol(const text *in, piece *line, char word[64], size_t *length)
{
    const char *c = line->start;

    while (in->layout->words_of_text && line->length > 0 && isspace((unsigned char)*c)) {
        c = ++line->start;
        line->length--;
    }
    if (line->length == 0)
        return false;
    *length = 1;
    word[0] = *c;
    if (in->layout->words_of_text)
        for (size_t k = 0; k < line->length && k < 63 &&
                           (isalnum((unsigned char)c[k]) || c[k] == '\'' || (c[k] & 0x80) != 0);
             k++) {
            word[k] = (char)tolower((unsigned char)c[k]);
            *length = k + 1;
        }
    line->start += *length;
    line->length -= *length;
    return true;
}

typedef fed_status symbol_use(text *in, size_t speaker, const char *word, size_t length);

/* All symbols of all speeches in the order of the text. A character text keeps its line ends. */
static fed_status each_symbol(text *in, const fed_input *file, symbol_use *use)
{
    size_t speaker = 0, length;
    bool after_gap = true;
    char word[64];

    for (in->at = file->text, in->end = in->at + file->size; in->at < in->end;) {
        piece line = next_line(in), name;

        if (is_speaker(line, after_gap, &name)) {
            speaker = fed_words_find(&in->speakers, name.start, name.length);
            after_gap = false;
            continue;
        }
        after_gap = line.length == 0;
        if (after_gap)
            continue;
        while (next_symbol(in, &line, word, &length))
            TRY(use(in, speaker, word, length));
        if (!in->layout->words_of_text)
            TRY(use(in, speaker, "\n", 1));
    }
    return FED_OK;
}

static fed_status find_speakers(text *in, const fed_input *file)
{
    bool after_gap = true;

    for (in->at = file->text, in->end = in->at + file->size; in->at < in->end;) {
        piece line = next_line(in), name;

        if (is_speaker(line, after_gap, &name))
            TRY(fed_words_add(&in->scratch, &in->speakers, name.start, name.length, MOST_SYMBOLS,
                              in->error));
        after_gap = line.length == 0;
    }
    if (in->speakers.count == 0)
        TRY(fed_words_add(&in->scratch, &in->speakers, "", 0, 1, in->error));
    in->said = FED_ARRAY(&in->scratch, in->speakers.count + 1, size_t);
    return in->said == NULL ? fed_nomem(in->error) : FED_OK;
}

static fed_status note(text *in, size_t speaker, const char *word, size_t length)
{
    in->said[speaker]++;
    return in->layout->like != NULL
               ? FED_OK
               : fed_words_add(in->arena, &in->symbols, word, length, MOST_SYMBOLS, in->error);
}

static fed_status count(text *in, size_t speaker, const char *word, size_t length)
{
    (void)speaker;
    in->counts[fed_words_find(&in->symbols, word, length)]++;
    return FED_OK;
}

static int fall(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x < y) - (x > y);
}

/* Leaves the most frequent symbols; of equally frequent ones the first. */
static fed_status cut_vocabulary(text *in, const fed_input *file)
{
    const size_t most = in->layout->vocabulary;
    fed_words kept = {NULL, 0, 0, false};
    size_t *order, ties;

    if (most == 0 || in->symbols.count <= most)
        return FED_OK;
    in->counts = FED_ARRAY(&in->scratch, in->symbols.count + 1, size_t);
    order = FED_ARRAY(&in->scratch, in->symbols.count, size_t);
    if (in->counts == NULL || order == NULL)
        return fed_nomem(in->error);
    TRY(each_symbol(in, file, count));
    memcpy(order, in->counts, in->symbols.count * sizeof *order);
    qsort(order, in->symbols.count, sizeof *order, fall);
    ties = most;
    for (size_t k = 0; k < most; k++)
        ties -= order[k] > order[most - 1];
    for (size_t k = 0; k < in->symbols.count; k++) {
        const bool tied = in->counts[k] == order[most - 1];

        if (in->counts[k] < order[most - 1] || (tied && ties == 0))
            continue;
        ties -= tied;
        TRY(fed_words_add(in->arena, &kept, in->symbols.word[k], strlen(in->symbols.word[k]), most,
                          in->error));
    }
    in->symbols = kept;
    return FED_OK;
}

/* 0 is what is not in the vocabulary. */
static fed_status store(text *in, size_t speaker, const char *word, size_t length)
{
    const size_t found = fed_words_find(&in->symbols, word, length);

    in->stream[in->said[speaker]++] = found == in->symbols.count ? 0 : (uint32_t)(found + 1);
    return FED_OK;
}

/* Rows of symbols, in bytes where they fit. */
static fed_status make_rows(fed_arena *arena, size_t n, size_t length, bool bytes, fed_matrix *to,
                            fed_error *error)
{
    *to = (fed_matrix){.n = n, .d = length, .unit = 1.0};
    if (bytes)
        to->bytes = FED_ARRAY(arena, n * length, uint8_t);
    else
        to->single = FED_ARRAY(arena, n * length, float);
    return to->bytes == NULL && to->single == NULL ? fed_nomem(error) : FED_OK;
}

static void fill_row(const uint32_t *from, size_t row, const fed_matrix *to)
{
    for (size_t j = 0; j < to->d; j++)
        if (to->bytes != NULL)
            ((uint8_t *)to->bytes)[row * to->d + j] = (uint8_t)from[j];
        else
            ((float *)to->single)[row * to->d + j] = (float)from[j];
}

/* Sequences with the symbols that follow each of theirs. */
static fed_status make_sequences(text *in, size_t n, const size_t *start, fed_dataset *data)
{
    const size_t length = in->layout->length;
    const bool bytes = in->symbols.count < BYTE_SYMBOLS;
    fed_matrix *targets = FED_NEW(in->arena, fed_matrix);

    if (targets == NULL)
        return fed_nomem(in->error);
    TRY(make_rows(in->arena, n, length, bytes, &data->matrix, in->error));
    TRY(make_rows(in->arena, n, length, bytes, targets, in->error));
    for (size_t i = 0; i < n; i++) {
        fill_row(in->stream + start[i], i, &data->matrix);
        fill_row(in->stream + start[i] + 1, i, targets);
    }
    data->targets = targets;
    data->symbols = in->symbols.count + 1;
    return FED_OK;
}

/* Sequences as bags: symbol s > 0, which is known, is the feature s - 1. */
static fed_status make_bags(text *in, size_t n, const size_t *start, fed_dataset *data)
{
    const size_t length = in->layout->length;
    uint32_t *word = FED_ARRAY(&in->scratch, n * length, uint32_t);
    size_t *first = FED_ARRAY(&in->scratch, n + 1, size_t);

    if (word == NULL || first == NULL)
        return fed_nomem(in->error);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < length; k++)
            word[i * length + k] = in->stream[start[i] + k] - 1; /* 0 becomes UINT32_MAX */
        first[i + 1] = (i + 1) * length;
    }
    data->names = in->symbols.word;
    return fed_bags_make(in->arena, n, first, word, in->symbols.count, &data->matrix, in->error);
}

/* Where the sequences begin. A speaker says the symbols from said[k - 1] (0 for the first) to
 * said[k]. */
static fed_status cut_sequences(text *in, const fed_input *file, fed_dataset *data)
{
    const size_t length = in->layout->length;
    size_t n = 0, row = 0, *start;
    int64_t *client;
    double *y;

    for (size_t k = 0; k < in->speakers.count; k++) {
        const size_t symbols = in->said[k] - (k > 0 ? in->said[k - 1] : 0);

        n += symbols > 0 ? (symbols - 1) / length : 0;
    }
    if (n == 0)
        return fed_fail(in->error, FED_DATA,
                        "%s: nobody says %zu symbols (data.length and one more); if it is a "
                        "table, set data.target",
                        file->path, length + 1);
    start = FED_ARRAY(&in->scratch, n, size_t);
    client = FED_ARRAY(in->arena, n, int64_t);
    y = FED_ARRAY(in->arena, n, double);
    if (start == NULL || client == NULL || y == NULL)
        return fed_nomem(in->error);
    for (size_t k = 0; k < in->speakers.count; k++)
        for (size_t at = k > 0 ? in->said[k - 1] : 0; at + length + 1 <= in->said[k];
             at += length, row++) {
            start[row] = at;
            y[row] = (double)in->stream[at + length];
            client[row] = (int64_t)k;
        }
    data->y = y;
    data->client = client;
    return in->layout->bag ? make_bags(in, row, start, data) : make_sequences(in, row, start, data);
}

static fed_status read_text(text *in, const fed_input *file, fed_dataset *data)
{
    size_t total = 0;

    TRY(find_speakers(in, file));
    if (in->layout->like != NULL)
        in->symbols = *in->layout->like->vocabulary;
    TRY(each_symbol(in, file, note));
    if (in->layout->like == NULL)
        TRY(cut_vocabulary(in, file));
    for (size_t k = 0; k < in->speakers.count; k++) { /* where each begins */
        const size_t said = in->said[k];

        in->said[k] = total;
        total += said;
    }
    if ((in->stream = FED_ARRAY(&in->scratch, total + 1, uint32_t)) == NULL)
        return fed_nomem(in->error);
    TRY(each_symbol(in, file, store)); /* and then ends */
    return cut_sequences(in, file, data);
}

static fed_status text_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                            fed_input *target, fed_dataset *data, fed_error *error)
{
    fed_words *vocabulary = FED_NEW(arena, fed_words);
    text in = {.layout = layout, .arena = arena, .error = error};
    fed_status status;

    (void)target;
    if (vocabulary == NULL)
        return fed_nomem(error);
    status = read_text(&in, file, data);
    fed_arena_free(&in.scratch);
    *vocabulary = in.symbols;
    data->vocabulary = vocabulary;
    return status;
}

static const char *const suffixes[] = {".txt", NULL};

const fed_format fed_format_text = {
    .entry = {"text", "a play, by speaker: sequences of symbols, the next of each to be predicted",
              NULL},
    .suffixes = suffixes,
    .read = text_read,
};
