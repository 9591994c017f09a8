/* block.c -- maps and lists in block style, the line's end before every key and element. */
#include "writers/block.h"

#include "writers/scalar.h"

/* The line and the blanks before a key or an element. */
static void lead(fed_block_text *block)
{
    static const char line[1 + 2 * FED_BLOCK_DEPTH + 1] =
        "\n                                                                ";
    fed_block_level *level = &block->open[block->depth - 1];

    if (level->filled || !level->inlined)
        fwrite_unlocked(line, 1, 1 + (size_t)level->indent, block->stream);
    else if (block->depth > 1)
        putc_unlocked(' ', block->stream);
    level->filled = true;
    if (!level->map)
        putc_unlocked('-', block->stream);
}

void fed_block_begin(fed_block_text *block, bool map)
{
    const fed_block_level *outer = block->depth > 0 ? &block->open[block->depth - 1] : NULL;
    fed_block_level level = {.map = map, .inlined = outer == NULL || !outer->map};

    if (!block->good)
        return;
    if (outer != NULL) /* a list in a map is not indented */
        level.indent = outer->indent + (map || !outer->map ? 2 : 0);
    if (outer != NULL && outer->map)
        block->open[block->depth - 1].value = false;
    else if (outer != NULL)
        lead(block);
    if (block->depth == FED_BLOCK_DEPTH)
        block->good = false;
    else
        block->open[block->depth++] = level;
}

void fed_block_end(fed_block_text *block)
{
    const fed_block_level *level = &block->open[block->depth - 1];

    if (!block->good)
        return;
    if (!level->filled)
        fputs_unlocked(level->map ? " {}" : " []", block->stream);
    if (--block->depth == 0)
        putc_unlocked('\n', block->stream);
}

static void put_text(fed_block_text *block, const char *text, bool quoted)
{
    if (!fed_scalar_is_simple(text)) {
        block->good =
            fed_scalar_put(block->stream, text, quoted, block->open, block->depth) && block->good;
        return;
    }
    if (quoted)
        putc_unlocked('"', block->stream);
    fputs_unlocked(text, block->stream);
    if (quoted)
        putc_unlocked('"', block->stream);
}

void fed_block_scalar(fed_block_text *block, const char *text, bool quoted)
{
    fed_block_level *level = &block->open[block->depth - 1];
    const bool key = level->map && !level->value;

    if (!block->good)
        return;
    if (key || !level->map)
        lead(block);
    if (!key)
        putc_unlocked(' ', block->stream);
    put_text(block, text, quoted);
    if (key)
        putc_unlocked(':', block->stream);
    level->value = key;
}
