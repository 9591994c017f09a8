/* locale.h -- a caller's locale may write numbers with a comma: within these calls the thread's is
 * "C". */
#ifndef FED_LOCALE_H
#define FED_LOCALE_H

#include <locale.h>

typedef struct fed_locale {
    locale_t plain, before;
} fed_locale;

fed_locale fed_locale_begin(void); /* of the calling thread alone; the process keeps its own */
void fed_locale_end(fed_locale locale);
double fed_plain_double(const char *text); /* strtod of the "C" locale */

#endif
