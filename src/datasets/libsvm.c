/* libsvm.c -- lines "label index:value ...", indices increasing; kept sparse. */
#include "datasets/decimal.h"
#include "datasets/format.h"

#include <math.h>
#include <string.h>

typedef struct reader {
    const fed_layout *layout;
    const char *path, *p, *end;
    size_t line, n, width, stored; /* width: largest column + 1 */
    size_t *ptr;
    uint32_t *col;
    double *val, *y;
    size_t *set;     /* n+1: where a sample's labels begin, */
    uint32_t *label; /*   and they */
    size_t labels;   /* largest label + 1 */
} reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_gap(char c)
{
    return is_blank(c) || c == '\n' || c == '\0';
}

/* The field at p as messages show it, and what is wrong with it. */
static fed_status bad_field(const reader *in, size_t field, const char *p, const char *fault,
                            fed_error *error)
{
    const char *stop = p;
    char shown[48];

    while (stop < in->end && !is_gap(*stop))
        stop++;
    return fed_fail(error, FED_DATA, "%s:%zu: column %zu: '%s' %s", in->path, in->line, field,
                    fed_decimal_show(p, (size_t)(stop - p), shown), fault);
}

/* index:value at p; the index is told by its digits alone. */
static fed_status read_pair(reader *in, size_t field, int64_t *last, fed_error *error)
{
    const char *p = in->p, *stop;
    int64_t index = 0, base = (int64_t)in->layout->base;
    size_t width = in->layout->features > 0 ? in->layout->features : FED_FEATURES_MAX;
    double value;

    for (; *p >= '0' && *p <= '9' && index <= (int64_t)1 << 40; p++)
        index = 10 * index + (*p - '0');
    if (p == in->p || (*p != ':' && index <= (int64_t)1 << 40))
        return bad_field(in, field, in->p, "is not index:value", error);
    if (index < base)
        return bad_field(in, field, in->p, "has an index below the base 1 (base = 0 counts from 0)",
                         error);
    if ((uint64_t)(index - base) >= width)
        return fed_fail(error, FED_DATA,
                        "%s:%zu: column %zu: index %lld is beyond the %zu features", in->path,
                        in->line, field, (long long)index, width);
    if (index <= *last)
        return fed_fail(error, FED_DATA, "%s:%zu: column %zu: index %lld does not come after %lld",
                        in->path, in->line, field, (long long)index, (long long)*last);
    stop = fed_decimal_scan(p + 1, in->end, &value);
    if (stop == NULL || !is_gap(*stop))
        return bad_field(in, field, in->p, "is not index:value", error);
    if (!isfinite(value))
        return bad_field(in, field, in->p, "is not a finite number", error);
    *last = index;
    in->p = stop;
    in->col[in->stored] = (uint32_t)(index - base);
    in->val[in->stored++] = value;
    return FED_OK;
}

/* Past a comment, up to the end of its line. */
static void skip_comment(reader *in)
{
    const char *stop;

    if (in->p == in->end || *in->p != '#')
        return;
    stop = memchr(in->p, '\n', (size_t)(in->end - in->p));
    in->p = stop != NULL ? stop : in->end;
}

/* 3,7 or, before the first index:value, nothing; in increasing order. */
static fed_status read_set(reader *in, fed_error *error)
{
    const char *start = in->p, *p = start;
    const size_t most = in->layout->labels > 0 ? in->layout->labels : FED_FEATURES_MAX;
    size_t count = in->set[in->n];

    while (p < in->end && !is_gap(*p) && *p != ':')
        p++;
    in->set[in->n + 1] = count;
    in->y[in->n] = -1.0;
    if (p < in->end && *p == ':')
        return FED_OK;
    for (p = start; p < in->end && !is_gap(*p); p += *p == ',') {
        size_t label = 0;
        const char *digits = p;

        for (; *p >= '0' && *p <= '9' && label < FED_FEATURES_MAX; p++)
            label = 10 * label + (size_t)(*p - '0');
        if (p == digits || (*p != ',' && !is_gap(*p)))
            return bad_field(in, 0, start, "is not a set of labels, as 3,7", error);
        if (label >= most)
            return fed_fail(error, FED_DATA, "%s:%zu: label %zu is beyond the %zu labels", in->path,
                            in->line, label, most);
        if (count > in->set[in->n] && label <= in->label[count - 1])
            return bad_field(in, 0, start, "is not in increasing order", error);
        in->label[count++] = (uint32_t)label;
        in->labels = label >= in->labels ? label + 1 : in->labels;
    }
    in->set[in->n + 1] = count;
    in->y[in->n] = count > in->set[in->n] ? (double)in->label[in->set[in->n]] : -1.0;
    in->p = p;
    return FED_OK;
}

