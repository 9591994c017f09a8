/* locale.c -- the "C" locale for a thread, and its own again. */
#include "core/locale.h"

#include <stdlib.h>

fed_locale fed_locale_begin(void)
{
    fed_locale locale = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};

    locale.before = uselocale(locale.plain); /* without memory for it: no change */
    return locale;
}

void fed_locale_end(fed_locale locale)
{
    uselocale(locale.before);
    if (locale.plain != (locale_t)0)
        freelocale(locale.plain);
}

/* glibc hands that locale out for nothing. */
double fed_plain_double(const char *text)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value;

    if (plain == (locale_t)0)
        return strtod(text, NULL);
    value = strtod_l(text, NULL, plain);
    freelocale(plain);
    return value;
}
