/* number.c -- a number as "%.17g" writes it, without printf where that is safe. */
#include "config.h"
#include "writers/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 17, LEAST = -24, MOST = 56 }; /* powers of ten that are at hand */

static const long double power[MOST - LEAST + 1] = {
    1e-24L, 1e-23L, 1e-22L, 1e-21L, 1e-20L, 1e-19L, 1e-18L, 1e-17L, 1e-16L, 1e-15L, 1e-14L, 1e-13L,
    1e-12L, 1e-11L, 1e-10L, 1e-09L, 1e-08L, 1e-07L, 1e-06L, 1e-05L, 1e-04L, 1e-03L, 1e-02L, 1e-01L,
    1e+00L, 1e+01L, 1e+02L, 1e+03L, 1e+04L, 1e+05L, 1e+06L, 1e+07L, 1e+08L, 1e+09L, 1e+10L, 1e+11L,
    1e+12L, 1e+13L, 1e+14L, 1e+15L, 1e+16L, 1e+17L, 1e+18L, 1e+19L, 1e+20L, 1e+21L, 1e+22L, 1e+23L,
    1e+24L, 1e+25L, 1e+26L, 1e+27L, 1e+28L, 1e+29L, 1e+30L, 1e+31L, 1e+32L, 1e+33L, 1e+34L, 1e+35L,
    1e+36L, 1e+37L, 1e+38L, 1e+39L, 1e+40L, 1e+41L, 1e+42L, 1e+43L, 1e+44L, 1e+45L, 1e+46L, 1e+47L,
    1e+48L, 1e+49L, 1e+50L, 1e+51L, 1e+52L, 1e+53L, 1e+54L, 1e+55L, 1e+56L};

/* x = digits 10^(exponent - 16), 17 digits, rounded to nearest. Of 57 bits before the point a long
 * double has 7 behind it, and its two roundings move it by 1/64 at most: what is nearer than 1/32
 * to one half, or near to another number of digits, is not decided here. */
static bool scale(double x, uint64_t *digits, int *exponent)
{
    int binary, decimal;
    long double scaled, rest;

    if (LDBL_MANT_DIG < 64)
        return false;
    frexp(x, &binary);
    decimal = (int)floor((binary - 1) * 0.30102999566398120); /* or it is one more */
    if (DIGITS - 2 - decimal < LEAST || DIGITS - 1 - decimal > MOST)
        return false;
    scaled = (long double)x * power[DIGITS - 1 - decimal - LEAST];
    if (scaled >= 1e17L)
        scaled = (long double)x * power[DIGITS - 1 - ++decimal - LEAST];
    if (!(scaled > 1e16L + 1.0L && scaled < 1e17L - 1.0L))
        return false;
    *digits = (uint64_t)scaled;
    rest = scaled - (long double)*digits;
    if (rest > 0.46875L && rest < 0.53125L)
        return false;
    *digits += rest > 0.5L;
    *exponent = decimal;
    return true;
}

static void put(uint32_t n, size_t count, char *to)
{
    while (count-- > 0) {
        to[count] = (char)('0' + n % 10);
        n /= 10;
    }
}

/* The digits, without the zeros at their end; the return is how many. Two halves, of which neither
 * waits for the other. */
static size_t spell(uint64_t digits, char *to)
{
    const uint64_t half = 100000000;
    size_t count = DIGITS;

    put((uint32_t)(digits / half), DIGITS - 8, to);
    put((uint32_t)(digits % half), 8, to + DIGITS - 8);
    while (to[count - 1] == '0')
        count--;
    return count;
}

static char *copy(char *to, const char *from, size_t n)
{
    memcpy(to, from, n);
    return to + n;
}

/* d.ddde-07, 0.000ddd or dddd.dd */
static void lay_out(const char *digit, size_t count, int exponent, char *at)
{
    if (exponent < -4 || exponent >= DIGITS) {
        *at++ = digit[0];
        if (count > 1)
            *at++ = '.';
        at = copy(at, digit + 1, count - 1);
        *at++ = 'e';
        *at++ = exponent < 0 ? '-' : '+';
        *at++ = (char)('0' + abs(exponent) / 10);
        *at++ = (char)('0' + abs(exponent) % 10);
    } else if (exponent < 0) {
        at = copy(at, "0.000", (size_t)(1 - exponent));
        at = copy(at, digit, count);
    } else {
        const size_t whole = (size_t)exponent + 1;

        for (size_t k = 0; k < whole; k++)
            *at++ = k < count ? digit[k] : '0';
        if (count > whole) {
            *at++ = '.';
            at = copy(at, digit + whole, count - whole);
        }
    }
    *at = '\0';
}

/* Whole numbers, which most are: no point and no exponent. */
static const char *count_text(uint64_t left, char text[FED_NUMBER_ROOM])
{
    char *at = text + FED_NUMBER_ROOM;

    *--at = '\0';
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    return at;
}

const char *fed_number_text(double x, char text[FED_NUMBER_ROOM])
{
    char digit[DIGITS];
    uint64_t digits;
    int exponent;

    if (x >= 0.0 && x < 0x1p53 && !signbit(x) && x == (double)(uint64_t)x)
        return count_text((uint64_t)x, text);
    *text = '\0';
    if (isnan(x))
        return text;
    if (x != 0.0 && isfinite(x) && scale(fabs(x), &digits, &exponent)) {
        *text = '-';
        lay_out(digit, spell(digits, digit), exponent, text + (x < 0.0));
        return text;
    }
#ifdef HAVE_STRFROMD
    strfromd(text, FED_NUMBER_ROOM, "%.17g", x); /* half the time of snprintf */
#else
    snprintf(text, FED_NUMBER_ROOM, "%.17g", x);
#endif
    return text;
}
