/* printable.c -- control characters, which a terminal would obey, written as escapes. */
#include "core/printable.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

/* ASCII's, and those from 0x80 on, which UTF-8 writes as 0xc2 and themselves. */
static bool is_control(const unsigned char *at, const unsigned char *first)
{
    if (*at == 0xc2)
        return at[1] >= 0x80 && at[1] <= 0x9f;
    return *at < 0x20 || *at == 0x7f ||
           (at > first && at[-1] == 0xc2 && *at >= 0x80 && *at <= 0x9f);
}

void fed_printable(char *to, size_t room, const char *from)
{
    const unsigned char *first = (const unsigned char *)from, *at = first;

    for (; *at != '\0'; at++) {
        const size_t need = is_control(at, first) ? 4 : 1;

        if (room <= need)
            break;
        if (need == 4)
            snprintf(to, room, "\\x%02x", *at);
        else
            *to = (char)*at;
        to += need;
        room -= need;
    }
    if (room > 0)
        *to = '\0';
}

void fed_put_quoted(FILE *stream, const char *s)
{
    fputc('"', stream);
    for (; *s != '\0'; s++) {
        if (*s == '"' || *s == '\\')
            fprintf(stream, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", stream);
        else if (iscntrl((unsigned char)*s))
            fprintf(stream, "\\x%02x", (unsigned char)*s);
        else
            fputc(*s, stream);
    }
    fputc('"', stream);
}
