/* number.h -- a number in text. */
#ifndef FED_NUMBER_H
#define FED_NUMBER_H

/* A number as %.17g; nothing for NAN, which means "not applicable". The text lies in the room. */
enum { FED_NUMBER_ROOM = 32 };
const char *fed_number_text(double x, char text[FED_NUMBER_ROOM]);

#endif
