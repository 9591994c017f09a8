/* number.c -- numbers as libconfig's scanner would take them, refused where it would bend them. */
#include "config/scan.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* The suffix L or LL; the value must fit 32 bits without it, 64 with it. */
static size_t integer_end(const char *text, size_t length, int base, const char **fault)
{
    size_t suffix = strspn(text + length, "L");
    long long value;

    errno = 0;
    value = strtoll(text, NULL, base);
    if (errno == ERANGE)
        *fault = "is beyond 64 bits";
    else if (suffix == 0 && (value > INT32_MAX || value < INT32_MIN))
        *fault = "is beyond 32 bits and needs the suffix L";
    else if (suffix > 2)
        *fault = "is not a number";
    return length + suffix;
}

fed_token fed_number_scan(const char *text, size_t *length, const char **fault)
{
    size_t sign = *text == '-' || *text == '+', n = sign, whole, fraction = 0;
    fed_token kind = TOKEN_INT;

    *fault = NULL;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        n = 2 + strspn(text + 2, "0123456789abcdefABCDEF");
        if (n == 2)
            *fault = "is not a number";
        n = integer_end(text, n, 16, fault);
    } else {
        whole = digits(text + n);
        n += whole;
        if (text[n] == '.') {
            kind = TOKEN_FLOAT;
            fraction = digits(text + n + 1);
            n += 1 + fraction;
        }
        if (whole + fraction == 0 && kind == TOKEN_INT && sign == 0)
            return TOKEN_START;
        if (whole + fraction == 0)
            *fault = "is not a number";
        if (text[n] == 'e' || text[n] == 'E') {
            size_t e = n + 1 + (text[n + 1] == '-' || text[n + 1] == '+'), power = digits(text + e);

            kind = TOKEN_FLOAT;
            if (power == 0)
                *fault = "is not a number";
            n = e + power;
        }
        if (kind == TOKEN_INT && *fault == NULL)
            n = integer_end(text, n, 10, fault);
        else if (*fault == NULL && !isfinite(strtod(text, NULL)))
            *fault = "is beyond the range of a double";
    }
    if (isalnum((unsigned char)text[n]) || text[n] == '_' || text[n] == '.') {
        while (isalnum((unsigned char)text[n]) || text[n] == '_' || text[n] == '.')
            n++;
        *fault = "is not a number";
    }
    *length = n;
    return kind;
}