static fed_status read_response(reader *in, fed_error *error)
{
    const char *start = in->p, *fault;

    while (in->p < in->end && !is_gap(*in->p))
        in->p++;
    if (!fed_layout_response(in->layout, start, (size_t)(in->p - start), &in->y[in->n], &fault))
        return bad_field(in, 0, start,
                         memchr(start, ',', (size_t)(in->p - start)) != NULL
                             ? "is not a number (data.multilabel reads sets of labels)"
                             : fault,
                         error);
    return FED_OK;
}

static fed_status read_line(reader *in, fed_error *error)
{
    int64_t last = -1;

    TRY(in->layout->sets ? read_set(in, error) : read_response(in, error));
    for (size_t field = 1;; field++) {
        while (in->p < in->end && is_blank(*in->p))
            in->p++;
        skip_comment(in);
        if (in->p == in->end || *in->p == '\n')
            break;
        TRY(read_pair(in, field, &last, error));
    }
    if (last >= 0 && (size_t)last - in->layout->base + 1 > in->width)
        in->width = (size_t)last - in->layout->base + 1;
    in->ptr[++in->n] = in->stored;
    return FED_OK;
}

static size_t count_of(const fed_input *file, char c)
{
    size_t count = 0;

    for (const char *p = file->text, *end = p + file->size;
         (p = memchr(p, c, (size_t)(end - p))) != NULL; p++)
        count++;
    return count;
}

static fed_status read_lines(reader *in, fed_error *error)
{
    size_t empty = 0; /* first empty line: a fault unless only such follow */

    for (in->line = 1; in->p < in->end; in->line++) {
        while (in->p < in->end && is_blank(*in->p))
            in->p++;
        if (in->p == in->end)
            break;
        if (*in->p == '#') {
            skip_comment(in);
        } else if (*in->p == '\n') {
            empty = empty == 0 ? in->line : empty;
        } else if (empty > 0) {
            return fed_fail(error, FED_DATA, "%s:%zu: empty line", in->path, empty);
        } else {
            TRY(read_line(in, error));
        }
        in->p += in->p < in->end;
    }
    if (in->n == 0)
        return fed_fail(error, FED_DATA, "%s: no rows", in->path);
    return FED_OK;
}

static fed_status take_sets(fed_arena *arena, const reader *in, fed_dataset *data, fed_error *error)
{
    const size_t stored = in->set[in->n];
    fed_matrix *targets = FED_NEW(arena, fed_matrix);
    double *one = FED_ARRAY(arena, stored, double);

    if (targets == NULL || one == NULL)
        return fed_nomem(error);
    for (size_t k = 0; k < stored; k++)
        one[k] = 1.0;
    *targets = (fed_matrix){.n = in->n,
                            .d = in->layout->labels > 0 ? in->layout->labels : in->labels,
                            .ptr = in->set,
                            .col = in->label,
                            .val = one};
    if (in->layout->like != NULL && targets->d <= in->layout->like->targets->d)
        targets->d = in->layout->like->targets->d;
    if (targets->d == 0 || (in->layout->like != NULL && targets->d > in->layout->like->targets->d))
        return fed_fail(error, FED_DATA, "%s: %zu labels%s", in->path, targets->d,
                        targets->d > 0 ? ", more than in the training set" : "");
    data->targets = targets;
    return FED_OK;
}

static fed_status libsvm_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                              fed_input *target, fed_dataset *data, fed_error *error)
{
    reader in = {
        .layout = layout, .path = file->path, .p = file->text, .end = file->text + file->size};
    size_t lines = count_of(file, '\n') + 1, pairs = count_of(file, ':');

    (void)target;
    in.ptr = FED_ARRAY(arena, lines + 1, size_t);
    in.y = FED_ARRAY(arena, lines, double);
    in.col = FED_ARRAY(arena, pairs, uint32_t);
    in.val = FED_ARRAY(arena, pairs, double);
    if (layout->sets) {
        in.set = FED_ARRAY(arena, lines + 1, size_t);
        in.label = FED_ARRAY(arena, lines + count_of(file, ','), uint32_t);
        if (in.set == NULL || in.label == NULL)
            return fed_nomem(error);
    }
    if (in.ptr == NULL || in.y == NULL || in.col == NULL || in.val == NULL)
        return fed_nomem(error);
    TRY(read_lines(&in, error));
    if (layout->features == 0 && in.width == 0)
        return fed_fail(error, FED_DATA, "%s: no features", file->path);
    data->n = in.n;
    data->d = layout->features > 0 ? layout->features : in.width;
    data->ptr = in.ptr;
    data->col = in.col;
    data->val = in.val;
    data->y = in.y;
    return layout->sets ? take_sets(arena, &in, data, error) : FED_OK;
}

static const char *const suffixes[] = {".libsvm", ".svm", NULL};

const fed_format fed_format_libsvm = {
    .entry = {"libsvm", "lines of label index:value, kept sparse", NULL},
    .suffixes = suffixes,
    .read = libsvm_read,
};
