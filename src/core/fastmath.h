/* fastmath.h -- exp, log and log1p without branches, to about one unit in the last place, for simd
 * loops. Selections are made with masks of bits: branches would keep a loop from being vectorised.
 */
#ifndef FED_FASTMATH_H
#define FED_FASTMATH_H

#include "core/simd.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

FED_INLINE int64_t fed_bits(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

FED_INLINE double fed_from_bits(int64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The nearest finite number; NaN kept. The pattern below infinity's is the largest number's. */
FED_INLINE double fed_saturate(double x)
{
    return fed_from_bits(fed_bits(x) + -(int64_t)(x > 0x1.fffffffffffffp1023) +
                         -(int64_t)(x < -0x1.fffffffffffffp1023));
}

/* exp(r), |r| <= ln(2)/2 */
FED_INLINE double fed_exp_near(double r)
{
    double q = 0x1.af38b95ecc4f2p-26;

    q = q * r + 0x1.28918e5819668p-22;
    q = q * r + 0x1.71de0da590885p-19;
    q = q * r + 0x1.a019b9059f5afp-16;
    q = q * r + 0x1.a01a01a7c7b63p-13;
    q = q * r + 0x1.6c16c1788dcc0p-10;
    q = q * r + 0x1.11111111109aap-7;
    q = q * r + 0x1.5555555553d5ep-5;
    q = q * r + 0x1.5555555555556p-3;
    q = q * r + 0x1.0000000000001p-1;
    return 1.0 + (r + r * r * q);
}

/* exp(x) = 2^k exp(r), k = round(x / ln 2), |r| <= ln(2)/2. Infinite above 709.78, 0 below -707,
 * NaN kept. */
FED_INLINE double fed_exp(double x)
{
    const double shift = 0x1.8p52; /* adding it leaves round(x / ln 2) in the low bits */
    const int64_t over = -(int64_t)(x > 0x1.62e42fefa39efp9), under = -(int64_t)(x < -707.0);
    double z = fed_from_bits(fed_bits(x) & ~(over | under)); /* 0 when out of range */
    double k = z * 0x1.71547652b82fep0 + shift, whole = k - shift;
    double r = (z - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;
    int64_t power = (int64_t)(((uint64_t)fed_bits(k) << 52) + ((uint64_t)1022 << 52)); /* 2^(k-1) */
    double q =
        fed_exp_near(r) * fed_from_bits((power & ~under) | (over & (int64_t)0x7ff0000000000000));

    return q + q;
}

/* exp(-x) for x >= 0, NaN kept; from 708 on exp(-708), the end of the numbers of full precision. */
FED_INLINE double fed_exp_minus(double x)
{
    const double shift = 0x1.8p52, z = x > 708.0 ? -708.0 : -x;
    const double k = z * 0x1.71547652b82fep0 + shift, whole = k - shift;
    const double r = (z - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;

    /* times 2^k: its exponent is added; NaN has no low bits that would be */
    return fed_from_bits(
        (int64_t)((uint64_t)fed_bits(fed_exp_near(r)) + ((uint64_t)fed_bits(k) << 52)));
}

/* A number that the compiler does not know: it would make loops with two bodies of one that has the
 * number as a bound. */
FED_INLINE double fed_opaque(double x)
{
    __asm__("" : "+m"(x));
    return x;
}

/* The lesser of x and most, NaN kept; and x between -most and most. */
FED_INLINE double fed_at_most(double x, double most)
{
    return most < x ? most : x;
}

FED_INLINE double fed_within(double x, double most)
{
    const double z = fed_at_most(x, most);

    return -most > z ? -most : z;
}

/* exp(-x) for |x| <= 708, NaN kept, as a ratio: *top over what is returned, between 1.6 and 2.4, by
 * the approximation of the Cephes library, (q - r p)/(q + r p) with p and q in r^2: where a
 * division follows anyway it is done with half the operations. */
FED_INLINE double fed_exp_ratio(double x, double *top)
{
    const double shift = 0x1.8p52, k = shift - x * 0x1.71547652b82fep0, whole = k - shift;
    const double r = (x + whole * 0x1.62e42feep-1) + whole * 0x1.a39ef35793c76p-33, s = r * r;
    const double odd = r * ((1.26177193074810590878e-4 * s + 3.02994407707441961300e-2) * s + 1.0);
    const double even = ((3.00198505138664455042e-6 * s + 2.52448340349684104192e-3) * s +
                         2.27265548208155028766e-1) *
                            s +
                        2.0;

    *top = fed_from_bits((int64_t)((uint64_t)fed_bits(even - odd) + ((uint64_t)fed_bits(k) << 52)));
    return even + odd;
}

/* The same as fed_exp in single precision: infinite above 88.7, 0 below -86. */
FED_INLINE float fed_expf(float x)
{
    const float shift = 0x1.8p23F, top = 88.72F, low = -86.0F;
    const float z = x > top ? top : x < low ? low : x, k = z * 0x1.715476p0F + shift;
    const float whole = k - shift;
    const float r = (z - whole * 0x1.62e4p-1F) - whole * 0x1.7f7d1cp-20F;
    float q = 0x1.6c16c2p-10F, scale;
    int32_t power;

    memcpy(&power, &k, sizeof power);
    power = (int32_t)(((uint32_t)power << 23) + ((uint32_t)126 << 23)); /* 2^(k-1) */
    memcpy(&scale, &power, sizeof scale);
    q = q * r + 0x1.111112p-7F;
    q = q * r + 0x1.555556p-5F;
    q = q * r + 0x1.555556p-3F;
    q = q * r + 0.5F;
    q = (1.0F + (r + r * r * q)) * scale;
    return x > top ? INFINITY : x < low ? 0.0F : x == x ? q + q : x;
}

/* 2 atanh(s), |s| <= 1/3 */
FED_INLINE double fed_twice_atanh(double s)
{
    double t = s * s, q = 0x1.4b0a314d64ba9p-4;

    q = q * t + 0x1.687a62d4ccbaep-5;
    q = q * t + 0x1.eb90612afbda7p-5;
    q = q * t + 0x1.10ac75b3bab96p-4;
    q = q * t + 0x1.3b18b2978286dp-4;
    q = q * t + 0x1.745cf0b0c4f11p-4;
    q = q * t + 0x1.c71c727143c46p-4;
    q = q * t + 0x1.24924923d44b9p-3;
    q = q * t + 0x1.999999999a3ddp-3;
    q = q * t + 0x1.5555555555555p-2;
    return 2.0 * (s + s * t * q);
}

/* log(1 + z) = 2 atanh(z / (2 + z)), for 0 <= z <= 1. */
FED_INLINE double fed_log1p(double z)
{
    return fed_twice_atanh(z / (2.0 + z));
}

/* x = 2^k m, 2/3 < m < 4/3, for positive x from 2.3e-308 on; k is returned. */
FED_INLINE double fed_log_parts(double x, double *m)
{
    const int64_t two_thirds = 0x3fe5555555555555;
    const int64_t above = fed_bits(x) - two_thirds, low = above & 0xfffffffffffff;
    const double shift = 0x1.8p52; /* its low bits hold k + 2048, which is not negative */

    *m = fed_from_bits(low + two_thirds);
    return fed_from_bits(fed_bits(shift) +
                         (int64_t)(((uint64_t)above + ((uint64_t)1 << 63)) >> 52)) -
           shift - 2048.0;
}

/* log(x) = k ln 2 + 2 atanh(s), s = (m - 1)/(m + 1) */
FED_INLINE double fed_log_whole(double k, double s)
{
    return k * 0x1.62e42feep-1 + (fed_twice_atanh(s) + k * 0x1.a39ef35793c76p-33);
}

FED_INLINE double fed_log(double x)
{
    double m;
    const double k = fed_log_parts(x, &m);

    return fed_log_whole(k, (m - 1.0) / (m + 1.0));
}

/* log(1 + z) for z >= 0, NaN kept. What rounding took from 1 + z counts where z is small. */
FED_INLINE double fed_log_above(double z)
{
    const double sum = 1.0 + z, lost = z - (sum - 1.0);

    return fed_log(sum) + (z >= 1.0 ? 0.0 : lost);
}

#endif
