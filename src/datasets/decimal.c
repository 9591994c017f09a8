/* decimal.c -- decimal to double, correctly rounded: by one multiplication, by 128-bit integers, or
 * by the C library, whichever is the first to be exact. */
#include "datasets/decimal.h"

#include "core/locale.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* 10^0..10^22 are doubles, so w 10^e with w <= 2^53 and |e| <= 22 is rounded once: exact. */
static const double power[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { DIGITS = 19, FIVES = 27 }; /* 10^19 and 5^27 are below 2^64 */

__extension__ typedef unsigned __int128 wide;

/* m 10^e for |e| <= FIVES and m > 0: m 5^e exactly, or the quotient by 5^-e with 64 bits or more
 * and its lowest bit set when it does not end there. Either is rounded once, then moved by 2^e. */
static double scale(uint64_t m, int e)
{
    uint64_t five = 1;
    wide number = m, quotient;
    int shift = 64 + __builtin_clzll(m);

    for (int k = 0; k < abs(e); k++)
        five *= 5;
    if (e >= 0)
        return ldexp((double)(number * five), e);
    number <<= shift;
    quotient = number / five;
    quotient |= quotient * five != number;
    return ldexp((double)quotient, e - shift);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* [e[+-]digits]: adds to *exponent, saturating; NULL when the digits are missing. */
static const char *scan_exponent(const char *p, int *exponent)
{
    bool negative = p[1] == '-';
    int e = 0;

    p += p[1] == '-' || p[1] == '+' ? 2 : 1;
    if (!is_digit(*p))
        return NULL;
    for (; is_digit(*p); p++)
        if (e < 100000)
            e = 10 * e + (*p - '0');
    *exponent += negative ? -e : e;
    return p;
}

const char *fed_decimal_scan(const char *p, const char *end, double *value)
{
    const char *start = p;
    bool negative = p < end && *p == '-';
    uint64_t mantissa = 0;
    int digits = 0, exponent = 0; /* digits of the mantissa, leading zeros left out */
    bool any = false;

    if (p < end && (*p == '-' || *p == '+'))
        p++;
    for (; is_digit(*p); p++, any = true) {
        digits += mantissa != 0 || *p != '0';
        if (digits <= DIGITS)
            mantissa = 10 * mantissa + (uint64_t)(*p - '0');
    }
    if (*p == '.')
        for (p++; is_digit(*p); p++, any = true) {
            digits += mantissa != 0 || *p != '0';
            if (digits <= DIGITS) {
                mantissa = 10 * mantissa + (uint64_t)(*p - '0');
                exponent--;
            }
        }
    if (!any)
        return NULL;
    if (*p == 'e' || *p == 'E') {
        p = scan_exponent(p, &exponent);
        if (p == NULL)
            return NULL;
    }
    if (digits > DIGITS || exponent < -FIVES || exponent > FIVES) {
        *value = fed_plain_double(start);
        return p;
    }
    if (mantissa > (uint64_t)1 << 53 || exponent < -22 || exponent > 22)
        *value = mantissa == 0 ? 0.0 : scale(mantissa, exponent);
    else
        *value =
            exponent < 0 ? (double)mantissa / power[-exponent] : (double)mantissa * power[exponent];
    if (negative)
        *value = -*value;
    return p;
}

/* The words strtod would take for a number that is none: nan, inf, infinity, in any case and sign.
 */
static bool is_nonfinite_word(const char *cell, size_t length)
{
    static const char *const words[] = {"nan", "inf", "infinity"};

    if (length > 0 && (*cell == '-' || *cell == '+'))
        cell++, length--;
    for (size_t k = 0; k < 3; k++)
        if (length == strlen(words[k]) && strncasecmp(cell, words[k], length) == 0)
            return true;
    return false;
}

bool fed_decimal_cell(const char *cell, size_t length, double *value, const char **fault)
{
    const char *stop = fed_decimal_scan(cell, cell + length, value);

    if (stop == cell + length && length > 0) {
        if (isfinite(*value))
            return true;
        *fault = "is not a finite number";
    } else {
        *fault = is_nonfinite_word(cell, length) ? "is not a finite number" : "is not a number";
    }
    return false;
}

bool fed_decimal_integer(const char *cell, size_t length, int64_t *value, const char **fault)
{
    char *stop;
    double number;

    if (!fed_decimal_cell(cell, length, &number, fault)) {
        if (strcmp(*fault, "is not a number") == 0)
            *fault = "is not an integer";
        return false;
    }
    errno = 0;
    *value = strtoll(cell, &stop, 10); /* digits exactly, where a double would round them */
    if (stop == cell + length) {
        *fault = "is beyond 64 bits";
        return errno == 0;
    }
    *fault = number != floor(number) ? "is not an integer"
                                     : "is too large for an integer not written in digits";
    if (number != floor(number) || fabs(number) >= 0x1p53)
        return false;
    *value = (int64_t)number;
    return true;
}

const char *fed_decimal_show(const char *cell, size_t length, char shown[48])
{
    size_t keep = length > 40 ? 40 : length;

    for (size_t k = 0; k < keep; k++)
        shown[k] = (unsigned char)cell[k] < ' ' || cell[k] == 127 ? '?' : cell[k];
    memcpy(shown + keep, length > 40 ? "..." : "", length > 40 ? 4 : 1);
    return shown;
}
