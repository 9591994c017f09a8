/* block.h -- YAML in block style, byte for byte as libyaml writes it. Most of run.yaml is keys and
 * numbers, which need none of the thought that libyaml gives to every scalar; it is asked about the
 * others alone. */
#ifndef FED_WRITERS_BLOCK_H
#define FED_WRITERS_BLOCK_H

#include <stdbool.h>
#include <stdio.h>

enum { FED_BLOCK_DEPTH = 32 };

typedef struct fed_block_level {
    bool map, filled, value; /* value: the next scalar of a map is no key */
    bool inlined;            /* what is first in it stands on the line of what it is in */
    int indent;
} fed_block_level;

typedef struct fed_block_text {
    FILE *stream;
    bool good; /* false once memory ran out, or the levels did */
    unsigned depth;
    fed_block_level open[FED_BLOCK_DEPTH];
} fed_block_text;

void fed_block_begin(fed_block_text *block, bool map); /* a map, or a list */
void fed_block_end(fed_block_text *block);
/* quoted: where a reader would not take it for text */
void fed_block_scalar(fed_block_text *block, const char *text, bool quoted);

#endif
