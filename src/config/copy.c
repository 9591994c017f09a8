/* copy.c -- the text made for libconfig, growing, with the place each of its lines came from. */
#include "config/scan.h"

#include <string.h>

static bool grow_text(fed_arena *arena, fed_scan *scan)
{
    size_t room = scan->room == 0 ? 256 : 2 * scan->room;
    char *text = fed_alloc(arena, room, 1);

    if (text == NULL)
        return false;
    if (scan->size > 0)
        memcpy(text, scan->text, scan->size);
    scan->text = text;
    scan->room = room;
    return true;
}

static bool grow_lines(fed_arena *arena, fed_scan *scan)
{
    size_t room = scan->line_room == 0 ? 8 : 2 * scan->line_room;
    fed_place *lines = FED_ARRAY(arena, room, fed_place);

    if (lines == NULL)
        return false;
    if (scan->line_count > 0)
        memcpy(lines, scan->lines, scan->line_count * sizeof *lines);
    scan->lines = lines;
    scan->line_room = room;
    return true;
}

fed_status fed_copy_put(fed_build *build, fed_scan *scan, fed_place here, char byte)
{
    bool begins = byte == '\n' || scan->line_count == 0;

    if ((scan->size + 2 > scan->room && !grow_text(build->arena, scan)) ||
        (begins && scan->line_count + 2 > scan->line_room && !grow_lines(build->arena, scan))) {
        build->nomem = true;
        return FED_NOMEM;
    }
    if (scan->line_count == 0)
        scan->lines[scan->line_count++] = here;
    scan->text[scan->size++] = byte;
    scan->text[scan->size] = '\0';
    if (byte == '\n')
        scan->lines[scan->line_count++] = here; /* the line that begins now */
    return FED_OK;
}
