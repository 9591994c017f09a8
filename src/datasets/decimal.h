/* decimal.h -- decimal numbers out of text: exact, fast, the same in every locale. */
#ifndef FED_DECIMAL_H
#define FED_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads [+-]digits[.digits][e[+-]digits] at p and returns where it ends, or NULL when there is no
 * number. The text goes on to end, where a NUL stands. Overflow gives an infinity. */
const char *fed_decimal_scan(const char *p, const char *end, double *value);

/* A whole cell as a finite number; otherwise false and *fault says why: "is not a number". */
bool fed_decimal_cell(const char *cell, size_t length, double *value, const char **fault);

/* The same for an integer of 64 bits; 2.0 and 1e3 are integers too. */
bool fed_decimal_integer(const char *cell, size_t length, int64_t *value, const char **fault);

/* A cell as it is shown in messages: printable, cut after 40 characters. Returns shown. */
const char *fed_decimal_show(const char *cell, size_t length, char shown[48]);

#endif
