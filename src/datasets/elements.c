/* elements.c -- binary numbers of either byte order to doubles. */
#include "datasets/elements.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t load(const unsigned char *b, size_t size, bool big)
{
    uint64_t bits = 0;

    for (size_t k = 0; k < size; k++)
        bits = bits << 8 | b[big ? k : size - 1 - k];
    return bits;
}

/* 1, 5 and 10 bits: sign, exponent, fraction. */
static double to_half(uint64_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double fraction = (double)(bits & 1023);
    const double size = exponent == 31  ? fraction > 0.0 ? NAN : INFINITY
                        : exponent == 0 ? ldexp(fraction, -24)
                                        : ldexp(fraction + 1024.0, exponent - 25);

    return bits >> 15 ? -size : size;
}

static double to_float(uint64_t bits, size_t size)
{
    uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;

    if (size == 8) {
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    if (size == 2)
        return to_half(bits);
    memcpy(&narrow, &low, sizeof narrow);
    return (double)narrow;
}

static double to_signed(uint64_t bits, size_t size)
{
    uint64_t sign = (uint64_t)1 << (8 * size - 1);

    return bits & sign ? -(double)((sign << 1) - bits)
                       : (double)bits; /* 2^64 wraps to 0: as it should */
}

size_t fed_elements_read(fed_element element, const char *from, size_t stride, size_t count,
                         double *out)
{
    const unsigned char *b = (const unsigned char *)from;

    if (element.kind == 'u' && element.size == 1) { /* pixels */
        for (size_t k = 0; k < count; k++)
            out[k] = b[k * stride];
        return count;
    }
    for (size_t k = 0; k < count; k++) {
        uint64_t bits = load(b + k * stride, element.size, element.big);

        if (element.kind == 'f')
            out[k] = to_float(bits, element.size);
        else if (element.kind == 'i')
            out[k] = to_signed(bits, element.size);
        else
            out[k] = (double)bits;
        if (!isfinite(out[k]) || (element.kind == 'b' && bits > 1))
            return k;
    }
    return count;
}
