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

/* Shortest forms only, and no halves of pairs. */
static bool is_second(unsigned char first, unsigned char second)
{
    const unsigned char least = first == 0xe0   ? 0xa0
                                : first == 0xf0 ? 0x90
                                                : 0x80,
                        most = first == 0xed   ? 0x9f
                               : first == 0xf4 ? 0x8f
                                               : 0xbf;

    return second >= least && second <= most;
}

bool fed_is_utf8(const char *text, size_t length)
{
    for (size_t k = 0; k < length; k++) {
        const unsigned char c = (unsigned char)text[k];
        size_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;

        if ((c >= 0x80 && c < 0xc2) || c > 0xf4 || more > length - 1 - k ||
            (more > 0 && !is_second(c, (unsigned char)text[k + 1])))
            return false;
        for (; more > 0; more--)
            if (((unsigned char)text[++k] & 0xc0) != 0x80)
                return false;
    }
    return true;
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
