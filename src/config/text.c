/* text.c -- values as text: in libconfig syntax, plain, and as messages show them. */
#include "config/text.h"

#include "core/printable.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The shortest of %.15g .. %.17g that reads back as the same double. */
void fed_text_double(char text[32], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

static void put_number(FILE *stream, const fed_node *node, bool floats)
{
    char text[32];

    if (node->kind == NODE_INT && !floats) {
        fprintf(stream, "%lld%s", (long long)node->i,
                node->i > INT32_MAX || node->i < INT32_MIN ? "L" : "");
        return;
    }
    fed_text_double(text, node->f);
    fputs(text, stream);
    fputs(strpbrk(text, ".e") == NULL ? ".0" : "", stream);
}

/* An array where libconfig allows one, else a list. */
static bool is_array(const fed_node *node, bool floats)
{
    if (node->count == 0)
        return true;
    for (size_t k = 0; k < node->count; k++) {
        bool number = node->items[k]->kind == NODE_INT || node->items[k]->kind == NODE_FLOAT;

        if (node->items[k]->kind >= NODE_LIST ||
            (node->items[k]->kind != node->items[0]->kind && !(number && floats)))
            return false;
    }
    return true;
}

/* Labels set one by one on the command line may be no names: then they are written as pairs. */
static bool has_names(const fed_node *group)
{
    for (size_t k = 0; k < group->count; k++) {
        const char *name = group->items[k]->name;

        if (!isalpha((unsigned char)*name) ||
            strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_*") !=
                strlen(name))
            return false;
    }
    return true;
}

static void put_pairs(FILE *stream, const fed_node *group)
{
    for (size_t k = 0; k < group->count; k++) {
        fputs(k > 0 ? ", (" : "((", stream);
        fed_put_quoted(stream, group->items[k]->name);
        fputs(", ", stream);
        put_number(stream, group->items[k], false);
        fputs(")", stream);
    }
    fputs(")", stream);
}

void fed_text_node(FILE *stream, const fed_node *node, bool floats)
{
    switch (node->kind) {
    case NODE_BOOL: fputs(node->i != 0 ? "true" : "false", stream); break;
    case NODE_INT:
    case NODE_FLOAT: put_number(stream, node, floats); break;
    case NODE_STRING:
        fed_put_quoted(stream, node->absolute != NULL ? node->absolute : node->s);
        break;
    case NODE_LIST:
        fputs(is_array(node, floats) ? "[" : "(", stream);
        for (size_t k = 0; k < node->count; k++) {
            fputs(k > 0 ? ", " : "", stream);
            fed_text_node(stream, node->items[k], floats);
        }
        fputs(is_array(node, floats) ? "]" : ")", stream);
        break;
    case NODE_GROUP:
        if (!has_names(node)) {
            put_pairs(stream, node);
            break;
        }
        fputs("{", stream);
        for (size_t k = 0; k < node->count; k++) {
            fprintf(stream, " %s = ", node->items[k]->name);
            fed_text_node(stream, node->items[k], floats);
            fputs(";", stream);
        }
        fputs(" }", stream);
        break;
    }
}

char *fed_text_plain(fed_arena *arena, const fed_node *node)
{
    char *room = NULL, *text = NULL, number[32];
    size_t size;
    FILE *stream;

    if (node->kind == NODE_STRING)
        return fed_strdup(arena, node->s);
    if (node->kind == NODE_FLOAT) {
        fed_text_double(number, node->f);
        return fed_strdup(arena, number);
    }
    if (node->kind == NODE_INT)
        return fed_sprintf(arena, "%lld", (long long)node->i);
    if ((stream = open_memstream(&room, &size)) == NULL)
        return NULL;
    fed_text_node(stream, node, false);
    if (fclose(stream) == 0 && room != NULL) /* which may be missing without memory */
        text = fed_strdup(arena, room);
    free(room);
    return text;
}

const char *fed_text_found(fed_arena *arena, const fed_node *node)
{
    const char *text = NULL;

    if (node->kind == NODE_STRING)
        text = fed_sprintf(arena, "the string \"%.60s\"", node->s);
    else if (node->kind == NODE_LIST)
        text = "a list";
    else if (node->kind == NODE_GROUP)
        text = "a group";
    else if (node->kind == NODE_FLOAT && node->f == floor(node->f))
        text = fed_sprintf(arena, "the float %.17g", node->f);
    else
        text = fed_text_plain(arena, node);
    return text == NULL ? "" : text;
}
