/* idx.c -- the idx format: two zeros, a type, a number of dimensions, their sizes, the elements,
 * all big-endian. The first dimension counts samples, the others are flattened to features. */
#include "datasets/elements.h"
#include "datasets/format.h"

#include <string.h>

typedef struct idx {
    fed_element element;
    size_t rows, width;
    const char *data;
} idx;

static bool find_type(unsigned char code, fed_element *element)
{
    static const struct {
        unsigned char code;
        fed_element element;
    } types[] = {{0x08, {'u', 1, true}}, {0x09, {'i', 1, true}}, {0x0B, {'i', 2, true}},
                 {0x0C, {'i', 4, true}}, {0x0D, {'f', 4, true}}, {0x0E, {'f', 8, true}}};

    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (types[k].code == code) {
            *element = types[k].element;
            return true;
        }
    return false;
}

static fed_status parse(const fed_input *file, idx *out, fed_error *error)
{
    const unsigned char *b = (const unsigned char *)file->text;
    size_t head;

    if (file->size < 4 || b[0] != 0 || b[1] != 0 || !find_type(b[2], &out->element))
        return fed_fail(error, FED_DATA, "%s: not an idx file: it must open with 0, 0 and a type",
                        file->path);
    head = 4 + 4 * (size_t)b[3];
    if (b[3] == 0 || file->size < head)
        return fed_fail(error, FED_DATA, "%s: idx header truncated: %zu bytes for %d dimensions",
                        file->path, file->size, b[3]);
    out->width = 1;
    out->data = file->text + head;
    for (size_t k = 0; k < b[3]; k++) {
        const unsigned char *at = b + 4 + 4 * k;
        size_t size = (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];

        if (size == 0)
            return fed_fail(error, FED_DATA, "%s: dimension %zu is 0", file->path, k);
        if (k == 0)
            out->rows = size;
        else if (out->width > FED_FEATURES_MAX / size)
            return fed_fail(error, FED_DATA, "%s: more than %d features", file->path,
                            FED_FEATURES_MAX);
        else
            out->width *= size;
    }
    if (out->rows * out->width * out->element.size != file->size - head) /* below 2^62 */
        return fed_fail(error, FED_DATA,
                        "%s: %zu bytes of elements, expected %zu (%zu x %zu of %zu bytes)",
                        file->path, file->size - head, out->rows * out->width * out->element.size,
                        out->rows, out->width, out->element.size);
    return FED_OK;
}

static fed_status convert(fed_arena *arena, const fed_input *file, const idx *in,
                          const double **values, fed_error *error)
{
    size_t count = in->rows * in->width, bad;
    double *out = FED_ARRAY(arena, count, double);

    if (out == NULL)
        return fed_nomem(error);
    bad = fed_elements_read(in->element, in->data, in->element.size, count, out);
    if (bad < count)
        return fed_fail(error, FED_DATA, "%s: row %zu, column %zu: not a finite number", file->path,
                        bad / in->width, bad % in->width);
    *values = out;
    return FED_OK;
}

/* Unsigned bytes stay what they are. */
static fed_status take_images(fed_arena *arena, const fed_input *file, const idx *in,
                              fed_dataset *data, fed_error *error)
{
    uint8_t *bytes;

    if (in->element.kind != 'u')
        return convert(arena, file, in, &data->x, error);
    if ((bytes = FED_ARRAY(arena, in->rows * in->width, uint8_t)) == NULL)
        return fed_nomem(error);
    memcpy(bytes, in->data, in->rows * in->width);
    data->bytes = bytes;
    data->unit = 1.0;
    return FED_OK;
}

static fed_status idx_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                           fed_input *target, fed_dataset *data, fed_error *error)
{
    idx images = {.rows = 0}, labels = {.rows = 0};

    TRY(parse(file, &images, error));
    TRY(parse(target, &labels, error));
    if (labels.width != 1)
        return fed_fail(error, FED_DATA, "%s: %zu labels per sample, expected 1", target->path,
                        labels.width);
    if (labels.rows != images.rows)
        return fed_fail(error, FED_DATA, "%s: %zu labels, but %s has %zu samples", target->path,
                        labels.rows, file->path, images.rows);
    TRY(fed_layout_width(layout, file->path, images.width, error));
    TRY(convert(arena, target, &labels, &data->y, error));
    TRY(take_images(arena, file, &images, data, error));
    data->n = images.rows;
    data->d = images.width;
    return FED_OK;
}

static const char *const suffixes[] = {".idx", "-ubyte", NULL};

const fed_format fed_format_idx = {
    .entry = {"idx", "images or other arrays, with the labels in a separate file", NULL},
    .suffixes = suffixes,
    .target_file = true,
    .read = idx_read,
};
