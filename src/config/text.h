/* text.h -- values as text. */
#ifndef FED_CONFIG_TEXT_H
#define FED_CONFIG_TEXT_H

#include "config/types.h"

void fed_text_double(char text[32], double value);
void fed_text_node(FILE *stream, const fed_node *node,
                   bool floats); /* libconfig syntax; integers as floats */
char *fed_text_plain(fed_arena *arena, const fed_node *node);       /* strings without quotes */
const char *fed_text_found(fed_arena *arena, const fed_node *node); /* for messages */

#endif
