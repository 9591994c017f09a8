/* printable.h -- text that came from outside, as it may be shown on a terminal. */
#ifndef FED_PRINTABLE_H
#define FED_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Copies from into room bytes, control characters as \x1b; cut where room ends. Four bytes for each
 * of from, and one, always suffice. */
void fed_printable(char *to, size_t room, const char *from);

bool fed_is_utf8(const char *text, size_t length);

/* "text" as a configuration has it, with escapes. */
void fed_put_quoted(FILE *stream, const char *s);

#endif
