/* cifar.c -- the binary files of CIFAR-10 and CIFAR-100: records of one label byte, or of a coarse
 * and a fine one, and 3072 bytes of red, green and blue rows. */
#include "datasets/format.h"

#include <string.h>

enum { PIXELS = 3072 };

static fed_status cifar_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                             fed_input *target, fed_dataset *data, fed_error *error)
{
    const size_t labels = file->size % (PIXELS + 1) == 0 ? 1 : 2, record = PIXELS + labels,
                 n = file->size / record;
    uint8_t *bytes;
    double *y;

    (void)target;
    if (n == 0 || file->size % record != 0)
        return fed_fail(error, FED_DATA,
                        "%s: %zu bytes, expected records of %d (one label) or %d (two)", file->path,
                        file->size, PIXELS + 1, PIXELS + 2);
    TRY(fed_layout_width(layout, file->path, PIXELS, error));
    bytes = FED_ARRAY(arena, n * PIXELS, uint8_t);
    y = FED_ARRAY(arena, n, double);
    if (bytes == NULL || y == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < n; i++) {
        const unsigned char *at = (const unsigned char *)file->text + i * record;

        y[i] = (double)at[labels - 1]; /* of two, the fine one */
        memcpy(bytes + i * PIXELS, at + labels, PIXELS);
    }
    data->n = n;
    data->d = PIXELS;
    data->bytes = bytes;
    data->unit = 1.0;
    data->y = y;
    return FED_OK;
}

static const char *const suffixes[] = {".bin", NULL};

const fed_format fed_format_cifar = {
    .entry = {"cifar", "the binary files of CIFAR-10 and CIFAR-100", NULL},
    .suffixes = suffixes,
    .read = cifar_read,
};
